package conversion_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/content"
)

// checkContent runs the check of the content until a check has completed after the given time.
func (l *library) checkContent(after time.Time) {
	l.t.Helper()
	ctx, cancel := context.WithCancel(l.t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.checker.Run(ctx, time.Hour)
	}()
	l.until("a comparison has ended", func() bool {
		last, err := l.checker.LastCheck(l.t.Context())
		check(l.t, err)
		return last.After(after)
	})
	cancel()
	<-done
}

// until polls until a condition is met.
func (l *library) until(what string, so func() bool) {
	l.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(2 * time.Minute); !so(); {
		select {
		case <-tick.C:
		case <-end:
			l.t.Fatalf("never: %s", what)
		}
	}
}

// TestCheckResumes resumes a check of the content that stopped between two files. It compares only the
// remaining files, and the next check that is due compares all.
//
// SECURITY.md, promise 56 (verified backups)
func TestCheckResumes(t *testing.T) {
	l := openLibrary(t)
	for _, text := range []string{"one", "two", "three"} {
		l.wantReady(l.post("a.rtf", office(text), document.Options{}).ID, 1)
	}
	recording, stop := context.WithCancel(t.Context())
	defer stop()
	go l.checker.RecordFindings(recording)
	used, err := l.store.Contents.ListUsedContent(t.Context(), "")
	check(t, err)
	delete(used, "")
	keys := slices.Sorted(maps.Keys(used))
	for _, key := range keys {
		check(t, os.WriteFile(filepath.Join(l.content(), key), []byte("other bytes"), 0o600))
	}
	middle := len(keys) / 2
	check(t, l.store.Contents.SaveContentCheck(t.Context(), content.Progress{Position: keys[middle-1]}))
	begin := time.Now().Add(-time.Second)
	l.checkContent(begin)
	l.until("what follows is found", func() bool { return slices.Equal(l.faults(), keys[middle:]) })

	check(t, l.store.Contents.SaveContentCheck(t.Context(), content.Progress{EndedAt: begin.Add(-2 * time.Hour)}))
	l.checkContent(begin)
	l.until("all is found", func() bool { return slices.Equal(l.faults(), keys) })
}

// faults returns the keys of content that is recorded as missing or damaged.
func (l *library) faults() (keys []string) {
	l.t.Helper()
	faults, err := l.store.Contents.ListContentFaults(l.t.Context())
	check(l.t, err)
	for _, fault := range faults {
		keys = append(keys, fault.Key)
	}
	return keys
}
