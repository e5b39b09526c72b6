package conversion_test

import (
	"slices"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/document"
)

// TestOneBrokenPageIsNotTheDocument converts PDFs whose first pages cannot be drawn. If only one of them is broken,
// the other pages are shown.
//
// SECURITY.md, promise 15 (damaged files)
func TestOneBrokenPageIsNotTheDocument(t *testing.T) {
	memory := &convert.Error{Reason: convert.ReasonMemory}
	damaged, nested := &convert.Error{Reason: convert.ReasonDamaged}, &convert.Error{Reason: convert.ReasonNesting}
	const others = " The other pages are shown."
	for name, test := range map[string]struct {
		pages []string
		fails []error // errors of drawing the first pages
		want  []string
	}{
		"the first is damaged": {numbered(3), []error{damaged, nil}, []string{"Page 1 is damaged: it could not be read." + others}},
		"the first is nested":  {numbered(2), []error{nested, nil}, []string{"Page 1 is nested too deeply to be shown." + others}},
		"the first, and the second slow": {numbered(2), []error{damaged, &convert.Error{Reason: convert.ReasonTimeout}},
			[]string{"Page 1 is damaged: it could not be read." + others}},
		"the first needs much memory":      {numbered(3), []error{memory, nil}, []string{"Page 1 needs too much memory to be shown." + others}},
		"the only one is damaged":          {numbered(1), []error{damaged}, nil},
		"the first and second are damaged": {numbered(9), []error{damaged, damaged}, nil},
	} {
		l := openLibrary(t)
		l.renderer.before = func(op string, page int) error {
			if op == "svg" && page <= len(test.fails) {
				return test.fails[page-1]
			}
			return nil
		}
		id := l.post("a.pdf", pdf(test.pages...), document.Options{}).ID
		if test.want == nil {
			l.wantFailed(id, "The document is damaged: it could not be read.")
			continue
		}
		if got := l.warnings(l.wantReady(id, len(test.pages))); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestFailureIsSharedByEqualContent posts the same Office document twice. Its page 1 cannot be drawn, so both posts
// must fail.
func TestFailureIsSharedByEqualContent(t *testing.T) {
	l := openLibrary(t)
	l.renderer.before = func(op string, page int) error {
		if op == "svg" && page == 1 {
			return &convert.Error{Reason: convert.ReasonDamaged}
		}
		return nil
	}
	for range 2 {
		l.wantFailed(l.post("a.rtf", office("One"), document.Options{}).ID, "The document is damaged: it could not be read.")
	}
}
