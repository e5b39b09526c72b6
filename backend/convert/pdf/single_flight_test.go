package pdf_test

import (
	"context"
	"os"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// If the goroutine that sends a request panics, callers that wait for the same answer get an error and no empty page,
// and the document can still be read.
func TestPDFPanicInSharedRequest(t *testing.T) {
	reader := newPDF(t, nil)
	src := source(t, pdftest.Bomb(5))
	panics := src
	release := make(chan struct{})
	panics.Open = func(context.Context) (*os.File, error) {
		<-release
		panic("for the test")
	}
	recovered := make(chan any, 1)
	go func() {
		defer func() { recovered <- recover() }()
		_, _ = reader.Text(t.Context(), panics, 1)
	}()
	until(t, "the request", func() bool { return reader.CountCallers() == 1 })
	text, failed := "", make(chan error, 1)
	go func() {
		var err error
		text, err = reader.Text(t.Context(), src, 1)
		failed <- err
	}()
	until(t, "a second caller", func() bool { return reader.CountCallers() == 2 })
	close(release)
	if err := <-failed; err == nil {
		t.Errorf("the second caller got %q", text)
	}
	if cause := <-recovered; cause != "for the test" {
		t.Errorf("the first caller panicked with %v", cause)
	}
	if count := reader.CountWorking(); count != 0 {
		t.Errorf("%d requests count as running after the panic", count)
	}
	wantText(t, reader, src, 1, "Harmless")
}
