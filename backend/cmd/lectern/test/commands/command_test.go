package commands_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/library"
	"lectern/backend/library/doctor"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	if strings.ContainsAny(s.Key, " \n") || len(s.Key) < 43 {
		t.Errorf("the key is %q", s.Key)
	}
	list := lecterntest.Run(t, 0, "key", "list", "--data", s.Data)
	lines := strings.Split(strings.TrimSpace(list), "\n")
	if len(lines) != 2 || !strings.Contains(lines[1], "test") || strings.Contains(list, s.Key) {
		t.Fatalf("the list is %q", list)
	}
	if status, _ := s.Call(http.MethodGet, "/document/none", nil, nil); status != http.StatusNotFound {
		t.Errorf("with the key: status %d", status)
	}
	lecterntest.Run(t, 0, "key", "revoke", "--data", s.Data, strings.Fields(lines[1])[0])
	if status, _ := s.Call(http.MethodGet, "/document/none", nil, nil); status != http.StatusUnauthorized {
		t.Errorf("with the revoked key: status %d", status)
	}
	if _, stderr := lecterntest.RunWithEnv(t, nil, 1, "key", "revoke", "--data", s.Data, "nope"); !strings.Contains(stderr, "no key") {
		t.Errorf("an unknown key: %q", stderr)
	}
}

// TestNoKeyAndNoSessionInTheLog checks that the log contains neither API keys nor session ids, even at level debug.
//
// SECURITY.md, promise 36 (secret keys)
func TestNoKeyAndNoSessionInTheLog(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--log-level", "debug")
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	address := s.View(doc.ID)
	if status, _ := s.Call(http.MethodGet, address, nil, nil); status != 200 {
		t.Errorf("viewer page: %d", status)
	}
	_, id, _ := strings.Cut(address, "sessionId=")
	s.Call(http.MethodGet, s.URL+"/viewer/session/"+id+"/page/1.svg", nil, nil)
	s.Call(http.MethodGet, s.URL+"/viewer/session/"+id+"/nothing", nil, nil)
	s.Stop()
	if log := s.Log.String(); strings.Contains(log, id) || strings.Contains(log, s.Key) || !strings.Contains(log, "GET /viewer/view") {
		t.Errorf("the log is %s", log)
	}
}

// TestOneServerAFolder checks that a second server on the same data folder refuses to start, and names the address of
// the first server.
//
// SECURITY.md, promise 28 (second instance)
func TestOneServerAFolder(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	_, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", s.Data, "--addr", "127.0.0.1:0")
	if !strings.Contains(stderr, "running on this data folder") || !strings.Contains(stderr, s.URL) {
		t.Errorf("a second server: the message is %q", stderr)
	}
}

func TestPortTaken(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	address := strings.TrimPrefix(s.URL, "http://")
	_, stderr := lecterntest.RunWithEnv(t, nil, 1, "serve", "--data", t.TempDir(), "--addr", address)
	if !strings.Contains(stderr, address) || !strings.Contains(stderr, "in use") {
		t.Errorf("the message is %q", stderr)
	}
}

func TestWithoutLibreOffice(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	none := []string{"LECTERN_LIBREOFFICE=" + t.TempDir()}
	s := lecterntest.StartIn(t, t.TempDir(), none)
	const told = "Office documents cannot be converted on this server at present, because LibreOffice is " +
		"not available." // without a path, because readers see this message, too
	if doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID); doc.Status != "ready" {
		t.Errorf("the PDF is %+v", doc)
	}
	if doc := s.Wait(s.Upload("a.docx", lecterntest.Sample(t, "sample.docx")).ID); doc.Status != "failed" || doc.Message != told {
		t.Errorf("the Office document is %+v", doc)
	}
	stdout, _ := lecterntest.RunWithEnv(t, none, 0, "doctor", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
	if !strings.Contains(stdout, "make libreoffice") {
		t.Errorf("the doctor: the message is %s", stdout)
	}
	if stdout, _ := lecterntest.RunWithEnv(t, none, 1, "convert", filepath.Join(lecterntest.ProjectFolder(t), "backend", "samples",
		"testdata", "sample.docx"), "--output",
		t.TempDir()); !strings.Contains(stdout, "make libreoffice") {
		t.Errorf("a conversion: the message is %s", stdout)
	}
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	var findings []doctor.Finding
	text := lecterntest.Run(t, 0, "doctor", "--json", "--data", t.TempDir(), "--addr", "127.0.0.1:0")
	if err := json.Unmarshal([]byte(text), &findings); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	states := map[string]doctor.State{}
	for _, f := range findings {
		states[f.Check.String()] = f.State
		if f.State != doctor.Good && f.Remedy == "" {
			t.Errorf("%s has no mend: %+v", f.Check, f)
		}
	}
	for _, check := range []string{"data folder", "port", "PDF", "Office", "fonts"} {
		if states[check] != doctor.Good {
			t.Errorf("%s is %s: %s", check, states[check], text)
		}
	}
}

func TestWithoutADisplay(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	_, stderr := lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 1)
	if !strings.Contains(stderr, "lectern serve") {
		t.Errorf("the message is %q", stderr)
	}
}

func TestConvertCommand(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	source, out := t.TempDir(), t.TempDir()
	var files []string
	for _, name := range []string{"sample.docx", "sample.pdf", "damaged.docx"} {
		file := filepath.Join(source, name)
		if err := os.WriteFile(file, lecterntest.Sample(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	tests := []struct {
		to, extension, head string
	}{
		{"pdf", ".pdf", "%PDF-"},
		{"svg", "-1.svg", "<svg"},
		{"png", "-1.png", "\x89PNG"},
		{"text", ".txt", ""},
	}
	for _, test := range tests {
		t.Run(test.to, func(t *testing.T) {
			dir := filepath.Join(out, test.to)
			stdout, _ := lecterntest.RunWithEnv(t, nil, 1, append([]string{"convert", "--output", dir, "--to", test.to}, files...)...)
			lines := strings.Split(strings.TrimSpace(stdout), "\n")
			if len(lines) != len(files) || !strings.Contains(lines[2], "failed: The document is damaged") {
				t.Errorf("the message is %q", stdout)
			}
			made, err := os.ReadFile(filepath.Join(dir, "sample"+test.extension))
			if err != nil || !strings.HasPrefix(string(made), test.head) {
				t.Errorf("made %.20q, %v", made, err)
			}
		})
	}
	stdout := lecterntest.Run(t, 0, "convert", "--to", "text", "--output", out, files[0])
	text, err := os.ReadFile(filepath.Join(out, "sample.txt"))
	if err != nil || !strings.Contains(string(text), "Lectern sample") {
		t.Errorf("%s: %q, %v", stdout, text, err)
	}
}

func TestConvertKeepsAPDF(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	file := filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, lecterntest.Sample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if stdout := lecterntest.Run(t, 0, "convert", file); !strings.Contains(stdout, "already a PDF") {
		t.Errorf("the message is %q", stdout)
	}
}

func TestOpenUsesTheRunningServer(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	file := filepath.Join(t.TempDir(), "Letter.docx")
	if err := os.WriteFile(file, lecterntest.Sample(t, "sample.docx"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, _ := lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY="}, 0, "open", "--data", s.Data, file)
	if status, _ := s.Call(http.MethodGet, strings.TrimSpace(stdout), nil, nil); status != 200 {
		t.Errorf("it opened %q: status %d", stdout, status)
	}
	_, list := s.Call(http.MethodGet, "/document", nil, nil)
	if !strings.Contains(string(list), "Letter.docx") {
		t.Errorf("the library is %s", list)
	}
}

// TestOpenStartsAServer opens a file while no server runs. The command must start a server that keeps running after the
// command has ended.
func TestOpenStartsAServer(t *testing.T) {
	t.Parallel()
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.pdf")
	if err := os.WriteFile(file, lecterntest.Sample(t, "sample.pdf"), 0o600); err != nil {
		t.Fatal(err)
	}
	stdout, _ := lecterntest.RunWithEnv(t, []string{"DISPLAY=", "WAYLAND_DISPLAY=", "LECTERN_ADDR=127.0.0.1:0"}, 0, "open", "--data", data,
		file)
	instance, err := library.FindInstance(data)
	if err != nil {
		t.Fatal(err)
	}
	defer lecterntest.AwaitConvertersGone(t, data)
	defer func() { _ = syscall.Kill(instance.PID, syscall.SIGTERM) }()
	answer, err := http.Get(strings.TrimSpace(stdout))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(stdout, instance.URL) {
		t.Errorf("%q: %d", stdout, answer.StatusCode)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	if text := lecterntest.Run(t, 0, "version"); !strings.HasPrefix(text, "lectern ") {
		t.Errorf("the message is %q", text)
	}
	var fields map[string]string
	if err := json.Unmarshal([]byte(lecterntest.Run(t, 0, "version", "--json")), &fields); err != nil || fields["version"] == "" {
		t.Errorf("%v: %v", fields, err)
	}
}
