package office

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// build compiles a program of testdata with sources of this package, without any warning, and returns its path.
func build(t *testing.T, program string, sources ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), program)
	args := append([]string{"-std=gnu11", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
		"-Wall", "-Wextra", "-Werror", "-o", path, filepath.Join("testdata", program+".c")}, sources...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

// anyPID matches the line that reports the process of a job.
var anyPID = regexp.MustCompile(`(?m)^begun\t1\t[1-9][0-9]*\n`)

// TestHostileChild checks that a hostile child process of the converter can only affect its own document.
//
// SECURITY.md, promise 15 (damaged files), promise 18 (crashed converters)
func TestHostileChild(t *testing.T) {
	program := build(t, "hostile", "child_pool.c", "process.c", "protocol.c", "folder.c")
	tests := []struct{ mode, want string }{
		{"flood", "failed\t1\tcrashed\tthe child was ended by signal 9\n"},
		{"nothing-there", "failed\t1\tcrashed\tthe child was ended by signal 9\n"},
		{"another-job", "failed\t1\tcrashed\tthe child was ended by signal 9\n"},
		{"warm-twice", "failed\t1\tcrashed\tthe child was ended by signal 9\n"},
		{"forged", "failed\t1\tdamaged\tone whole 1\n"},
		{"after-the-end", "whole\t1\n"},
		{"lingers", "whole\t1\n"},
		{"memory", "failed\t1\tmemory\tthe child was ended by signal 11\n"},
		{"segv", "failed\t1\tcrashed\tthe child was ended by signal 11\n"},
		{"killed", "failed\t1\tkilled\tthe child was ended by signal 9\n"},
		{"terminated", "failed\t1\tkilled\tthe child was ended by signal 15\n"},
		{"leaves", "failed\t1\tcrashed\tthe child left with status 7\n"},
		{"silent", "failed\t1\tcrashed\tthe child was ended by signal 9\n"},
	}
	for _, test := range tests {
		t.Run(test.mode, func(t *testing.T) {
			folder := t.TempDir()
			makeJob(t, folder)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			command := exec.CommandContext(ctx, program, test.mode, folder)
			// The signal handlers of the sanitizers are disabled, because they would turn the signals into exits.
			command.Env = []string{"ASAN_OPTIONS=handle_segv=0:detect_leaks=0"}
			out, err := command.Output()
			begun := anyPID.FindIndex(out)
			if err != nil || begun == nil || begun[0] != 0 || string(out[begun[1]:]) != test.want {
				t.Errorf("the message is %q, %v; want its number, and %q", out, err, test.want)
			}
			left, _ := filepath.Glob(filepath.Join(folder, "child-*"))
			if len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func makeJob(t *testing.T, folder string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(folder, "job"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "job", "input"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLines(t *testing.T) {
	program := build(t, "lines", "protocol.c", "folder.c")
	long := strings.Repeat("x", 8192)
	tests := []struct{ name, in, want string }{
		{"fields", "a\tb\tc\n", "3\ta\tc\n"},
		{"one field", "a\n", "1\ta\ta\n"},
		{"empty fields", "\t\n", "2\t\t\n"},
		{"several lines", "a\nb\tc\n", "1\ta\ta\n2\tb\tc\n"},
		{"an unfinished line", "a\nb", "1\ta\ta\n"},
		{"too many fields", "1\t2\t3\t4\t5\t6\t7\t8\n", "-1\t\t\n"},
		{"control characters", "a\rb\x1bc\x7f\n", "1\ta b c \ta b c \n"},
		{"the longest line", long[:8191] + "\n", "1\t" + long[:8188] + "\n"},
		{"too long a line", "a\n" + long + "y\n", "1\ta\ta\noverlong\n"},
	}
	for _, test := range tests {
		command := exec.Command(program)
		command.Stdin = strings.NewReader(test.in)
		out, err := command.CombinedOutput()
		if err != nil || string(out) != test.want {
			t.Errorf("%s: %v\n got %.200q\nwant %.200q", test.name, err, out, test.want)
		}
	}
}

func TestPathURL(t *testing.T) {
	program := build(t, "lines", "protocol.c", "folder.c")
	tests := []struct{ path, want string }{
		{"/tmp/a-b_c.d~e", "file:///tmp/a-b_c.d~e"},
		{"/tmp/a b#c?d%", "file:///tmp/a%20b%23c%3Fd%25"},
		{"/ü", "file:///%C3%BC"},
		{"/" + strings.Repeat(" ", 30), "too long"},
	}
	for _, test := range tests {
		out, err := exec.Command(program, "url", test.path).CombinedOutput()
		if got := strings.TrimSuffix(string(out), "\n"); err != nil || got != test.want {
			t.Errorf("URL of %q is %q, %v; want %q", test.path, got, err, test.want)
		}
	}
}

// A child process can create a link in its folder. Removing the folder must not remove the link's target.
func TestFolderRemoveFollowsNoLink(t *testing.T) {
	program := build(t, "lines", "protocol.c", "folder.c")
	outside := filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(outside, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "removed")
	if err := os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"file": outside, "a/folder": filepath.Dir(outside)} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(program, "remove", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Lstat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	if _, err := os.Stat(outside); err != nil {
		t.Errorf("what a link pointed to is gone: %v", err)
	}
}

// Each asset has the format that its name says and is not empty, because an empty sample would not warm LibreOffice.
func TestAssets(t *testing.T) {
	for name, magic := range map[string]string{
		"settings.xcu": "<?xml", "sample.docx": "PK\x03\x04", "sample.xlsx": "PK\x03\x04", "sample.pptx": "PK\x03\x04",
	} {
		content, err := assets.ReadFile("assets/" + name)
		if err != nil || !bytes.HasPrefix(content, []byte(magic)) {
			t.Errorf("%s begins with %.8q, %v; want %q", name, content, err, magic)
		}
	}
}
