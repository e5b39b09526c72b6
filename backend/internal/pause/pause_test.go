package pause_test

import (
	"context"
	"testing"
	"time"

	"lectern/backend/internal/pause"
)

func TestFor(t *testing.T) {
	if !pause.For(t.Context(), time.Nanosecond) {
		t.Error("a pause that nothing interrupts reports that ctx has ended")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if pause.For(ended, time.Hour) {
		t.Error("an interrupted pause reports that ctx has not ended")
	}
}
