package document_test

import (
	"sync/atomic"
	"testing"

	"lectern/backend/document"
)

// TestAProvisionalPageIsSaidToBeOne follows a long document: its page 1 as it was made
// of a part, as it will stay, and the whole. Readers load it again only where it looks
// otherwise.
func TestAProvisionalPageIsSaidToBeOne(t *testing.T) {
	tests := []struct {
		name     string
		ahead    string
		replaced int64 // how often the page is, before the whole comes
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
			if svg, err := l.pages.Render(t.Context(), &provisional, document.SVG, 1, 1); err != nil || string(svg) != "<svg>"+test.ahead+"</svg>" {
				t.Errorf("page 1 is %s, %v", svg, err)
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

func TestNothingIsShownOfWhatCannotBeViewed(t *testing.T) {
	l := openLibrary(t)
	if doc := l.wantFailed(l.post("a.html", "<html>", document.Options{}).ID, ""); doc.Shown() != document.ShownNone {
		t.Errorf("%q is shown of %+v", doc.Shown(), doc)
	}
}
