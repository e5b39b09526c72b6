package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/lab/trial"
)

// memoryPeriod is the interval between two samples of memory use.
const memoryPeriod = 20 * time.Millisecond

// server is a running server that is measured.
type server struct{ *trial.Server }

func startServer(ctx context.Context, bin, libreOffice, data string, args ...string) (*server, error) {
	s, err := trial.Programs{Bin: bin, LibreOffice: libreOffice}.Start(ctx, data, os.Stderr, nil, args...)
	if err != nil {
		return nil, err
	}
	return &server{s}, nil
}

func (s *server) stop() {
	if err := s.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
	}
}

// post uploads a file and measures the time until it is viewable and until it is ready.
func (s *server) post(ctx context.Context, file string) (doc trial.Document, viewable, ready time.Duration, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return doc, 0, 0, err
	}
	begin := time.Now()
	if doc, err = s.Post(ctx, "bench"+filepath.Ext(file), content); err != nil {
		return doc, 0, 0, err
	}
	if doc, err = s.Wait(ctx, doc.ID, "viewable"); err != nil {
		return doc, 0, 0, err
	}
	viewable = time.Since(begin)
	doc, err = s.Wait(ctx, doc.ID, "ready")
	return doc, viewable, time.Since(begin), err
}

// errIncomplete returns the error of a document that is not ready with all its pages.
func errIncomplete(file string, doc trial.Document) error {
	return fmt.Errorf("%s is %s with %d pages", filepath.Base(file), doc.Status, doc.PageCount)
}
