package commands_test

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

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/library"
	"lectern/backend/library/doctor"
)

// TestAddressOfTheSettings changes the listen address in the settings to 127.0.0.2, which is another address of this
// machine. The new address applies from the next start, unless a flag overrides it.
func TestAddressOfTheSettings(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	changed := s.Fields(http.StatusOK, http.MethodPatch, "/settings", `{"addr":"127.0.0.2:0"}`)
	if status := s.Fields(http.StatusOK, http.MethodGet, "/server", ""); changed["addr"] != "127.0.0.2:0" ||
		status["addr"] != strings.TrimPrefix(s.URL, "http://") ||
		status["addrFlag"] != true || status["reach"] != "machine" {
		t.Errorf("while it runs: %v, %v", changed["addr"], status)
	}
	s.Stop()
	for flag, want := range map[string]string{"--addr=": "http://127.0.0.2:", "--addr=127.0.0.1:0": "http://127.0.0.1:"} {
		s := lecterntest.StartIn(t, data, nil, flag)
		if status := s.Fields(http.StatusOK, http.MethodGet, "/server", ""); !strings.HasPrefix(s.URL, want) ||
			status["addrFlag"] != (flag != "--addr=") {
			t.Errorf("with %s it listens on %s, and the message is %v", flag, s.URL, status)
		}
		s.Stop()
	}
	stdout, _ := lecterntest.RunWithEnv(t, nil, 0, "doctor", "--data", data)
	if !strings.Contains(stdout, "127.0.0.2:0 is free") {
		t.Errorf("the doctor: the message is %s", stdout)
	}
}

// TestAddressThatIsNoMore starts a server whose stored address belongs to a network that the machine has left. The
// server must listen on the default address.
func TestAddressThatIsNoMore(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	s.Fields(http.StatusOK, http.MethodPatch, "/settings", `{"addr":"192.0.2.1:0"}`)
	s.Stop()
	if s := lecterntest.StartIn(t, data, nil, "--addr="); !strings.HasPrefix(s.URL, "http://127.0.0.1:") || !strings.Contains(s.Log.String(),
		"not one of this machine") {
		t.Errorf("it listens on %s, and logs %s", s.URL, s.Log)
	}
}

func TestReachOfTheServer(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--addr", "0.0.0.0:0")
	if status := s.Fields(http.StatusOK, http.MethodGet, "/server", ""); status["reach"] != "network" || status["dataFolder"] != s.Data ||
		status["version"] == "" {
		t.Errorf("%v", status)
	}
	s.Key = fmt.Sprint(s.Fields(http.StatusOK, http.MethodPost, "/key?name=k&role=read", "")["key"])
	if status := s.Fields(http.StatusOK, http.MethodGet, "/server", ""); status["dataFolder"] != nil || status["url"] != s.URL {
		t.Errorf("with a key that reads: %v", status)
	}
}

// TestDoctorOfTheServer compares the findings of a running server with those of the command doctor.
func TestDoctorOfTheServer(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	status, text := s.Call(http.MethodGet, "/doctor", nil, nil)
	var here, there []doctor.Finding
	if err := json.Unmarshal(text, &here); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if err := json.Unmarshal([]byte(lecterntest.Run(t, 0, "doctor", "--json", "--data", s.Data)), &there); err != nil {
		t.Fatal(err)
	}
	notDisk := func(f doctor.Finding) bool { return f.Check == "disk" } // because other processes change its free space
	if here, there = slices.DeleteFunc(here, notDisk), slices.DeleteFunc(there, notDisk); len(here) < 10 || !slices.Equal(here, there) {
		t.Errorf("the server finds %v, and the command %v", here, there)
	}
	if left, err := os.ReadDir(filepath.Join(s.Data, "tmp")); err != nil ||
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

// TestRequests reads the log of recent requests, as a list and as a stream.
//
// SECURITY.md, promise 36 (secret keys)
func TestRequests(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	address := s.View(doc.ID)
	session := address[strings.Index(address, "sessionId=")+len("sessionId="):]
	s.CallWithoutKey(http.MethodGet, address, "")
	s.CallWithoutKey(http.MethodGet, s.URL+"/viewer/session/"+session+"/page/1.svg", "")
	s.Call(http.MethodGet, "/session/"+session, nil, nil)
	s.Call(http.MethodGet, "/key", http.Header{"Authorization": {"wrong"}}, nil)
	var found []answeredRequest
	status, text := s.Call(http.MethodGet, "/requests", nil, nil)
	if err := json.Unmarshal(text, &found); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if strings.Contains(string(text), session) || strings.Contains(string(text), s.Key) {
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
	requests := followRequests(s)
	if first := requests(); len(first) < len(found) || first[0] != found[0] {
		t.Errorf("the stream begins with %+v", first)
	}
	s.Call(http.MethodGet, "/requests", nil, nil) // a request for this list is not listed itself
	s.Call(http.MethodGet, "/nothing", nil, nil)
	if next := requests(); len(next) != 1 || next[0].Path != "/api/v0/nothing" || next[0].Status != 404 {
		t.Errorf("then %+v came", next)
	}
}

// followRequests returns a function that reads the next requests from the stream.
func followRequests(s *lecterntest.Server) (next func() []answeredRequest) {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(s.T.Context(), lecterntest.WaitTimeout)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.APIBase+"/requests/stream", nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		s.T.Fatal(answer, err)
	}
	s.T.Cleanup(func() { cancel(); _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return func() (found []answeredRequest) {
		s.T.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &found); err != nil {
					s.T.Fatal(err)
				}
				return found
			}
		}
		s.T.Fatal("the stream has ended: ", lines.Err())
		return nil
	}
}

// TestBackupToAFile checks that only the desktop window and the command line can write a backup to a file of the
// server.
//
// SECURITY.md, promise 29 (backup and restore)
func TestBackupToAFile(t *testing.T) {
	t.Parallel()
	lecterntest.RequireSQLite(t)
	s := lecterntest.Start(t)
	kept := s.Wait(s.Upload("kept.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	folder := t.TempDir()
	path := filepath.Join(folder, "backup.tar")
	payload := fmt.Sprintf(`{"path":%q}`, path)
	s.Fields(http.StatusForbidden, http.MethodPost, "/backup", payload)
	local, err := library.FindInstance(s.Data)
	if err != nil {
		t.Fatal(err)
	}
	own := s.Key
	s.Key = local.Key
	s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", `{"path":"backup.tar"}`)
	wrong := s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup",
		fmt.Sprintf(`{"path":%q}`, filepath.Join(folder, "none", "b.tar")))
	if !strings.Contains(fmt.Sprint(wrong["message"]), "no such file or directory") {
		t.Errorf("the message is %v", wrong)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(s.Data, link); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{filepath.Join(s.Data, "lectern.db"), filepath.Join(s.Data, "content", "b.tar"),
		filepath.Join(link, "lectern.db")} {
		refused := s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/backup", fmt.Sprintf(`{"path":%q}`, own))
		if !strings.Contains(fmt.Sprint(refused["message"]), "another folder") {
			t.Errorf("to %s: %v", own, refused["message"])
		}
	}
	for range 2 { // the second request replaces the first
		s.Fields(http.StatusOK, http.MethodPost, "/backup", payload)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	s.Stop()
	data := filepath.Join(folder, "library")
	lecterntest.Run(t, 0, "restore", "--data", data, path)
	restored := lecterntest.StartIn(t, data, nil)
	restored.Key = own
	if doc := restored.Wait(kept.ID); doc.Status != "ready" {
		t.Errorf("restored: %+v", doc)
	}
}
