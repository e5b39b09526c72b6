package document

import (
	"context"
	"errors"
)

// show makes the document viewable with a PDF, and changes what else update says.
func (r *run) show(ctx context.Context, pdf PDF, update Update) error {
	change := update.Change
	update.PDF = &pdf
	update.Change = func(d *Document) error {
		d.Viewable, d.PDF, d.PageCount = true, pdf.Key, pdf.Pages
		d.Version++
		if change == nil {
			return nil
		}
		return change(d)
	}
	return r.save(ctx, update)
}

// errEnded is the error of a change that comes when the attempt at the document has ended: after
// a kill there may be two jobs that bring it there, and it may have a new version since.
var errEnded = errors.New("the document has ended already")

// going has a change made only while the document's attempt is that of doc, and has not ended.
func going(doc *Document, change func(*Document) error) func(*Document) error {
	attempt := doc.Attempt
	return func(d *Document) error {
		if d.Status != Processing || d.Attempt != attempt {
			return errEnded
		}
		return change(d)
	}
}

// save stores a change of the document, which another attempt would make again.
func (r *run) save(ctx context.Context, u Update) error {
	u.Soon, u.Change = true, going(&r.doc, u.Change)
	doc, err := r.advance(ctx, r.doc, u)
	if err == nil {
		r.doc = doc
	}
	return err
}
