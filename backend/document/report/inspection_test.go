package report_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"golang.org/x/sync/singleflight"

	"lectern/backend/document/report"
)

// Concurrent requests share an inspection of an original, even if the first one is cancelled.
func TestLooksAreShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var group singleflight.Group
		looks, release := 0, make(chan struct{})
		answers := make(chan string, 3)
		gone := errors.New("gone")
		first, leave := context.WithCancelCause(t.Context())
		for _, ctx := range []context.Context{first, t.Context(), t.Context()} {
			go func() {
				text, err := report.ShareCall(ctx, &group, "a", func(ctx context.Context) ([]byte, error) {
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
