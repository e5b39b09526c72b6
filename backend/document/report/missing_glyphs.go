package report

import (
	"fmt"
	"slices"

	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// maxListedKinds is how many kinds of characters a sentence names.
const maxListedKinds = 5

// missingGlyphSentence returns a sentence about characters that are not visible, or the zero value. In an Office
// document, these are characters that no installed font has. In a PDF, they are characters that the substitute of a
// missing font lacks.
func missingGlyphSentence(missing []wire.MissingGlyphKind, office bool) sentence.Sentence {
	if len(missing) == 0 {
		return sentence.Sentence{}
	}
	count, kinds := 0, []sentence.Sentence{}
	for i, u := range missing {
		count += u.Count
		if i < maxListedKinds {
			kinds = append(kinds, describeKind(u))
		}
	}
	if more := len(missing) - maxListedKinds; more > 0 {
		kinds = append(kinds, sentence.New("unseen-more", "and {count} other kinds").With("count", more))
	}
	if !office {
		return missingInPDF(count).With("kinds", sentence.Join(kinds))
	}
	return missingInOffice(count).With("as", shownInstead(missing)).With("kinds", sentence.Join(kinds))
}

func missingInPDF(count int) sentence.Sentence {
	if count == 1 {
		return sentence.New("unseen-pdf-one", "One character is shown as an empty box or not at all: {kinds}. Its font is not in "+
			"the PDF, and the substitute lacks it. The font can be added with --fonts.")
	}
	return sentence.New("unseen-pdf", "{count} characters are shown as empty boxes or not at all: {kinds}. Their font is not in "+
		"the PDF, and the substitute lacks them. The font can be added with --fonts.").With("count", count)
}

func missingInOffice(count int) sentence.Sentence {
	if count == 1 {
		return sentence.New("unseen-one", "One character is in no available font and is shown as {as}: {kinds}. Fonts that "+
			"contain it can be added with --fonts.")
	}
	return sentence.New("unseen-many", "{count} characters are in no available font and are shown as {as}: {kinds}. Fonts that "+
		"contain them can be added with --fonts.").With("count", count)
}

// shownInstead returns a part of a sentence that describes what is shown instead of characters without a font.
func shownInstead(missing []wire.MissingGlyphKind) sentence.Sentence {
	switch old := slices.ContainsFunc(missing, func(u wire.MissingGlyphKind) bool { return u.Kind == wire.KindOldHangul }); {
	case old && len(missing) == 1:
		return sentence.New("as-letters", "overlapping letters")
	case old:
		return sentence.New("as-boxes-or-letters", "empty boxes or overlapping letters")
	}
	return sentence.New("as-boxes", "empty boxes")
}

// describeKind returns the number of characters of a kind, with an example, as a part of a sentence.
func describeKind(u wire.MissingGlyphKind) sentence.Sentence {
	kind := sentence.New("unseen-script", "{count} of {script} (such as {example})").With("script", u.Kind)
	switch u.Kind {
	case wire.KindPrivate:
		kind = sentence.New("unseen-private", "{count} for private use (such as {example})")
	case wire.KindPictures:
		kind = sentence.New("unseen-pictures", "{count} emoji or other pictures (such as {example})")
	case wire.KindSymbols:
		kind = sentence.New("unseen-symbols", "{count} symbols (such as {example})")
	case wire.KindUnknown:
		kind = sentence.New("unseen-unknown", "{count} of unknown scripts (such as {example})")
	}
	return kind.With("count", u.Count).With("example", fmt.Sprintf("U+%04X", u.Example))
}
