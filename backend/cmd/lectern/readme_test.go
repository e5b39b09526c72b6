package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeWalkThrough pastes the README's first steps into a shell, as a newcomer
// does, against a server on another port and folder than the README's.
func TestReadmeWalkThrough(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)<!-- walk-through -->\n```sh\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(blocks) != 2 {
		t.Fatalf("the README has %d walk-throughs", len(blocks))
	}
	s := start(t)
	want := [][]string{
		{`"status":"processing"`, `"viewable":true`, `"viewerURL":"` + s.URL, "Welcome to Lectern", `"name":"letter.docx"`},
		{"letter.docx: ", "Welcome to Lectern", "MuPDF"},
	}
	for i, block := range blocks {
		script := strings.ReplaceAll(string(block[1]), "http://127.0.0.1:7420", s.URL)
		script = strings.ReplaceAll(script, "build/bin/", filepath.Dir(program(t, "lectern"))+"/")
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", script)
		cmd.Dir = newcomersFolder(t, root)
		cmd.Env = append(os.Environ(), "LECTERN_DATA="+s.data, "LECTERN_ADDR=127.0.0.1:0")
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, said)
		}
		for _, part := range want[i] {
			if !strings.Contains(string(said), part) {
				t.Errorf("the answer lacks %q: %s", part, said)
			}
		}
		left, err := os.ReadDir(cmd.Dir)
		if err != nil || len(left) != 1 {
			t.Errorf("the walk-through leaves %v, %v", left, err)
		}
	}
}

// newcomersFolder gives a folder that has what the walk-through reads.
func newcomersFolder(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "backend"), filepath.Join(dir, "backend")); err != nil {
		t.Fatal(err)
	}
	return dir
}
