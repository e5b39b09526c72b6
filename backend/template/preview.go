package template

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"sync"

	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/tempfile"
	"lectern/converters/wire"
)

// Reader reads PDFs.
type Reader interface {
	Info(ctx context.Context, src pdf.Source) (wire.Info, error)
	Image(ctx context.Context, src pdf.Source, page int, scale float64) (wire.PDFResult, error)
	Words(ctx context.Context, src pdf.Source, page int) ([]byte, error)
}

// PageSelection selects the document and pages that a preview shows.
type PageSelection struct {
	Document     int     // the number of the document, from 1, in case the template makes several
	First, Count int     // the first page, from 1, and the maximal number of pages
	Scale        float64 // pixels per point
}

// Preview contains pictures of the pages of a filled version. If there are problems in filling the version, the
// pictures show the template itself.
type Preview struct {
	Documents []string // file names of all documents; empty if there are problems
	PageCount int      // number of pages of the document or template
	Pages     []PreviewPage
	Problems  []wire.TemplateProblem
	Marks     []Mark
}

// PreviewPage is a picture of a page.
type PreviewPage struct {
	Number        int
	Width, Height float64 // points
	PNG           []byte
}

// Mark is the position of a problem on a page of the template.
type Mark struct {
	Problem int // index of the problem, from 0
	Page    int
	Box     wire.Box // points
}

// maxMarkedPages is the maximum number of pages of a template that are searched for the text of problems.
const maxMarkedPages = 50

// Preview fills a version and returns pictures of the selected pages.
func (s *Service) Preview(ctx context.Context, v Version, r Rendering, pages PageSelection) (p Preview, err error) {
	made, err := s.makePreview(ctx, v, r, pages.Document)
	if err != nil {
		return p, err
	}
	p.Documents, p.Problems = made.names, made.problems
	if made.pdf == nil {
		return p, nil
	}
	source := s.source(made)
	info, err := s.reader.Info(ctx, source)
	if err != nil {
		return p, err
	}
	p.PageCount = info.Pages
	for number := pages.First; number <= info.Pages && number < pages.First+pages.Count; number++ {
		page := PreviewPage{Number: number}
		page.Width, page.Height = sizeOf(info.Sizes, number)
		picture, err := s.reader.Image(ctx, source, number, pages.Scale)
		if err != nil {
			return p, err
		}
		page.PNG = picture.Data
		p.Pages = append(p.Pages, page)
	}
	p.Marks, err = s.marks(ctx, source, min(info.Pages, maxMarkedPages), p.Problems)
	return p, err
}

// sizeOf returns the width and height of a page in points. The argument sizes has the format of [wire.Info].
func sizeOf(sizes [][3]float64, number int) (width, height float64) {
	for _, run := range sizes {
		if number -= int(run[0]); number <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

// source returns the PDF of a preview as a source that [Reader] can open.
func (s *Service) source(m cachedPreview) pdf.Source {
	return pdf.Source{Key: "preview " + m.key, Undrawn: true, Open: func(context.Context) (*os.File, error) {
		return tempfile.NewWithContent(s.tempDir, m.pdf)
	}}
}

// makePreview fills a version and converts one of its documents to PDF. The result is cached.
func (s *Service) makePreview(ctx context.Context, v Version, r Rendering, document int) (cachedPreview, error) {
	key := previewKey(v.Content, string(r.Params), r.Locale, r.TimeZone, r.Missing, document)
	if made, known := s.previews.find(key); known {
		return made, nil
	}
	filled, err := s.Render(ctx, v, r)
	if err != nil {
		return cachedPreview{}, err
	}
	if len(filled.Problems) > 0 {
		return s.previewTemplate(ctx, v, filled.Problems)
	}
	if document > len(filled.Outputs) {
		return cachedPreview{}, fault.Field("/document", "The template creates fewer documents than %d.", document)
	}
	made := cachedPreview{key: key, names: make([]string, len(filled.Outputs))}
	for i, output := range filled.Outputs {
		made.names[i] = output.Name
	}
	if made.pdf, err = s.PDF(ctx, filled.Bytes[document-1], filled.Outputs[document-1].Type); err != nil {
		return made, err
	}
	s.previews.add(made)
	return made, nil
}

// previewTemplate converts the template itself to PDF, so that its problems can be marked. The result contains no PDF
// for packages of templates and for files that cannot be converted.
func (s *Service) previewTemplate(ctx context.Context, v Version, problems []wire.TemplateProblem) (cachedPreview, error) {
	key := previewKey(v.Content)
	if made, known := s.previews.find(key); known || v.Type == filetype.Package {
		made.problems = problems
		return made, nil
	}
	file, err := s.content.Open(ctx, v.Content)
	if err != nil {
		return cachedPreview{}, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return cachedPreview{}, err
	}
	made := cachedPreview{key: key}
	if made.pdf, err = s.PDF(ctx, content, string(v.Type)); err == nil {
		s.previews.add(made)
	} else if ctx.Err() != nil {
		return made, err
	}
	made.problems = problems
	return made, nil
}

// previewKey returns the key of a preview in the cache.
func previewKey(parts ...any) string {
	text, _ := json.Marshal(parts) // marshalling these values cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// cachedPreview contains the PDF from which the pages of a preview are drawn: a filled document, or the template itself
// if it has problems.
type cachedPreview struct {
	key      string
	names    []string
	pdf      []byte // nil if there is no PDF
	problems []wire.TemplateProblem
}

// The limits of the cache of previews.
const (
	maxPreviewBytes = 64 << 20
	maxPreviews     = 200
)

// previews caches the most recent previews for requests of further pages.
type previews struct {
	mu   sync.Mutex
	list []cachedPreview // oldest first
	size int             // bytes
}

func (p *previews) find(key string) (cachedPreview, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, made := range p.list {
		if made.key == key {
			return made, true
		}
	}
	return cachedPreview{}, false
}

func (p *previews) add(preview cachedPreview) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list, p.size = append(p.list, preview), p.size+len(preview.pdf)
	for p.size > maxPreviewBytes && len(p.list) > 1 || len(p.list) > maxPreviews {
		p.size -= len(p.list[0].pdf)
		p.list = p.list[1:]
	}
}
