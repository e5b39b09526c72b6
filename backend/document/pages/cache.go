// Package pages draws the pages of documents when they are requested, and caches them.
//
// A request for a page passes five functions between its handler and the converter process: [Cache.Render] checks the
// request and repeats it if the process dies, [Cache.GetOrDraw] caches the page and limits how many pages one reader
// draws at the same time, and [pdf.Reader.JoinOrSend] answers identical requests once and schedules them. In the same
// package, sendToWorker opens the document in a process, and exchange writes the request to the process and reads the
// response.
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
	// JoinOrSend returns the response to a request for a page. Identical requests at the same time share one response.
	JoinOrSend(ctx context.Context, src pdf.Source, request wire.PDFRequest) (wire.PDFResult, error)
	// Details returns the metadata of a PDF: outline, fonts and other properties.
	Details(ctx context.Context, src pdf.Source) (wire.Details, error)
}

// Cache serves the pages of documents. A page is drawn when it is first requested, and cached.
type Cache struct {
	renderer Renderer
	content  *content.Store
	cache    *otter.Cache[string, wire.PDFResult]
	readers  *limiter.Limiter // limits the number of pages that are drawn for each reader
}

// Config contains the dependencies and limits of a [Cache].
type Config struct {
	Renderer       Renderer
	Content        *content.Store
	DrawsPerReader int    // how many pages each reader may draw at the same time
	MaxBytes       uint64 // maximum total size of the cached pages
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
	return &Cache{renderer: config.Renderer, content: config.Content, cache: cache, readers: newReaderLimit(config.DrawsPerReader)}, nil
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

// kinds maps each kind to its Content-Type and to the request to the converter process.
var kinds = map[Kind]struct {
	mediaType string
	operation wire.PDFOp
}{
	SVG:   {"image/svg+xml", wire.PDFSVG},
	Image: {"image/png", wire.PDFImage},
	Words: {"application/json", wire.PDFWords},
	Text:  {"text/plain; charset=utf-8", wire.PDFText},
}

// MediaType returns the Content-Type of a kind.
func (k Kind) MediaType() string { return kinds[k].mediaType }

// request returns the request for a page of this kind. The scale is used for [Image] only.
func (k Kind) request(number int, scale float64) wire.PDFRequest {
	request := wire.PDFRequest{Op: kinds[k].operation, Page: number}
	if k == Image {
		request.Scale = scale
	}
	return request
}

// ParsePage parses the name of a page, such as "12.svg". The error is a fault of kind NotFound.
func ParsePage(name string) (number int, kind Kind, err error) {
	digits, form, _ := strings.Cut(name, ".")
	number, err = strconv.Atoi(digits)
	kind = Kind(form)
	if _, known := kinds[kind]; err != nil || !known {
		return 0, "", fault.New(fault.NotFound, "There is no page %q. Pages have names such as 1.svg, 1.png, 1.json or 1.txt.", name).
			WithCode(fault.PageUnknown)
	}
	return number, kind, nil
}

// The limits of a picture's scale, in pixels per point.
const minScale, maxScale = 0.05, 20.0

// Render returns a page of the document, counted from 1. The scale is in pixels per point, and used for [Image] only.
// The error is a fault of kind NotFound for a page that does not exist yet, of kind Invalid for a scale beyond the
// limits, and of kind Busy if too many requests of the same reader wait. The argument reader identifies a client of a
// session or an API key. If reader is empty, the number of requests is not limited.
func (p *Cache) Render(ctx context.Context, reader string, doc *document.Document, kind Kind, number int,
	scale float64) (wire.PDFResult, error) {
	if !doc.Viewable || number < 1 || number > doc.PageCount {
		return wire.PDFResult{}, fault.New(fault.NotFound, "The document has no page %d.", number).WithCode(fault.PageUnknown)
	}
	if !(scale >= minScale && scale <= maxScale) { // the negation also rejects NaN
		return wire.PDFResult{}, fault.Field("scale", "The scale must be a number from %g to %g.", minScale, maxScale)
	}
	src := p.sourceFor(reader, doc)
	for dead := (failure.Deaths{}); ; {
		page, err := p.GetOrDraw(ctx, src, kind, number, scale)
		if !dead.ShouldRetry(ctx, err) {
			return page, failure.WithPage(err, number)
		}
	}
}

// GetOrDraw returns a page from the cache, or draws and caches it. The request waits while too many other pages of its
// reader are being drawn.
func (p *Cache) GetOrDraw(ctx context.Context, src pdf.Source, kind Kind, number int, scale float64) (wire.PDFResult, error) {
	key := src.Key + " " + string(kind) + " " + strconv.Itoa(number) + " " + strconv.FormatFloat(scale, 'g', 4, 64)
	if page, ok := p.cache.GetIfPresent(key); ok {
		return page, nil
	}
	release, err := p.waitForReader(ctx, src.Reader)
	if err != nil {
		return wire.PDFResult{}, err
	}
	defer release() // after the page is in the cache, where the next request of the reader finds it
	if page, ok := p.cache.GetIfPresent(key); ok {
		return page, nil // another request has drawn it meanwhile
	}
	page, err := p.renderer.JoinOrSend(ctx, src, kind.request(number, scale))
	if err == nil {
		p.cache.Set(key, page)
	}
	return page, err
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
