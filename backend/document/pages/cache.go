// Package pages draws the pages of documents when they are requested, and caches them.
package pages

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/maypok86/otter/v2"

	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/limiter"
	"lectern/converters/wire"
)

// Renderer draws pages of PDFs, in processes of its own.
type Renderer interface {
	SVG(ctx context.Context, src pdf.Source, page int) (wire.PDFResult, error)
	Image(ctx context.Context, src pdf.Source, page int, scale float64) (wire.PDFResult, error)
	Words(ctx context.Context, src pdf.Source, page int) ([]byte, error)
	Text(ctx context.Context, src pdf.Source, page int) (string, error)
	// Details returns the metadata of a PDF: outline, fonts and other properties.
	Details(ctx context.Context, src pdf.Source) (wire.Details, error)
}

// Cache serves the pages of documents. A page is drawn when it is first requested, and cached.
type Cache struct {
	renderer Renderer
	content  *content.Store
	cache    *otter.Cache[string, wire.PDFResult]
	turns    *limiter.Limiter // of readers whose pages are drawn
}

// Config contains the dependencies and limits of a [Cache].
type Config struct {
	Renderer Renderer
	Content  *content.Store
	AtOnce   int    // how many pages each reader may draw at the same time
	MaxBytes uint64 // size of the cached pages
}

// New returns an empty cache.
func New(config Config) (*Cache, error) {
	cache, err := otter.New(&otter.Options[string, wire.PDFResult]{
		MaximumWeight: config.MaxBytes,
		Weigher:       func(key string, page wire.PDFResult) uint32 { return uint32(len(key) + len(page.Data)) },
	})
	if err != nil {
		return nil, fmt.Errorf("make page cache: %w", err)
	}
	return &Cache{renderer: config.Renderer, content: config.Content, cache: cache, turns: newDrawTurns(config.AtOnce)}, nil
}

// Kind is a format in which a page is served.
type Kind string

// The kinds of pages.
const (
	SVG   Kind = "svg"  // vector drawing
	Image Kind = "png"  // picture at a scale
	Words Kind = "json" // words with their boxes, in points
	Text  Kind = "txt"  // plain text
)

// MediaType returns the Content-Type of a kind.
func (k Kind) MediaType() string {
	switch k {
	case SVG:
		return "image/svg+xml"
	case Image:
		return "image/png"
	case Words:
		return "application/json"
	}
	return "text/plain; charset=utf-8"
}

// ParsePage parses the name of a page, such as "12.svg". The error is a fault of kind NotFound.
func ParsePage(name string) (number int, kind Kind, err error) {
	digits, form, _ := strings.Cut(name, ".")
	number, err = strconv.Atoi(digits)
	kind = Kind(form)
	if err != nil || (kind != SVG && kind != Image && kind != Words && kind != Text) {
		return 0, "", fault.New(fault.NotFound, "There is no page %q. Pages have names such as 1.svg, 1.png, 1.json or 1.txt.", name).
			Coded(fault.PageUnknown)
	}
	return number, kind, nil
}

// The limits of a picture's scale, in pixels per point.
const minScale, maxScale = 0.05, 20.0

// Render returns a page of the document, counted from 1. The scale is in pixels per point, and used for [Image] only.
// The error is a fault of kind NotFound for a page that does not exist yet, of kind Invalid for a scale beyond the
// limits, and of kind Busy if too many pages of the reader wait. The reader is a client of a session or an API key; an
// empty one has no limit.
func (p *Cache) Render(ctx context.Context, reader string, doc *document.Document, kind Kind, number int,
	scale float64) (wire.PDFResult, error) {
	if !doc.Viewable || number < 1 || number > doc.PageCount {
		return wire.PDFResult{}, fault.New(fault.NotFound, "The document has no page %d.", number).Coded(fault.PageUnknown)
	}
	if !(scale >= minScale && scale <= maxScale) { // so that NaN is none either
		return wire.PDFResult{}, fault.Field("scale", "The scale must be a number from %g to %g.", minScale, maxScale)
	}
	page, err := failure.Retry(ctx, failure.Deaths{}, func() (wire.PDFResult, error) {
		return p.Draw(ctx, p.sourceFor(reader, doc), kind,
			number, scale)
	})
	return page, failure.OnPage(err, number)
}

// Draw returns a page from the cache, or draws and caches it.
func (p *Cache) Draw(ctx context.Context, src pdf.Source, kind Kind, number int, scale float64) (wire.PDFResult, error) {
	key := src.Key + " " + string(kind) + " " + strconv.Itoa(number) + " " + strconv.FormatFloat(scale, 'g', 4, 64)
	if page, ok := p.cache.GetIfPresent(key); ok {
		return page, nil // without a turn
	}
	release, err := p.turn(ctx, src.Reader)
	if err != nil {
		return wire.PDFResult{}, err
	}
	defer release() // after the page is in the cache, where the next request of the reader finds it
	return p.keptPage(key, func() (wire.PDFResult, error) { return p.render(ctx, src, kind, number, scale) })
}

func (p *Cache) render(ctx context.Context, src pdf.Source, kind Kind, number int, scale float64) (wire.PDFResult, error) {
	switch kind {
	case SVG:
		return p.renderer.SVG(ctx, src, number)
	case Image:
		return p.renderer.Image(ctx, src, number, scale)
	case Words:
		words, err := p.renderer.Words(ctx, src, number)
		return wire.PDFResult{Data: words}, err
	case Text:
		text, err := p.renderer.Text(ctx, src, number)
		return wire.PDFResult{Data: []byte(text)}, err
	}
	return wire.PDFResult{}, fault.New(fault.NotFound, "There is no page format %q.", kind).Coded(fault.PageUnknown)
}
