package document

import (
	"strings"

	"lectern/backend/document/content"
)

// ProvisionalEnding is how the key of a first page ends that was made of a part of the document.
const ProvisionalEnding = ".cut"

// IsProvisional says whether what is shown of the document was made of a part of it.
func (d *Document) IsProvisional() bool {
	return content.IsFirstPage(d.PDF) && strings.HasSuffix(d.PDF, ProvisionalEnding)
}

// Whole says whether the document's PDF is there with all its pages.
func (d *Document) Whole() bool { return d.PDF != "" && !content.IsFirstPage(d.PDF) }

// Shown is how much of a document is there to be seen.
type Shown string

// What may be there, in the order in which it comes. A page that is provisional was made
// of the document's beginning alone: the whole's own takes its place where it looks
// otherwise.
const (
	ShownNone        Shown = "none"
	ShownProvisional Shown = "provisional" // page 1
	ShownFirst       Shown = "first"       // page 1, as it will stay
	ShownAll         Shown = "all"
)

// Shown says how much of the document is there to be seen.
func (d *Document) Shown() Shown {
	switch {
	case !d.Viewable:
		return ShownNone
	case d.Whole():
		return ShownAll
	case d.IsProvisional():
		return ShownProvisional
	}
	return ShownFirst
}
