package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestConvertAcceptsFilesAndFlagsInAnyOrder names files before, between and after flags.
func TestConvertAcceptsFilesAndFlagsInAnyOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"a.pdf", "b.pdf", "c.pdf"} {
		files = append(files, place(t, "sample.pdf", filepath.Join(dir, name)))
	}
	out := filepath.Join(dir, "out")
	for _, args := range [][]string{
		{files[0], "--to", "text", files[1], "--output", out, files[2]},
		{files[0], "--to=text", files[1], "-vo", out, files[2]},
		{"--to", "text", files[0], "-v", files[1], "-o" + out, "--", files[2]},
	} {
		stdout := lecterntest.Run(t, 0, append([]string{"convert"}, args...)...)
		if lines := strings.Fields(stdout); len(lines) != 6 || lines[0] != files[0]+":" || lines[2] != files[1]+":" || lines[4] != files[2]+":" {
			t.Errorf("%q: the message is %q", args, stdout)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "convert", files[0], "--json", files[1]); !strings.Contains(stderr,
		"unknown flag --json") {
		t.Errorf("an unknown flag: the message is %q", stderr)
	}
	if stdout := lecterntest.Run(t, 1, "convert", "--", "--to"); !strings.Contains(stdout, "--to: failed") {
		t.Errorf("a file with the name of a flag: the message is %q", stdout)
	}
}

// TestHelpAsACommand checks that the command help prints the same as --help.
func TestHelpAsACommand(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, verb := range []string{"", "serve", "key", "key create"} {
		verbs := strings.Fields(verb)
		want := lecterntest.Run(t, 0, append(verbs, "--help")...)
		if got := lecterntest.Run(t, 0, append([]string{"help"}, verbs...)...); got != want {
			t.Errorf("help %s prints %s", verb, got)
		}
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 2, "help", "convrt"); !strings.Contains(stderr, "convrt") {
		t.Errorf("the message is %s", stderr)
	}
}
