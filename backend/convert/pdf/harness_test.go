package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// converter returns the path of the converter program: from the folder LECTERN_BIN if that is set, or else built once
// for all tests.
var converter = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("LECTERN_BIN"); dir != "" {
		return filepath.Abs(filepath.Join(dir, "lectern-converter"))
	}
	path := filepath.Join(buildDir, "lectern-converter")
	out, err := exec.Command("go", "build", "-o", path, "lectern/converters/cmd/lectern-converter").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// buildDir is the folder of the built converter.
var buildDir string

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "pdf" {
		leakingReader()
		return
	}
	dir, err := os.MkdirTemp("", "lectern-convert-test-*")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	buildDir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// newPDF returns a reader with the limits of tests, modified by the function change. The test fails if a converter
// process is still running at the end of the test.
func newPDF(t testing.TB, change func(*convert.Config)) *pdf.Reader {
	t.Helper()
	cfg := pdfConfig(t, change)
	link := cfg.Converter
	reader := pdf.New(cfg, slog.New(slog.NewTextHandler(io.Discard, nil)))
	t.Cleanup(func() {
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
		if left := processes(t, link); len(left) > 0 {
			t.Errorf("processes left: %v", left)
		}
		if entries, _ := os.ReadDir(cfg.TempDir); len(entries) > 0 {
			t.Errorf("files left: %v", entries)
		}
	})
	links.Store(reader, link)
	return reader
}

// pdfConfig returns the configuration of newPDF.
func pdfConfig(t testing.TB, change func(*convert.Config)) convert.Config {
	t.Helper()
	program, err := converter()
	if err != nil {
		t.Fatal(err)
	}
	// Only this test uses this link, so that its processes can be identified.
	link := filepath.Join(t.TempDir(), "lectern-converter")
	if err := os.Symlink(program, link); err != nil {
		t.Fatal(err)
	}
	cfg := convert.Config{
		Converter: link, TempDir: t.TempDir(),
		// A slow page may take minutes on a busy machine. Tests of the deadline set a deadline of their own.
		Deadline: time.Hour, Memory: 1 << 30, Workers: 1, Idle: time.Hour,
	}
	if change != nil {
		change(&cfg)
	}
	return cfg
}

// links maps readers to the paths of their programs.
var links sync.Map

// processes returns the ids of the processes that were started as program.
func processes(t testing.TB, program string) []int {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var ids []int
	for _, path := range paths {
		line, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(line, append([]byte(program), 0)) {
			continue // the process has ended, or is another program
		}
		id, err := strconv.Atoi(strings.Split(path, "/")[2])
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// reading waits until one of the reader's processes has a document open, and returns the id of this process.
func reading(t *testing.T, reader *pdf.Reader) (id int) {
	t.Helper()
	until(t, "a process has a document open", func() bool {
		id = holder(t, reader)
		return id > 0
	})
	return id
}

// holder returns the id of one of the reader's processes that has a document open, or 0 if there is none.
func holder(t *testing.T, reader *pdf.Reader) int {
	t.Helper()
	link, _ := links.Load(reader)
	for _, id := range processes(t, link.(string)) {
		fds, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", id))
		for _, fd := range fds {
			if target, err := os.Readlink(fd); err == nil && strings.HasSuffix(target, ".pdf") {
				return id
			}
		}
	}
	return 0
}

// source returns a source for a PDF, which it writes to a file.
func source(t testing.TB, data []byte) pdf.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return pdf.Source{Key: path, Open: func(context.Context) (*os.File, error) { return os.Open(path) }}
}

func textSource(t *testing.T, lines ...string) pdf.Source {
	t.Helper()
	pages := make([]pdftest.Page, len(lines))
	for i, line := range lines {
		pages[i] = pdftest.Text(line)
	}
	return source(t, pdftest.Build(pages))
}

// wantText checks the text of a page.
func wantText(t *testing.T, reader *pdf.Reader, src pdf.Source, page int, want string) {
	t.Helper()
	if got, err := reader.Text(t.Context(), src, page); got != want+"\n" || err != nil {
		t.Errorf("text of page %d: %q, %v, want %q", page, got, err, want)
	}
}

// wantReason checks that err is a [*convert.Error] with a reason.
func wantReason(t *testing.T, err error, want convert.Reason) {
	t.Helper()
	var failure *convert.Error
	if !errors.As(err, &failure) || failure.Reason != want {
		t.Errorf("got %v (%+v), want the reason %q", err, failure, want)
	}
}
