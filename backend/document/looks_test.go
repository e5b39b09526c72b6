package document_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"golang.org/x/sync/singleflight"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/sentence"
)

// Requests at the same time share a look into an original, also where the first one is given up.
func TestLooksAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var group singleflight.Group
		looks, release := 0, make(chan struct{})
		answers := make(chan string, 3)
		gone := errors.New("gone")
		first, leave := context.WithCancelCause(t.Context())
		for _, ctx := range []context.Context{first, t.Context(), t.Context()} {
			go func() {
				text, err := document.ShareLook(ctx, &group, "a", func(ctx context.Context) ([]byte, error) {
					looks++
					<-release
					return []byte("facts"), ctx.Err()
				})
				if err != nil {
					text = []byte(err.Error())
				}
				answers <- string(text)
			}()
			synctest.Wait()
		}
		leave(gone)
		synctest.Wait()
		close(release)
		if got := []string{<-answers, <-answers, <-answers}; !slices.Equal(got, []string{"gone", "facts", "facts"}) || looks != 1 {
			t.Errorf("got %q after %d looks", got, looks)
		}
	})
}

// A look that fails for the document's sake is tried a few times, and then no more.
func TestFailedLooks(t *testing.T) {
	for name, test := range map[string]struct {
		fault error
		looks int32
	}{
		"by the document": {&convert.Error{Reason: convert.ReasonTimeout}, 3},
		"by the machine":  {&convert.Error{Reason: convert.ReasonMachine}, 5},
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
