package report

import (
	"slices"
	"strings"

	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
	"lectern/converters/wire/fontfamily"
)

// MissingFont is a font that a document uses and that is neither embedded nor installed on the server.
type MissingFont struct {
	Name string `json:"name"`
	// Substitute is the font that is used instead; empty if it is unknown.
	Substitute string `json:"substitute,omitempty"`
}

// MissingFonts returns the fonts that are missing according to the converter and the PDF, sorted by name, each once.
func MissingFonts(r *document.Report, details *wire.Details) []MissingFont {
	fonts := []MissingFont{}
	for _, fact := range r.Facts {
		if fact.Name == document.FactMissingFont {
			name, substitute, _ := strings.Cut(fact.Value, "|")
			fonts = append(fonts, MissingFont{name, substitute})
		}
	}
	for _, font := range details.Fonts {
		if isMissing(font) {
			fonts = append(fonts, MissingFont{font.Name, font.Substitute})
		}
	}
	slices.SortStableFunc(fonts, func(a, b MissingFont) int { return strings.Compare(a.Name, b.Name) })
	return dedupe(fonts)
}

// isMissing reports whether text in a font of a PDF looks different from the text that the author of the PDF has seen.
// It returns false for standard fonts. They need not be embedded, because every viewer has substitutes with the same
// widths and a similar look.
func isMissing(font wire.Font) bool {
	if font.Embedded || font.Substitute == "" {
		return false
	}
	name := plainName(font.Name)
	return !standardFonts[family(name)] && name != plainName(font.Substitute)
}

// standardFonts are the families of the standard fonts of PDF (ISO 32000-1, 9.6.2.2), and of the fonts that Windows and
// Office use instead.
var standardFonts = map[string]bool{
	"helvetica": true, "times": true, "courier": true, "symbol": true, "zapfdingbats": true,
	"arial": true, "timesnewroman": true, "couriernew": true,
}

// plainName returns the name of a font in lower case and without separators, so that "Arial,Bold", "Arial-Bold" and
// "Arial Bold" are equal.
func plainName(name string) string {
	name = strings.NewReplacer("-", "", ",", "", " ", "").Replace(strings.ToLower(name))
	return strings.TrimSuffix(name, "regular")
}

// family returns a plain name without its style and without suffixes such as "mt", with which PostScript names end. It
// keeps the "roman" of "timesnewroman", which is not a style.
func family(name string) string {
	for _, suffix := range []string{"mt", "italic", "oblique", "bold", "roman", "ps"} {
		if shorter := strings.TrimSuffix(name, suffix); shorter != "timesnew" {
			name = shorter
		}
	}
	return name
}

// keepsLayout reports whether the substitute of a font has characters of the same widths, so that lines and pages break
// at the same places.
func keepsLayout(font MissingFont) bool {
	equal := fontfamily.MetricEqual(family(plainName(font.Name)))
	return equal != "" && equal == family(plainName(font.Substitute))
}

// dedupe returns fonts, sorted by name, without duplicates. Of fonts with the same name it keeps the first font with
// a substitute.
func dedupe(fonts []MissingFont) []MissingFont {
	once := fonts[:0]
	for _, font := range fonts {
		last := len(once) - 1
		switch {
		case last < 0 || once[last].Name != font.Name:
			once = append(once, font)
		case once[last].Substitute == "":
			once[last] = font
		}
	}
	return once
}

// maxFontsNamed is how many fonts a sentence names.
const maxFontsNamed = 5

// guessedFonts returns a sentence about fonts whose text is most likely shown incorrectly, or the zero value if there
// are none.
func guessedFonts(details *wire.Details) (none sentence.Sentence) {
	var names []string
	for _, font := range details.Fonts {
		if name := document.MakeLegible(font.Name); font.Guessed && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return none
	}
	var fonts []sentence.Sentence
	for _, name := range names[:min(len(names), maxFontsNamed)] {
		fonts = append(fonts, sentence.Names([]string{name}, 1))
	}
	if more := len(names) - maxFontsNamed; more > 0 {
		fonts = append(fonts, sentence.New("fonts-more", "{count} others").With("count", more))
	}
	return sentence.New("fonts-guessed", "Text is probably shown incorrectly, because its font is not in the PDF and the PDF "+
		"does not identify the characters: {fonts}.").
		With("fonts", sentence.Join(fonts))
}
