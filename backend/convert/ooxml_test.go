package convert

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

	"lectern/backend/convert/filetype"
	"lectern/converters/corpustest"
	"lectern/converters/ooxml/ooxmltest"
)

func openOOXML(t *testing.T) *OOXML {
	t.Helper()
	return NewOOXML(Config{Converter: ownConverter(t), TempDir: t.TempDir()})
}

// stored gives a file with that content.
func stored(t *testing.T, content []byte) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// A long document is cut to what its page 1 needs.
func TestCut(t *testing.T) {
	look := openOOXML(t)
	for kind, test := range map[filetype.Type]struct {
		long, short []byte
		kept, gone  string
	}{
		filetype.Docx: {ooxmltest.Docx(200), ooxmltest.Docx(3), "word/media/image6.png", "word/media/image1.png"},
		filetype.Pptx: {ooxmltest.Pptx(40), ooxmltest.Pptx(3), "ppt/media/image1.png", "ppt/slides/slide2.xml"},
		filetype.Xlsx: {ooxmltest.Xlsx(8, 100), ooxmltest.Xlsx(3, 10), "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			out := stored(t, nil)
			if made, err := look.Cut(t.Context(), stored(t, test.long), kind, out); !made || err != nil {
				t.Fatalf("the long one: %v, %v", made, err)
			}
			names := partNames(t, out)
			if !strings.Contains(names, test.kept) || strings.Contains(names, test.gone) {
				t.Errorf("the copy has %s; want %s and not %s", names, test.kept, test.gone)
			}
			why, made, err := look.cut(t.Context(), stored(t, test.short), kind, stored(t, nil))
			if made || err != nil || !strings.Contains(why, "only") {
				t.Errorf("the short one: %q, %v, %v", why, made, err)
			}
		})
	}
}

func partNames(t *testing.T, file *os.File) string {
	t.Helper()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range archive.File {
		names = append(names, entry.Name)
	}
	return strings.Join(names, " ")
}

func TestCutFailures(t *testing.T) {
	look := openOOXML(t)
	damaged := ooxmltest.Docx(30)[:4000]
	if made, err := look.Cut(t.Context(), stored(t, damaged), filetype.Docx, stored(t, nil)); made || reasonOf(err) != ReasonDamaged {
		t.Errorf("a damaged one: %v, %v", made, err)
	}
	if made, err := look.Cut(t.Context(), stored(t, []byte("x")), filetype.Doc, stored(t, nil)); made || err != nil {
		t.Errorf("one that is no package: %v, %v", made, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if made, err := look.Cut(ctx, stored(t, ooxmltest.Docx(200)), filetype.Docx, stored(t, nil)); made || !errors.Is(err, gone) {
		t.Errorf("a cancelled one: %v, %v", made, err)
	}
}

// A cut that is under way ends with its context, and leaves no process.
func TestCutCancelled(t *testing.T) {
	look := openOOXML(t)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		// Nobody reads the copy: it is longer than a pipe holds.
		made, err := look.Cut(ctx, stored(t, ooxmltest.Pptx(20)), filetype.Pptx, w)
		done <- errors.Join(err, map[bool]error{true: errors.New("made")}[made])
	}()
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil { // it is at work
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("it was made in spite of all")
	}
	if pids := processes(t, look.cfg.Converter); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}

// Page 1 of the cut copy is page 1 of the whole, in documents of all origins.
func TestCutCorpus(t *testing.T) {
	if testing.Short() || os.Getenv("LECTERN_STRESS") == "" {
		t.Skip("takes minutes: set LECTERN_STRESS=1")
	}
	cfg := officeConfig(t)
	c := &cutCheck{look: NewOOXML(cfg), office: openOffice(t, cfg), pdf: NewPDF(cfg, slog.New(slog.DiscardHandler))}
	t.Cleanup(func() { c.pdf.Close() })
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

// cutCheck compares page 1 of copies with that of the whole.
type cutCheck struct {
	look   *OOXML
	office *Office
	pdf    *PDF
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
	out := stored(t, nil)
	start := time.Now()
	why, made, err := c.look.cut(t.Context(), stored(t, content), kind, out, "--all")
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

// repeated gives a text document with so many times its own text: few of those that
// people have made for tests are long.
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

// page1 gives the text of page 1, and a picture of it.
func (c *cutCheck) page1(t *testing.T, content []byte, kind filetype.Type) (text, drawn string, err error) {
	t.Helper()
	var pdf []byte
	_, err = c.office.Convert(t.Context(), Order{In: bytes.NewReader(content), Kind: kind}, func(stage Stage, file *os.File) error {
		pdf, err = io.ReadAll(file)
		return err
	})
	if err != nil {
		return "", "", err
	}
	key := fmt.Sprint(t.Name(), len(pdf), time.Now().UnixNano())
	src := Source{Key: key, Open: func(context.Context) (*os.File, error) {
		path := filepath.Join(t.TempDir(), "page.pdf")
		if err := os.WriteFile(path, pdf, 0o600); err != nil {
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
