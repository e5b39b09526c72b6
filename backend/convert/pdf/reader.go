// Package pdf reads PDF documents with converter processes that have them open.
package pdf

import (
	"bytes"
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/schedule"
	"lectern/converters/wire"
)

// Source names a PDF.
type Source struct {
	// Key is what processes are kept by: it stands for content that never changes.
	Key string
	// Open gives the content as a file of its own that [PDF] closes. It is called when a process must be started.
	Open func(context.Context) (*os.File, error)
	// Clock runs while requests for it are at work; may be nil.
	Clock *schedule.Clock
	// Unknown says that nobody has seen its pages yet, so that some may take for ever:
	// requests for those documents take turns apart from all others.
	Unknown bool
	// Leaves says that a request ends with a [*CrowdedError] where it is stopped for others, and
	// Stopped how often what asks has been. Others wait, and are begun anew.
	Leaves  bool
	Stopped int
	// Reader is for whom pages are drawn, if that is known: the document has a process for another one besides.
	Reader string
}

// quickPerWorker is how many requests of each kind are at work at once, for each worker,
// besides those that take long.
const quickPerWorker = 3

// PDF reads PDF documents in processes of their own, one for each document, or two
// while requests for one queue up, and more while pages of it take long.
//
// Config.Workers*3 requests for documents that are unknown yet and as many for
// others are at work at the same time, and Config.Workers of either kind beside them that
// have taken long already; the rest waits in its order. One that takes long while all that room is
// taken is stopped for them, and begun anew when it has a turn again, or ends, see [Source]. A process is kept
// while its document is read, for Config.Idle after that, and no longer when more than
// Config.Workers*4 are wanted.
// The same request made twice at a time is answered once. Each request has
// Config.Deadline from its turn. A process that crashes or must be killed
// fails the request at hand; the next one has a new process. Errors that the
// document causes are [*Error].
type Reader struct {
	cfg     convert.Config
	log     *slog.Logger
	unknown *schedule.Scheduler // of requests for documents that nobody has seen
	known   *schedule.Scheduler // of those for others, for which readers wait

	closing context.Context // ends with Close
	close   context.CancelFunc
	work    sync.WaitGroup // what runs in the background
	spare   spareWorker
	shares  singleFlight
	version func() string

	mu        sync.Mutex
	documents map[string]*openDocument
	working   int        // lanes with a turn in the quick class
	resting   *list.List // lanes whose process serves nobody, the one used least recently first
}

// NewPDF returns a reader whose first process is started ahead.
func New(cfg convert.Config, log *slog.Logger) *Reader {
	cfg.Workers = max(cfg.Workers, 1)
	p := &Reader{cfg: cfg, log: log, documents: map[string]*openDocument{}, resting: list.New(), shares: singleFlight{under: map[string]*flight{}}}
	p.unknown, p.known = schedule.New(p.quickRoom(), cfg.Workers), schedule.New(p.quickRoom(), cfg.Workers)
	p.closing, p.close = context.WithCancel(context.Background())
	p.version = sync.OnceValue(p.askVersion)
	p.work.Go(p.refill)
	return p
}

// Close ends every process. Requests under way end with [ErrClosed].
func (p *Reader) Close() error {
	p.mu.Lock()
	p.close()
	for _, d := range p.documents {
		d.kill()
	}
	p.mu.Unlock()
	p.work.Wait()
	p.mu.Lock()
	for p.resting.Len() > 0 {
		p.work.Go(p.evict(p.resting.Front().Value.(*slot)).end)
	}
	p.mu.Unlock()
	p.spare.end()
	p.work.Wait()
	return nil
}

// Info says how many pages a document has, how large they are, and its title.
func (p *Reader) Info(ctx context.Context, src Source) (wire.Info, error) {
	var info wire.Info
	err := p.askJSON(ctx, src, wire.PDFRequest{Op: wire.PDFOpen}, &info)
	return info, err
}

// SVG is a page, which counts from 1, as one <svg> element in points. Its ids
// are unlike those of the document's other pages.
func (p *Reader) SVG(ctx context.Context, src Source, page int) (wire.Page, error) {
	return p.draw(ctx, src, wire.PDFRequest{Op: wire.PDFSVG, Page: page})
}

// Image is a page, which counts from 1, as PNG with scale pixels a point (1 is
// 72 dpi), or fewer where the image would grow past its bound.
func (p *Reader) Image(ctx context.Context, src Source, page int, scale float64) (wire.Page, error) {
	if !(scale > 0) {
		return wire.Page{}, fmt.Errorf("convert: image scale %v is not above zero", scale)
	}
	return p.draw(ctx, src, wire.PDFRequest{Op: wire.PDFImage, Page: page, Scale: scale})
}

// draw requests a page that is drawn.
func (p *Reader) draw(ctx context.Context, src Source, request wire.PDFRequest) (wire.Page, error) {
	reply, err := p.ask(ctx, src, request)
	if err != nil {
		return wire.Page{}, err
	}
	page := wire.Page{Data: reply.payload, Drawn: reply.drawn}
	if !pageBelievable(&page) {
		return wire.Page{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: fmt.Sprintf("the answer to %s cannot be", request.Op)}
	}
	return page, nil
}

// pageBelievable reports whether a page is one that a process may answer that no document has
// taken over. What is not a style behind the first tag must not pass for one: the viewer page
// allows it.
func pageBelievable(page *wire.Page) bool {
	if page.Font == (wire.Range{}) {
		return page.Scale >= 0
	}
	start, end := page.Font.Start, page.Font.End
	return page.Scale == 0 && start > 0 && start < end && end <= len(page.Data) &&
		start == bytes.IndexByte(page.Data, '>')+1 &&
		bytes.HasPrefix(page.Data[start:end], []byte("<style>")) && bytes.HasSuffix(page.Data[start:end], []byte("</style>"))
}

// Words are the words of a page, which counts from 1, with their boxes: a
// [wire.Words] as JSON.
func (p *Reader) Words(ctx context.Context, src Source, page int) ([]byte, error) {
	words, err := p.ask(ctx, src, wire.PDFRequest{Op: wire.PDFWords, Page: page})
	return words.payload, err
}

// Text is the text of a page, which counts from 1.
func (p *Reader) Text(ctx context.Context, src Source, page int) (string, error) {
	text, err := p.ask(ctx, src, wire.PDFRequest{Op: wire.PDFText, Page: page})
	return string(text.payload), err
}

// Texts is the text of count pages from page first on, which counts from 1; of
// fewer where the document ends before, where it takes long, or where a page takes longer
// than patience, which is the last one then. With it comes which characters are not seen.
func (p *Reader) Texts(ctx context.Context, src Source, first, count int, patience time.Duration) (wire.Texts, error) {
	var texts wire.Texts
	err := p.askJSON(ctx, src, wire.PDFRequest{Op: wire.PDFTexts, Page: first, Count: count, Patience: patience.Seconds()}, &texts)
	if err == nil && !believable(&texts, first, count) {
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "the answer to texts cannot be"}
	}
	return texts, err
}

// believable says whether texts are what a process may answer that no document has taken
// over: they are stored, and told.
func believable(texts *wire.Texts, first, count int) bool {
	foreign := func(page int) bool { return page < first || page >= first+len(texts.Pages) }
	wrong := func(u wire.Unseen) bool { return len(u.Kind) > wire.MaxUnseenKind || u.Count < 1 }
	return len(texts.Pages) <= count && len(texts.Unread) <= count && len(texts.Faulty) <= count && len(texts.Unseen) <= wire.MaxUnseen &&
		!slices.ContainsFunc(slices.Concat(texts.Unread, texts.Faulty), foreign) &&
		!slices.ContainsFunc(texts.Unseen, wrong) && texts.Took >= 0 && texts.Lost >= 0
}

// Pictures says which pages from page first on, which counts from 1, have pictures that cannot
// be drawn: of as many as it looks at before the document ends, or it takes long, or longer
// than patience. That are none where one page takes longer.
func (p *Reader) Pictures(ctx context.Context, src Source, first int, patience time.Duration) (wire.Pictures, error) {
	var pictures wire.Pictures
	err := p.askJSON(ctx, src, wire.PDFRequest{Op: wire.PDFPictures, Page: first, Patience: patience.Seconds()}, &pictures)
	if err == nil && !picturesBelievable(&pictures, first) {
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "the answer to pictures cannot be"}
	}
	return pictures, err
}

// picturesBelievable is what believable is of texts.
func picturesBelievable(pictures *wire.Pictures, first int) bool {
	foreign := func(page int) bool { return page < first || page >= first+pictures.Pages }
	return pictures.Pages >= 0 && len(pictures.Broken) <= pictures.Pages && pictures.Took >= 0 &&
		!slices.ContainsFunc(pictures.Broken, foreign)
}

// Details are the outline, the metadata, the labels of the pages and the fonts.
func (p *Reader) Details(ctx context.Context, src Source) (wire.Details, error) {
	var details wire.Details
	err := p.askJSON(ctx, src, wire.PDFRequest{Op: wire.PDFDetails}, &details)
	return details, err
}

// askJSON decodes the answer to a request.
func (p *Reader) askJSON(ctx context.Context, src Source, request wire.PDFRequest, into any) error {
	reply, err := p.ask(ctx, src, request)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(reply.payload, into); err != nil {
		return &convert.Error{Reason: convert.ReasonCrashed, Detail: fmt.Sprintf("answer to %s: %v", request.Op, err)}
	}
	return nil
}

// ask brings a request to the document's process, or waits for the same one that is
// under way. Once ctx ends and nobody else waits, the request is dropped. The answer is
// shared: nobody changes it.
func (p *Reader) ask(ctx context.Context, src Source, request wire.PDFRequest) (reply, error) {
	if ctx.Err() != nil {
		return reply{}, context.Cause(ctx)
	}
	share, begin := p.shares.join(ctx, src, request)
	if begin == nil {
		reply, err := p.shares.wait(ctx, share)
		if schedule.IsPreempted(err) && !src.Leaves {
			return p.ask(ctx, src, request) // who has made it has left
		}
		return reply, err
	}
	// Done here, not by another goroutine: a small page takes little more than its wake-up.
	stop := context.AfterFunc(ctx, func() { p.shares.leave(share, context.Cause(ctx)) })
	defer stop()
	reply, err := p.enterAndServe(begin, src, request)
	p.shares.finish(share, reply, err)
	return reply, err
}

// Load tells how busy the reader is.
func (p *Reader) Load() convert.Load {
	unknown, known := p.unknown.Load(), p.known.Load()
	return convert.Load{Busy: unknown.Busy + known.Busy, Long: unknown.Long + known.Long, Waiting: unknown.Waiting + known.Waiting}
}
