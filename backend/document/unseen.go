package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lectern/converters/wire"
)

// JoinUnseen adds up the characters that are not seen on some pages and on others: the
// kind of which there are most comes first.
func JoinUnseen(some, others []wire.Unseen) []wire.Unseen {
	all := slices.Clone(some)
	for _, other := range others {
		at := slices.IndexFunc(all, func(u wire.Unseen) bool { return u.Kind == other.Kind })
		if at < 0 {
			all = append(all, other)
		} else {
			all[at].Count += other.Count
		}
	}
	slices.SortStableFunc(all, func(a, b wire.Unseen) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}

// toldKinds is how many kinds of characters a sentence names.
const toldKinds = 5

// unseenCharacters tells a person of characters that are not seen in a document: in one
// that was laid out here, because no font has them; in a PDF, because what stands in for
// the font of its author lacks them. It is empty where there are none.
func unseenCharacters(unseen []wire.Unseen, office bool) string {
	if len(unseen) == 0 {
		return ""
	}
	count, kinds := 0, []string{}
	for i, u := range unseen {
		count += u.Count
		if i < toldKinds {
			kinds = append(kinds, unseenKind(u))
		}
	}
	if more := len(unseen) - toldKinds; more > 0 {
		kinds = append(kinds, fmt.Sprintf("and %d other kinds", more))
	}
	subject := "One character is"
	if count > 1 {
		subject = fmt.Sprintf("%d characters are", count)
	}
	if office {
		return fmt.Sprintf("%s in no font here, shown as %s: %s. Fonts that have them can be added with --fonts.",
			subject, unseenAs(unseen), strings.Join(kinds, ", "))
	}
	return fmt.Sprintf("%s shown as empty boxes or not at all: %s. Their font is not in the PDF, and what stands in for it lacks them; it can be added with --fonts.",
		subject, strings.Join(kinds, ", "))
}

// unseenAs says what is seen of characters that have no font.
func unseenAs(unseen []wire.Unseen) string {
	const boxes, letters = "empty boxes", "letters over each other"
	switch old := slices.ContainsFunc(unseen, func(u wire.Unseen) bool { return u.Kind == wire.KindOldHangul }); {
	case old && len(unseen) == 1:
		return letters
	case old:
		return boxes + " or " + letters
	}
	return boxes
}

// unseenKind says how many characters of a kind there are, with an example.
func unseenKind(u wire.Unseen) string {
	kind := "of " + u.Kind
	switch u.Kind {
	case wire.KindPrivate:
		kind = "for private use"
	case wire.KindPictures:
		kind = "emoji or other pictures"
	case wire.KindSymbols:
		kind = "symbols"
	case wire.KindUnknown:
		kind = "of unknown scripts"
	}
	return fmt.Sprintf("%d %s (such as U+%04X)", u.Count, kind, u.Example)
}
