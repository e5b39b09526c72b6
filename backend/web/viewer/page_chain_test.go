package viewer_test

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// tracedRenderer records the call stack of its first request at the moment at which the PDF reader opens the document.
type tracedRenderer struct {
	*pdf.Reader
	once  sync.Once
	stack []string // names of functions without the path of the module; the innermost first
}

func (r *tracedRenderer) JoinOrSend(ctx context.Context, src pdf.Source, request wire.PDFRequest) (wire.PDFResult, error) {
	open := src.Open
	src.Key += " traced" // with this key, no process has opened the document yet
	src.Open = func(ctx context.Context) (*os.File, error) {
		r.once.Do(func() { r.stack = callStack() })
		return open(ctx)
	}
	return r.Reader.JoinOrSend(ctx, src, request)
}

func callStack() (names []string) {
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		names = append(names, frame.Function[strings.LastIndex(frame.Function, "/")+1:])
	}
	return names
}

// TestPageRequestChain lists the functions that a page request passes from its handler to worker.exchange, which sends
// it to the converter process. There are five functions, including exchange. sendToWorker calls exchange once the
// document is open.
func TestPageRequestChain(t *testing.T) {
	room := openTestViewer(t, "")
	if answer, text := room.get(room.base() + "/page/1.svg"); answer.StatusCode != 200 {
		t.Fatal(text)
	}
	stack := room.renderer.stack
	sent, handled := slices.Index(stack, "pdf.(*slot).sendToWorker"), slices.Index(stack, "viewer.(*Viewer).page")
	if sent < 0 || handled < sent {
		t.Fatalf("the stack is %q", stack)
	}
	passed := slices.DeleteFunc(slices.Clone(stack[sent:handled]), func(name string) bool {
		return strings.HasPrefix(name, "viewer_test.") // the renderer of this test
	})
	slices.Reverse(passed)
	want := []string{"pages.(*Cache).Render", "pages.(*Cache).GetOrDraw", "pdf.(*Reader).JoinOrSend", "pdf.(*slot).sendToWorker"}
	if !slices.Equal(passed, want) {
		t.Errorf("a page request passes %q, want %q", passed, want)
	}
}
