package build_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/build"
)

// TestMarkHasOneSource checks that no other file of the project draws Lectern's mark, and that no page has an icon of
// its own. Pages and programs use build/lectern.svg.
func TestMarkHasOneSource(t *testing.T) {
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("the sources cannot be listed outside of a clone")
	}
	output, err := exec.Command("git", "-C", "..", "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(` d="([^"]*)"`).FindStringSubmatch(build.Mark)
	if lines == nil {
		t.Fatal("the mark has no path to look for")
	}
	embedded := regexp.MustCompile(`rel="icon"\s+href="data:`)
	for _, name := range strings.Fields(string(output)) {
		if !slices.Contains([]string{".html", ".mjs", ".ts", ".svelte", ".go", ".css", ".svg"}, path.Ext(name)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			continue // removed, but not committed yet
		}
		if name != "build/lectern.svg" && strings.Contains(string(text), lines[1]) || embedded.Match(text) {
			t.Errorf("%s has a copy of the mark or another icon: use build/lectern.svg", name)
		}
	}
}
