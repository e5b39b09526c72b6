package ooxml

import "fmt"

// undrawn counts what a document has that its pages show otherwise than the program that made it,
// or not at all.
type undrawn struct {
	played     map[string]bool // films and sounds, by their parts
	charts     map[string]bool // of kinds that LibreOffice does not know, by their parts
	filters    map[string]bool // slicers and timelines, by their parts
	sparklines bool
	changes    bool // tracked ones
}

func newUndrawn() undrawn {
	return undrawn{played: map[string]bool{}, charts: map[string]bool{}, filters: map[string]bool{}}
}

// relation notes a part by what it is to another.
func (u *undrawn) relation(r relation) {
	to := map[string]map[string]bool{
		"media": u.played, "video": u.played, "audio": u.played, "chartEx": u.charts, "slicer": u.filters, "timeline": u.filters,
	}[r.kind]
	if to != nil && len(to) < maxParts {
		to[r.key] = true
	}
}

// sentences tell of it.
func (u *undrawn) sentences() (all []string) {
	tell := func(n int, one, more string) {
		switch {
		case n == 1:
			all = append(all, one)
		case n > 1:
			all = append(all, fmt.Sprintf(more, n))
		}
	}
	tell(len(u.played), "A film or sound in the document is not played: a picture of it is shown where it has one.",
		"%d films or sounds in the document are not played: pictures of them are shown where they have some.")
	tell(len(u.charts), "A chart is of a kind that is not drawn, such as a waterfall or a treemap: what the document has in its place is shown.",
		"%d charts are of kinds that are not drawn, such as a waterfall or a treemap: what the document has in their place is shown.")
	if len(u.filters) > 0 {
		all = append(all, "Slicers and timelines are not drawn: what the document has in their place is shown.")
	}
	if u.sparklines {
		all = append(all, "Small charts within cells (sparklines) are not drawn.")
	}
	if u.changes {
		all = append(all, "Tracked changes are shown with their marks, those that were deleted struck through.")
	}
	return all
}
