package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// kill sends a signal to a process and waits until it has ended.
func kill(t *testing.T, id int, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(id, signal); err != nil {
		t.Fatal(err)
	}
	until(t, "the reader has reaped it", func() bool { return syscall.Kill(id, 0) != nil })
}

// If the process dies between two requests, the next request starts another process.
//
// SECURITY.md, promise 15 (damaged files), promise 18 (crashed converters)
func TestPDFKilledBetweenRequests(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		t.Run(signal.String(), func(t *testing.T) {
			reader := newPDF(t, nil)
			src := textSource(t, "One", "Two")
			wantText(t, reader, src, 1, "One")
			kill(t, reading(t, reader), signal)
			wantText(t, reader, src, 2, "Two")
		})
	}
}

// startBomb requests a page that takes minutes to draw, and waits until a process is drawing this page.
func startBomb(t *testing.T, ctx context.Context, reader *pdf.Reader, src pdf.Source) (failed <-chan error) {
	t.Helper()
	id := 0
	until(t, "a process has it open", func() bool { // repeats, because a process that took long to open it is replaced
		if _, err := reader.Info(t.Context(), src); err != nil {
			t.Fatal(err)
		}
		id = holder(t, reader)
		return id > 0
	})
	before := cpu(t, id)
	done := make(chan error, 1)
	go func() {
		_, err := reader.SVG(ctx, src, 2)
		done <- err
	}()
	until(t, "the process is at it", func() bool { return cpu(t, id) >= before+5 }) // unit: hundredths of a second
	return done
}

// cpu returns the processor time of a process, in hundredths of a second.
func cpu(t *testing.T, id int) int { return stat(t, id, 14) }

// stat returns a field of /proc/ID/stat. The fields are numbered in proc(5).
func stat(t *testing.T, id, field int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	if err != nil {
		t.Fatal(err)
	}
	value, err := strconv.Atoi(strings.Fields(string(text))[field-1]) // the program's name contains no space
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestPDFKilledDuringRequest(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSEGV} {
		t.Run(signal.String(), func(t *testing.T) {
			reader := newPDF(t, nil)
			src := source(t, pdftest.Bomb(9))
			failed := startBomb(t, t.Context(), reader, src)
			kill(t, reading(t, reader), signal)
			err := <-failed
			wantReason(t, err, convert.ReasonCrashed)
			if failure, ok := errors.AsType[*convert.Error](err); !ok || failure.Killed != (signal == syscall.SIGKILL) {
				t.Errorf("it was killed: %#v", err)
			}
			wantText(t, reader, src, 1, "Harmless")
		})
	}
}

// A process that takes too long is killed, and only its request fails.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFDeadline(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Deadline = 300 * time.Millisecond })
	bomb := source(t, pdftest.Bomb(9))
	if _, err := reader.Info(t.Context(), bomb); err != nil {
		t.Fatal(err)
	}
	first := reading(t, reader)
	_, err := reader.SVG(t.Context(), bomb, 2)
	wantReason(t, err, convert.ReasonTimeout)
	if syscall.Kill(first, 0) == nil {
		t.Error("the process is still there")
	}
	wantText(t, reader, bomb, 1, "Harmless")
}

// Requests that wait behind a request that exceeds its time are answered by the next process of the document.
func TestPDFQueueContinuesInTheNextProcess(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Deadline = 5 * time.Second })
	bomb := source(t, pdftest.Bomb(9))
	failed := startBomb(t, t.Context(), reader, bomb)
	var waiting sync.WaitGroup
	for range 4 {
		waiting.Go(func() { wantText(t, reader, bomb, 1, "Harmless") })
	}
	wantReason(t, <-failed, convert.ReasonTimeout)
	waiting.Wait()
}

// A process cancels a request and serves the next one.
func TestPDFCancelled(t *testing.T) {
	reader := newPDF(t, nil)
	bomb := source(t, pdftest.Bomb(9))
	ctx, cancel := context.WithCancel(t.Context())
	failed := startBomb(t, ctx, reader, bomb)
	id := reading(t, reader)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantText(t, reader, bomb, 1, "Harmless")
	if now := reading(t, reader); now != id {
		t.Errorf("process %d was replaced by %d", id, now)
	}
}

func TestPDFCancelledBeforehand(t *testing.T) {
	reader := newPDF(t, nil)
	src := textSource(t, "One")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Text(ctx, src, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantText(t, reader, src, 1, "One")
}

// stop stops a process (SIGSTOP) and waits until all its threads have stopped. The threads do not stop at the same
// time, and a thread that still runs could answer a request.
func stop(t *testing.T, id int) {
	t.Helper()
	if err := syscall.Kill(id, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	until(t, "the process stands still", func() bool {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", id))
		for _, thread := range threads {
			stat, _ := os.ReadFile(thread) // empty if the thread has ended
			if fields := strings.Fields(string(stat)); len(fields) > 2 && fields[2] != "T" {
				return false
			}
		}
		return true
	})
}

// A process that does not react to a cancellation is killed. In this test it does not react because it is stopped.
func TestPDFCancelledButStuck(t *testing.T) {
	reader := newPDF(t, nil)
	bomb := source(t, pdftest.Bomb(9))
	ctx, cancel := context.WithCancel(t.Context())
	failed := startBomb(t, ctx, reader, bomb)
	id := reading(t, reader)
	stop(t, id)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantText(t, reader, bomb, 1, "Harmless")
	if now := reading(t, reader); now == id {
		t.Error("the stuck process is still in use")
	}
}

// If a page needs more memory than allowed, only that page fails.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPDFMemory(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Memory = 96 << 20 })
	src := textSource(t, "One")
	_, err := reader.Image(t.Context(), src, 1, 1000) // the limit of 50 million pixels allows 150 MB
	wantReason(t, err, convert.ReasonMemory)
	wantText(t, reader, src, 1, "One")
}

// A request for many texts fails if memory runs out. Another process answers the next request, because the results of a
// process that is short of memory are unreliable.
func TestPDFMemoryInABatch(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Memory = 96 << 20 })
	greedy := pdftest.Page{Content: "BT /F .0001 Tf 20 50 Td (" + strings.Repeat("a b ", 500_000) + ") Tj ET"}
	src := source(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), greedy, pdftest.Text("Three")}))
	wantText(t, reader, src, 1, "One")
	before := reading(t, reader)
	texts, err := reader.Texts(t.Context(), src, 1, 3, time.Minute)
	if wantReason(t, err, convert.ReasonMemory); err == nil {
		t.Errorf("it reads %q, without %v", texts.Pages, texts.Unread)
	}
	wantText(t, reader, src, 3, "Three")
	if reading(t, reader) == before {
		t.Error("the process that was short of memory is still in use")
	}
}

// When the server dies, its processes exit at the end of their input, even while they draw a page.
func TestPDFProcessExitsWithItsServer(t *testing.T) {
	program, err := converter()
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"", "bomb"} {
		t.Run("page "+page, func(t *testing.T) {
			process, server := startAlone(t, program)
			if page != "" {
				requestAlone(t, server, process.Process.Pid)
			}
			server.Close()
			if err := process.Wait(); err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// Many callers read many documents at the same time, more than there are processes, while processes are killed.
func TestPDFConcurrently(t *testing.T) {
	reader := newPDF(t, nil) // up to 4 processes
	link, _ := links.Load(reader)
	sources := make([]pdf.Source, 7)
	for i := range sources {
		sources[i] = textSource(t, fmt.Sprintf("Document %d", i), "Second page")
	}
	var callers sync.WaitGroup
	for i, src := range sources {
		for range 3 {
			callers.Go(func() {
				for range 5 {
					wantText(t, reader, src, 1, fmt.Sprintf("Document %d", i))
					if _, err := reader.SVG(t.Context(), src, 2); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	callers.Wait()
	if n := len(processes(t, link.(string))); n > 5 {
		t.Errorf("%d processes for 4 documents and a spare", n)
	}
}

// When a document has had no readers for Config.Idle, its process ends.
func TestPDFIdle(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Idle = time.Millisecond })
	src := textSource(t, "One")
	wantText(t, reader, src, 1, "One")
	link, _ := links.Load(reader)
	until(t, "the process has left", func() bool { return !open(t, link.(string)) })
	wantText(t, reader, src, 1, "One")
}

// open reports whether any process of the program has a document open.
func open(t *testing.T, program string) bool {
	for _, id := range processes(t, program) {
		fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", id))
		for _, fd := range fds {
			if target, err := os.Readlink(fd); err == nil && filepath.Ext(target) == ".pdf" {
				return true
			}
		}
	}
	return false
}

// When a new document is opened, the process of the document that was not read for the longest time ends.
func TestPDFLeastRecentlyUsedProcessEnds(t *testing.T) {
	reader := newPDF(t, nil) // up to 4 processes
	opened := map[string]int{}
	var sources []pdf.Source
	for i := range 5 {
		src := textSource(t, fmt.Sprint(i))
		inner := src.Open
		src.Open = func(ctx context.Context) (*os.File, error) {
			opened[src.Key]++
			return inner(ctx)
		}
		sources = append(sources, src)
	}
	for _, i := range []int{0, 1, 2, 3, 0, 4} { // the process of document 4 replaces that of document 1
		wantText(t, reader, sources[i], 1, fmt.Sprint(i))
	}
	for _, i := range []int{0, 2, 3, 4} {
		wantText(t, reader, sources[i], 1, fmt.Sprint(i))
	}
	for i, src := range sources {
		if opened[src.Key] != 1 {
			t.Errorf("document %d was opened %d times", i, opened[src.Key])
		}
	}
	wantText(t, reader, sources[1], 1, "1")
	if opened[sources[1].Key] != 2 {
		t.Error("document 1 was not opened anew")
	}
}
