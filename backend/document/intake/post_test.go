package intake

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/document"
)

// contestedLibrary is a library with one free place in its queue. While rivals is greater than 0, another client takes
// the place after the import has checked the queue.
type contestedLibrary struct {
	rivals   int
	received []string
}

func (l *contestedLibrary) CheckQueue(context.Context) error { return nil }

func (l *contestedLibrary) Receive(_ context.Context, _ string, r io.Reader) (document.Upload, error) {
	text, err := io.ReadAll(r)
	l.received = append(l.received, string(text))
	return document.Upload{}, err
}

func (l *contestedLibrary) PostUploads(context.Context, []document.Upload, document.Options) ([]document.Document, bool, error) {
	if l.rivals > 0 {
		l.rivals--
		return nil, false, document.ErrBusy(1)
	}
	return []document.Document{{ID: "d-1"}}, false, nil
}

// TestTakeWaitsAgain checks that an import waits again if other clients take the free place while a file is received.
func TestTakeWaitsAgain(t *testing.T) {
	const content = `{\rtf1 Hello}`
	path := filepath.Join(t.TempDir(), "letter.rtf")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	library := &contestedLibrary{rivals: 2}
	var last File
	sum, err := New(library, "").Import(t.Context(), Request{Paths: []string{path}}, func(f File) error {
		last = f
		return nil
	})
	if err != nil || sum.Taken != 1 || last.State != Taken || last.DocumentID != "d-1" {
		t.Errorf("%+v, %+v, %v", sum, last, err)
	}
	if len(library.received) != 3 || library.received[2] != content {
		t.Errorf("received were %q", library.received)
	}
}
