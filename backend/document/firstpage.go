package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"lectern/backend/convert/office"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// cut is how the key of a first page ends that was made of a part of the document.
const cut = ".cut"

// newFirstPage gives the key of a first page that is made now. Each has its own: what is kept of one
// that was made before, here or on another node, is not to be taken for it.
func (r *run) newFirstPage(ending string) string {
	key := fmt.Sprintf("%s%s-%d-%s%s", content.FirstPages, r.doc.ID, r.doc.Attempt, id.New(), ending)
	r.firsts = append(r.firsts, key)
	return key
}

// provisional says whether what is shown of the document was made of a part of it.
func (d *Document) provisional() bool {
	return content.IsFirstPage(d.PDF) && strings.HasSuffix(d.PDF, cut)
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
	case d.provisional():
		return ShownProvisional
	}
	return ShownFirst
}

// saveProvisional makes a document viewable with what was made of its beginning. A
// text's page 1 is full, and so as it will be, only where another page follows it.
func (r *run) saveProvisional(ctx context.Context, file *os.File) error {
	if r.doc.Viewable {
		return nil // an earlier try came as far
	}
	key := r.newFirstPage(cut)
	pdf, err := r.putFirst(ctx, key, file, stepAheadOpen, stepAheadDraw)
	if err != nil {
		return err
	}
	if pdf.Pages < 2 && r.doc.Type.Text() {
		return r.content.RemoveTemporary(ctx, key)
	}
	return r.show(ctx, pdf.firstPage(), Update{})
}

// putFirst stores a first page and reads it. What cannot be read is not kept.
func (r *run) putFirst(ctx context.Context, key string, file *os.File, opened, drawn string) (PDF, error) {
	if err := r.content.PutTemporary(ctx, key, file); err != nil {
		return PDF{}, err
	}
	pdf, err := r.read(ctx, r.source(key), opened, drawn)
	if err != nil {
		err = errors.Join(err, r.content.RemoveTemporary(context.WithoutCancel(ctx), key))
	}
	return pdf, err
}

// saveFirstPage makes a document viewable while the rest is converted, or replaces what
// was shown in the meantime where it looks otherwise.
func (r *run) saveFirstPage(ctx context.Context, file *os.File) error {
	provisional := r.doc.provisional()
	if r.doc.Viewable && !provisional {
		return nil // an earlier try came as far
	}
	key := r.newFirstPage("")
	pdf, err := r.putFirst(ctx, key, file, stepFirstOpen, stepFirstDraw)
	if err != nil {
		return err
	}
	if provisional {
		same, err := r.looksLike(ctx, key, r.doc.PDF)
		if err != nil {
			return errors.Join(err, r.content.RemoveTemporary(context.WithoutCancel(ctx), key))
		}
		if same {
			return r.confirm(ctx, pdf)
		}
		r.made.Facts = append(r.made.Facts, office.Fact{Name: FactReplaced})
	}
	return r.show(ctx, pdf, Update{})
}

// confirm puts a PDF that looks like what is shown into its place: readers hear that it
// stays, and load nothing again.
func (r *run) confirm(ctx context.Context, pdf PDF) error {
	return r.save(ctx, Update{PDF: &pdf, Change: to(func(d *Document) { d.PDF = pdf.Key })})
}

// compareScale is at how many pixels a point two pages are held against each other.
const compareScale = 1

// looksLike says whether the pages 1 of two PDFs look the same.
func (r *run) looksLike(ctx context.Context, one, other string) (bool, error) {
	first, err := r.pages.renderer.Image(ctx, r.source(one), 1, compareScale)
	if err != nil {
		return false, err
	}
	second, err := r.pages.renderer.Image(ctx, r.source(other), 1, compareScale)
	return bytes.Equal(first.Data, second.Data), err
}

// firstPage gives what is known of a PDF of which page 1 alone is shown.
func (p PDF) firstPage() PDF {
	if p.Pages > 1 {
		p.Pages = 1
		p.Sizes = Sizes{{1, p.Sizes[0][1], p.Sizes[0][2]}}
	}
	return p
}

// dropFirstPages removes what was shown of the document, or made to be, and is not any more.
func (r *run) dropFirstPages(ctx context.Context) error {
	if len(r.firsts) == 0 {
		return nil
	}
	doc, err := r.store.FindDocument(ctx, r.doc.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return err
	}
	return r.content.RemoveTemporary(ctx, slices.DeleteFunc(r.firsts, func(key string) bool { return key == doc.PDF })...)
}
