package pdf_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// leakingReader answers requests like a PDF process that must be replaced. It runs when this test program is started as
// a converter. Every text that it returns is its process id. The answer to a request for one text reports much
// processor time. The answer to a request for several texts announces that the process ends. A request for words fails
// because memory runs out.
func leakingReader() {
	for {
		var request wire.PDFRequest
		if _, err := wire.ReadFrame(os.Stdin, &request); err != nil {
			return
		}
		answer, payload := wire.PDFAnswer{ID: request.ID}, `{"pages":1,"sizes":[[1,9,9]]}`
		switch request.Op {
		case wire.PDFText:
			answer.CPU, payload = 3000, fmt.Sprint(os.Getpid())
		case wire.PDFTexts:
			answer.Ends, payload = true, fmt.Sprintf(`{"pages":["%d"]}`, os.Getpid())
		case wire.PDFWords:
			answer.Fault, answer.Detail, payload = wire.PDFMemory, fmt.Sprint(os.Getpid()), ""
		}
		if err := wire.WriteFrame(os.Stdout, answer, []byte(payload)); err != nil {
			return
		}
	}
}

// A process that has used much processor time, is exiting, or was short of memory is replaced between two requests, so
// that no request is interrupted.
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
	for name, ask := range map[string]func() (string, error){
		"worn": func() (string, error) { return reader.Text(t.Context(), src, 1) },
		"ended": func() (string, error) {
			texts, err := reader.Texts(t.Context(), src, 1, 1, time.Minute)
			return strings.Join(texts.Pages, ""), err
		},
		"short of memory": func() (string, error) {
			_, err := reader.Words(t.Context(), src, 1)
			failure, ok := errors.AsType[*convert.Error](err)
			if !ok || failure.Reason != convert.ReasonMemory {
				return "", fmt.Errorf("it is %w", err)
			}
			return failure.Detail, nil
		},
	} {
		for range 3 {
			id, err := ask()
			if err != nil || seen[id] {
				t.Errorf("%s: process %s, %v; before it %v", name, id, err, seen)
			}
			seen[id] = true
		}
	}
}
