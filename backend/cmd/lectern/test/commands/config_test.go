package commands_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// settingsFile writes a file for --config.
func settingsFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestConfigFile sets max-upload in a settings file, which is passed by flag and by environment variable.
func TestConfigFile(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	path := settingsFile(t, `{"max-upload": 10, "log-format": "json"}`)
	for how, s := range map[string]*lecterntest.Server{
		"--config":       lecterntest.Start(t, "--config", path),
		"LECTERN_CONFIG": lecterntest.StartIn(t, t.TempDir(), []string{"LECTERN_CONFIG=" + path}),
	} {
		status, text := s.Call("POST", "/document/upload?filename=a.pdf", nil, strings.NewReader("more than ten bytes"))
		if status != 413 {
			t.Errorf("%s: %d %s", how, status, text)
		}
	}
}

func TestConfigFileIsRefused(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	path := settingsFile(t, `{"adr": "127.0.0.1:0"}`)
	_, stderr := lecterntest.RunWithEnv(t, nil, 2, "serve", "--data", t.TempDir(), "--config", path)
	if !strings.Contains(stderr, `did you mean "addr"?`) {
		t.Errorf("the message is %q", stderr)
	}
}

func TestConfigRefusedAtStart(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for name, test := range map[string]struct {
		env  []string
		args []string
		want string
	}{
		"another program":    {[]string{"LECTERN_CONVERTER=/bin/true"}, nil, "/bin/true is not Lectern's converter"},
		"a text":             {[]string{"LECTERN_CONVERTER=/etc/hostname"}, nil, "/etc/hostname cannot be used"},
		"an address of none": {nil, []string{"--addr", "192.0.2.1:7420"}, "192.0.2.1:7420"},
	} {
		args := append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, test.args...)
		_, stderr := lecterntest.RunWithEnv(t, test.env, 1, args...)
		if !strings.Contains(stderr, test.want) || strings.Contains(stderr, "may be used by another program") {
			t.Errorf("%s: the message is %q", name, stderr)
		}
	}
}

// fontsWithPipe returns a folder of fonts that contains a named pipe with the file name of a font.
func fontsWithPipe(t *testing.T) (folder, pipe string) {
	t.Helper()
	folder = t.TempDir()
	pipe = filepath.Join(folder, "company", "a.ttf")
	if err := errors.Join(os.Mkdir(filepath.Dir(pipe), 0o700), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	return folder, pipe
}

// TestWrongSettings checks that settings that are invalid or name a missing folder are reported like invalid arguments.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	fonts, pipe := fontsWithPipe(t)
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"fonts of the server": {[]string{"serve", "--fonts", "/nonexistent"},
			"--fonts must be a folder with fonts, but /nonexistent is not an existing folder"},
		"a pipe as fonts":       {[]string{"serve", "--fonts", pipe}, "but " + pipe + " is not an existing folder"},
		"fonts of the window":   {[]string{"--fonts", "/nonexistent"}, "but /nonexistent is not an existing folder"},
		"fonts of a conversion": {[]string{"convert", "a.pdf", "--fonts", "/nonexistent"}, "but /nonexistent is not an existing folder"},
		"a pipe among fonts": {[]string{"serve", "--fonts", fonts}, "--fonts must be a folder with fonts: remove " + pipe +
			" from it, which is neither a file nor a folder"},
		"a pipe of a conversion": {[]string{"convert", "a.pdf", "--fonts", fonts}, "remove " + pipe + " from it"},
		"a host that is none": {[]string{"serve", "--allow-host", "a b"},
			`--allow-host: "a b" is not a host name, an address, or a range`},
		"memory of which is none": {[]string{"serve", "--memory", "1"}, "--memory must be from"},
	} {
		if _, stderr := lecterntest.RunWithEnv(t, nil, 2, test.args...); !strings.Contains(stderr, test.want) {
			t.Errorf("%s: the message is %q", name, stderr)
		}
	}
}
