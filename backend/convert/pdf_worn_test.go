package convert_test

import (
	"fmt"
	"os"
	"testing"

	"lectern/backend/convert"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// wornReader is the converter that this test program is when it is started as one:
// a PDF process whose processor time is nearly used up. The text of a page is the
// number of the process.
func wornReader() {
	for {
		var request wire.PDFRequest
		if _, err := wire.ReadFrame(os.Stdin, &request); err != nil {
			return
		}
		answer, payload := wire.PDFAnswer{ID: request.ID}, `{"pages":1,"sizes":[[1,9,9]]}`
		if request.Op == wire.PDFText {
			answer.CPU, payload = 3000, fmt.Sprint(os.Getpid())
		}
		if err := wire.WriteFrame(os.Stdout, answer, []byte(payload)); err != nil {
			return
		}
	}
}

// A process that has used much of the processor time which its sandbox gives it is
// replaced between two requests, so that none is cut short.
func TestPDFWornProcessIsReplaced(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg := pdfConfig(t, nil)
	if err := os.Remove(cfg.Converter); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, cfg.Converter); err != nil {
		t.Fatal(err)
	}
	reader := newPDF(t, func(c *convert.Config) { *c = cfg })
	src := source(t, pdftest.Build([]pdftest.Page{{}}))
	seen := map[string]bool{}
	for range 3 {
		id, err := reader.Text(t.Context(), src, 1)
		if err != nil || seen[id] {
			t.Errorf("process %s, %v; before it %v", id, err, seen)
		}
		seen[id] = true
	}
}
