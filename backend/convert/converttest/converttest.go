// Package converttest contains helpers for the tests of the converters: programs, configurations and files.
package converttest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
)

// Engine returns the folder of the LibreOffice to test with. It skips the test if there is none.
func Engine(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("LECTERN_LIBREOFFICE")
	if folder == "" {
		folder, _ = filepath.Abs("../../../build/libreoffice")
	}
	if _, err := os.Stat(filepath.Join(folder, "program")); err != nil {
		t.Skipf("needs the bundled LibreOffice, run 'make libreoffice': %v", err)
	}
	return folder
}

// OwnConverter returns the path of a converter program that only this test uses, so that its processes can be
// identified. The program is a copy of the converter in the folder LECTERN_BIN if that is set, or else a new build.
func OwnConverter(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "lectern-converter")
	command := exec.Command("go", "build", "-o", program, "lectern/converters/cmd/lectern-converter")
	if built := os.Getenv("LECTERN_BIN"); built != "" {
		command = exec.Command("cp", filepath.Join(built, "lectern-converter"), program)
	}
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return program
}

// OfficeConfig returns the default configuration for tests. The name of its folder contains characters that are special
// in URLs and arguments.
func OfficeConfig(t *testing.T) convert.Config {
	t.Helper()
	engine := Engine(t)
	program := OwnConverter(t)
	temp := filepath.Join(t.TempDir(), "a folder, of % and ü")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	return convert.Config{
		Converter: program, LibreOffice: engine, TempDir: temp,
		Deadline: time.Minute, Memory: 2 << 30, Workers: 2, Idle: time.Minute,
	}
}

// AssertNothingLeft fails the test if a process of the converter program is running, or if the folder for temporary
// files is not empty.
func AssertNothingLeft(t *testing.T, cfg convert.Config) {
	t.Helper()
	if pids := Processes(t, cfg.Converter); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	entries, err := os.ReadDir(cfg.TempDir)
	if err != nil || len(entries) > 0 {
		t.Errorf("files are left: %v, %v", entries, err)
	}
}

// Processes returns the ids of the living processes of a program, without zombies.
func Processes(t *testing.T, program string) []int {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, link := range links {
		var pid int
		if target, err := os.Readlink(link); err == nil && target == program {
			fmt.Sscanf(link, "/proc/%d/exe", &pid)
			pids = append(pids, pid)
		}
	}
	return pids
}

// RTF returns an RTF document with a number of pages.
func RTF(pages int) io.ReadSeeker {
	var out strings.Builder
	out.WriteString(`{\rtf1\ansi `)
	for page := range pages {
		if page > 0 {
			out.WriteString(`\page `)
		}
		for line := range 30 {
			fmt.Fprintf(&out, `Page %d, line %d: some words to lay out.\par `, page+1, line)
		}
	}
	out.WriteString("}")
	return strings.NewReader(out.String())
}

// LongText is a number of pages for which page 1 is ready long before the last page.
const LongText = 400

// ReasonOf returns the reason of a [*convert.Error]; empty for other errors.
func ReasonOf(err error) convert.Reason {
	var failed *convert.Error
	if errors.As(err, &failed) {
		return failed.Reason
	}
	return ""
}

// TempFile returns a new temporary file with the given content.
func TempFile(t *testing.T, content []byte) *os.File {
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
