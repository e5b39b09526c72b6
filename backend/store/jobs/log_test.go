package jobs

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// TestAnEndOnAFullDiskIsQuiet checks that no error is logged when the job queue cannot record on a full disk that it
// resigns its leadership.
//
// SECURITY.md, promise 57 (start on a full disk)
func TestAnEndOnAFullDiskIsQuiet(t *testing.T) {
	var out bytes.Buffer
	log := QuietLog(slog.New(slog.NewTextHandler(&out, nil)))
	log.ErrorContext(t.Context(), "leadership.Elector: Error attempting to resign", "err", errors.New("database or disk is full"))
	log.ErrorContext(t.Context(), "another one", "err", errors.New("database or disk is full"))
	if text := out.String(); strings.Contains(text, "resign") || !strings.Contains(text, "another one") {
		t.Errorf("the log is %s", text)
	}
}
