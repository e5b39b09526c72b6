package store

import "lectern/backend/document"

// facet is what lists are narrowed by, as the column of that name has it.
type facet int

// The bits of a facet, as migration 16 computes them.
const (
	facetDeleted facet = 1 << iota
	facetFavorite
	facetOpened
	facetProcessing
	facetFailed
)

func (f facet) status() document.Status {
	switch {
	case f&facetProcessing != 0:
		return document.Processing
	case f&facetFailed != 0:
		return document.Failed
	}
	return document.Ready
}
