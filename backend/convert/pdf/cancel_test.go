package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// serving returns the address of an HTTP server that answers each request by drawing page 2 of the document, which
// takes long.
func serving(t *testing.T, reader *pdf.Reader, src pdf.Source) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := reader.SVG(r.Context(), src, 2); err != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// If a client disconnects while a page is drawn, for instance because the reader scrolls past it, drawing is cancelled,
// and the process is free for other requests.
func TestPDFDisconnectCancelsDrawing(t *testing.T) {
	reader := newPDF(t, nil)
	bomb := source(t, pdftest.Bomb(9))
	if _, err := reader.Info(t.Context(), bomb); err != nil {
		t.Fatal(err)
	}
	url := serving(t, reader, bomb)
	id := reading(t, reader)
	before := cpu(t, id)
	ctx, leave := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err == nil {
			_, err = http.DefaultClient.Do(request)
		}
		gone <- err
	}()
	until(t, "the process is at it", func() bool { return cpu(t, id) >= before+5 })
	leave()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the client got %v", err)
	}
	wantText(t, reader, bomb, 1, "Harmless")
	if now := reading(t, reader); now != id {
		t.Errorf("process %d was replaced by %d: it did not heed the cancellation", id, now)
	}
	spent := cpu(t, id)
	wantText(t, reader, bomb, 1, "Harmless")
	if more := cpu(t, id) - spent; more > 25 {
		t.Errorf("%d hundredths of a second were still spent on the page", more)
	}
}

// If two callers request the same page and the first caller leaves, the second caller still gets the page, which is
// drawn once.
func TestPDFSharedRequest(t *testing.T) {
	reader := newPDF(t, nil)
	bomb := source(t, pdftest.Bomb(5)) // takes a while to draw
	ctx, leave := context.WithCancel(t.Context())
	first := startBomb(t, ctx, reader, bomb)
	second := make(chan error, 1)
	started := make(chan struct{})
	go func() {
		close(started)
		svg, err := reader.SVG(t.Context(), bomb, 2)
		if err == nil && len(svg.Data) == 0 {
			err = errors.New("an empty page")
		}
		second <- err
	}()
	<-started
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) && err != nil {
		t.Errorf("the one who left got %v", err)
	}
	if err := <-second; err != nil {
		t.Errorf("the one who stayed got %v", err)
	}
}

// A slow page does not delay other pages of its document if a second process is allowed.
func TestPDFSecondProcess(t *testing.T) {
	reader := newPDF(t, func(cfg *convert.Config) { cfg.Workers = 2 })
	bomb := source(t, pdftest.Bomb(9))
	ctx, cancel := context.WithCancel(t.Context())
	failed := startBomb(t, ctx, reader, bomb)
	wantText(t, reader, bomb, 1, "Harmless")
	select {
	case err := <-failed:
		t.Errorf("the heavy page ended before: %v", err)
	default:
	}
	cancel()
	<-failed
}

// The number of processes never exceeds the limit, however many callers and documents there are. With a short quantum,
// most requests are moved to the scheduler's class for long requests (the long class). Processes of the long class
// become idle like all other processes when their requests end.
func TestPDFProcessesAreBounded(t *testing.T) {
	for name, quantum := range map[string]time.Duration{"quick class": time.Hour, "long class": 100 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			reader := newPDF(t, func(cfg *convert.Config) { cfg.Workers = 2 }) // up to 8 processes
			reader.PreemptAfter(quantum)
			link, _ := links.Load(reader)
			bombs := make([]pdf.Source, 10)
			for i := range bombs {
				bombs[i] = source(t, pdftest.Bomb(4))
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				drawBombs(t, reader, bombs)
			}()
			peak := 0
			for running := true; running; {
				select {
				case <-done:
					running = false
				default:
					peak = max(peak, len(concurrentProcesses(t, link.(string))))
				}
			}
			if peak > 8+2+1 {
				t.Errorf("%d processes for 8, 2 in the long class and a spare", peak)
			}
		})
	}
}

// drawBombs requests a slow page and a text of each document three times, all at once, and waits for the answers.
func drawBombs(t *testing.T, reader *pdf.Reader, bombs []pdf.Source) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var callers sync.WaitGroup
	request := func(send func() error) {
		callers.Go(func() {
			if err := send(); err != nil {
				t.Error(err)
			}
		})
	}
	for _, src := range bombs {
		for range 3 {
			request(func() error { _, err := reader.SVG(ctx, src, 2); return err })
			request(func() error { _, err := reader.Text(ctx, src, 1); return err })
		}
	}
	callers.Wait()
}

// concurrentProcesses returns the processes of a program that ran at the same time. It ignores processes that were
// killed but have not ended yet, because they do no work, and a busy machine may take long to remove them. It compares
// two listings, because processes may end or start during a listing.
func concurrentProcesses(t *testing.T, program string) []int {
	t.Helper()
	before, after := processes(t, program), processes(t, program)
	return slices.DeleteFunc(before, func(pid int) bool { return !slices.Contains(after, pid) || isKilled(pid) })
}

// isKilled reports whether a process has ended, or will end before its next instruction because a SIGKILL is pending.
// The pending signals are hexadecimal bit masks, described in proc_pid_status(5).
func isKilled(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch name {
		case "State":
			if strings.HasPrefix(value, "Z") || strings.HasPrefix(value, "X") {
				return true
			}
		case "SigPnd", "ShdPnd":
			if pending, err := strconv.ParseUint(value, 16, 64); err == nil && pending&(1<<(syscall.SIGKILL-1)) != 0 {
				return true
			}
		}
	}
	return false
}

// A request whose caller leaves is not counted as a failure. A request that exceeds its time is counted.
func TestPDFCancelledRequestIsNotAFailure(t *testing.T) {
	for _, test := range []struct {
		cause error
		want  map[string]float64
	}{
		{context.Canceled, map[string]float64{}},
		{context.DeadlineExceeded, map[string]float64{"timeout": 1}},
	} {
		t.Run(test.cause.Error(), func(t *testing.T) {
			metrics := convert.NewMetrics()
			reader := newPDF(t, func(cfg *convert.Config) { cfg.Metrics = metrics })
			ctx, end := context.WithCancelCause(t.Context())
			failed := startBomb(t, ctx, reader, source(t, pdftest.Bomb(9)))
			end(test.cause)
			if err := <-failed; !errors.Is(err, test.cause) {
				t.Errorf("the error is %v", err)
			}
			until(t, "nothing is at work", func() bool { return reader.Load().Busy == 0 })
			if got := failures(t, metrics); !maps.Equal(got, test.want) {
				t.Errorf("failures are %v, want %v", got, test.want)
			}
		})
	}
}

// failures returns the numbers of failures in metrics, by reason.
func failures(t *testing.T, metrics *convert.Metrics) map[string]float64 {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(metrics)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]float64{}
	for _, family := range families {
		if family.GetName() != "lectern_converter_failures_total" {
			continue
		}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				if label.GetName() == "reason" {
					counts[label.GetValue()] += metric.GetCounter().GetValue()
				}
			}
		}
	}
	return counts
}
