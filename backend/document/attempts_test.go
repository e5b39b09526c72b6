package document

import (
	"context"
	"errors"
	"testing"
)

// TestStopLeavesLaterAttempts stops the attempts of a version while attempts of the next version are already running.
// Only those of the given version end.
func TestStopLeavesLaterAttempts(t *testing.T) {
	var a attempts
	first, endFirst := a.begin(t.Context(), "a", 1)
	second, endSecond := a.begin(t.Context(), "a", 2)
	other, endOther := a.begin(t.Context(), "b", 1)
	a.stop("a", 1)
	if !errors.Is(context.Cause(first), ErrAttemptVoid) || second.Err() != nil || other.Err() != nil {
		t.Errorf("stopped: %v, %v, %v", context.Cause(first), second.Err(), other.Err())
	}
	endFirst()
	endSecond()
	endOther()
	if len(a.running) != 0 {
		t.Errorf("%d documents are still worked on", len(a.running))
	}
}
