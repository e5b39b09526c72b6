package api_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestGeneratedClient generates a Go client from the description of the server, compiles it, and uses it to post a
// document, wait for it, create a session and read it. The generator is listed as a tool in the go.mod of
// testdata/client.
func TestGeneratedClient(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "client"))); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("go", "mod", "download"); err != nil {
		t.Skipf("the generator cannot be downloaded: %v\n%s", err, out)
	}
	status, description := s.Call(http.MethodGet, s.URL+"/openapi-3.0.json", http.Header{"Authorization": nil}, nil)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, description)
	}
	lecterntest.WriteFile(t, filepath.Join(folder, "openapi.json"), description)
	if err := os.Mkdir(filepath.Join(folder, "api"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := run("go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "api", "-o", "api/api.go",
		"openapi.json"); err != nil {
		t.Fatalf("no client can be generated: %v\n%s", err, out)
	}
	file := filepath.Join(folder, "letter.docx")
	lecterntest.WriteFile(t, file, lecterntest.Sample(t, "sample.docx"))
	if out, err := run("go", "run", ".", s.URL, s.Key, file); err != nil || strings.TrimSpace(out) != "done" {
		t.Errorf("the client: the message is %v\n%s", err, out)
	}
}
