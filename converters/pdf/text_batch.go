package pdf

/*
#include "document/api.h"
*/
import "C"

import (
	"errors"
	"sync"
	"time"

	"lectern/converters/wire"
)

// maxTexts bounds the texts of an answer, in bytes: as JSON none becomes more than
// six times as long.
const maxTexts = wire.MaxPayload / 8

// batchTime is after how long the texts of no further page are read for an answer.
const batchTime = time.Second

// stuckAfter is how long a page may go on that has used up its time, and was told to end.
const stuckAfter = 250 * time.Millisecond

// reading is the reading of the texts of some pages.
type reading struct {
	doc      *Document
	patience time.Duration
	stuck    func(wire.Texts)
	begin    time.Time
	texts    wire.Texts
	unseen   unseen
	size     int
}

// Texts are the texts of count pages from page first on, which counts from 1: of
// fewer where the document ends, where they are too long together, or take more than a
// second. A page that cannot be read has none; that the memory runs out is an error. One
// that takes longer than patience is the last of them. If it cannot be ended, stuck is
// called by another goroutine with what there is, and Texts does not return.
func (d *Document) Texts(first, count int, patience time.Duration, stuck func(wire.Texts)) (wire.Texts, error) {
	r := &reading{doc: d, patience: patience, stuck: stuck, begin: time.Now(), unseen: unseen{}, texts: wire.Texts{Pages: []string{}}}
	for page := first; page < first+count && r.size < maxTexts && r.texts.Slow == 0 && time.Since(r.begin) < batchTime; page++ {
		more, err := r.read(page, page == first)
		if err != nil {
			return wire.Texts{}, err
		}
		if !more {
			break
		}
	}
	r.texts.Unseen, r.texts.Took = r.unseen.list(), time.Since(r.begin).Seconds()
	return r.texts, nil
}

// read reads a page, and reports whether there may be more.
func (r *reading) read(page int, first bool) (more bool, err error) {
	begin := time.Now()
	text, late, err := r.inTime(page)
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
	r.miss(page, begin)
	return !late, nil
}

func (r *reading) add(text string) {
	r.size += len(text)
	r.texts.Pages = append(r.texts.Pages, text)
}

// miss passes over a page whose reading began at a time.
func (r *reading) miss(page int, begin time.Time) {
	r.add("")
	r.texts.Unread = append(r.texts.Unread, page)
	r.texts.Lost += time.Since(begin).Seconds()
}

// inTime is the text of a page. It is late where it took longer than it may: it was told
// to end, and what is told to end later would, too.
func (r *reading) inTime(page int) (text string, late bool, err error) {
	begin, told := time.Now(), make(chan bool)
	r.texts.Unseen = r.unseen.list() // in case of giveUp
	var race sync.Once               // won by who gives the answer
	timer := time.AfterFunc(r.patience, func() {
		r.doc.Abort()
		close(told)
		time.AfterFunc(stuckAfter, func() { race.Do(func() { r.giveUp(page, begin) }) })
	})
	mistakes := C.lectern_content_errors(r.doc.c)
	text, err = r.doc.text(page, r.unseen)
	if !timer.Stop() {
		<-told // an abort must not hit what is done next
		late = true
	}
	race.Do(func() {})
	if err == nil && C.lectern_content_errors(r.doc.c) > mistakes {
		r.texts.Faulty = append(r.texts.Faulty, page)
	}
	return text, late, err
}

// giveUp hands on what was read before a page that cannot be ended.
func (r *reading) giveUp(page int, begin time.Time) {
	r.texts.Slow = page
	r.miss(page, begin)
	r.texts.Took = time.Since(r.begin).Seconds()
	r.stuck(r.texts)
	select {} // who waits for the page does so until the process ends
}
