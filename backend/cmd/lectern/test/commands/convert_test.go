package commands_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// place writes one of the project's test documents to a path and returns the path.
func place(t *testing.T, name, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, lecterntest.Sample(t, name), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConvertOverwritesNoResult(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := place(t, "sample.pdf", filepath.Join(dir, "a", "letter.pdf"))
	second := place(t, "sample.docx", filepath.Join(dir, "b", "letter.docx"))
	stdout := lecterntest.Run(t, 1, "convert", "--to", "text", "--output", filepath.Join(dir, "out"), first, second)
	if !strings.Contains(stdout, "failed: "+second+" would overwrite the result of "+first) {
		t.Errorf("the message is %q", stdout)
	}
}

func TestConvertOverwritesNoFileThatWasGiven(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	dir := t.TempDir()
	office := place(t, "sample.docx", filepath.Join(dir, "a.docx"))
	pdf := place(t, "sample.pdf", filepath.Join(dir, "a.pdf"))
	stdout := lecterntest.Run(t, 1, "convert", office, pdf)
	if !strings.Contains(stdout, "would overwrite "+pdf) {
		t.Errorf("the message is %q", stdout)
	}
	if content, err := os.ReadFile(pdf); err != nil || string(content) != string(lecterntest.Sample(t, "sample.pdf")) {
		t.Errorf("the given PDF was changed, %v", err)
	}
}

func TestConvertFileWithoutAName(t *testing.T) {
	t.Parallel()
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), ".docx"))
	lecterntest.Run(t, 0, "convert", file)
	if _, err := os.Stat(file + ".pdf"); err != nil {
		t.Error(err)
	}
}

// TestConvertRefuses checks the messages of convert for files that cannot be converted.
func TestConvertRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.docx")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const locked = "The document is password-protected. Use --password-file or --password to open it."
	for file, want := range map[string]string{
		pipe:                           "it is a pipe or a device, not a file",
		dir:                            "it is a folder: name the files in it",
		filepath.Join(dir, "none.pdf"): "no such file or directory",
		place(t, "sample.odt", filepath.Join(dir, "a.docx")):     "This is an OpenDocument text (.odt), which is not a supported type.",
		place(t, "damaged.pdf", filepath.Join(dir, "b.pdf")):     "The document is damaged: it could not be read.",
		place(t, "protected.docx", filepath.Join(dir, "c.docx")): locked,
		place(t, "protected.pdf", filepath.Join(dir, "d.pdf")):   locked,
	} {
		stdout, stderr := lecterntest.RunWithEnv(t, nil, 1, "convert", file)
		if stdout != file+": failed: "+want+"\n" || stderr != "" {
			t.Errorf("the message is %q and %q, want %q", stdout, stderr, want)
		}
	}
}

// TestConvertAcceptsAPassword passes a password in each supported way to each kind of document.
func TestConvertAcceptsAPassword(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	dir := t.TempDir()
	pdf, docx := place(t, "protected.pdf", filepath.Join(dir, "a.pdf")), place(t, "protected.docx", filepath.Join(dir, "b"))
	sealed := place(t, "sealed.xlsx", filepath.Join(dir, "c.xlsx"))
	file := filepath.Join(dir, "password")
	if err := os.WriteFile(file, []byte(lecterntest.SamplePassword+"\r\nanother line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for how, flags := range map[string][]string{"flag": {"--password", lecterntest.SamplePassword}, "file": {"--password-file", file}} {
		out := filepath.Join(dir, how)
		lecterntest.Run(t, 0, append([]string{"convert", "--output", out, "--to", "text"}, append(flags, pdf, docx, sealed)...)...)
		for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
			text, err := os.ReadFile(filepath.Join(out, name))
			if err != nil || !strings.Contains(string(text), "Lectern sample") {
				t.Errorf("by %s, %s: %v, %q", how, name, err, text)
			}
		}
	}
	if stdout := lecterntest.Run(t, 1, "convert", "--password", "wrong", pdf, docx); strings.Count(stdout,
		"The password does not open the document.") != 2 {
		t.Errorf("a wrong one: the message is %q", stdout)
	}
	if stdout := lecterntest.Run(t, 1, "convert", "--password", lecterntest.SamplePassword, pdf); !strings.Contains(stdout,
		"would overwrite the document") {
		t.Errorf("into its own place: the message is %q", stdout)
	}
}

func TestConvertReadsAPasswordFromStandardInput(t *testing.T) {
	t.Parallel()
	file := place(t, "protected.pdf", filepath.Join(t.TempDir(), "a.pdf"))
	cmd := exec.Command(lecterntest.Program(t, "lectern"), "convert", "--to", "text", "--password-file", "-", file)
	cmd.Stdin = strings.NewReader(lecterntest.SamplePassword + "\n")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

// TestInvalidArguments passes numbers out of their range and other invalid arguments by flag, environment and
// settings file.
func TestInvalidArguments(t *testing.T) {
	t.Parallel()
	file := place(t, "sample.pdf", filepath.Join(t.TempDir(), "a.pdf"))
	for _, test := range []struct {
		env  []string
		args []string
		want string
	}{
		{nil, []string{"serve", "--memory", "1"}, "--memory must be from 1073741824 to 1099511627776 bytes, but is 1"},
		{nil, []string{"serve", "--workers", "0"}, "--workers must be from 1 to 256 documents at once, but is 0"},
		{nil, []string{"serve", "--workers", "100000"}, "--workers must be from 1 to 256 documents at once, but is 100000"},
		{nil, []string{"serve", "--max-pixels=NaN"}, "--max-pixels must be from 10000 to 1000000000 pixels, but is NaN"},
		{nil, []string{"serve", "--config", settingsFile(t, `{"max-nesting": -1}`)}, "--max-nesting must be from 1 to 10000 levels, but is -1"},
		{[]string{"LECTERN_DEADLINE=0s"}, []string{"serve"}, "--deadline must be from 1ms to 24h0m0s, but is 0s"},
		{[]string{"LECTERN_WORKERS="}, []string{"serve"}, "LECTERN_WORKERS"},
		{nil, []string{"--max-pages=0"}, "--max-pages must be from 1 to 1000000 pages, but is 0"},
		{nil, []string{"doctor", "--addr", ":99999"}, `with a port from 0 to 65535, but is ":99999"`},
		{[]string{"LECTERN_MEMORY=1"}, []string{"convert", file}, "--memory must be from 1073741824 to 1099511627776 bytes, but is 1"},
		{nil, []string{"convert", "--deadline=25h", file}, "--deadline must be from 1ms to 24h0m0s, but is 25h0m0s"},
		{nil, []string{"convert", "--scale=NaN", file}, "--scale must be from 0.05 to 20, but is NaN"},
		{nil, []string{"convert", "--output", file, file}, "--output must be a folder, but " + file + " is not one"},
		{nil, []string{"convert", "--password=a", "--password-file=b", file}, "can't be used together"},
		{nil, []string{"convert", "--password", strings.Repeat("x", 2000), file}, "longer than 1024 bytes"},
		{nil, []string{"convert"}, "Run 'lectern convert --help'"},
		{nil, []string{"convrt"}, "Run 'lectern --help'"},
	} {
		env := append([]string{"LECTERN_DATA=" + t.TempDir(), "DISPLAY=", "WAYLAND_DISPLAY="}, test.env...)
		if stdout, stderr := lecterntest.RunWithEnv(t, env, 2, test.args...); !strings.Contains(stderr, test.want) || stdout != "" {
			t.Errorf("%s: the message is %q and %q, want %q", test.args, stdout, stderr, test.want)
		}
	}
}

func TestConvertIsBounded(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), "a.docx"))
	for name, test := range map[string]struct{ env, args []string }{
		"flag":        {nil, []string{"--deadline", "1ms"}},
		"environment": {[]string{"LECTERN_DEADLINE=1ms"}, nil},
	} {
		stdout, _ := lecterntest.RunWithEnv(t, test.env, 1, append([]string{"convert", file}, test.args...)...)
		if !strings.Contains(stdout, "took too long") {
			t.Errorf("a deadline by %s: the message is %q", name, stdout)
		}
	}
}

func TestConvertReportsUnusableLibreOffice(t *testing.T) {
	t.Parallel()
	file := place(t, "sample.docx", filepath.Join(t.TempDir(), "a.docx"))
	none := t.TempDir()
	stdout, _ := lecterntest.RunWithEnv(t, []string{"LECTERN_LIBREOFFICE=" + none}, 1, "convert", file)
	if !strings.Contains(stdout, none+" contains none") {
		t.Errorf("the message is %q", stdout)
	}
}
