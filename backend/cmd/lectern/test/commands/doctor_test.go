package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// engineFolder returns a folder that looks like an installation of a LibreOffice version, but whose LibreOffice cannot
// run.
func engineFolder(t *testing.T, version string) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "program", "versionrc")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("UpdateID=LibreOffice_"+version+"_en-US\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestDoctorExplainsUnusableLibreOffice(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ folder, want string }{
		"wrong path": {"/nonexistent", "/nonexistent contains none"},
		"too old":    {engineFolder(t, "7"), "is version 7, but 25 or newer is required"},
		"broken":     {engineFolder(t, "25"), "cannot be loaded"},
	} {
		stdout, _ := lecterntest.RunWithEnv(t, []string{"LECTERN_LIBREOFFICE=" + test.folder}, 0, "doctor", "--data", t.TempDir(), "--addr",
			"127.0.0.1:0")
		if !strings.Contains(stdout, test.want) || strings.Contains(stdout, "not found") {
			t.Errorf("%s: the message is %s", name, stdout)
		}
	}
}

func TestDoctorRefusesAnotherConverter(t *testing.T) {
	t.Parallel()
	stdout, _ := lecterntest.RunWithEnv(t, []string{"LECTERN_CONVERTER=/bin/true"}, 1, "doctor", "--data", t.TempDir(), "--addr",
		"127.0.0.1:0")
	if !strings.Contains(stdout, "failed   PDF          /bin/true is not Lectern's converter") {
		t.Errorf("the message is %s", stdout)
	}
}

func TestDoctorBlamesFontsForThemselves(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--fonts", "/nonexistent")
	if !strings.Contains(stdout, "failed   fonts        the folder /nonexistent does not exist") ||
		!strings.Contains(stdout, "ok       Office") {
		t.Errorf("the message is %s", stdout)
	}
}

func TestDoctorMakesNoLibrary(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	data := filepath.Join(parent, "typo", "library")
	stdout, _ := lecterntest.RunWithEnv(t, nil, 0, "doctor", "--data", data, "--addr", "127.0.0.1:0")
	if !strings.Contains(stdout, "ok       data folder  "+data+" is created at the first start") ||
		!strings.Contains(stdout, "ok       disk ") {
		t.Errorf("the message is %s", stdout)
	}
	if entries, err := os.ReadDir(parent); err != nil || len(entries) > 0 {
		t.Errorf("it has made %v, %v", entries, err)
	}
}

func TestDoctorNamesAPipeAmongFonts(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	fonts, pipe := fontsWithPipe(t)
	stdout, _ := lecterntest.RunWithEnv(t, nil, 1, "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--fonts", fonts)
	if !strings.Contains(stdout, "failed   fonts        "+pipe+" is neither a file nor a folder") {
		t.Errorf("the message is %s", stdout)
	}
}

// The command doctor runs converters that try to escape the sandbox, and reports each layer that has stopped them.
func TestDoctorProbesTheSandbox(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	stdout, _ := lecterntest.RunWithEnv(t, nil, 0, "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
	for _, kind := range []string{"PDF", "Office"} {
		if !strings.Contains(stdout, "ok       sandbox      "+kind+" converters tried to escape in 17 ways, and all were blocked") {
			t.Errorf("%s: the message is %s", kind, stdout)
		}
	}
}
