package main

import (
	"net/http"
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
	t.Parallel()
	ofSQLite(t)
	root, readme := readReadme(t)
	blocks := regexp.MustCompile("(?s)<!-- walk-through -->\n```sh\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(blocks) != 3 {
		t.Fatalf("the README has %d walk-throughs", len(blocks))
	}
	s := start(t)
	want := [][]string{
		{`"status":"processing"`, `"viewable":true`, `"viewerURL":"` + s.URL, "Welcome to Lectern", `"name":"letter.docx"`},
		{"letter.docx: ", "Welcome to Lectern", "MuPDF"},
		{"out/invoice.pdf", "out/Invoice 2026-120 Zoë Brandt.docx", "out/all.pdf", `"taskID":"t-`, `"state":"completed"`, `"name":"invoice.docx"`, `"name":"invoice.pdf"`},
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

func readReadme(t *testing.T) (root string, readme []byte) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if readme, err = os.ReadFile(filepath.Join(root, "README.md")); err != nil {
		t.Fatal(err)
	}
	return root, readme
}

// TestReadmeExamples runs the README's programs, each of which prints where the document that it
// posts can be read.
func TestReadmeExamples(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	root, readme := readReadme(t)
	blocks := regexp.MustCompile("(?s)<!-- example -->\n```(\\w+)\n(.*?)```").FindAllSubmatch(readme, -1)
	interpreters := map[string][]string{
		"sh": {"bash", "-euo", "pipefail", "view.sh"}, "go": {"go", "run", "view.go"}, "python": {"python3", "view.py"}, "js": {"node", "view.mjs"},
	}
	if len(blocks) != len(interpreters) {
		t.Fatalf("the README has %d examples", len(blocks))
	}
	s := start(t)
	for _, block := range blocks {
		t.Run(string(block[1]), func(t *testing.T) {
			line := interpreters[string(block[1])]
			if _, err := exec.LookPath(line[0]); err != nil && line[0] == "python3" {
				t.Skip("python3 is not installed")
			}
			cmd := exec.Command(line[0], append(line[1:], "backend/samples/letter.docx")...)
			cmd.Dir = newcomersFolder(t, root)
			cmd.Env = append(os.Environ(), "API="+s.APIBase, "KEY="+s.key)
			if err := os.WriteFile(filepath.Join(cmd.Dir, line[len(line)-1]), block[2], 0o600); err != nil {
				t.Fatal(err)
			}
			said, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			address := strings.TrimSpace(string(said))
			if !strings.HasPrefix(address, s.URL+"/viewer/view?sessionId=") {
				t.Fatalf("it prints %s", said)
			}
			if status, page := s.asReader(http.MethodGet, address, ""); status != http.StatusOK || !strings.Contains(string(page), "letter.docx") {
				t.Errorf("the viewer answers %d %.200s", status, page)
			}
		})
	}
}
