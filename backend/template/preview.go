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

// Look says what of a preview is wanted.
type Look struct {
	Document     int     // of those that the template makes, from 1
	First, Count int     // pages, from 1
	Scale        float64 // pixels a point
}

// Preview is how a version looks when it is filled; or, where something is wrong with it, how it
// looks itself.
type Preview struct {
	Documents []string // file names of what it makes; none where something is wrong
	PageCount int      // of the document that is looked at, or of the template
	Pages     []PreviewPage
	Problems  []wire.TemplateProblem
	Marks     []Mark
}

// PreviewPage is the picture of a page.
type PreviewPage struct {
	Number        int
	Width, Height float64 // points
	PNG           []byte
}

// Mark is where a problem is on a page of the template.
type Mark struct {
	Problem int // from 0
	Page    int
	Box     wire.Box // points
}

// mostMarkedPages is on how many pages of a template problems are looked for.
const mostMarkedPages = 50

// Preview shows how a version looks when it is filled.
func (s *Service) Preview(ctx context.Context, v Version, r Rendering, look Look) (p Preview, err error) {
	made, err := s.made(ctx, v, r, look.Document)
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
	p.Marks, err = s.marks(ctx, source, min(info.Pages, mostMarkedPages), p.Problems)
	return p, err
}

// sizeOf gives the size of a page from sizes as [wire.Info] has them.
func sizeOf(sizes [][3]float64, number int) (width, height float64) {
	for _, run := range sizes {
		if number -= int(run[0]); number <= 0 {
			return run[1], run[2]
		}
	}
	return 0, 0
}

// source names what was made to who reads PDFs. Nobody has seen its pages yet.
func (s *Service) source(m madePreview) pdf.Source {
	return pdf.Source{Key: "preview " + m.key, Unknown: true, Open: func(context.Context) (*os.File, error) {
		return tempfile.With(s.TempDir, m.pdf)
	}}
}

// made fills a version and makes the PDF of one of its documents, or gives what was made before.
func (s *Service) made(ctx context.Context, v Version, r Rendering, document int) (madePreview, error) {
	key := previewKey(v.Content, string(r.Params), r.Locale, r.TimeZone, r.Missing, document)
	if made, known := s.previews.find(key); known {
		return made, nil
	}
	filled, err := s.Render(ctx, v, r)
	if err != nil {
		return madePreview{}, err
	}
	if len(filled.Problems) > 0 {
		return s.madeOfItself(ctx, v, filled.Problems)
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

// madeOfItself gives the PDF of a version as it is, which shows what is wrong with it. Packages have
// none, and so have files that no PDF can be made of.
func (s *Service) madeOfItself(ctx context.Context, v Version, problems []wire.TemplateProblem) (madePreview, error) {
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

// previewKey gives a name of what a preview is made of.
func previewKey(parts ...any) string {
	text, _ := json.Marshal(parts) // it always can be
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// madePreview is what was made for a preview.
type madePreview struct {
	key      string
	names    []string
	pdf      []byte // nil for none
	problems []wire.TemplateProblem
}

// The bounds of what is remembered of previews.
const (
	mostPreviewBytes = 64 << 20
	mostPreviews     = 200
)

// previews remember what was made last, so that further pages of it are not made anew.
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
