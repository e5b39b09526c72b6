package conversion_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	convertoffice "lectern/backend/convert/office"
	convertpdf "lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/converters/wire"
)

// office returns an Office document with the given texts of its pages, and pdf a PDF. fakeConverter and fakeRenderer
// read both formats.
func office(pages ...string) string { return `{\rtf1 ` + strings.Join(pages, "\f") + "}" }
func pdf(pages ...string) string    { return "%PDF-fake\n" + strings.Join(pages, "\f") }

// sealedPDF is the prefix of an encrypted PDF in the format of the fake converters.
const sealedPDF = "%PDF-sealed "

// lockedPDF returns a PDF that is protected with a password.
func lockedPDF(password string, pages ...string) string {
	return sealedPDF + password + "\n" + pdf(pages...)
}

// fakeConverter converts Office documents of the test format to PDFs of the test format.
type fakeConverter struct {
	version string
	// before is called with each order. If it returns an error, the order fails with this error. If before is nil, all
	// orders succeed.
	before func(convertoffice.Order) error
	// during is like before, but can also add to the report.
	during func(convertoffice.Order, *convertoffice.Report) error
	ahead  []string             // pages of the shortened copy, whose first page is shown early; no copy if empty
	report convertoffice.Report // report of each conversion; an empty Engine is replaced by version

	silent bool // ends without the whole document and without an error

	mu     sync.Mutex
	orders int
}

func (c *fakeConverter) Version() string { return c.version }

func (c *fakeConverter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.orders
}

func (c *fakeConverter) Convert(ctx context.Context, order convertoffice.Order,
	to convertoffice.Receiver) (convertoffice.Report, error) {
	if err := to.Begin(ctx); err != nil {
		return convertoffice.Report{}, err
	}
	c.mu.Lock()
	c.orders++
	c.mu.Unlock()
	report := c.report
	if report.Engine == "" {
		report.Engine = c.version
	}
	if c.before != nil {
		if err := c.before(order); err != nil {
			return report, err
		}
	}
	if c.during != nil {
		if err := c.during(order, &report); err != nil {
			return report, err
		}
	}
	in, err := io.ReadAll(order.In)
	if err != nil {
		return report, err
	}
	pages := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(in), `{\rtf1 `), "}"), "\f")
	if len(c.ahead) > 0 {
		if err := deliverPDF(ctx, to, convertoffice.Provisional, c.ahead); err != nil {
			return report, err
		}
	}
	if len(pages) > 1 {
		if err := deliverPDF(ctx, to, convertoffice.FirstPage, pages[:1]); err != nil {
			return report, err
		}
	}
	if c.silent {
		return report, nil
	}
	return report, deliverPDF(ctx, to, convertoffice.WholeDocument, pages)
}

func deliverPDF(ctx context.Context, to convertoffice.Receiver, completeness convertoffice.Completeness, pages []string) error {
	f, err := os.CreateTemp("", "")
	if err != nil {
		return err
	}
	defer f.Close()
	defer os.Remove(f.Name())
	if _, err := f.WriteString(pdf(pages...)); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return to.Receive(ctx, completeness, f)
}

// fakeRenderer reads PDFs of the test format, which consist of pages of text.
type fakeRenderer struct {
	// before is called with each request. If it returns an error, the request fails with this error. If before is nil,
	// all requests succeed.
	before  func(op string, page int) error
	faulty  int                 // number of a page with errors in its content; 0 for none
	slow    func(page int) bool // reports whether reading the text of a page never ends; nil means no page
	work    time.Duration       // reported time of each batch of texts
	looking time.Duration       // reported time of checking the pictures of two pages

	mu    sync.Mutex
	calls map[string]int
}

func (r *fakeRenderer) Version() string { return "Fake PDF 1" }

func (r *fakeRenderer) count(op string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.calls[op]
}

func (r *fakeRenderer) read(ctx context.Context, src convertpdf.Source, op string, page int) ([]string, error) {
	r.mu.Lock()
	if r.calls == nil {
		r.calls = map[string]int{}
	}
	r.calls[op]++
	r.mu.Unlock()
	if r.before != nil {
		if err := r.before(op, page); err != nil {
			return nil, err
		}
	}
	f, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if strings.HasPrefix(string(text), sealedPDF) {
		return nil, &convert.Error{Reason: convert.ReasonProtected}
	}
	pages := strings.Split(strings.TrimPrefix(string(text), "%PDF-fake\n"), "\f")
	if err == nil && page > len(pages) {
		err = &convert.Error{Reason: convert.ReasonNoPage}
	}
	return pages, err
}

func (r *fakeRenderer) Info(ctx context.Context, src convertpdf.Source) (wire.Info, error) {
	pages, err := r.read(ctx, src, "info", 1)
	var info wire.Info
	for range pages {
		info.AddPage(595.28, 841.89)
	}
	return info, err
}

func (r *fakeRenderer) Texts(ctx context.Context, src convertpdf.Source, first, count int, timeout time.Duration) (wire.Texts, error) {
	pages, err := r.read(ctx, src, "texts", first)
	if err != nil {
		return wire.Texts{}, err
	}
	texts := wire.Texts{Pages: pages[first-1 : min(first-1+count, len(pages))], Took: r.work.Seconds()}
	if first <= r.faulty && r.faulty < first+len(texts.Pages) {
		texts.Faulty = []int{r.faulty}
	}
	for i := range texts.Pages {
		if r.slow != nil && r.slow(first+i) {
			texts.Pages = append(slices.Clone(texts.Pages[:i]), "")
			texts.Unread, texts.Slow, texts.Lost = []int{first + i}, first+i, timeout.Seconds()
			break
		}
	}
	for _, text := range texts.Pages {
		if n := strings.Count(text, unseenRune); n > 0 {
			texts.MissingGlyphs = document.JoinMissingGlyphs(texts.MissingGlyphs,
				[]wire.MissingGlyphKind{{Kind: "Tibetan", Count: n, Example: []rune(unseenRune)[0]}})
		}
	}
	return texts, nil
}

// Pictures checks two pages per call.
func (r *fakeRenderer) Pictures(ctx context.Context, src convertpdf.Source, first int, _ time.Duration) (wire.Pictures, error) {
	pages, err := r.read(ctx, src, "pictures", first)
	if err != nil {
		return wire.Pictures{}, err
	}
	pictures := wire.Pictures{Pages: min(2, len(pages)-first+1), Took: r.looking.Seconds()}
	for page := first; page < first+pictures.Pages; page++ {
		if strings.Contains(pages[page-1], brokenPicture) {
			pictures.Broken = append(pictures.Broken, page)
		}
	}
	return pictures, nil
}

// brokenPicture marks a page with a picture that cannot be drawn.
const brokenPicture = "(broken picture)"

// unseenRune is a character that no font of the renderer has.
const unseenRune = "ཀ"

// Decrypt decrypts a PDF that [lockedPDF] has created.
func (r *fakeRenderer) Decrypt(ctx context.Context, src convertpdf.Source, password string, out *os.File) error {
	f, err := src.Open(ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(string(text), sealedPDF+password+"\n")
	if !ok {
		return &convert.Error{Reason: convert.ReasonWrongPassword}
	}
	_, err = out.WriteString(rest)
	return err
}

// JoinOrSend draws a page as SVG or as an image.
func (r *fakeRenderer) JoinOrSend(ctx context.Context, src convertpdf.Source, request wire.PDFRequest) (wire.PDFResult, error) {
	switch request.Op {
	case wire.PDFSVG:
		pages, err := r.read(ctx, src, "svg", request.Page)
		if err != nil {
			return wire.PDFResult{}, err
		}
		return wire.PDFResult{Data: fmt.Appendf(nil, "<svg>%s</svg>", pages[request.Page-1])}, nil
	case wire.PDFImage:
		return r.Image(ctx, src, request.Page, request.Scale)
	}
	return wire.PDFResult{}, errors.ErrUnsupported
}

func (r *fakeRenderer) Image(ctx context.Context, src convertpdf.Source, page int, scale float64) (wire.PDFResult, error) {
	pages, err := r.read(ctx, src, "image", page)
	if err != nil {
		return wire.PDFResult{}, err
	}
	return wire.PDFResult{Data: fmt.Appendf(nil, "%s at %.3f", pages[page-1], scale), Drawn: wire.Drawn{Scale: scale}}, nil
}

func (r *fakeRenderer) Details(ctx context.Context, src convertpdf.Source) (wire.Details, error) {
	_, err := r.read(ctx, src, "details", 1)
	return wire.Details{Outline: []wire.OutlineItem{{Title: "Chapter", Target: wire.Target{Page: 1}}}}, err
}

func (r *fakeRenderer) Text(ctx context.Context, src convertpdf.Source, page int) (string, error) {
	pages, err := r.read(ctx, src, "text", page)
	if err != nil {
		return "", err
	}
	return pages[page-1], nil
}

// fakeInspector finds nothing in any document. Other tests cover the real inspection.
type fakeInspector struct {
	fault error // error of each inspection
	looks atomic.Int32
}

func (l *fakeInspector) Facts(context.Context, *os.File, filetype.Type) (wire.Facts, error) {
	l.looks.Add(1)
	return wire.Facts{}, l.fault
}
