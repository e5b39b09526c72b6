package pdf_test

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// bombReasons maps the names of PDFs that cannot be drawn on any machine to the reasons of the errors. The PDFs are
// bombs: they are made to exhaust time or memory.
var bombReasons = map[string]convert.Reason{
	"a pattern of tiny tiles": convert.ReasonTimeout,
	"a program of functions":  convert.ReasonTimeout,
	"a tree of itself":        convert.ReasonDamaged,
	"nested objects":          convert.ReasonNesting,
	"nested arrays":           convert.ReasonNesting,
	"saved states":            convert.ReasonNesting,
	"two billion pages":       convert.ReasonDamaged,
}

// Every request for a hostile PDF is answered or fails within its deadline, with a reason that blames the document, and
// the next document can be read.
//
// SECURITY.md, promise 15 (damaged files), promise 16 (at least one page), promise 17 (limits of converters),
// promise 18 (crashed converters), promise 21 (limits of pages)
func TestPDFBombs(t *testing.T) {
	open := func(deadline time.Duration) *pdf.Reader {
		return newPDF(t, func(cfg *convert.Config) { cfg.Deadline = deadline; cfg.Memory = 512 << 20 })
	}
	// A reason other than a timeout is found on any machine, however busy it is, only if there is enough time.
	hasty, patient := open(300*time.Millisecond), open(5*time.Minute)
	bombs := pdftest.Bombs()
	for _, name := range slices.Sorted(maps.Keys(bombs)) {
		t.Run(name, func(t *testing.T) {
			reader := hasty
			if want := bombReasons[name]; want != "" && want != convert.ReasonTimeout {
				reader = patient
			}
			src := source(t, bombs[name])
			_, err := reader.SVG(t.Context(), src, 1)
			wantOwnReason(t, err, bombReasons[name])
			_, err = reader.Image(t.Context(), src, 1, 1)
			wantOwnReason(t, err, "")
			_, err = reader.Texts(t.Context(), src, 1, 9, time.Minute)
			wantOwnReason(t, err, "")
			_, err = reader.Details(t.Context(), src)
			wantOwnReason(t, err, "")
			awaitText(t, reader, "The next one")
		})
	}
}

// awaitText checks that a document with this text can be read. It retries after a timeout, because reading may exceed
// the deadline on a busy machine.
func awaitText(t *testing.T, reader *pdf.Reader, want string) {
	t.Helper()
	src := textSource(t, want)
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); {
		got, err := reader.Text(t.Context(), src, 1)
		var failure *convert.Error
		if errors.As(err, &failure) && failure.Reason == convert.ReasonTimeout {
			continue
		}
		if got != want+"\n" || err != nil {
			t.Errorf("the text is %q, %v, want %q", got, err, want)
		}
		return
	}
	t.Error("no document can be read any more")
}

// wantOwnReason checks that err is nil or blames the document, and is not a crash of its process. If want is not empty,
// the reason must be want.
func wantOwnReason(t *testing.T, err error, want convert.Reason) {
	t.Helper()
	if want != "" {
		wantReason(t, err, want)
	}
	own := []convert.Reason{
		convert.ReasonDamaged, convert.ReasonProtected, convert.ReasonTimeout, convert.ReasonMemory, convert.ReasonTooManyPages,
		convert.ReasonEmpty, convert.ReasonNesting, convert.ReasonNoPage,
	}
	var failure *convert.Error
	if err != nil && (!errors.As(err, &failure) || !slices.Contains(own, failure.Reason)) {
		t.Errorf("got %v (%+v)", err, failure)
	}
}
