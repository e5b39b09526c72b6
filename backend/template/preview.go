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
	Image(ctx context.Context, src pdf.Source, page int, scale float64) (wire.Page, error)
	Words(ctx context.Context, src pdf.Source, page int) ([]byte, error)
}

// Look selects the pages of a preview.
type Look struct {
	Document     int     // the document, of those that the template makes, from 1
	First, Count int     // the first page, from 1, and the number of pages
	Scale        float64 // pixels a point
}

// Preview has pictures of a filled version; or, if it has problems, of the template itself.
type Preview struct {
	Documents []string // file names of the documents; none if there are problems
	PageCount int      // of the document, or of the template
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

// Mark is the place of a problem on a page of the template.
type Mark struct {
	Problem int // index of the problem, from 0
	Page    int
	Box     wire.Box // points
}

// maxMarkedPages is the number of pages of a template on which problems are searched for.
const maxMarkedPages = 50

// Preview fills a version and returns pictures of its pages.
func (s *Service) Preview(ctx context.Context, v Version, r Rendering, look Look) (p Preview, err error) {
	made, err := s.makePreview(ctx, v, r, look.Document)
	if err != nil {
		return p, err
	}
	p.Documents, p.Problems = made.names, made.problems
	if made.pdf == nil {
		return p, nil
	}
	source := s.source(made)
	info, err := s.Reader.Info(ctx, source)
	if err != nil {
		return p, err
	}
	p.PageCount = info.Pages
	for number := look.First; number <= info.Pages && number < look.First+look.Count; number++ {
		page := PreviewPage{Number: number}
		page.Width, page.Height = sizeOf(info.Sizes, number)
		picture, err := s.Reader.Image(ctx, source, number, look.Scale)
		if err != nil {
			return p, err
		}
		page.PNG = picture.Data
		p.Pages = append(p.Pages, page)
	}
	p.Marks, err = s.marks(ctx, source, min(info.Pages, maxMarkedPages), p.Problems)
	return p, err
}

// sizeOf returns the size of a page, from the sizes of [wire.Info], in points.
func sizeOf(sizes [][3]float64, number int) (width, height float64) {
	for _, run := range sizes {
		if number -= int(run[0]); number <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

// source returns a preview as a source for the reader of PDFs.
func (s *Service) source(m madePreview) pdf.Source {
	return pdf.Source{Key: "preview " + m.key, Unknown: true, Open: func(context.Context) (*os.File, error) {
		return tempfile.With(s.TempDir, m.pdf)
	}}
}

// makePreview fills a version and converts one of its documents to PDF. Results are cached.
func (s *Service) makePreview(ctx context.Context, v Version, r Rendering, document int) (madePreview, error) {
	key := previewKey(v.Content, string(r.Params), r.Locale, r.TimeZone, r.Missing, document)
	if made, known := s.previews.find(key); known {
		return made, nil
	}
	filled, err := s.Render(ctx, v, r)
	if err != nil {
		return madePreview{}, err
	}
	if len(filled.Problems) > 0 {
		return s.previewTemplate(ctx, v, filled.Problems)
	}
	if document > len(filled.Outputs) {
		return madePreview{}, fault.Field("/document", "The template makes fewer documents than %d.", document)
	}
	made := madePreview{key: key, names: make([]string, len(filled.Outputs))}
	for i, output := range filled.Outputs {
		made.names[i] = output.Name
	}
	if made.pdf, err = s.PDF(ctx, filled.Bytes[document-1], filled.Outputs[document-1].Type); err != nil {
		return made, err
	}
	s.previews.keep(made)
	return made, nil
}

// previewTemplate converts a version itself to PDF, to show its problems. The result has no PDF for packages and for
// files that cannot be converted.
func (s *Service) previewTemplate(ctx context.Context, v Version, problems []wire.TemplateProblem) (madePreview, error) {
	key := previewKey(v.Content)
	if made, known := s.previews.find(key); known || v.Type == filetype.Package {
		made.problems = problems
		return made, nil
	}
	file, err := s.Content.Open(ctx, v.Content)
	if err != nil {
		return madePreview{}, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return madePreview{}, err
	}
	made := madePreview{key: key}
	if made.pdf, err = s.PDF(ctx, content, string(v.Type)); err == nil {
		s.previews.keep(made)
	} else if ctx.Err() != nil {
		return made, err
	}
	made.problems = problems
	return made, nil
}

// previewKey returns the cache key of a preview.
func previewKey(parts ...any) string {
	text, _ := json.Marshal(parts) // marshalling cannot fail
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// madePreview is a cached preview.
type madePreview struct {
	key      string
	names    []string
	pdf      []byte // nil for none
	problems []wire.TemplateProblem
}

// The limits of the cache of previews.
const (
	mostPreviewBytes = 64 << 20
	mostPreviews     = 200
)

// previews caches the most recent previews, for requests of further pages.
type previews struct {
	mu   sync.Mutex
	list []madePreview // oldest first
	size int           // bytes
}

func (p *previews) find(key string) (madePreview, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, made := range p.list {
		if made.key == key {
			return made, true
		}
	}
	return madePreview{}, false
}

func (p *previews) keep(made madePreview) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list, p.size = append(p.list, made), p.size+len(made.pdf)
	for p.size > mostPreviewBytes && len(p.list) > 1 || len(p.list) > mostPreviews {
		p.size -= len(p.list[0].pdf)
		p.list = p.list[1:]
	}
}
