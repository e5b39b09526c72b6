package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/library"
	"lectern/backend/library/doctor"
)

// TestAddressOfTheSettings is that of the next start, where no flag says another one. 127.0.0.2 is
// this machine, too.
func TestAddressOfTheSettings(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	data := t.TempDir()
	s := startOn(t, data, nil)
	changed := s.fields(http.StatusOK, http.MethodPatch, "/settings", `{"addr":"127.0.0.2:0"}`)
	if status := s.fields(http.StatusOK, http.MethodGet, "/server", ""); changed["addr"] != "127.0.0.2:0" ||
		status["addr"] != strings.TrimPrefix(s.URL, "http://") ||
		status["addrFlag"] != true || status["reach"] != "machine" {
		t.Errorf("while it runs: %v, %v", changed["addr"], status)
	}
	s.stop()
	for flag, want := range map[string]string{"--addr=": "http://127.0.0.2:", "--addr=127.0.0.1:0": "http://127.0.0.1:"} {
		s := startOn(t, data, nil, flag)
		if status := s.fields(http.StatusOK, http.MethodGet, "/server", ""); !strings.HasPrefix(s.URL, want) ||
			status["addrFlag"] != (flag != "--addr=") {
			t.Errorf("with %s it listens on %s, and says %v", flag, s.URL, status)
		}
		s.stop()
	}
	stdout, _ := runCommand(t, nil, 0, "doctor", "--data", data)
	if !strings.Contains(stdout, "127.0.0.2:0 is free") {
		t.Errorf("the doctor says %s", stdout)
	}
}

// TestAddressThatIsNoMore is of a network in which the machine is not any more.
func TestAddressThatIsNoMore(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil)
	s.fields(http.StatusOK, http.MethodPatch, "/settings", `{"addr":"192.0.2.1:0"}`)
	s.stop()
	if s := startOn(t, data, nil, "--addr="); !strings.HasPrefix(s.URL, "http://127.0.0.1:") || !strings.Contains(s.log.String(),
		"none of this machine") {
		t.Errorf("it listens on %s, and logs %s", s.URL, s.log)
	}
}

func TestReachOfTheServer(t *testing.T) {
	t.Parallel()
	s := start(t, "--addr", "0.0.0.0:0")
	if status := s.fields(http.StatusOK, http.MethodGet, "/server", ""); status["reach"] != "network" || status["dataFolder"] != s.data ||
		status["version"] == "" {
		t.Errorf("%v", status)
	}
	s.key = fmt.Sprint(s.fields(http.StatusOK, http.MethodPost, "/key?name=k&role=read", "")["key"])
	if status := s.fields(http.StatusOK, http.MethodGet, "/server", ""); status["dataFolder"] != nil || status["url"] != s.URL {
		t.Errorf("with a key that reads: %v", status)
	}
}

// TestDoctorOfTheServer finds what the command finds.
func TestDoctorOfTheServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	status, text := s.call(http.MethodGet, "/doctor", nil, nil)
	var here, there []doctor.Finding
	if err := json.Unmarshal(text, &here); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if err := json.Unmarshal([]byte(command(t, 0, "doctor", "--json", "--data", s.data)), &there); err != nil {
		t.Fatal(err)
	}
	notDisk := func(f doctor.Finding) bool { return f.Check == "disk" } // on which others write
	if here, there = slices.DeleteFunc(here, notDisk), slices.DeleteFunc(there, notDisk); len(here) < 10 || !slices.Equal(here, there) {
		t.Errorf("the server finds %v, and the command %v", here, there)
	}
	if left, err := os.ReadDir(filepath.Join(s.data, "tmp")); err != nil ||
		slices.ContainsFunc(left, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "lectern-") }) {
		t.Errorf("it leaves %v, %v", left, err)
	}
}

type answeredRequest struct {
	Number         int64
	Method, Path   string
	Status         int
	Key, KeyID, At string
	RequestID      string
	Ms             float64
	Bytes          int64
}

// TestRequests looks at what was asked, in a list and as it comes.
//
// promise 36
func TestRequests(t *testing.T) {
	t.Parallel()
	s := start(t)
	doc := s.wait(s.upload("a.pdf", sample(t, "sample.pdf")).ID)
	address := s.view(doc.ID)
	session := address[strings.Index(address, "sessionId=")+len("sessionId="):]
	s.asReader(http.MethodGet, address, "")
	s.asReader(http.MethodGet, s.URL+"/viewer/session/"+session+"/page/1.svg", "")
	s.call(http.MethodGet, "/session/"+session, nil, nil)
	s.call(http.MethodGet, "/key", http.Header{"Authorization": {"wrong"}}, nil)
	var found []answeredRequest
	status, text := s.call(http.MethodGet, "/requests", nil, nil)
	if err := json.Unmarshal(text, &found); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if strings.Contains(string(text), session) || strings.Contains(string(text), s.key) {
		t.Errorf("a grant is in %s", text)
	}
	for _, want := range []answeredRequest{
		{Method: "POST", Path: "/api/v0/document/upload", Status: 200, Key: "test"},
		{Method: "GET", Path: "/api/v0/document/" + doc.ID, Status: 200, Key: "test"},
		{Method: "GET", Path: "/viewer/view", Status: 200},
		{Method: "GET", Path: "/viewer/session/…/page/1.svg", Status: 200},
		{Method: "GET", Path: "/api/v0/session/…", Status: 200, Key: "test"},
		{Method: "GET", Path: "/api/v0/key", Status: 401},
	} {
		if !slices.ContainsFunc(found, func(r answeredRequest) bool {
			return r.Method == want.Method && r.Path == want.Path && r.Status == want.Status && r.Key == want.Key && r.RequestID != "" &&
				r.At != "" && r.Ms > 0
		}) {
			t.Errorf("%+v is not in %s", want, text)
		}
	}
	requests := s.followRequests()
	if first := requests(); len(first) < len(found) || first[0] != found[0] {
		t.Errorf("the stream begins with %+v", first)
	}
	s.call(http.MethodGet, "/requests", nil, nil) // is not told of
	s.call(http.MethodGet, "/nothing", nil, nil)
	if next := requests(); len(next) != 1 || next[0].Path != "/api/v0/nothing" || next[0].Status != 404 {
		t.Errorf("then %+v came", next)
	}
}

// followRequests gives what reads the next requests of the stream.
func (s *instance) followRequests() (next func() []answeredRequest) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/requests/stream", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.t.Fatal(answer, err)
	}
	s.t.Cleanup(func() { cancel(); _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return func() (found []answeredRequest) {
		s.t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &found); err != nil {
					s.t.Fatal(err)
				}
				return found
			}
		}
		s.t.Fatal("the stream has ended: ", lines.Err())
		return nil
	}
}

// TestBackupToAFile is for the window and the command line alone.
//
// promise 29
func TestBackupToAFile(t *testing.T) {
	t.Parallel()
	ofSQLite(t)
	s := start(t)
	kept := s.wait(s.upload("kept.pdf", sample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	path := filepath.Join(folder, "backup.tar")
	payload := fmt.Sprintf(`{"path":%q}`, path)
	s.fields(http.StatusForbidden, http.MethodPost, "/backup", payload)
	local, err := library.FindInstance(s.data)
	if err != nil {
		t.Fatal(err)
	}
	own := s.key
	s.key = local.Key
	s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", `{"path":"backup.tar"}`)
	wrong := s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup",
		fmt.Sprintf(`{"path":%q}`, filepath.Join(folder, "none", "b.tar")))
	if !strings.Contains(fmt.Sprint(wrong["message"]), "no such file or directory") {
		t.Errorf("it says %v", wrong)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.data, link); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{filepath.Join(s.data, "lectern.db"), filepath.Join(s.data, "content", "b.tar"),
		filepath.Join(link, "lectern.db")} {
		refused := s.fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q}`, own))
		if !strings.Contains(fmt.Sprint(refused["message"]), "another folder") {
			t.Errorf("to %s: %v", own, refused["message"])
		}
	}
	for range 2 { // the second takes the place of the first
		s.fields(http.StatusOK, http.MethodPost, "/backup", payload)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	s.stop()
	data := filepath.Join(folder, "library")
	command(t, 0, "restore", "--data", data, path)
	restored := startOn(t, data, nil)
	restored.key = own
	if doc := restored.wait(kept.ID); doc.Status != "ready" {
		t.Errorf("restored: %+v", doc)
	}
}
