package office

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/schedule"
	"lectern/converters/corpustest"
)

func TestOfficeConvertsEveryType(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	for _, kind := range filetype.All() {
		if !kind.IsOffice() {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			var got result
			_, err := office.Convert(t.Context(), Order{In: sample(t, "sample."+string(kind)), Kind: kind}, &got)
			if err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if last := len(got.stages) - 1; last < 0 || got.stages[last] != WholeDocument || got.pages[last] < 1 {
				t.Errorf("stages %v with pages %v; want a whole of at least one page", got.stages, got.pages)
			}
		})
	}
}

func TestOfficeFirstPageFirst(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	tests := []struct {
		name   string
		pages  int
		stages []Completeness
		counts []int
	}{
		{"one page", 1, []Completeness{WholeDocument}, []int{1}},
		{"few pages, for which page 1 is not held up", 4, []Completeness{WholeDocument}, []int{4}},
		{"many pages", 30, []Completeness{FirstPage, WholeDocument}, []int{1, 30}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got result
			if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(test.pages), Kind: filetype.Rtf}, &got); err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if fmt.Sprint(got) != fmt.Sprint(result{test.stages, test.counts}) {
				t.Errorf("got %v, want %v with pages %v", got, test.stages, test.counts)
			}
		})
	}
}

// A spare child, which is forked before its document is known, converts in the same way as a child that is forked for
// the document.
func TestOfficeSpare(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	convert := func() {
		t.Helper()
		var got result
		if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(9), Kind: filetype.Rtf}, &got); err != nil {
			t.Fatalf("Convert: %v", err)
		}
		if want := []int{1, 9}; fmt.Sprint(got.pages) != fmt.Sprint(want) {
			t.Errorf("pages %v, want %v", got.pages, want)
		}
	}
	convert() // a spare child need not be ready yet
	if err := office.Warm(t.Context()); err != nil {
		t.Fatalf("Warm: %v", err)
	}
	convert()
}

// LibreOffice loads no linked pictures, neither from the disk nor from the network.
//
// SECURITY.md, promise 9 (no local files in documents), promise 10 (converters without a network)
func TestOfficeFetchesNothing(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	asked := make(chan string, 10)
	canary := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer canary.Close()
	picture := filepath.Join(t.TempDir(), "picture.png")
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 20, 20))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(picture, content.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"file://" + picture, canary.URL + "/picture.png"} {
		if count := pictures(t, office, docx(t, address)); count != 0 {
			t.Errorf("the picture at %s is shown", address)
		}
	}
	select {
	case path := <-asked:
		t.Errorf("the engine asked for %s", path)
	default:
	}
}

// Removing active content does not replace charts by images.
//
// SECURITY.md, promise 11 (embedded content)
func TestOfficeShowsCharts(t *testing.T) {
	file := corpustest.Open(t, "tika/testWORD_charts.docx")
	office := openOffice(t, converttest.OfficeConfig(t))
	if count := pictures(t, office, file); count != 0 {
		t.Errorf("%d pictures in place of charts", count)
	}
}

// TestOfficeLeavesNothing converts many documents at once, and checks that none of their folders is left.
//
// SECURITY.md, promise 27 (no leftovers)
func TestOfficeLeavesNothing(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	done := make(chan error)
	const documents = 50
	for n := range documents {
		go func() {
			var got result
			_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1 + n%3), Kind: filetype.Rtf}, &got)
			done <- err
		}()
	}
	for range documents {
		if err := <-done; err != nil {
			t.Errorf("Convert: %v", err)
		}
	}
	jobs, err := filepath.Glob(filepath.Join(office.server.folder, "job-*"))
	if err != nil || len(jobs) > 0 {
		t.Errorf("folders of jobs are left: %v, %v", jobs, err)
	}
}

func TestOfficeIdle(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Idle = time.Millisecond
	office := openOffice(t, cfg)
	var server *server
	for range 2 {
		_, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, ReceiverFunc(func(Completeness, *os.File) error {
			server = office.server
			return nil
		}))
		if err != nil {
			t.Fatalf("Convert: %v", err)
		}
		<-server.gone
	}
}

func TestOfficeClose(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	closed := make(chan error)
	_, err := office.Convert(t.Context(), Order{In: converttest.RTF(converttest.LongText), Kind: filetype.Rtf},
		ReceiverFunc(func(Completeness, *os.File) error {
			go func() { closed <- office.Close() }()
			<-office.closing.Done()
			return nil
		}))
	if !errors.Is(err, convert.ErrClosed) {
		t.Errorf("Convert: %v, want %v", err, convert.ErrClosed)
	}
	if err := <-closed; err != nil {
		t.Errorf("Close: %v", err)
	}
	if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{}); !errors.Is(err,
		convert.ErrClosed) {
		t.Errorf("Convert after Close: %v, want %v", err, convert.ErrClosed)
	}
}

// A long document does not delay other documents, although only one conversion runs at a time.
func TestOfficeLongDocumentIsPreempted(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Workers = 1
	office := openOffice(t, cfg)
	office.PreemptAfter(soon)
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := office.Convert(ctx, Order{In: converttest.RTF(50 * converttest.LongText), Kind: filetype.Rtf},
			observer{&result{}, func() { close(begun) }})
		ended <- err
	}()
	<-begun
	for range 10 {
		if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(1), Kind: filetype.Rtf}, &result{}); err != nil {
			t.Fatalf("Convert: %v", err)
		}
	}
	select {
	case err := <-ended:
		t.Errorf("the long document ended before the letters: %v", err)
	default:
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the long document ended with %v", err)
	}
}

// soon is the quantum in tests of preemption: the time after which a conversion may be preempted.
const soon = 300 * time.Millisecond

// convertAgain converts a document, and starts again whenever the conversion is preempted. It returns how often that
// happened.
func convertAgain(ctx context.Context, office *Converter, in io.ReadSeeker, to Receiver) (stopped int, err error) {
	for {
		if _, err := in.Seek(0, io.SeekStart); err != nil {
			return stopped, err
		}
		_, err := office.Convert(ctx, Order{In: in, Kind: filetype.Rtf, Preemptions: stopped}, to)
		crowded, ok := errors.AsType[*schedule.PreemptedError](err)
		if !ok {
			return stopped, err
		}
		stopped = crowded.Preemptions
	}
}

// If there are more long documents than can be converted at the same time, a short document is not delayed. The long
// documents are preempted and converted in a later turn.
//
// SECURITY.md, promise 17 (limits of converters)
func TestOfficePreemptedDocumentsAreConvertedAgain(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Workers = 1
	office := openOffice(t, cfg)
	office.PreemptAfter(soon)
	var running sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 4 {
		running.Go(func() {
			_, err := convertAgain(ctx, office, converttest.RTF(50*converttest.LongText), &result{})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("a long document ended before the letters: %v", err)
			}
		})
	}
	for load := office.Load(); load.Busy+load.Waiting < 4; load = office.Load() {
		runtime.Gosched()
	}
	for range 3 {
		if _, err := convertAgain(t.Context(), office, converttest.RTF(1), &result{}); err != nil {
			t.Errorf("a letter: %v", err)
		}
	}
	cancel()
	running.Wait()

	// Preempted documents are converted completely in the end.
	results := make([]result, 3)
	var stopped atomic.Int64
	for i := range results {
		running.Go(func() {
			n, err := convertAgain(t.Context(), office, converttest.RTF(converttest.LongText), &results[i])
			if err != nil {
				t.Errorf("Convert: %v", err)
			}
			stopped.Add(int64(n))
		})
	}
	running.Wait()
	if stopped.Load() == 0 {
		t.Error("none was stopped")
	}
	for _, r := range results {
		if len(r.stages) == 0 || r.stages[len(r.stages)-1] != WholeDocument {
			t.Errorf("stages %v", r.stages)
		}
	}
}

// While other documents wait, page 1 is not converted separately.
func TestOfficeBacklogIsConvertedSteadily(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	cfg.Workers = 1
	office := openOffice(t, cfg)
	office.PreemptAfter(time.Hour) // so that no document is preempted, even on a busy machine
	var running, waiting sync.WaitGroup
	begun := make(chan struct{})
	results := make([]result, 3)
	convert := func(i int, onBegin func()) {
		if _, err := office.Convert(t.Context(), Order{In: converttest.RTF(60), Kind: filetype.Rtf},
			observer{&results[i], onBegin}); err != nil {
			t.Errorf("Convert: %v", err)
		}
	}
	// The first document keeps its turn until all other documents wait.
	waiting.Add(1)
	running.Go(func() { convert(0, func() { close(begun); waiting.Wait() }) })
	<-begun
	for i := range 2 {
		running.Go(func() { convert(i+1, func() {}) })
	}
	for office.Load().Waiting < 2 {
		runtime.Gosched()
	}
	waiting.Done()
	running.Wait()
	stages := map[string]int{}
	for _, r := range results {
		stages[fmt.Sprint(r.stages)]++
	}
	steady, hurried := fmt.Sprint([]Completeness{WholeDocument}), fmt.Sprint([]Completeness{FirstPage, WholeDocument})
	if stages[steady] != 2 || stages[hurried] != 1 {
		t.Errorf("stages %v; want two of %s, and the last %s", stages, steady, hurried)
	}
}
