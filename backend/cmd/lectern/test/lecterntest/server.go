package lecterntest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Most tests are parallel, because they spend more time waiting than computing. Tests are not parallel if something
// must happen within a few seconds, before a deadline, or between two kills of the server.

// Program returns the path of a built program.
func Program(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("LECTERN_BIN")
	if dir == "" {
		dir = filepath.Join(ProjectFolder(t), "build", "bin")
	}
	path, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is not built: run 'make build'", path)
	}
	return path
}

// WaitTimeout is the time limit of every wait. It is reached only if something hangs.
const WaitTimeout = 5 * time.Minute

// WaitQuery returns the query of a request that waits until a document or a task has a state. Its limit is below
// [WaitTimeout].
func WaitQuery(state string) string { return "?wait=" + state + "&timeout=240" }

// StartMessage is the line that a server prints on standard output when it listens. It contains the addresses of the
// server.
type StartMessage struct {
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
	DataDir string `json:"dataDir"`
}

// Server is a running server.
type Server struct {
	T    testing.TB
	Cmd  *exec.Cmd
	Data string
	Key  string
	Log  *logBuffer
	StartMessage
	Ended chan error
}

// Start starts a server on a new data folder.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	data := t.TempDir()
	if OnPostgres() {
		return StartIn(t, data, nil, args...)
	}
	key := copyNewLibrary(t, data)
	s := startProgram(t, data, func(*exec.Cmd) {}, args...)
	s.Key = key
	return s
}

// StartIn starts a server on a data folder with additional environment variables.
func StartIn(t testing.TB, data string, env []string, args ...string) *Server {
	t.Helper()
	return StartCommand(t, data, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, env...) }, args...)
}

// logBuffer is a log that can be read while a server writes it.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *logBuffer) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *logBuffer) String() string { return string(j.Bytes()) }

// Bytes returns a copy of the log so far.
func (j *logBuffer) Bytes() []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	return bytes.Clone(j.text.Bytes())
}

// StartCommand starts a server on a data folder. The function change, if not nil, may modify the command before its
// start.
func StartCommand(t testing.TB, data string, change func(*exec.Cmd), args ...string) *Server {
	t.Helper()
	s := startProgram(t, data, change, args...)
	s.Key = createKey(t, data)
	return s
}

// startProgram starts a server, and waits until it listens. It does not create an API key.
func startProgram(t testing.TB, data string, change func(*exec.Cmd), args ...string) *Server {
	t.Helper()
	s := &Server{T: t, Data: data, Log: new(logBuffer), Ended: make(chan error, 1)}
	s.Cmd = exec.Command(Program(t, "lectern"), append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0"}, args...)...)
	s.Cmd.Env = append(os.Environ(), DatabaseEnv(t, data)...)
	change(s.Cmd)
	s.Cmd.Stderr = s.Log
	stdout, err := s.Cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		_ = s.Cmd.Wait()
		t.Fatalf("the server did not start: %s", s.Log)
	}
	if err := json.Unmarshal(line, &s.StartMessage); err != nil {
		t.Fatalf("the line on standard output is %q", line)
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		s.Ended <- s.Cmd.Wait()
	}()
	t.Cleanup(s.Stop)
	return s
}

// Stop stops the server with SIGTERM and waits for its end.
func (s *Server) Stop() {
	s.T.Helper()
	if s.Cmd.ProcessState != nil {
		return
	}
	if err := s.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return // it has ended already
	}
	select {
	case err := <-s.Ended:
		s.Ended <- err
		if err != nil {
			s.T.Errorf("the server ended with %v: %s", err, s.Log)
		}
	case <-time.After(WaitTimeout):
		_ = s.Cmd.Process.Kill()
		s.T.Error("the server does not stop")
	}
}

// Kill kills the server with SIGKILL and waits for its end.
func (s *Server) Kill() {
	s.T.Helper()
	if err := s.Cmd.Process.Kill(); err != nil {
		s.T.Fatal(err)
	}
	<-s.Ended
}

// Run runs a command, checks its exit code, and returns its standard output.
func Run(t testing.TB, code int, args ...string) string {
	t.Helper()
	stdout, stderr := RunWithEnv(t, nil, code, args...)
	if code == 0 && stderr != "" {
		t.Errorf("lectern %s: standard error has %q", strings.Join(args, " "), stderr)
	}
	return stdout
}

func RunWithEnv(t testing.TB, env []string, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), WaitTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, Program(t, "lectern"), args...)
	cmd.Env = append(append(os.Environ(), DatabaseEnv(t, DataFolder(args))...), env...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("lectern %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, &out, &log)
	}
	return out.String(), log.String()
}

// Document is a document or an error as the API returns it.
type Document struct {
	ID                    string `json:"id"`
	Name                  string `json:"name"`
	Status                string `json:"status"`
	PageCount             int    `json:"pageCount"`
	CreatedAt             string `json:"createdAt"`
	OriginalURL           string `json:"originalURL"`
	DownloadFilename      string `json:"downloadFilename"`
	OriginalDocumentSaved bool   `json:"originalDocumentSaved"`
	Viewable              bool   `json:"viewable"`
	Message               string `json:"message"`
	Reason                string `json:"reason"`
	ViewerURL             string `json:"viewerURL"`
	ExpiresAt             string `json:"expiresAt"`
}

// Call makes a request with the key and returns the status and the body.
func (s *Server) Call(method, path string, header http.Header, payload io.Reader) (int, []byte) {
	s.T.Helper()
	address := path
	if strings.HasPrefix(path, "/") {
		address = s.APIBase + path
	}
	ctx, cancel := context.WithTimeout(context.Background(), WaitTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, payload)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	for name, values := range header {
		r.Header[name] = values
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatalf("%s %s: %v\n%s", method, path, err, s.Log)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return answer.StatusCode, text
}

// Want makes a request, checks the status, and decodes the response.
func (s *Server) Want(status int, method, path string, payload io.Reader) Document {
	s.T.Helper()
	got, text := s.Call(method, path, nil, payload)
	if got != status {
		s.T.Fatalf("%s %s: status %d, want %d: %s\n%s", method, path, got, status, text, s.Log)
	}
	return DecodeDocument(s.T, text)
}

// DecodeDocument decodes a response.
func DecodeDocument(t testing.TB, text []byte) (b Document) {
	t.Helper()
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatalf("the answer is %s", text)
	}
	return b
}

// Upload posts a file.
func (s *Server) Upload(name string, content []byte) Document {
	s.T.Helper()
	return s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name, bytes.NewReader(content))
}

// Wait waits until a document is ready or failed and returns it.
func (s *Server) Wait(id string) Document {
	s.T.Helper()
	return s.Want(http.StatusOK, http.MethodGet, "/document/"+id+WaitQuery("ready"), nil)
}

// View creates a session of a document and returns the address of its viewer.
func (s *Server) View(id string) string {
	s.T.Helper()
	return s.Want(http.StatusOK, http.MethodPost, "/session?documentId="+id, nil).ViewerURL
}

// Sample returns the content of a test document.
func Sample(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(ProjectFolder(t), "backend", "samples", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// UniqueSample returns a test document with a unique comment, so that the server cannot reuse an earlier conversion.
func UniqueSample(t testing.TB, name string) []byte {
	t.Helper()
	content, comment := Sample(t, name), rand.Text()
	if bytes.HasPrefix(content, []byte("PK")) {
		length := len(content) - 2 // the last two bytes are the length of the comment, which is 0
		content = binary.LittleEndian.AppendUint16(content[:length], uint16(len(comment)))
		return append(content, comment...)
	}
	return append(content, "\n%"+comment+"\n"...)
}

// ChildPIDs returns the ids of the child processes of a process.
func ChildPIDs(t testing.TB, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended in the meantime
		}
		// See proc(5): pid (name) state parent …. The name may contain any characters.
		var child, parent int
		var state string
		_, tail, _ := strings.Cut(string(text[bytes.LastIndexByte(text, ')'):]), ") ")
		if _, err := fmt.Sscan(tail, &state, &parent); err != nil || parent != pid {
			continue
		}
		if _, err := fmt.Sscan(string(text), &child); err == nil {
			found = append(found, child)
		}
	}
	return found
}
