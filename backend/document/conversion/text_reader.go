package conversion

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"lectern/backend/convert/pdf"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/document/pages"
	"lectern/converters/wire"
)

// textBatch is the number of pages whose text is read and stored at once. It is small, so that readers and other
// writers need not wait long and the text takes little memory.
const textBatch = 64

// The limits for pages whose text cannot be read, so that such pages do not delay the document. They apply in addition
// to the time limit of the document.
const (
	lostTimeDivisor = 6                      // all such pages together may take one sixth of the document's time
	pageTimeDivisor = 4                      // the next page may take a quarter of the remaining part
	minPageTimeout  = 100 * time.Millisecond // minimum time for a page
	maxCrashes      = 8                      // maximum number of pages that fail when they are read one by one
)

// textReader reads the text of a PDF. It skips pages that cannot be read. Once such pages have taken too much time in
// total, it skips all further pages.
type textReader struct {
	renderer Renderer
	source   pdf.Source
	pages    int
	limit    time.Duration // time limit for reading all pages
	log      *slog.Logger

	readTime time.Duration // time spent on reading so far
	lostTime time.Duration // time spent on pages that could not be read
	crashes  int           // number of pages that failed when they were read one by one
}

// lostTimeLeft returns how much time may still be spent on pages that cannot be read.
func (t *textReader) lostTimeLeft() time.Duration { return t.limit/lostTimeDivisor - t.lostTime }

// pageTimeout returns how long the next page may take.
func (t *textReader) pageTimeout() time.Duration {
	return max(t.lostTimeLeft()/pageTimeDivisor, minPageTimeout)
}

// isExhausted reports whether the limits are reached, so that the remaining pages are skipped.
func (t *textReader) isExhausted() bool {
	return t.readTime >= t.limit || t.lostTimeLeft() <= 0 || t.crashes >= maxCrashes
}

// read returns the texts of a batch of pages. The argument first is the first page of the batch. The errors of read are
// due to the server, not to the document.
func (t *textReader) read(ctx context.Context, first int) (document.Texts, error) {
	if t.isExhausted() {
		skipped := document.UnreadPages{First: first, Last: t.pages, Reason: document.UnreadSkipped}
		return document.Texts{First: first, Count: skipped.Count(), Unread: []document.UnreadPages{skipped}}, nil
	}
	timeout := t.pageTimeout()
	texts, err := failure.Retry(ctx, failure.KillsOnly, func() (wire.Texts, error) {
		limited, source, cancel := pages.WithTimeout(ctx, t.source, timeout+pages.RequestOverhead)
		defer cancel()
		return t.renderer.Texts(limited, source, first, min(textBatch, t.pages-first+1), timeout)
	})
	if err == nil && len(texts.Pages) > 0 {
		return t.recordBatch(ctx, first, texts), nil
	}
	if err != nil && !t.canContinue(ctx, err) {
		return document.Texts{}, err
	}
	t.recordLoss(err, timeout)
	return t.readSingly(ctx, first)
}

// recordBatch adds the time that a batch took to the total time, and returns the texts of the batch.
func (t *textReader) recordBatch(ctx context.Context, first int, batch wire.Texts) document.Texts {
	t.readTime += pages.Seconds(batch.Took)
	t.lostTime += pages.Seconds(batch.Lost)
	texts := document.Texts{First: first, Count: len(batch.Pages), Pages: batch.Pages, MissingGlyphs: batch.MissingGlyphs}
	for _, page := range batch.Unread {
		why := document.UnreadBroken
		if page == batch.Slow {
			why = document.UnreadSlow
		}
		t.log.WarnContext(ctx, "the text of a page could not be read", "content", t.source.Key, "page", page, "why", why)
		texts.Unread = document.AddUnread(texts.Unread, document.UnreadPages{First: page, Last: page, Reason: why})
	}
	for _, page := range batch.Faulty {
		texts.Unread = document.AddUnread(texts.Unread, document.UnreadPages{First: page, Last: page, Reason: document.ReadFaulty})
	}
	return texts
}

// recordLoss adds the time limit of a request to the lost time, if the request failed because it took too long.
func (t *textReader) recordLoss(err error, timeout time.Duration) {
	if err != nil && unreadReason(err) == document.UnreadSlow {
		t.lostTime += timeout
	}
}

// readSingly reads a batch page by page, until the limits are reached. It is used when the request for the whole batch
// has failed, for example because a process crashed at one of its pages.
func (t *textReader) readSingly(ctx context.Context, first int) (document.Texts, error) {
	texts := document.Texts{First: first}
	for page := first; page <= min(first+textBatch-1, t.pages) && !t.isExhausted(); page++ {
		timeout, begin := t.pageTimeout(), time.Now()
		text, err := t.readPage(ctx, page, timeout)
		t.readTime += min(time.Since(begin), timeout) // the elapsed time may include waiting for a process
		if err != nil {
			if !t.canContinue(ctx, err) {
				return document.Texts{}, err
			}
			t.log.WarnContext(ctx, "the text of a page could not be read", "content", t.source.Key, "page", page, slog.Any("error", err))
			texts.Unread = document.AddUnread(texts.Unread, document.UnreadPages{First: page, Last: page, Reason: unreadReason(err)})
			t.recordLoss(err, timeout)
			t.crashes++
		}
		texts.Count++
		texts.Pages = append(texts.Pages, text)
	}
	return texts, nil
}

func (t *textReader) readPage(ctx context.Context, page int, timeout time.Duration) (string, error) {
	limited, source, cancel := pages.WithTimeout(ctx, t.source, timeout)
	defer cancel()
	return failure.Retry(limited, failure.KillsOnly, func() (string, error) { return t.renderer.Text(limited, source, page) })
}

// canContinue reports whether the rest of the document can be read in spite of an error.
func (t *textReader) canContinue(ctx context.Context, err error) bool {
	return ctx.Err() == nil && (failure.IsDocumentError(err) || errors.Is(err, context.DeadlineExceeded))
}

// reading reads texts in a separate goroutine. A nil reading has no texts.
type reading struct {
	done  chan struct{} // closed at the end
	texts document.Texts
	err   error
}

// start begins to read texts as soon as page 1 is drawn. The argument first is the first page to read.
func (t *textReader) start(ctx context.Context, first int, drawn *drawing) *reading {
	r := &reading{done: make(chan struct{})}
	go func() {
		defer close(r.done)
		if r.err = drawn.wait(); r.err == nil {
			r.texts, r.err = t.read(ctx, first)
		}
	}()
	return r
}

// wait waits for the end of the reading, and returns the texts that were read.
func (r *reading) wait() (document.Texts, error) {
	if r == nil {
		return document.Texts{}, nil
	}
	<-r.done
	return r.texts, r.err
}

// unreadReason returns the reason for an error of reading a page.
func unreadReason(err error) document.UnreadReason {
	if failure.IsSlow(err) {
		return document.UnreadSlow
	}
	return document.UnreadBroken
}
