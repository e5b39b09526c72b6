package pages

import (
	"context"
	"encoding/json"

	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/converters/wire"
)

// Outline is the table of contents of a document, and the names of its pages.
type Outline struct {
	Items  []wire.OutlineItem `json:"items" nullable:"false" doc:"The entries of the outline; empty if the document has no outline."`
	Labels []string           `json:"labels,omitempty" nullable:"false" doc:"Page labels such as iv, one for each page; absent if they are the page numbers."`
}

// Outline returns the [Outline] of a document as JSON. Until the whole document is converted, the error is a fault of
// kind NotFound.
func (p *Cache) Outline(ctx context.Context, doc *document.Document) ([]byte, error) {
	if !doc.HasAllPages() {
		return nil, doc.ErrNotConverted("outline")
	}
	details, err := p.Details(ctx, doc)
	if err != nil {
		return nil, err
	}
	outline := Outline{Items: details.Outline, Labels: details.Labels}
	if outline.Items == nil {
		outline.Items = []wire.OutlineItem{}
	}
	return json.Marshal(outline)
}

// Details returns the metadata of the document's PDF: outline, fonts and other properties. The metadata is cached.
func (p *Cache) Details(ctx context.Context, doc *document.Document) (details wire.Details, err error) {
	src := p.Source(doc)
	text, err := failure.Retry(ctx, failure.Deaths{}, func() ([]byte, error) {
		return p.GetOrCreate(src.Key+" details", func() ([]byte, error) {
			details, err := p.renderer.Details(ctx, src)
			if err != nil {
				return nil, err
			}
			return json.Marshal(details)
		})
	})
	if err != nil {
		return details, err
	}
	return details, json.Unmarshal(text, &details)
}
