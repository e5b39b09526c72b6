package store

import (
	"slices"

	"lectern/backend/document"
)

// facet is what lists are narrowed by, as the column of that name has it.
type facet int

// The bits of a facet, as migration 16 computes them.
const (
	facetDeleted facet = 1 << iota
	facetFavorite
	facetOpened
	facetProcessing
	facetFailed
	facetFamily // its lowest bit
)

// facetOf gives the bits that tell the documents of a query, and which of them are set.
func facetOf(q *document.Query) (mask, set facet) {
	want := func(bits, value facet) { mask, set = mask|bits, set|value }
	switch q.Place {
	case document.InLibrary:
		want(facetDeleted, 0)
	case document.InTrash:
		want(facetDeleted, facetDeleted)
	}
	switch q.Status {
	case document.Ready:
		want(facetProcessing|facetFailed, 0)
	case document.Processing:
		want(facetProcessing, facetProcessing)
	case document.Failed:
		want(facetFailed, facetFailed)
	}
	if q.Favorite {
		want(facetFavorite, facetFavorite)
	}
	if q.Opened {
		want(facetOpened, facetOpened)
	}
	if q.Family != "" {
		want(facetFamily*7, facetFamily*facet(slices.Index(families, q.Family)))
	}
	return mask, set
}

// families are those of documents by their numbers in a facet.
var families = []document.Family{"", document.FamilyPDF, document.FamilyText, document.FamilySheet, document.FamilySlides}

func (f facet) family() document.Family { return families[f/facetFamily] }

func (f facet) status() document.Status {
	switch {
	case f&facetProcessing != 0:
		return document.Processing
	case f&facetFailed != 0:
		return document.Failed
	}
	return document.Ready
}
