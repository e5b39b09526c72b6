package bundle_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert/bundle"
	"lectern/backend/convert/pdf"
)

func TestNames(t *testing.T) {
	for _, test := range []struct{ given, want []string }{
		{[]string{"a.pdf", "a.pdf", "a.docx", "a.pdf"}, []string{"a.pdf", "a (2).pdf", "a.docx", "a (3).pdf"}},
		{[]string{"a (2).pdf", "a.pdf", "a.pdf"}, []string{"a (2).pdf", "a.pdf", "a (3).pdf"}},
		{[]string{"Zoë.pdf", "ZOË.pdf", "Zoe\u0308.pdf"}, []string{"Zoë.pdf", "ZOË (2).pdf", "Zoe\u0308 (3).pdf"}},
		{[]string{"../../etc/passwd", `C:\a`, "a\x00b\u202e.pdf", "x\xff.pdf"}, []string{"-.-etc-passwd", "C--a", "ab.pdf", "x.pdf"}},
		{[]string{"", "..", " . ", ".pdf"}, []string{"document", "document (2)", "document (3)", "document.pdf"}},
		{[]string{"con", "Nul.txt", "LPT1 .pdf", "console.pdf"}, []string{"_con", "_Nul.txt", "_LPT1.pdf", "console.pdf"}},
		{[]string{"No. 3 to the people of Oulu", "No. 3 to the people of Oulu"}, []string{"No. 3 to the people of Oulu",
			"No. 3 to the people of Oulu (2)"}},
		{[]string{strings.Repeat("ü", 200) + ".pdf"}, []string{strings.Repeat("ü", 90) + ".pdf"}},
	} {
		var names bundle.Names
		for i, given := range test.given {
			if got := names.Unique(given); got != test.want[i] {
				t.Errorf("%q of %q: %q, want %q", given, test.given, got, test.want[i])
			}
		}
	}
}

// Naming many files that have the same name takes no longer than naming files with different names.
func TestEqualNamesAreFast(t *testing.T) {
	var names bundle.Names
	var last string
	for range 100_000 {
		last = names.Unique("letter.pdf")
	}
	if last != "letter (100000).pdf" {
		t.Error(last)
	}
}

func FuzzNames(f *testing.F) {
	f.Add("a.pdf")
	f.Add("../..")
	f.Add("con.\u202e")
	f.Fuzz(func(t *testing.T, name string) {
		var names bundle.Names
		one, two := names.Unique(name), names.Unique(name)
		if one == two || !filepath.IsLocal(one) || strings.ContainsAny(one+two, "/\\\x00") || len(one) > 255 {
			t.Errorf("%q and %q", one, two)
		}
	})
}

func TestArchive(t *testing.T) {
	var out bytes.Buffer
	archive := bundle.NewArchive(&out)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, text := range []string{"one", strings.Repeat("two ", 10_000)} {
		if _, err := archive.Add("Zoë.txt", at, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	read, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range read.File {
		names = append(names, file.Name)
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			t.Error(err)
		}
		if !file.Modified.Equal(at) || file.NonUTF8 {
			t.Errorf("%+v", file.FileHeader)
		}
	}
	if !slices.Equal(names, []string{"Zoë.txt", "Zoë (2).txt"}) || out.Len() > 2000 {
		t.Errorf("%q in %d bytes", names, out.Len())
	}
}

// Errors of the writer and of the sources are returned.
func TestArchiveFails(t *testing.T) {
	full := errors.New("the disk is full")
	archive := bundle.NewArchive(failing{full})
	_, err := archive.Add("a", time.Time{}, bytes.NewReader(make([]byte, 1<<20)))
	if err = errors.Join(err, archive.Close()); !errors.Is(err, full) {
		t.Error(err)
	}
	if _, err := bundle.NewArchive(io.Discard).Add("a", time.Time{}, failing{full}); !errors.Is(err, full) {
		t.Error(err)
	}
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }
func (f failing) Read([]byte) (int, error)  { return 0, f.error }

// byteMerger merges files by joining their bytes.
type byteMerger struct {
	most int // largest number of sources in one call
	fail error
}

func (j *byteMerger) Merge(ctx context.Context, sources []pdf.Source, out *os.File) error {
	j.most = max(j.most, len(sources))
	for _, source := range sources {
		file, err := source.Open(ctx)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, file)
		if err := errors.Join(err, file.Close(), j.fail); err != nil {
			return err
		}
	}
	return nil
}

// texts returns sources with one line of text each, and the text of all sources.
func texts(t *testing.T, count int) (sources []pdf.Source, all string) {
	t.Helper()
	folder := t.TempDir()
	for i := range count {
		name, text := filepath.Join(folder, fmt.Sprint(i)), fmt.Sprintln(i)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		all += text
		sources = append(sources, pdf.Source{Key: name, Open: func(context.Context) (*os.File, error) { return os.Open(name) }})
	}
	return sources, all
}

func TestMergePDF(t *testing.T) {
	for _, count := range []int{1, 64, 65, 5000} {
		sources, want := texts(t, count)
		temp, merger := t.TempDir(), &byteMerger{}
		out, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		if err := bundle.MergePDF(t.Context(), merger, temp, sources, out); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out.Name()); err != nil || string(got) != want {
			t.Errorf("of %d: %d bytes, want %d, %v", count, len(got), len(want), err)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 || merger.most > 64 {
			t.Errorf("of %d: %d at once, left %v, %v", count, merger.most, left, err)
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestMergePDFFails(t *testing.T) {
	sources, _ := texts(t, 200)
	temp, broken := t.TempDir(), errors.New("it is damaged")
	if err := bundle.MergePDF(t.Context(), &byteMerger{fail: broken}, temp, sources, nil); !errors.Is(err, broken) {
		t.Error(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
