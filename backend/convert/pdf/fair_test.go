package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/backend/convert/schedule"
	"lectern/converters/pdf/pdftest"
)

// soon is the short quantum that tests of preemption use.
const soon = 50 * time.Millisecond

// newFairPDF returns a reader with a short quantum. Three requests for unknown documents (Source.Undrawn) and three for
// other documents can run at the same time. In addition, one long request for an unknown document and one for another
// document can run.
func newFairPDF(t *testing.T, change func(*convert.Config)) *pdf.Reader {
	t.Helper()
	reader := newPDF(t, change)
	reader.PreemptAfter(soon)
	return reader
}

// hang requests a page that takes minutes to draw from each of several unknown documents. The argument count is the
// number of documents. hang returns when one request is in the long class and all other requests have started or wait.
func hang(t *testing.T, ctx context.Context, reader *pdf.Reader, count int) (failed <-chan error) {
	t.Helper()
	done := make(chan error, count)
	for range count {
		src := unknown(source(t, pdftest.Bomb(9)))
		go func() {
			_, err := reader.SVG(ctx, src, 2)
			done <- err
		}()
	}
	until(t, "all have begun, and the long class is full", func() bool {
		load := reader.Load()
		return load.Long == 1 && load.Busy+load.Waiting == count
	})
	return done
}

// unknown returns a copy of the source with Undrawn set.
func unknown(src pdf.Source) pdf.Source {
	src.Undrawn = true
	return src
}

// If more documents hang than can be read at the same time, a new document can still be opened, drawn and read. A
// document that was already open can be read, too.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFHangingDocumentsDoNotBlockOthers(t *testing.T) {
	reader := newFairPDF(t, nil)
	link, _ := links.Load(reader)
	open := textSource(t, "Open", "before")
	wantText(t, reader, open, 1, "Open")
	ctx, cancel := context.WithCancel(t.Context())
	failed := hang(t, ctx, reader, 9)
	for i := range 3 {
		small := unknown(textSource(t, fmt.Sprint("Small ", i)))
		if info, err := reader.Info(t.Context(), small); err != nil || info.Pages != 1 {
			t.Errorf("%+v, %v", info, err)
		}
		if _, err := reader.SVG(t.Context(), small, 1); err != nil {
			t.Error(err)
		}
		wantText(t, reader, small, 1, fmt.Sprint("Small ", i))
		wantText(t, reader, open, 2, "before")
		if n := len(processes(t, link.(string))); n > 6+2+1 {
			t.Errorf("%d processes for 6 requests, 2 long ones, and a spare", n)
		}
	}
	select {
	case err := <-failed:
		t.Errorf("one that hangs has ended before the others: %v", err)
	default:
	}
	cancel()
	for range cap(failed) {
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	if load := reader.Load(); load != (convert.Load{}) {
		until(t, "all have left", func() bool { return reader.Load() == convert.Load{} })
	}
}

// Requests for known documents do not wait for unknown documents that hang, and vice versa.
func TestPDFKnownAndUnknownDocumentsDoNotWaitForEachOther(t *testing.T) {
	reader := newPDF(t, nil) // with the default quantum of seconds
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	fresh, old := unknown(textSource(t, "New")), textSource(t, "Old")
	for range 9 {
		go reader.SVG(ctx, unknown(source(t, pdftest.Bomb(9))), 2)
	}
	until(t, "there is no room for the unknown", func() bool { return reader.Load().Waiting == 6 })
	wantText(t, reader, old, 1, "Old")
	cancel()
	until(t, "there is room", func() bool { return reader.Load() == convert.Load{} })
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	for range 9 {
		go reader.SVG(ctx, source(t, pdftest.Bomb(9)), 2)
	}
	until(t, "there is no room for the known", func() bool { return reader.Load().Waiting == 6 })
	wantText(t, reader, fresh, 1, "New")
}

// Each document that hangs fails at its deadline, even if it was preempted before.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFHangingDocumentsFail(t *testing.T) {
	reader := newFairPDF(t, func(cfg *convert.Config) { cfg.Deadline = 200 * time.Millisecond })
	failed := hang(t, t.Context(), reader, 9)
	for range cap(failed) {
		err := <-failed
		wantReason(t, err, convert.ReasonTimeout)
		if !strings.Contains(err.Error(), "stopped after 0.2 seconds") {
			t.Errorf("the message is %q", err)
		}
	}
	wantText(t, reader, textSource(t, "The next one"), 1, "The next one")
}

// A long request runs with a lower priority, and its process serves no further request.
func TestPDFLongRequestHasLessRight(t *testing.T) {
	reader := newFairPDF(t, nil)
	bomb := source(t, pdftest.Bomb(9))
	ctx, cancel := context.WithCancel(t.Context())
	failed := startBomb(t, ctx, reader, bomb)
	id := reading(t, reader)
	until(t, "it has given way", func() bool { return reader.Load().Long == 1 })
	until(t, "it is nicer", func() bool { return nice(t, id) == 15 })
	cancel()
	<-failed
	until(t, "nothing runs", func() bool { return reader.Load() == convert.Load{} })
	// On a busy machine, even the request for a harmless page may take longer than the short quantum, and then its
	// process would end.
	reader.PreemptAfter(time.Hour)
	wantText(t, reader, bomb, 1, "Harmless")
	if now := reading(t, reader); now == id || nice(t, now) != 5 {
		t.Errorf("process %d after %d, of niceness %d", now, id, nice(t, now))
	}
}

// nice returns the nice value of a process, see nice(1).
func nice(t *testing.T, id int) int { return stat(t, id, 19) }

// A page that is preempted because it takes long is drawn in a later turn.
func TestPDFPreemptedPageIsDrawnLater(t *testing.T) {
	reader := newFairPDF(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hang(t, ctx, reader, 1) // fills the long class
	opened, begun := make(chan string, 100), make(chan string, 100)
	slow := counting(unknown(source(t, pdftest.Bomb(5))), begun) // takes a while to draw
	drawn := make(chan error, 1)
	go func() {
		_, err := reader.SVG(t.Context(), slow, 2)
		drawn <- err
	}()
	until(t, "it has begun", func() bool { return len(begun) == 1 })
	for range 16 { // enough, so that some still wait at the next check for preemption
		bomb := counting(unknown(source(t, pdftest.Bomb(9))), opened)
		go reader.SVG(ctx, bomb, 2)
	}
	until(t, "those that had begun are stopped for those that had not", func() bool { return len(opened) >= 16 })
	cancel()
	if err := <-drawn; err != nil {
		t.Error(err)
	}
	if n := len(begun); n < 2 {
		t.Errorf("it was opened %d times, and not once more", n)
	}
}

// A request with EndsWhenPreempted set ends when it is preempted. Another request for the same page without
// EndsWhenPreempted keeps waiting.
func TestPDFEndsWhenPreempted(t *testing.T) {
	reader := newFairPDF(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hang(t, ctx, reader, 1) // fills the long class
	opened := make(chan string, 40)
	slow := counting(unknown(source(t, pdftest.Bomb(9))), opened)
	leaving, read := slow, make(chan error, 1)
	leaving.EndsWhenPreempted = true
	left := make(chan error, 1)
	go func() {
		_, err := reader.SVG(ctx, leaving, 2)
		left <- err
	}()
	until(t, "it has begun", func() bool { return len(opened) == 1 })
	go func() {
		_, err := reader.SVG(ctx, slow, 2)
		read <- err
	}()
	for range 16 {
		bomb := counting(unknown(source(t, pdftest.Bomb(9))), opened)
		go reader.SVG(ctx, bomb, 2)
	}
	if err := (*schedule.PreemptedError)(nil); !errors.As(<-left, &err) || err.Preemptions != 1 {
		t.Errorf("who leaves has %+v", err)
	}
	cancel()
	if err := <-read; !errors.Is(err, context.Canceled) {
		t.Errorf("the reader has %v", err)
	}
}

// counting returns a copy of the source. Each time the copy is opened, its key is sent to the channel opened.
func counting(src pdf.Source, opened chan<- string) pdf.Source {
	inner := src.Open
	src.Open = func(ctx context.Context) (*os.File, error) {
		opened <- src.Key
		return inner(ctx)
	}
	return src
}
