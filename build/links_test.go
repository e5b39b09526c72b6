package build_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLinks checks that the links of the documentation lead to existing files and headings.
func TestLinks(t *testing.T) {
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("the pages cannot be listed outside of a clone")
	}
	if output, err := exec.Command("node", "links.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestLinksAreChecked checks that links.mjs reports broken links, and nothing else.
func TestLinksAreChecked(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"other.md": "# The other: a page\n\n## Part `one`, [two](none.md)\n\n## Part\n\n## Part\n",
		"page.md": "# Page\n\n[a](other.md) [b](other.md#the-other-a-page) [c](#page) [d](https://example.com/#x) [e](other.md#part-one-two)\n" +
			"[f](other.md#part-1)\n\n`[g](missing-1.md)`\n\n```md\n[h](missing-2.md)\n# Not a heading\n```\n\n" +
			"[i](missing-3.md)\n![j](missing-4.png) [k](other.md#missing-5)\n<img src=\"missing-6.png\">\n[l](#not-a-heading)\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	output, err := exec.Command("node", "links.mjs", filepath.Join(folder, "page.md")).Output()
	if exitCode(err) != 1 {
		t.Errorf("it exits with %v", err)
	}
	want := []string{"page.md:13: missing-3.md: ", "page.md:14: missing-4.png: ", "page.md:14: other.md#missing-5: ",
		"page.md:15: missing-6.png: ", "page.md:16: #not-a-heading: "}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(lines) != len(want) {
		t.Fatalf("it reports\n%s", output)
	}
	for i, line := range lines {
		if !strings.Contains(line, want[i]) {
			t.Errorf("it reports %q, want %q", line, want[i])
		}
	}
}

// TestReadmeIsShort limits the README to 150 lines of 120 characters. Details belong on the pages that it links to.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) > 150 {
		t.Errorf("it has %d lines", len(lines))
	}
	for i, line := range lines {
		if length := utf8.RuneCountInString(line); length > 120 {
			t.Errorf("line %d has %d characters", i+1, length)
		}
	}
}
