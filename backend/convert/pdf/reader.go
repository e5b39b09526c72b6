// Package pdf reads PDF documents through converter processes that have them open.
//
// [Reader.JoinOrSend] performs the steps of a request: the request joins an identical request that is running
// ([singleFlight]), or acquires a slot for a process of the document ([pool]), waits for a turn ([attempts]), and is
// sent to the process ([slot.sendToWorker], [worker.exchange]).
package pdf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/process"
	"lectern/backend/convert/schedule"
	"lectern/converters/wire"
)

// Source identifies a PDF and provides its content.
type Source struct {
	// Key identifies the content, which never changes. Requests with the same key share processes.
	Key string
	// Open returns the content as a newly opened file, which [Reader] closes. It is called when a process must be
	// started.
	Open func(context.Context) (*os.File, error)
	// Clock runs, and limits the time, while requests for the source are being processed; may be nil.
	Clock *schedule.Clock
	// Undrawn is set if no page of the document was drawn yet, so that drawing one may take forever. Requests for such
	// documents are scheduled separately from requests for other documents.
	Undrawn bool
	// EndsWhenPreempted is set if a request that is preempted must end with a [*schedule.PreemptedError]. Without it, a
	// preempted request waits and is repeated. Preemptions is the number of times that the caller's requests were
	// preempted.
	EndsWhenPreempted bool
	Preemptions       int
	// Reader identifies the person who reads the pages, if known. Other readers of the document get further processes.
	Reader string
}

// Reader reads PDF documents in converter processes. Each document has one process. It has a second process while
// requests of one reader queue up, and more processes while slow pages are drawn.
//
// Config.Workers*3 requests for documents with Source.Undrawn set, and the same number for other documents, can run at
// the same time. In addition, Config.Workers long requests of each of these two kinds, which have exceeded their turn,
// can run. All other requests wait in order of arrival. A request that exceeds its turn is preempted if other requests
// wait and the maximum number of long requests is running. A preempted request ends if Source.EndsWhenPreempted is set,
// otherwise it is repeated in a later turn. A process is kept while its document is read and for Config.Idle after
// that, unless there are more than Config.Workers*4 processes.
//
// Identical requests at the same time are answered once. Each request has Config.Deadline from the start of its turn.
// If a process crashes or must be killed, its request fails, and the next request gets a new process. Errors that the
// document causes are [*convert.Error]. A Reader is safe for concurrent use.
type Reader struct {
	cfg        convert.Config
	log        *slog.Logger
	flights    *singleFlight
	pool       *pool
	schedulers schedulerPair
	version    func() string
}

// New returns a reader. It starts its first process in the background.
func New(cfg convert.Config, log *slog.Logger) *Reader {
	cfg.Workers = max(cfg.Workers, 1)
	r := &Reader{cfg: cfg, log: log, flights: newSingleFlight(), pool: newPool(cfg, log), schedulers: newSchedulerPair(cfg, 0)}
	r.version = sync.OnceValue(r.askVersion)
	return r
}

// Close ends every process. Running requests end with [convert.ErrClosed].
func (r *Reader) Close() error {
	r.pool.close()
	return nil
}

// Load returns the number of running and of waiting requests.
func (r *Reader) Load() convert.Load { return r.schedulers.load() }

// Version returns the renderer and its version, such as "MuPDF 1.28.0", or "" if the converter does not report it. The
// first call starts a converter to ask it; later calls return the same answer.
func (r *Reader) Version() string { return r.version() }

func (r *Reader) askVersion() string {
	version, err := process.ConverterVersion(r.cfg.Converter)
	if err != nil {
		r.log.Warn("the version of the PDF converter is unknown", slog.Any("error", err))
	}
	return version
}

// Info returns the number of pages of a document, their sizes, and its title.
func (r *Reader) Info(ctx context.Context, src Source) (wire.Info, error) {
	var info wire.Info
	err := r.requestJSON(ctx, src, wire.PDFRequest{Op: wire.PDFOpen}, &info)
	return info, err
}

// SVG returns a page, counted from 1, as one <svg> element in points. The ids in the element differ from the ids on
// other pages of the document.
func (r *Reader) SVG(ctx context.Context, src Source, page int) (wire.PDFResult, error) {
	return r.JoinOrSend(ctx, src, wire.PDFRequest{Op: wire.PDFSVG, Page: page})
}

// Image returns a page, counted from 1, as PNG. The argument scale is in pixels per point (1 is 72 dpi). A lower scale
// is used if the image would exceed Config.MaxPixels.
func (r *Reader) Image(ctx context.Context, src Source, page int, scale float64) (wire.PDFResult, error) {
	if !(scale > 0) {
		return wire.PDFResult{}, fmt.Errorf("convert: image scale %v is not above zero", scale)
	}
	return r.JoinOrSend(ctx, src, wire.PDFRequest{Op: wire.PDFImage, Page: page, Scale: scale})
}

// Words returns the words of a page, counted from 1, with their boxes: a [wire.Words] as JSON.
func (r *Reader) Words(ctx context.Context, src Source, page int) ([]byte, error) {
	words, err := r.JoinOrSend(ctx, src, wire.PDFRequest{Op: wire.PDFWords, Page: page})
	return words.Data, err
}

// Text returns the text of a page, counted from 1.
func (r *Reader) Text(ctx context.Context, src Source, page int) (string, error) {
	text, err := r.JoinOrSend(ctx, src, wire.PDFRequest{Op: wire.PDFText, Page: page})
	return string(text.Data), err
}

// Texts returns the texts of up to count pages, and the characters on these pages that are not visible. The argument
// first is the number of the first page, counted from 1. Texts returns fewer pages if the document ends or if the time
// limit of a request is reached. It also stops after a page that takes longer than timeout; the result includes that
// page.
func (r *Reader) Texts(ctx context.Context, src Source, first, count int, timeout time.Duration) (wire.Texts, error) {
	var texts wire.Texts
	err := r.requestJSON(ctx, src, wire.PDFRequest{Op: wire.PDFTexts, Page: first, Count: count, Timeout: timeout.Seconds()}, &texts)
	if err == nil && !arePlausibleTexts(&texts, first, count) {
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "the response to a request for texts is not valid"}
	}
	return texts, err
}

// Pictures returns the numbers of pages with images that cannot be drawn. The argument first is the number of the first
// page to check, counted from 1. Pictures checks pages until the document ends, or until the time for one batch
// (batchTime in converters/pdf) is over. After timeout, it aborts the check of the current page. This page is not
// included, so the result may cover no page.
func (r *Reader) Pictures(ctx context.Context, src Source, first int, timeout time.Duration) (wire.Pictures, error) {
	var pictures wire.Pictures
	err := r.requestJSON(ctx, src, wire.PDFRequest{Op: wire.PDFPictures, Page: first, Timeout: timeout.Seconds()}, &pictures)
	if err == nil && !arePlausiblePictures(&pictures, first) {
		err = &convert.Error{Reason: convert.ReasonCrashed, Detail: "the response to a request for pictures is not valid"}
	}
	return pictures, err
}

// Details returns properties of the document as a whole, such as outline, metadata, page labels and fonts.
func (r *Reader) Details(ctx context.Context, src Source) (wire.Details, error) {
	var details wire.Details
	err := r.requestJSON(ctx, src, wire.PDFRequest{Op: wire.PDFDetails}, &details)
	return details, err
}

// requestJSON sends a request and decodes the answer.
func (r *Reader) requestJSON(ctx context.Context, src Source, request wire.PDFRequest, into any) error {
	answer, err := r.JoinOrSend(ctx, src, request)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer.Data, into); err != nil {
		return &convert.Error{Reason: convert.ReasonCrashed, Detail: fmt.Sprintf("response to %s: %v", request.Op, err)}
	}
	return nil
}

// JoinOrSend joins an identical request that is running. If there is none, it waits for a slot of the document and for
// a turn, and sends the request to the process of the slot. The request is cancelled when ctx ends and no other caller
// waits for it. The answer is shared: callers must not change it.
func (r *Reader) JoinOrSend(ctx context.Context, src Source, request wire.PDFRequest) (answer wire.PDFResult, err error) {
	if ctx.Err() != nil {
		return wire.PDFResult{}, context.Cause(ctx)
	}
	joined, own := r.flights.join(ctx, src, request)
	if own == nil {
		answer, err = r.flights.wait(ctx, joined)
		if schedule.IsPreempted(err) && !src.EndsWhenPreempted {
			return r.JoinOrSend(ctx, src, request) // the sender had set EndsWhenPreempted, this caller has not
		}
		return answer, err
	}
	// This goroutine sends the request itself, because waking up another goroutine takes about as long as drawing a
	// small page.
	err = errInterrupted // the error for waiting callers if this goroutine panics
	defer func() { r.flights.finish(joined, answer, err) }()
	used, failure := r.pool.acquire(own, src, r.schedulers.forSource(src))
	if failure != nil {
		return wire.PDFResult{}, failure
	}
	defer r.pool.release(used)
	attempts := r.schedulers.acquire(own, used, src)
	defer attempts.release()
	for attempts.next() {
		answer, failure = used.sendToWorker(attempts.current, src, request)
		attempts.finishCurrent(failure)
	}
	r.logFailure(own, src, request, attempts.err)
	return answer, attempts.err
}

// errInterrupted is the error of a request that was not completed because the goroutine that sent it panicked.
var errInterrupted = &convert.Error{Reason: convert.ReasonCrashed, Detail: "the request was interrupted"}

// logFailure logs a request that failed because of its document or its process.
func (r *Reader) logFailure(ctx context.Context, src Source, request wire.PDFRequest, err error) {
	if failure, ok := errors.AsType[*convert.Error](err); ok {
		r.log.WarnContext(ctx, "a request to the PDF converter failed", "document", src.Key, "operation", request.Op, "page", request.Page,
			"reason", failure.Reason, "detail", failure.Detail)
	}
}
