package document

import (
	"context"
	"encoding/json"
	"math"

	"lectern/backend/convert/pdf"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
	"lectern/converters/wire"
)

// Outline is what a document says of its order.
type Outline struct {
	Items  []wire.OutlineItem `json:"items" nullable:"false" doc:"The entries of the outline; none where the document has no outline."`
	Labels []string           `json:"labels,omitempty" nullable:"false" doc:"The pages' own names, such as iv, one a page; absent where they are the pages' numbers."`
}

// notWhole says that something is only to be had of the whole document.
func notWhole(d *Document, what string) error {
	if d.Status == Failed {
		return fault.New(fault.NotFound, "The document has failed: it has no %s.", what).Coded(fault.DocumentFailed)
	}
	return fault.New(fault.NotFound, "The document is still being converted: there is no %s yet.", what).Coded(fault.NotConverted)
}

// Outline gives a document's outline: an [Outline] as JSON. Until there is the whole
// document it is a fault of kind NotFound.
func (p *Pages) Outline(ctx context.Context, doc *Document) ([]byte, error) {
	if !doc.Whole() {
		return nil, notWhole(doc, "outline")
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

// Details gives what the document's PDF says of itself. It is read when it is first
// wanted, and kept while there is room.
func (p *Pages) Details(ctx context.Context, doc *Document) (details wire.Details, err error) {
	src := doc.source(p.content)
	text, err := retryConverter(ctx, deaths{}, func() ([]byte, error) {
		return p.kept(src.Key+" details", func() ([]byte, error) {
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

// The bounds of a thumbnail in pixels. One is at most maxTall times as high as wide.
const (
	MinThumbnail = 16
	MaxThumbnail = 1024
	maxTall      = 4
)

// Thumbnail returns a picture of page 1 as PNG, width pixels wide; narrower where the
// page is very high. A width out of its bounds is a fault of kind Invalid, a document
// that cannot be viewed one of kind NotFound. The reader is that of [Pages.Render].
func (p *Pages) Thumbnail(ctx context.Context, reader string, doc *Document, sizes Sizes, width int) ([]byte, error) {
	if width < MinThumbnail || width > MaxThumbnail {
		return nil, fault.Field("width", "The width is a number from %d to %d.", MinThumbnail, MaxThumbnail)
	}
	if !doc.Viewable || len(sizes) == 0 {
		return nil, notWhole(doc, "thumbnail")
	}
	page, err := retryConverter(ctx, deaths{}, func() (wire.Page, error) {
		return p.render(ctx, doc.sourceFor(reader, p.content), Image, 1, thumbnailScale(sizes, float64(width)))
	})
	return page.Data, err
}

// thumbnailScale gives pixels a point for a thumbnail of the first of these sizes.
func thumbnailScale(sizes Sizes, width float64) float64 {
	scale := math.Min(width/sizes[0][1], maxTall*width/sizes[0][2])
	if math.IsInf(scale, 0) || !(scale > 0) {
		return minScale // of a page without a size
	}
	return math.Min(scale, maxScale)
}

// kept is keptPage for a value that is no page.
func (p *Pages) kept(key string, make func() ([]byte, error)) ([]byte, error) {
	value, err := p.keptPage(key, func() (wire.Page, error) {
		data, err := make()
		return wire.Page{Data: data}, err
	})
	return value.Data, err
}

// keptPage returns the cached page of a key, or makes and caches it. Calls at the same time make it each: the renderer
// answers the same requests at once, and looks into originals are shared by [shareLook]. A caller that waits for its turn
// must call keptPage within the turn, not wait within make.
func (p *Pages) keptPage(key string, make func() (wire.Page, error)) (wire.Page, error) {
	if page, ok := p.cache.GetIfPresent(key); ok {
		return page, nil
	}
	page, err := make()
	if err == nil {
		p.cache.Set(key, page)
	}
	return page, err
}

// source names the document's PDF to the process that draws its pages.
func (d *Document) source(from *content.Store) pdf.Source {
	return pdf.Source{Key: d.PDF, Open: from.Opener(d.PDF)}
}

// sourceFor is source for a reader of its pages.
func (d *Document) sourceFor(reader string, from *content.Store) pdf.Source {
	src := d.source(from)
	src.Reader = reader
	return src
}
