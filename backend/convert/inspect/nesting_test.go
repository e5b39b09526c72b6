package inspect

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/process"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// groups returns the XML of slide groups that are nested levels deep.
func groups(levels int) string {
	return strings.Repeat("<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>", levels) + strings.Repeat("</p:grpSp>", levels)
}

// openNestingChecker returns a checker with a limit of levels.
func openNestingChecker(t *testing.T, levels int) *NestingChecker {
	t.Helper()
	cfg := convert.Config{Converter: converttest.OwnConverter(t), TempDir: t.TempDir(), Deadline: time.Minute, Idle: time.Minute,
		MaxNesting: levels}
	checker := NewNestingChecker(cfg)
	t.Cleanup(checker.Close)
	return checker
}

func TestCheckNesting(t *testing.T) {
	slide := func(levels int) []byte {
		return ooxmltest.Pack(ooxmltest.Part{Name: "ppt/slides/slide1.xml", Content: "<p:sld>" + groups(levels) + "</p:sld>"})
	}
	for name, test := range map[string]struct {
		content []byte
		kind    filetype.Type
		levels  int // 0 for the default
		deep    bool
	}{
		"groups within groups":     {slide(100_000), filetype.Pptx, 0, true},
		"as many as there may be":  {slide(254), filetype.Pptx, 0, false},
		"one more":                 {slide(256), filetype.Pptx, 0, true},
		"a limit that is set":      {slide(9), filetype.Pptx, 9, true},
		"a large file":             {[]byte(`{\rtf1` + strings.Repeat("a", maxSharedSize) + strings.Repeat("{", 9)), filetype.Rtf, 9, true},
		"rich text":                {[]byte(`{\rtf1` + strings.Repeat("{", 100_000)), filetype.Rtf, 0, true},
		"what cannot be told":      {slide(100_000), filetype.Ppt, 0, false},
		"no package":               {[]byte("noise"), filetype.Docx, 0, false},
		"a long text of ten pages": {ooxmltest.Docx(10), filetype.Docx, 0, false},
	} {
		err := openNestingChecker(t, test.levels).Check(t.Context(), converttest.TempFile(t, test.content), test.kind)
		if test.deep && converttest.ReasonOf(err) != convert.ReasonNesting || !test.deep && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNestingProcesses checks that one process serves many documents, that it is replaced after it has died or reached
// maxBusy, and that it ends with Close.
func TestNestingProcesses(t *testing.T) {
	n := openNestingChecker(t, 0)
	flat, deep := []byte(`{\rtf1 flat}`), []byte(`{\rtf1 `+strings.Repeat("{", 1000))
	workerAfter := func(document []byte, want int) *process.Worker {
		t.Helper()
		if _, status, err := n.workers.check(t.Context(), document); err != nil || status != want {
			t.Fatalf("status %d, %v; want %d", status, err, want)
		}
		worker, err := n.workers.Get()
		if err != nil {
			t.Fatal(err)
		}
		n.workers.Put(worker)
		return worker
	}
	first := workerAfter(flat, 0)
	if workerAfter(deep, wire.OOXMLTooDeep) != first || workerAfter(flat, 0) != first {
		t.Error("another process was started")
	}
	first.Stop()
	second := workerAfter(flat, 0)
	if second == first {
		t.Error("a dead process was used")
	}
	second.Busy = maxBusy
	if workerAfter(flat, 0) == second || second.Alive() {
		t.Error("a process that is worn out is kept")
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := n.workers.check(cancelled, flat); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	third := workerAfter(flat, 0)
	n.Close()
	if third.Alive() {
		t.Error("an idle process goes on")
	}
}
