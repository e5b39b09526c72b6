package conversion_test

import (
	"errors"
	"slices"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/sentence"
)

// An inspection that fails because of the document is repeated a few times, and then not attempted again.
func TestFailedInspections(t *testing.T) {
	for name, test := range map[string]struct {
		fault error
		looks int32
	}{
		"by the document": {&convert.Error{Reason: convert.ReasonTimeout}, 3},
		"by the machine":  {&convert.Error{Reason: convert.ReasonMachineLimit}, 5},
		"by the server":   {errors.New("no process"), 5},
		"not at all":      {nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			l := openLibrary(t)
			doc := l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
			l.looker.fault = test.fault
			l.looker.looks.Store(0)
			for range 5 {
				report, _ := l.report(doc)
				unread := slices.ContainsFunc(report.Warnings, func(s sentence.Sentence) bool { return s.Code == "original-unread" })
				if unread != (test.fault != nil) {
					t.Errorf("got %v", report.Warnings)
				}
			}
			if got := l.looker.looks.Load(); got != test.looks {
				t.Errorf("%d looks, want %d", got, test.looks)
			}
		})
	}
}
