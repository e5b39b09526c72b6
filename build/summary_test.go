package build_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const (
	goPassed = `{"Action":"run","Package":"a","Test":"TestOne"}
{"Action":"pass","Package":"a","Test":"TestOne/sub"}
{"Action":"pass","Package":"a","Test":"TestOne"}
{"Action":"skip","Package":"a","Test":"TestTwo"}
{"Action":"pass","Package":"a"}
`
	goFailed = `{"Action":"fail","Package":"a","Test":"TestOne"}
{"Action":"fail","Package":"a"}
`
	goBroken     = `{"Action":"fail","Package":"does-not-compile"}` + "\n"
	vitestPassed = `{"numPassedTests":3,"numFailedTests":0,"numPendingTests":1,"numTodoTests":0,
		"testResults":[{"status":"passed","assertionResults":[{"status":"passed"}]}]}`
	vitestFailed = `{"numPassedTests":1,"numFailedTests":1,"numPendingTests":0,"numTodoTests":0,
		"testResults":[{"status":"failed","assertionResults":[{"status":"failed"}]}]}`
	vitestBroken = `{"numPassedTests":0,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,
		"testResults":[{"status":"failed","assertionResults":[]}]}`
	vitestEmpty = `{"numPassedTests":0,"numFailedTests":0,"numPendingTests":0,"numTodoTests":0,"testResults":[]}`
)

func TestSummary(t *testing.T) {
	tests := []struct {
		name, golang, vitest string
		want                 string
		code                 int
	}{
		{"all pass", goPassed, vitestPassed, "5 passed, 0 failed, 2 skipped\n", 0},
		{"a Go test fails", goPassed + goFailed, vitestPassed, "5 passed, 1 failed, 2 skipped\n", 1},
		{"a Go package does not compile", goPassed + goBroken, vitestPassed, "5 passed, 1 failed, 2 skipped\n", 1},
		{"a TypeScript test fails", goPassed, vitestFailed, "3 passed, 1 failed, 1 skipped\n", 1},
		{"a TypeScript file does not load", goPassed, vitestBroken, "2 passed, 1 failed, 1 skipped\n", 1},
		{"no TypeScript file is found", goPassed, vitestEmpty, "2 passed, 1 failed, 1 skipped\n", 1},
		{"a report is missing", goPassed, "", "2 passed, 1 failed, 1 skipped\n", 1},
		{"nothing ran", "", vitestEmpty, "0 passed, 1 failed, 0 skipped\n", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			golang, vitest := filepath.Join(dir, "go.json"), filepath.Join(dir, "vitest.json")
			write(t, golang, test.golang)
			if test.vitest != "" {
				write(t, vitest, test.vitest)
			}
			got, err := exec.Command("node", "summary.mjs", golang, "--", vitest).Output()
			if string(got) != test.want {
				t.Errorf("printed %q, want %q", got, test.want)
			}
			if code := exitCode(err); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
		})
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// exitCode returns the exit code of a command whose Run returned err, or -1 if the command did not run.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
