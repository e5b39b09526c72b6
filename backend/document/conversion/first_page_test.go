package conversion_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"lectern/backend/document"
	"lectern/backend/document/pages"
)

// TestProvisionalPageIsMarked follows the states of a long document: page 1 of a shortened copy, the final page
// 1, and the whole document. Viewers must reload page 1 only if it has changed.
func TestProvisionalPageIsMarked(t *testing.T) {
	tests := []struct {
		name     string
		ahead    string
		replaced int64 // number of replacements of page 1 before the whole document is ready
	}{
		{"looks alike", "one", 0},
		{"looks otherwise", "one of ?", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := openLibrary(t)
			l.converter.ahead = []string{test.ahead, "two"}
			compare, finish := make(chan bool), make(chan bool)
			var opened atomic.Int32
			l.renderer.before = func(op string, _ int) error {
				if op == "image" {
					<-compare
				} else if op == "info" && opened.Add(1) == 3 {
					<-finish
				}
				return nil
			}
			id := l.post("a.rtf", office("one", "two", "three"), document.Options{}).ID
			shown := func(want document.Shown) document.Document {
				t.Helper()
				return l.await(id, func(d document.Document) bool { return d.Shown() == want })
			}
			provisional := shown(document.ShownProvisional)
			if svg, err := l.pages.Render(t.Context(), "", &provisional, pages.SVG, 1, 1); err != nil || string(svg.Data) != "<svg>"+
				test.ahead+"</svg>" {
				t.Errorf("page 1 is %s, %v", svg.Data, err)
			}
			close(compare)
			first := shown(document.ShownFirst)
			if got := first.Version - provisional.Version; got != test.replaced || first.Revision <= provisional.Revision || first.PageCount != 1 {
				t.Errorf("%+v became %+v", provisional, first)
			}
			close(finish)
			if whole := l.wantReady(id, 3); whole.Shown() != document.ShownAll {
				t.Errorf("%q is shown of %+v", whole.Shown(), whole)
			}
		})
	}
}

func TestUnviewableDocumentShowsNoPage(t *testing.T) {
	l := openLibrary(t)
	if doc := l.wantFailed(l.post("a.html", "<html>", document.Options{}).ID, ""); doc.Shown() != document.ShownNone {
		t.Errorf("%q is shown of %+v", doc.Shown(), doc)
	}
}

// TestFirstPageIsThatOfTheNewVersion replaces a document of which only page 1 is shown. The page that is shown next
// must be page 1 of the new version, and not the cached page of the old version.
func TestFirstPageIsThatOfTheNewVersion(t *testing.T) {
	l := openLibrary(t)
	l.converter.ahead = []string{"old", "two"}
	finish := make(chan bool)
	l.renderer.before = func(op string, _ int) error {
		if op == "image" { // delays the comparison of the provisional page with the final page 1
			<-finish
		}
		return nil
	}
	id := l.post("a.rtf", office("old", "two", "three"), document.Options{}).ID
	shown := func() string {
		t.Helper()
		doc := l.await(id, func(d document.Document) bool { return d.Shown() == document.ShownProvisional })
		svg, err := l.pages.Render(t.Context(), "", &doc, pages.SVG, 1, 1)
		check(t, err)
		return string(svg.Data)
	}
	if got := shown(); got != "<svg>old</svg>" {
		t.Errorf("page 1 is %s", got)
	}
	l.converter.ahead = []string{"new", "two"}
	upload, err := l.service.Receive(t.Context(), "a.rtf", strings.NewReader(office("new", "two", "three", "four")))
	check(t, err)
	_, err = l.service.Replace(t.Context(), id, upload, document.Options{})
	check(t, err)
	if got := shown(); got != "<svg>new</svg>" {
		t.Errorf("page 1 of the new version is %s", got)
	}
	close(finish)
	l.wantReady(id, 4)
	check(t, l.stop()) // also waits for background work
	if n := l.files(); n != 2 {
		t.Errorf("%d files are kept", n)
	}
}
