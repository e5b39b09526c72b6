package watch_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/watch"
)

// A process that has a file open for writing is detected, by a lease and by proc(5). A process that only reads the file
// is not detected.
//
// SECURITY.md, promise 40 (incomplete files)
func TestWriters(t *testing.T) {
	for name, byLease := range map[string]bool{"lease": true, "processes": false} {
		path := filepath.Join(t.TempDir(), "a.pdf")
		write(t, path, "whole")
		expect := func(when string, want bool) {
			t.Helper()
			if got, err := watch.IsWriting(path, byLease); err != nil || got != want {
				t.Errorf("by %s, %s: %v, %v", name, when, got, err)
			}
		}
		expect("alone", false)
		reader, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		expect("with a reader", false)
		writer, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		expect("with a writer", true)
		if err := writer.Close(); err != nil {
			t.Fatal(err)
		}
		expect("when it has closed the file", false)
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A search for writers that encounters a disk that does not respond does not block its callers forever.
func TestHungSearchForWriters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := make(chan struct{})
		defer close(hung)
		begin := time.Now()
		if watch.AskHungSearch(hung) || time.Since(begin) > 3*time.Second {
			t.Errorf("it took %s", time.Since(begin))
		}
	})
}
