package inspect_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	"lectern/converters/corpustest"
)

// For almost all documents of the corpus, page 1 of a copy that Inspector.CutToPage1 has cut has the text of page 1 of
// the whole document.
func TestCutCorpus(t *testing.T) {
	if testing.Short() || os.Getenv("LECTERN_STRESS") == "" {
		t.Skip("takes minutes: set LECTERN_STRESS=1")
	}
	cfg := converttest.OfficeConfig(t)
	log := slog.New(slog.DiscardHandler)
	c := &cutCheck{look: inspect.New(cfg), office: office.New(cfg, log), pdf: pdf.New(cfg, log)}
	t.Cleanup(func() {
		if err := errors.Join(c.pdf.Close(), c.office.Close()); err != nil {
			t.Error(err)
		}
	})
	for _, kind := range []filetype.Type{filetype.Docx, filetype.Pptx, filetype.Xlsx, filetype.Potx, filetype.Dotx, filetype.Ppsx} {
		paths := corpustest.Glob(t, "*/*."+string(kind))
		c.reset()
		for _, path := range paths {
			if only := os.Getenv("LECTERN_ONLY"); only == "" || strings.Contains(path, only) {
				c.check(t, path, kind)
			}
		}
		t.Logf("%s: %d files; %d cut, of which %d with the same text on page 1 and %d with the same picture; cut %v, page 1 of the copies %v, "+
			"of the whole %v; not cut: %v",
			kind, len(paths), c.cut, c.text, c.drawn, c.cutting, c.short, c.whole, c.why)
		if c.cut > 0 && float64(c.text) < 0.95*float64(c.cut) {
			t.Errorf("%s: the text of page 1 agrees in %d of %d", kind, c.text, c.cut)
		}
	}
}

// cutCheck compares page 1 of cut copies with page 1 of the whole documents.
type cutCheck struct {
	look   *inspect.Inspector
	office *office.Converter
	pdf    *pdf.Reader
	tally
}

type tally struct {
	cut, text, drawn      int
	cutting, short, whole time.Duration
	why                   map[string]int
}

func (c *cutCheck) reset() { c.tally = tally{why: map[string]int{}} }

func (c *cutCheck) check(t *testing.T, path string, kind filetype.Type) {
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if kind == filetype.Docx || kind == filetype.Dotx {
		content = repeated(t, content, 12)
	}
	out := converttest.TempFile(t, nil)
	start := time.Now()
	why, made, err := inspect.CutAny(t.Context(), c.look, converttest.TempFile(t, content), kind, out)
	c.cutting += time.Since(start)
	if err != nil || !made {
		c.why[fmt.Sprint(why, err)]++
		return
	}
	copied, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	start = time.Now()
	text, drawn, err := c.page1(t, copied, kind)
	c.short += time.Since(start)
	start = time.Now()
	wantText, wantDrawn, wantErr := c.page1(t, content, kind)
	c.whole += time.Since(start)
	if wantErr != nil {
		return
	}
	c.cut++
	if text == wantText {
		c.text++
	} else {
		t.Logf("%s: page 1 has another text (%v): %s", path, err, firstDifference(text, wantText))
	}
	if drawn == wantDrawn {
		c.drawn++
	} else if text == wantText {
		t.Logf("%s: page 1 looks otherwise", path)
	}
}

// repeated returns a copy of a text document whose text is repeated, because few documents of the corpus are long.
func repeated(t *testing.T, content []byte, times int) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return content
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range archive.File {
		if file.Name != "word/document.xml" {
			err = w.Copy(file)
		} else {
			err = repeatBody(w, file, times)
		}
		if err != nil {
			return content
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func repeatBody(w *zip.Writer, file *zip.File, times int) error {
	part, err := file.Open()
	if err != nil {
		return err
	}
	text, err := io.ReadAll(part)
	if err != nil {
		return err
	}
	start, end := bytes.Index(text, []byte("<w:body>")), bytes.LastIndex(text, []byte("<w:sectPr"))
	if start += len("<w:body>"); end < start || bytes.LastIndex(text, []byte("</w:p>")) > end {
		return errors.New("its last section is another")
	}
	entry, err := w.Create(file.Name)
	if err == nil {
		_, err = fmt.Fprintf(entry, "%s%s%s", text[:start], bytes.Repeat(text[start:end], times), text[end:])
	}
	return err
}

func firstDifference(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	near := func(s string) string { return s[max(0, min(at, len(s))-30):min(len(s), at+60)] }
	return fmt.Sprintf("%q; want %q", near(got), near(want))
}

// page1 returns the text of page 1 and an image of it.
func (c *cutCheck) page1(t *testing.T, content []byte, kind filetype.Type) (text, drawn string, err error) {
	t.Helper()
	var whole []byte
	_, err = c.office.Convert(t.Context(), office.Order{In: bytes.NewReader(content), Kind: kind},
		office.ReceiverFunc(func(stage office.Completeness, file *os.File) error {
			whole, err = io.ReadAll(file)
			return err
		}))
	if err != nil {
		return "", "", err
	}
	key := fmt.Sprint(t.Name(), len(whole), time.Now().UnixNano())
	src := pdf.Source{Key: key, Open: func(context.Context) (*os.File, error) {
		path := filepath.Join(t.TempDir(), "page.pdf")
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			return nil, err
		}
		return os.Open(path)
	}}
	texts, err := c.pdf.Texts(t.Context(), src, 1, 1, time.Minute)
	if err != nil || len(texts.Pages) == 0 {
		return "", "", err
	}
	picture, err := c.pdf.Image(t.Context(), src, 1, 1)
	return texts.Pages[0], string(picture.Data), err
}
