package inspect

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

func openOOXML(t *testing.T) *Inspector {
	t.Helper()
	return New(convert.Config{Converter: converttest.OwnConverter(t), TempDir: t.TempDir()})
}

// A long document is cut to the content that its page 1 needs.
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
			out := converttest.TempFile(t, nil)
			if made, err := look.CutToPage1(t.Context(), converttest.TempFile(t, test.long), kind, out); !made || err != nil {
				t.Fatalf("the long one: %v, %v", made, err)
			}
			names := partNames(t, out)
			if !strings.Contains(names, test.kept) || strings.Contains(names, test.gone) {
				t.Errorf("the copy has %s; want %s and not %s", names, test.kept, test.gone)
			}
			why, made, err := look.cutToPage1(t.Context(), converttest.TempFile(t, test.short), kind, converttest.TempFile(t, nil))
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
	if made, err := look.CutToPage1(t.Context(), converttest.TempFile(t, damaged), filetype.Docx, converttest.TempFile(t, nil)); made ||
		converttest.ReasonOf(err) != convert.ReasonDamaged {
		t.Errorf("a damaged one: %v, %v", made, err)
	}
	if made, err := look.CutToPage1(t.Context(), converttest.TempFile(t, []byte("x")), filetype.Doc, converttest.TempFile(t, nil)); made ||
		err != nil {
		t.Errorf("one that is no package: %v, %v", made, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if made, err := look.CutToPage1(ctx, converttest.TempFile(t, ooxmltest.Docx(200)), filetype.Docx, converttest.TempFile(t, nil)); made ||
		!errors.Is(err, gone) {
		t.Errorf("a cancelled one: %v, %v", made, err)
	}
}

// A cut is aborted when its context ends, and leaves no process.
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
		// Nobody reads the pipe, and the copy is longer than its buffer, so the process blocks.
		made, err := look.CutToPage1(ctx, converttest.TempFile(t, ooxmltest.Pptx(20)), filetype.Pptx, w)
		done <- errors.Join(err, map[bool]error{true: errors.New("made")}[made])
	}()
	if _, err := io.ReadFull(r, make([]byte, 1)); err != nil { // wait until the process writes
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("it was made in spite of all")
	}
	if pids := converttest.Processes(t, look.cfg.Converter); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
}
