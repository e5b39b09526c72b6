package pages

import (
	"context"
	"encoding/json"
	"math"

	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
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

// The limits of a thumbnail's width in pixels. Its height is at most maxHeightRatio times its width.
const (
	MinThumbnail   = 16
	MaxThumbnail   = 1024
	maxHeightRatio = 4
)

// Thumbnail returns a picture of page 1 as PNG. The argument width is its width in pixels. The picture is narrower if
// the page is very high. The error is a fault of kind Invalid for a width beyond the limits, and of kind NotFound for a
// document that is not viewable. The argument reader is the same as for [Cache.Render].
func (p *Cache) Thumbnail(ctx context.Context, reader string, doc *document.Document, sizes document.Sizes, width int) ([]byte, error) {
	if width < MinThumbnail || width > MaxThumbnail {
		return nil, fault.Field("width", "The width must be a number from %d to %d.", MinThumbnail, MaxThumbnail)
	}
	if !doc.Viewable || len(sizes) == 0 {
		return nil, doc.ErrNotConverted("thumbnail")
	}
	page, err := failure.Retry(ctx, failure.Deaths{}, func() (wire.PDFResult, error) {
		return p.GetOrDraw(ctx, p.sourceFor(reader, doc), Image, 1, thumbnailScale(sizes, float64(width)))
	})
	return page.Data, err
}

// thumbnailScale returns the scale, in pixels per point, of a thumbnail of page 1. The argument sizes has the sizes of
// the pages, and width is in pixels.
func thumbnailScale(sizes document.Sizes, width float64) float64 {
	scale := math.Min(width/sizes[0][1], maxHeightRatio*width/sizes[0][2])
	if math.IsInf(scale, 0) || !(scale > 0) {
		return minScale // for a page without a size
	}
	return math.Min(scale, maxScale)
}

// GetOrCreate returns the cached value of a key, or creates and caches it. Concurrent calls each create the value.
func (p *Cache) GetOrCreate(key string, create func() ([]byte, error)) ([]byte, error) {
	if cached, ok := p.cache.GetIfPresent(key); ok {
		return cached.Data, nil
	}
	value, err := create()
	if err == nil {
		p.Set(key, value)
	}
	return value, err
}

// Get returns the cached value of a key, or nil.
func (p *Cache) Get(key string) []byte {
	value, _ := p.cache.GetIfPresent(key)
	return value.Data
}

// Set caches the value of a key.
func (p *Cache) Set(key string, value []byte) { p.cache.Set(key, wire.PDFResult{Data: value}) }

// Source returns the document's PDF as a source for the process that draws its pages.
func (p *Cache) Source(doc *document.Document) pdf.Source {
	return pdf.Source{Key: doc.PDF, Open: p.content.Opener(doc.PDF)}
}

// sourceFor is like Source, but for requests of one reader.
func (p *Cache) sourceFor(reader string, doc *document.Document) pdf.Source {
	src := p.Source(doc)
	src.Reader = reader
	return src
}
