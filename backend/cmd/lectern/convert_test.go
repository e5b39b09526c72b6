package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// place puts one of the project's test documents at a path.
func place(t *testing.T, name, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, sample(t, name), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConvertOverwritesNoResult(t *testing.T) {
	dir := t.TempDir()
	first := place(t, "sample.pdf", filepath.Join(dir, "a", "letter.pdf"))
	second := place(t, "sample.docx", filepath.Join(dir, "b", "letter.docx"))
	stdout := command(t, 1, "convert", "--to", "text", "--output", filepath.Join(dir, "out"), first, second)
	if !strings.Contains(stdout, "failed: "+second+" would overwrite the result of "+first) {
		t.Errorf("it says %q", stdout)
	}
}

func TestConvertOverwritesNoFileThatWasGiven(t *testing.T) {
	dir := t.TempDir()
	office := place(t, "sample.docx", filepath.Join(dir, "a.docx"))
	pdf := place(t, "sample.pdf", filepath.Join(dir, "a.pdf"))
	stdout := command(t, 1, "convert", office, pdf)
	if !strings.Contains(stdout, "would overwrite "+pdf) {
		t.Errorf("it says %q", stdout)
	}
	if content, err := os.ReadFile(pdf); err != nil || string(content) != string(sample(t, "sample.pdf")) {
		t.Errorf("the given PDF was changed, %v", err)
	}
}

func TestConvertFileWithoutAName(t *testing.T) {
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), ".docx"))
	command(t, 0, "convert", file)
	if _, err := os.Stat(file + ".pdf"); err != nil {
		t.Error(err)
	}
}

func TestConvertRefusesAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.docx")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{pipe, t.TempDir()} {
		if stdout := command(t, 1, "convert", file); !strings.Contains(stdout, "and not a file") {
			t.Errorf("%s: it says %q", file, stdout)
		}
	}
}

func TestConvertIsBounded(t *testing.T) {
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), "a.docx"))
	for name, test := range map[string]struct{ env, args []string }{
		"flag":        {nil, []string{"--deadline", "1ms"}},
		"environment": {[]string{"LECTERN_DEADLINE=1ms"}, nil},
	} {
		stdout, _ := runCommand(t, test.env, 1, append([]string{"convert", file}, test.args...)...)
		if !strings.Contains(stdout, "took too long") {
			t.Errorf("a deadline by %s: it says %q", name, stdout)
		}
	}
	if stdout, stderr := runCommand(t, []string{"LECTERN_MEMORY=1"}, 1, "convert", file); !strings.Contains(stdout+stderr, "failed: ") {
		t.Errorf("no memory: it says %q", stdout)
	}
}

func TestConvertSaysWhatIsWrongWithLibreOffice(t *testing.T) {
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), "a.docx"))
	none := t.TempDir()
	stdout, _ := runCommand(t, []string{"LECTERN_LIBREOFFICE=" + none}, 1, "convert", file)
	if !strings.Contains(stdout, none+" holds none") {
		t.Errorf("it says %q", stdout)
	}
}
