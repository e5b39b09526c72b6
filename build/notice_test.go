// Package build_test tests the files that accompany the programs: the script that starts them, the summary of a test
// run, and the list of third-party software.
package build_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestNoticeNamesEveryLinkedModule(t *testing.T) {
	notice, err := os.ReadFile("../NOTICE.md")
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}",
		"lectern", "lectern/backend/cmd/lectern", "lectern/converters/cmd/lectern-converter")
	list.Stderr = os.Stderr
	modules, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, module := range strings.Fields(string(modules)) {
		if seen[module] {
			continue
		}
		seen[module] = true
		if !named(string(notice), module) {
			t.Errorf("NOTICE.md does not name %s", module)
		}
	}
	if len(seen) == 0 {
		t.Error("no module is linked")
	}
}

// named reports whether the notice names the module. A module of River may be abbreviated to the last part of its path.
func named(notice, module string) bool {
	last := module[strings.LastIndex(module, "/")+1:]
	return strings.Contains(notice, "`"+module+"`") ||
		strings.HasPrefix(module, "github.com/riverqueue/river/") && strings.Contains(notice, last+"`")
}
