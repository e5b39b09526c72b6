package pdf

/*
#include "document/api.h"
*/
import "C"

import (
	"errors"
	"sync"
	"time"

	"lectern/converters/pdf/cputime"
	"lectern/converters/wire"
)

// maxTexts limits the size of the texts in one response, in bytes. JSON encoding makes a text up to six times as long.
const maxTexts = wire.MaxPayload / 8

// batchTime is the time after which no further page is added to a response.
const batchTime = time.Second

// A page that was aborted counts as stuck after stuckAfter of processor time, which a busy machine does not affect, or
// after stuckAtMost of elapsed time.
const (
	stuckAfter  = 250 * time.Millisecond
	stuckAtMost = 8 * stuckAfter
)

// reading is the state of reading the texts of several pages.
type reading struct {
	doc     *Document
	timeout time.Duration
	stuck   func(wire.Texts)
	begin   time.Time
	texts   wire.Texts
	missing missingGlyphs
	size    int
}

// Texts returns the texts of consecutive pages. first is the number of the first of these pages, counted from 1, and
// count is their maximum number. Texts stops at the end of the document, when the texts get too long, or after a
// second. A page that cannot be read has an empty text, but running out of memory is an error. A page that takes longer
// than timeout is aborted and is the last one. If it cannot be aborted, another goroutine calls the function stuck with
// the texts so far, and Texts never returns.
func (d *Document) Texts(first, count int, timeout time.Duration, stuck func(wire.Texts)) (wire.Texts, error) {
	r := &reading{doc: d, timeout: timeout, stuck: stuck, begin: time.Now(), missing: missingGlyphs{}, texts: wire.Texts{Pages: []string{}}}
	for page := first; page < first+count && r.size < maxTexts && r.texts.Slow == 0 && time.Since(r.begin) < batchTime; page++ {
		more, err := r.read(page, page == first)
		if err != nil {
			return wire.Texts{}, err
		}
		if !more {
			break
		}
	}
	r.texts.MissingGlyphs, r.texts.Took = r.missing.list(), time.Since(r.begin).Seconds()
	return r.texts, nil
}

// read reads a page and reports whether further pages may be read.
func (r *reading) read(page int, first bool) (more bool, err error) {
	begin := time.Now()
	text, late, err := r.readWithin(page)
	var fault *Fault
	switch {
	case err == nil:
		r.add(text)
		return !late, nil
	case !errors.As(err, &fault):
		return false, err
	case fault.Kind == wire.PDFNoPage && !first:
		return false, nil
	case fault.Kind == wire.PDFCancelled && late:
		r.texts.Slow = page
	case fault.Kind != wire.PDFDamaged && fault.Kind != wire.PDFNested && fault.Kind != wire.PDFTooMuch:
		return false, err
	}
	r.addUnread(page, begin)
	return !late, nil
}

func (r *reading) add(text string) {
	r.size += len(text)
	r.texts.Pages = append(r.texts.Pages, text)
}

// addUnread records an empty text for a page that could not be read. begin is the time at which reading it began.
func (r *reading) addUnread(page int, begin time.Time) {
	r.add("")
	r.texts.Unread = append(r.texts.Unread, page)
	r.texts.Lost += time.Since(begin).Seconds()
}

// readWithin returns the text of a page. late is true if it took longer than timeout and was aborted.
func (r *reading) readWithin(page int) (text string, late bool, err error) {
	begin, done := time.Now(), make(chan bool)
	r.texts.MissingGlyphs = r.missing.list() // because giveUp returns the texts without the missing characters of this page
	var race sync.Once                       // the winner answers the request
	timer := time.AfterFunc(r.timeout, func() {
		r.doc.Abort()
		close(done)
		afterStuck(func() { race.Do(func() { r.giveUp(page, begin) }) })
	})
	mistakes := C.lectern_content_errors(r.doc.c)
	text, err = r.doc.text(page, r.missing)
	if !timer.Stop() {
		<-done // so that the abort does not affect the next request
		late = true
	}
	race.Do(func() {})
	if err == nil && C.lectern_content_errors(r.doc.c) > mistakes {
		r.texts.Faulty = append(r.texts.Faulty, page)
	}
	return text, late, err
}

// afterStuck calls f when a page that is aborted now counts as stuck.
func afterStuck(f func()) {
	aborted, used := time.Now(), cputime.Used()
	var check func()
	check = func() {
		if cputime.Used()-used < stuckAfter && time.Since(aborted) < stuckAtMost {
			time.AfterFunc(stuckAfter/5, check)
			return
		}
		f()
	}
	time.AfterFunc(stuckAfter, check)
}

// giveUp calls the function stuck with the texts of the pages that were read before the page that cannot be aborted,
// and blocks forever.
func (r *reading) giveUp(page int, begin time.Time) {
	r.texts.Slow = page
	r.addUnread(page, begin)
	r.texts.Took = time.Since(r.begin).Seconds()
	r.stuck(r.texts)
	select {} // the reader of the page blocks until the process exits
}
