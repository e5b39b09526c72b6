package document

import (
	"cmp"
	"slices"

	"lectern/converters/wire"
)

// JoinMissingGlyphs adds up the counts of two lists of characters that are in no font. Each list has one entry for each
// kind of character. The kind with the highest count comes first.
func JoinMissingGlyphs(first, second []wire.MissingGlyphKind) []wire.MissingGlyphKind {
	all := slices.Clone(first)
	for _, other := range second {
		at := slices.IndexFunc(all, func(u wire.MissingGlyphKind) bool { return u.Kind == other.Kind })
		if at < 0 {
			all = append(all, other)
		} else {
			all[at].Count += other.Count
		}
	}
	slices.SortStableFunc(all, func(a, b wire.MissingGlyphKind) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}
