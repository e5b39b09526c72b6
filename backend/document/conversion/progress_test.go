package conversion_test

import (
	"slices"
	"testing"

	"lectern/backend/document"
)

// TestProgressOfEachStep checks the reported progress of each processing step, including the number of pages whose text
// has been read.
func TestProgressOfEachStep(t *testing.T) {
	converting := document.Progress{Stage: document.Converting}
	first := document.Progress{Stage: document.Converting, Done: 1}
	reading := func(done int64) document.Progress {
		return document.Progress{Stage: document.Reading, Done: done, Total: 150}
	}
	for name, test := range map[string]struct {
		content string
		want    []document.Progress
	}{
		"a.pdf": {pdf(numbered(150)...), []document.Progress{converting, reading(0), reading(64), reading(128)}},
		"a.rtf": {office(numbered(150)...), []document.Progress{converting, first, reading(0), reading(64), reading(128)}},
	} {
		l := openLibrary(t)
		doc := l.wantReady(l.post(name, test.content, document.Options{}).ID, 150)
		check(t, l.stop())
		l.mu.Lock()
		// The progress before the job starts is ignored.
		waiting := func(p document.Progress) bool { return p.Stage == document.Waiting }
		if got := slices.Compact(slices.DeleteFunc(l.told[doc.ID], waiting)); !slices.Equal(got, test.want) {
			t.Errorf("%s: the progress is %v, want %v", name, got, test.want)
		}
		l.mu.Unlock()
		if p := l.service.Progress(&doc); p.Stage != document.Waiting {
			t.Errorf("%s: afterwards it is at %v", name, p)
		}
	}
}
