package conversion_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/document"
)

// TestBrokenPicturesAreReported checks that the pictures of a PDF are checked once, when its report is requested. The
// pictures of a converted document are not checked.
func TestBrokenPicturesAreReported(t *testing.T) {
	l := openLibrary(t)
	pages := []string{"one", "two", brokenPicture, "four", "five"}
	doc := l.wantReady(l.post("a.pdf", pdf(pages...), document.Options{}).ID, 5)
	if n := l.renderer.count("pictures"); n != 0 {
		t.Errorf("looked at %d times before a report was wanted", n)
	}
	for range 2 {
		if got := l.warnings(doc); !slices.Equal(got, []string{
			"Page 3 has a damaged picture, which may be missing or incomplete."}) {
			t.Errorf("warnings are %q", got)
		}
	}
	if n := l.renderer.count("pictures"); n != 3 { // calls, with two pages each
		t.Errorf("looked at %d times", n)
	}
	if got := l.warnings(l.wantReady(l.post("b.rtf", office(pages...), document.Options{}).ID, 5)); len(got) > 0 {
		t.Errorf("warnings of an Office document are %q", got)
	}
}

// TestPicturesAreLookedAtInTime checks that the report is available even if the check of the pictures ends early.
func TestPicturesAreLookedAtInTime(t *testing.T) {
	for name, test := range map[string]struct {
		work   time.Duration
		fails  error
		looked int
	}{
		"slow":           {work: 2 * time.Second, looked: 4},
		"a page that is": {fails: &convert.Error{Reason: convert.ReasonTimeout}, looked: 2},
		"crashed":        {fails: &convert.Error{Reason: convert.ReasonCrashed}, looked: 2},
		"server's own":   {fails: errors.New("no process"), looked: -1},
	} {
		t.Run(name, func(t *testing.T) {
			l := openLibrary(t)
			doc := l.wantReady(l.post("a.pdf", pdf(numbered(9)...), document.Options{}).ID, 9)
			l.renderer.looking = test.work
			l.renderer.before = func(op string, page int) error {
				if op == "pictures" && page > 2 {
					return test.fails
				}
				return nil
			}
			want := []string{fmt.Sprintf("Pages %d to 9 were not checked for damaged pictures.", test.looked+1)}
			if test.looked < 0 {
				want = []string{"The pictures of the document could not be checked."}
			}
			if got := l.warnings(doc); !slices.Equal(got, want) {
				t.Errorf("warnings are %q", got)
			}
		})
	}
}
