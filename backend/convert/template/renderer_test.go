package template

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

func TestMain(m *testing.M) {
	runFakeConverter()
	os.Exit(m.Run())
}

// runFakeConverter runs a simulated converter if the test program is started as a converter. The file "behaviour" in
// the folder of the program contains the name of the behavior, see newMisbehavingRenderer.
func runFakeConverter() {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(os.Args[0]), "behaviour"))
	if len(os.Args) > 1 && os.Args[1] == "template" && err == nil {
		behave(string(text))
		os.Exit(0)
	}
}

// behave answers requests like a faulty converter. The argument how is the name of the fault.
func behave(how string) {
	for asked := 1; ; asked++ {
		var head wire.TemplateHead
		payload, err := wire.ReadFrame(os.Stdin, &head)
		if err != nil {
			return
		}
		var request wire.TemplateRequest
		if err := json.Unmarshal(payload[:head.JSON], &request); err != nil {
			panic(err)
		}
		answer, bytes := misbehavingAnswer(how, asked, request)
		text, _ := json.Marshal(answer) // encoding cannot fail
		if err := wire.WriteFrame(os.Stdout, wire.TemplateHead{JSON: len(text)}, append(text, bytes...)); err != nil {
			return
		}
	}
}

func misbehavingAnswer(how string, asked int, request wire.TemplateRequest) (answer wire.TemplateAnswer, bytes []byte) {
	switch {
	case how == "hang":
		time.Sleep(time.Hour)
	case how == "die":
		panic("it cannot go on")
	case how == "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case how == "memory":
		fmt.Fprintln(os.Stderr, "runtime: out of memory: cannot allocate 1-byte block")
		os.Exit(2)
	case how == "noise":
		fmt.Println("this is no frame, but a text that goes on for a while")
	case how == "short":
		return wire.TemplateAnswer{Outputs: []wire.TemplateOutput{{Name: "a", Size: 10}}}, []byte("nine byte")
	case how == "negative":
		return wire.TemplateAnswer{Outputs: []wire.TemplateOutput{{Name: "a", Size: -1}}}, nil
	case how == "greedy":
		return wire.TemplateAnswer{Needs: []string{fmt.Sprintf("http://example.com/%d", len(request.Parts))}}, nil
	case how == "deep" && len(request.Parts) < wire.MaxTemplateIncludes+2: // nested documents, the last one with an image
		return wire.TemplateAnswer{Needs: []string{fmt.Sprintf("template:%d", len(request.Parts))}}, nil
	case how == "many" && len(request.Parts) == 1:
		for i := range wire.MaxTemplateAddresses {
			answer.Needs = append(answer.Needs, fmt.Sprintf("http://example.com/%d", i))
		}
		return answer, nil
	case how == "many":
		for _, part := range request.Parts[1:] {
			bytes = fmt.Appendf(bytes, "%s %d,", part.Name, part.Size)
		}
	case how == "needy" && len(request.Parts) < 3:
		return wire.TemplateAnswer{Needs: []string{"http://example.com/a", "http://example.com/b"}}, nil
	case how == "needy":
		var seen []string
		for _, part := range request.Parts[1:] {
			seen = append(seen, fmt.Sprint(part.Kind, " ", part.Name, " ", part.Size))
		}
		bytes = []byte(strings.Join(seen, ", "))
	case how == "tells":
		var seen []string
		for _, part := range request.Parts {
			seen = append(seen, fmt.Sprint(part.Kind, " ", part.Size))
		}
		bytes = []byte(strings.Join(seen, ", "))
	case how == "rows":
		bytes = []byte(`{"row":1,"line":2,"params":{"a":1}}` + "\n" + `{"row":2,"line":3,"problems":[{"code":"x"}]}` + "\n{\n" +
			`{"row":4}` + "\n")
	case how == "count":
		bytes = fmt.Append(nil, os.Getpid(), " ", asked)
	}
	return wire.TemplateAnswer{Outputs: []wire.TemplateOutput{{Name: "a", Size: int64(len(bytes))}}}, bytes
}

// newMisbehavingRenderer returns a renderer whose processes are faulty converters. The argument how is the name of the
// fault, see misbehavingAnswer.
func newMisbehavingRenderer(t *testing.T, how string, workers int, limit time.Duration, fetcher Fetcher) *Renderer {
	t.Helper()
	dir := t.TempDir()
	own, err := os.ReadFile("/proc/self/exe")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "converter"), own, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "behaviour"), []byte(how), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	templates := New(convert.Config{Converter: filepath.Join(dir, "converter"), Workers: workers, Idle: time.Minute}, fetcher, limit)
	t.Cleanup(func() {
		if err := templates.Close(); err != nil {
			t.Error(err)
		}
	})
	return templates
}

// addresses is a fetcher that maps addresses to their content.
type addresses map[string]string

func (a addresses) Fetch(_ context.Context, address string, most int64) ([]byte, error) {
	content, ok := a[address]
	if !ok || int64(len(content)) > most {
		return nil, errors.New("there is nothing")
	}
	return []byte(content), nil
}

// However a process misbehaves, the request fails with a reason that names the fault.
//
// SECURITY.md, promise 17 (limits of converters)
func TestMisbehavingTemplateProcesses(t *testing.T) {
	for how, want := range map[string]convert.Reason{
		"hang": convert.ReasonTimeout, "die": convert.ReasonCrashed, "killed": convert.ReasonCrashed, "memory": convert.ReasonMemory,
		"noise": convert.ReasonCrashed,
		"short": convert.ReasonCrashed, "negative": convert.ReasonCrashed, "greedy": convert.ReasonCrashed,
	} {
		t.Run(how, func(t *testing.T) {
			templates := newMisbehavingRenderer(t, how, 1, 2*time.Second, addresses{})
			for range 2 { // a second request gets the same error
				_, err := templates.Run(t.Context(), Order{Operation: wire.TemplateRender, Template: []byte("x")})
				cause, ok := errors.AsType[*convert.Error](err)
				if !ok || cause.Reason != want || cause.Killed != (how == "killed") {
					t.Errorf("%v", err)
				}
			}
			// A process with the behavior "greedy" requests further addresses in every answer. Its request fails, but
			// the process is intact and stays idle.
			if left := exec.Command("pgrep", "-f", templates.cfg.Converter).Run(); left == nil && how != "greedy" {
				t.Error("a process is left")
			}
		})
	}
}

// A request ends with its context, both while it runs and while it waits for its turn.
func TestTemplateRequestsEndWithTheirContext(t *testing.T) {
	templates := newMisbehavingRenderer(t, "hang", 1, time.Minute, addresses{})
	gone := errors.New("nobody waits any more")
	ctx, cancel := context.WithCancelCause(t.Context())
	var work sync.WaitGroup
	for range 3 {
		work.Go(func() {
			if _, err := templates.Run(ctx, Order{Template: []byte("x")}); !errors.Is(err, gone) {
				t.Errorf("%v", err)
			}
		})
	}
	cancel(gone)
	work.Wait()
}

// A process serves one request after another. At most Config.Workers processes run at the same time.
func TestTemplateProcessesAreReused(t *testing.T) {
	templates := newMisbehavingRenderer(t, "count", 2, time.Minute, addresses{})
	var work sync.WaitGroup
	var mu sync.Mutex
	most := map[string]int{}
	for range 40 {
		work.Go(func() {
			result, err := templates.Run(t.Context(), Order{Template: []byte("x")})
			if err != nil {
				t.Error(err)
				return
			}
			var pid string
			var asked int
			_, _ = fmt.Sscan(string(result.Bytes[0]), &pid, &asked)
			mu.Lock()
			defer mu.Unlock()
			most[pid] = max(most[pid], asked)
		})
	}
	work.Wait()
	all := 0
	for _, asked := range most {
		all += asked
	}
	if len(most) > 2 || all != 40 {
		t.Errorf("processes and their requests: %v", most)
	}
	if err := templates.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := templates.Run(t.Context(), Order{}); !errors.Is(err, convert.ErrClosed) {
		t.Errorf("afterwards: %v", err)
	}
}

// A request is repeated with the contents of the addresses that the template needs. If an address has no content, its
// part of the request is empty.
func TestTemplateGetsNeededContents(t *testing.T) {
	templates := newMisbehavingRenderer(t, "needy", 1, time.Minute, addresses{"http://example.com/b": "picture"})
	result, err := templates.Run(t.Context(), Order{Template: []byte("x")})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(result.Bytes[0]); got != "fetched http://example.com/a 0, fetched http://example.com/b 7" {
		t.Errorf("%s", got)
	}
}

// Documents can include each other up to the maximum depth.
func TestTemplateIncludesUpToMaxDepth(t *testing.T) {
	if _, err := newMisbehavingRenderer(t, "deep", 1, time.Minute, addresses{}).Run(t.Context(), Order{Template: []byte("x")}); err != nil {
		t.Error(err)
	}
}

// concurrentFetcher is a fetcher whose calls block until two of them run at the same time.
type concurrentFetcher chan struct{}

func (c concurrentFetcher) Fetch(ctx context.Context, address string, _ int64) ([]byte, error) {
	select {
	case c <- struct{}{}:
	case <-c:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return []byte(address), nil
}

// Many addresses are fetched, several at the same time, and each content is in its own part.
func TestTemplateFetchesConcurrently(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	result, err := newMisbehavingRenderer(t, "many", 1, time.Minute, make(concurrentFetcher)).Run(ctx, Order{Template: []byte("x")})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for i := range wire.MaxTemplateAddresses {
		address := fmt.Sprintf("http://example.com/%d", i)
		fmt.Fprintf(&want, "%s %d,", address, len(address))
	}
	if got := string(result.Bytes[0]); got != want.String() {
		t.Errorf("%.300s", got)
	}
}

// Content that is rejected because it exceeds the limit of fetched bytes does not count against that limit, so that
// smaller contents can still be fetched.
func TestRejectedContentDoesNotCount(t *testing.T) {
	f := &fetchedParts{fetcher: make(concurrentFetcher)}
	f.remaining.Store(10)
	for _, round := range [][]string{{"http://a", "http://b"}, {"c", "d"}} {
		if err := f.add(t.Context(), round); err != nil {
			t.Fatal(err)
		}
	}
	if len(f.parts[0].bytes)+len(f.parts[1].bytes) != len("http://a") || len(f.parts[2].bytes)+len(f.parts[3].bytes) != 2 {
		t.Errorf("%q", f.parts)
	}
}

// A real process fills a template and reports problems.
func TestTemplates(t *testing.T) {
	templates := New(convert.Config{Converter: converttest.OwnConverter(t), Workers: 1, Idle: time.Minute}, addresses{}, 0)
	defer templates.Close()
	docx := ooxmltest.Pack(ooxmltest.Part{Name: "word/document.xml",
		Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
		Content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{name}</w:t></w:r>` +
			`</w:p></w:body></w:document>`})
	result, err := templates.Run(t.Context(), Order{Operation: wire.TemplateRender, Name: "a.docx", Template: docx,
		Params: []byte(`{"name":"Ada"}`)})
	if err != nil || len(result.Outputs) != 1 || result.Outputs[0].Type != "docx" || bytes.Equal(result.Bytes[0], docx) {
		t.Errorf("%+v, %v", result.TemplateAnswer, err)
	}
	result, err = templates.Run(t.Context(), Order{Operation: wire.TemplateRender, Name: "a.docx", Template: []byte("x")})
	if err != nil || len(result.Problems) != 1 || result.Problems[0].Code != "not-a-package" {
		t.Errorf("%+v, %v", result.TemplateAnswer, err)
	}
}

// A request contains exactly the parts that the order has.
func TestPartsOfTemplateOrders(t *testing.T) {
	templates := newMisbehavingRenderer(t, "tells", 1, time.Minute, addresses{})
	for want, order := range map[string]Order{
		"template 1, params 2, row 3": {Template: []byte("1"), Params: []byte("22"), Row: []byte("333")},
		"template 1, rows 2":          {Template: []byte("1"), Rows: []byte("22")},
		"rows 0":                      {Rows: []byte{}},
	} {
		result, err := templates.Run(t.Context(), order)
		if err != nil || string(result.Bytes[0]) != want {
			t.Errorf("%s, %v, want %s", result.Bytes, err, want)
		}
	}
}

// Rows are returned one after another up to the first invalid row.
func TestRowsOfTemplateResults(t *testing.T) {
	result, err := newMisbehavingRenderer(t, "rows", 1, time.Minute, addresses{}).Run(t.Context(), Order{Operation: wire.TemplateRows})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for row, err := range result.Rows() {
		got = append(got, fmt.Sprintf("%d %d %s %d %t", row.Row, row.Line, row.Params, len(row.Problems), err != nil))
	}
	if want := []string{`1 2 {"a":1} 0 false`, `2 3  1 false`, `0 0  0 true`}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	for row := range result.Rows() {
		if row.Row > 1 {
			t.Error("it goes on")
		}
		break
	}
	for range (&Result{}).Rows() {
		t.Error("an empty result has rows")
	}
}
