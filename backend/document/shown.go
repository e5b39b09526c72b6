package document

import (
	"strings"

	"lectern/backend/document/content"
)

// ProvisionalEnding is the ending of the key of a first page that was converted from a copy of only the beginning of
// the document.
const ProvisionalEnding = ".cut"

// IsProvisional reports whether only page 1 is shown, converted from a copy of only the beginning of the document.
func (d *Document) IsProvisional() bool {
	return content.IsFirstPage(d.PDF) && strings.HasSuffix(d.PDF, ProvisionalEnding)
}

// HasAllPages reports whether the document has a PDF with all pages.
func (d *Document) HasAllPages() bool { return d.PDF != "" && !content.IsFirstPage(d.PDF) }

// Shown is how much of a document can be viewed.
type Shown string

// The values of Shown, in their order. A provisional page was converted from a copy of only the beginning of the
// document. It is replaced if page 1 of the whole document looks different.
const (
	ShownNone        Shown = "none"        // no page
	ShownProvisional Shown = "provisional" // only page 1, which may still change
	ShownFirst       Shown = "first"       // only page 1, in its final form
	ShownAll         Shown = "all"         // all pages
)

// Shown returns how much of the document can be viewed.
func (d *Document) Shown() Shown {
	switch {
	case !d.Viewable:
		return ShownNone
	case d.HasAllPages():
		return ShownAll
	case d.IsProvisional():
		return ShownProvisional
	}
	return ShownFirst
}
