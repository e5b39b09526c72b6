package convert_test

import (
	"errors"
	"log/slog"
	"testing"

	"lectern/backend/convert"
)

// Retry only repeats a call after a crash.
func TestRetry(t *testing.T) {
	died, late := &convert.Error{Reason: convert.ReasonCrashed}, &convert.Error{Reason: convert.ReasonTimeout}
	for _, test := range []struct {
		what  string
		fails []error
		tries int
		want  error
	}{
		{"died once", []error{died, nil}, 2, nil},
		{"died twice", []error{died, died}, 2, died},
		{"took too long", []error{late}, 1, late},
		{"did it", []error{nil}, 1, nil},
	} {
		tries := 0
		err := convert.Retry(t.Context(), slog.New(slog.DiscardHandler), func() error {
			tries++
			return test.fails[tries-1]
		})
		if tries != test.tries || !errors.Is(err, test.want) {
			t.Errorf("%s: %d tries, %v", test.what, tries, err)
		}
	}
}
