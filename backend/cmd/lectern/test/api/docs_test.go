package api_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// walkThrough marks a block of commands in the documentation that a test runs.
const walkThrough = "<!-- walk-through -->"

// TestWalkThroughs runs the walk-throughs of the documentation in a shell. It replaces the port and the data folder in
// their commands by the port and the data folder of the server under test.
func TestWalkThroughs(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	root := lecterntest.ProjectFolder(t)
	s := lecterntest.Start(t)
	for path, want := range map[string][]string{
		"README.md": {`"status":"processing"`, `"viewable":true`, `"viewerURL":"` + s.URL, "Welcome to Lectern", `"name":"letter.docx"`},

		"backend/OPERATING.md": {"letter.docx: ", "Welcome to Lectern", "MuPDF"},

		"converters/template/README.md": {"out/invoice.pdf", "out/Invoice 2026-120 Zoë Brandt.docx", "out/all.pdf", `"taskID":"t-`,
			`"state":"completed"`,
			`"name":"invoice.docx"`, `"name":"invoice.pdf"`},
	} {
		t.Run(path, func(t *testing.T) {
			script := strings.ReplaceAll(walkThroughOf(t, root, path), "http://127.0.0.1:7420", s.URL)
			script = strings.ReplaceAll(script, "build/bin/", filepath.Dir(lecterntest.Program(t, "lectern"))+"/")
			cmd := exec.Command("bash", "-euo", "pipefail", "-c", script)
			cmd.Dir = newcomersFolder(t, root)
			cmd.Env = append(os.Environ(), "LECTERN_DATA="+s.Data, "LECTERN_ADDR=127.0.0.1:0")
			output, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%v: %s", err, output)
			}
			for _, part := range want {
				if !strings.Contains(string(output), part) {
					t.Errorf("the output lacks %q: %s", part, output)
				}
			}
			left, err := os.ReadDir(cmd.Dir)
			if err != nil || len(left) != 1 {
				t.Errorf("the walk-through leaves %v, %v", left, err)
			}
		})
	}
}

// walkThroughOf returns the only walk-through of a page of the documentation.
func walkThroughOf(t *testing.T, root, path string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)"+walkThrough+"\n```sh\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) != 1 || strings.Count(string(text), walkThrough) != 1 {
		t.Fatalf("%s has %d walk-throughs", path, len(blocks))
	}
	return string(blocks[0][1])
}

// TestWalkThroughsAreRun checks that [TestWalkThroughs] runs every walk-through of the documentation.
func TestWalkThroughsAreRun(t *testing.T) {
	t.Parallel()
	list := exec.Command("git", "grep", "-l", "-x", "-e", walkThrough, "--", "*.md")
	list.Dir = lecterntest.ProjectFolder(t)
	output, err := list.Output()
	if err != nil {
		t.Skipf("the pages cannot be listed outside of a clone: %v", err)
	}
	if want := "README.md\nbackend/OPERATING.md\nconverters/template/README.md\n"; string(output) != want {
		t.Errorf("the pages with walk-throughs are\n%s, want\n%s", output, want)
	}
}

// newcomersFolder returns a folder with the files that the commands of the walk-throughs read.
func newcomersFolder(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "backend"), filepath.Join(dir, "backend")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// clientExample returns an example program. The API guide and the developer page of the desktop window show the
// examples.
func clientExample(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(lecterntest.ProjectFolder(t), "frontend/src/studio/developers/examples", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestClientExamples runs the example programs that post a document and print the address of its viewer.
func TestClientExamples(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	root := lecterntest.ProjectFolder(t)
	s := lecterntest.Start(t)
	for _, line := range [][]string{{"bash", "-euo", "pipefail", "view.sh"}, {"go", "run", "view.go"}, {"python3", "view.py"},
		{"node", "view.mjs"}} {
		name := line[len(line)-1]
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(line[0]); err != nil && line[0] == "python3" {
				t.Skip("python3 is not installed")
			}
			cmd := exec.Command(line[0], append(line[1:], "letter.docx")...)
			cmd.Dir = t.TempDir()
			if err := os.Symlink(filepath.Join(root, "backend/samples/letter.docx"), filepath.Join(cmd.Dir, "letter.docx")); err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(os.Environ(), "API="+s.APIBase, "KEY="+s.Key)
			if err := os.WriteFile(filepath.Join(cmd.Dir, name), clientExample(t, name), 0o600); err != nil {
				t.Fatal(err)
			}
			output, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, output)
			}
			address := strings.TrimSpace(string(output))
			if !strings.HasPrefix(address, s.URL+"/viewer/view?sessionId=") {
				t.Fatalf("it prints %s", output)
			}
			if status, page := s.CallWithoutKey(http.MethodGet, address, ""); status != http.StatusOK ||
				!strings.Contains(string(page), "letter.docx") {
				t.Errorf("the viewer: got status %d %.200s", status, page)
			}
		})
	}
}

// TestVerifyExamples runs the examples that verify the signature of a webhook, with the signed body and with a changed
// body.
//
// SECURITY.md, promise 37 (signed webhooks)
func TestVerifyExamples(t *testing.T) {
	t.Parallel()
	const secret, body = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", `[{"type":"document.ready"}]`
	signer, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	signature, err := signer.Sign("msg_1", now, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	headers := `{"webhook-id": "msg_1", "webhook-timestamp": "` + strconv.FormatInt(now.Unix(), 10) + `", "webhook-signature": "` +
		signature + `"}`
	python := "import sys\n" + string(clientExample(t, "verify.py")) + "sys.exit(0 if verify(sys.argv[1], " + headers +
		", sys.argv[2].encode()) else 1)\n"
	node := string(clientExample(t, "verify.mjs")) + "verify(process.argv.at(-2), " + headers + ", process.argv.at(-1));\n"
	for name, line := range map[string][]string{"verify.py": {"python3", "-c", python}, "verify.mjs": {"node", "--input-type=module",
		"-e", node, "--"}} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(line[0]); err != nil && line[0] == "python3" {
				t.Skip("python3 is not installed")
			}
			for text, want := range map[string]bool{body: true, body + " ": false} {
				cmd := exec.Command(line[0], append(line[1:], secret, text)...)
				cmd.Dir = filepath.Join(lecterntest.ProjectFolder(t), "frontend") // has the package standardwebhooks
				output, err := cmd.CombinedOutput()
				if (err == nil) != want {
					t.Errorf("with %q: %v, want success %v: %s", text, err, want, output)
				}
			}
		})
	}
}
