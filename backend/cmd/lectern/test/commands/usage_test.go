package commands_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// shells contains a script for each shell. The script sources the completions in the file that is its first argument.
// The other arguments are a command line; the script prints the completions of its last word, one per line.
var shells = map[string][]string{
	"bash": {"bash", "--norc", "-c",
		`source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lectern 2>/dev/null; printf '%s\n' "${COMPREPLY[@]}"`},
	"fish": {"fish", "--no-config", "-c", `source $argv[1]; complete -C (string join ' ' -- $argv[2..])`},
	// This replacement of _arguments prints its arguments, which contain all completions that the real _arguments would
	// offer.
	"zsh": {"zsh", "--no-rcs", "-c", `_arguments() { print -rl -- "$@" }; words=("$@"); CURRENT=$#; source "$0"`},
}

func TestCompletions(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a letter.docx"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for shell := range shells {
		t.Run(shell, func(t *testing.T) {
			complete := completer(t, shell, folder)
			for _, test := range []struct{ line, want, unwanted string }{
				{"lectern ke", "key", "create"},
				{"lectern key ", "revoke", "serve"},
				{"lectern key create --ro", "--role", "--workers"},
				{"lectern serve --no-s", "--no-samples", "--output"},
				{"lectern --config x.json serve --work", "--workers", "--output"},
				{"lectern completion ", "fish", "key"},
				{"lectern-desktop --add", "--addr", "--output"},
			} {
				found := complete(test.line)
				if !strings.Contains(found, test.want) || regexp.MustCompile(`(?m)^`+test.unwanted+`\b`).MatchString(found) {
					t.Errorf("%q is completed with %q", test.line, found)
				}
			}
			if shell == "zsh" {
				return // zsh completes values and files itself
			}
			if found := complete("lectern convert --to p"); !strings.Contains(found, "png") || strings.Contains(found, "svg") {
				t.Errorf("a value is completed with %q", found)
			}
			if found := complete("lectern convert a"); !strings.Contains(found, "letter.docx") {
				t.Errorf("a file is completed with %q", found)
			}
		})
	}
}

// completer returns a function that completes the last word of a command line in a folder.
func completer(t *testing.T, shell, folder string) func(line string) string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skipf("%s is not installed: apt-get install %s", shell, shell)
	}
	script := filepath.Join(t.TempDir(), "lectern."+shell)
	if err := os.WriteFile(script, []byte(lecterntest.Run(t, 0, "completion", shell)), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(line string) string {
		args := slices.Concat(shells[shell][1:], []string{script}, strings.Split(line, " "))
		cmd := exec.Command(shell, args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "HOME="+folder)
		out, err := cmd.CombinedOutput()
		if _, failed := errors.AsType[*exec.ExitError](err); err != nil && !failed {
			t.Fatal(err)
		}
		// removes the descriptions that fish appends
		return regexp.MustCompile(`(?m)\t.*$`).ReplaceAllString(string(out), "")
	}
}

// The manual page has everything that --help prints, and nothing that is specific to this machine.
func TestManual(t *testing.T) {
	t.Parallel()
	page := lecterntest.Run(t, 0, "manual")
	plain := strings.NewReplacer(`\-`, "-", `\e`, `\`).Replace(page)
	for _, verb := range []string{"serve", "open", "convert", "render", "template check", "key create", "key list", "key revoke", "backup",
		"restore", "take-over", "config check", "doctor", "version", "completion"} {
		_, section, found := strings.Cut(plain, ".SS lectern "+verb+"\n")
		section, _, _ = strings.Cut(section, "\n.SS ")
		if !found {
			t.Errorf("it has no section on %s", verb)
		}
		help := lecterntest.Run(t, 0, append(strings.Fields(verb), "--help")...)
		for _, flag := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--(?:\[no-\])?([a-z-]+)`).FindAllStringSubmatch(help, -1) {
			if !strings.Contains(section, `\fB--`+flag[1]) {
				t.Errorf("%s --%s is not documented", verb, flag[1])
			}
		}
	}
	if home, err := os.UserHomeDir(); err != nil || strings.Contains(page, home+"/") {
		t.Errorf("it names the home %s, %v", home, err)
	}
	if _, err := exec.LookPath("groff"); err == nil {
		format := exec.Command("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z")
		format.Stdin = strings.NewReader(page)
		if out, err := format.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("groff: the message is %q, %v", out, err)
		}
	}
}
