package main

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

// The tests of this package run the real program, with real converters. They are parallel, as they wait
// more than they work, but for those in which so much has to happen in a time: before a deadline of
// seconds, or between two kills.

// program gives the path of a built program.
func program(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("LECTERN_BIN")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "build", "bin")
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

// patience bounds every wait for the program; it is reached only where something hangs.
const patience = 2 * time.Minute

// instance is a running server.
type instance struct {
	t    testing.TB
	cmd  *exec.Cmd
	data string
	key  string
	log  *journal
	listening
	ended chan error
}

// start starts a server over a data folder of its own.
func start(t testing.TB, args ...string) *instance {
	t.Helper()
	return startOn(t, t.TempDir(), nil, args...)
}

// startOn starts a server over a data folder, with further environment.
func startOn(t testing.TB, data string, env []string, args ...string) *instance {
	t.Helper()
	return startCommand(t, data, func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, env...) }, args...)
}

// journal is a log that is read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string { return string(j.Bytes()) }

// Bytes gives what is written until now.
func (j *journal) Bytes() []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	return bytes.Clone(j.text.Bytes())
}

// startCommand starts a server over a data folder by a command that is changed before.
func startCommand(t testing.TB, data string, change func(*exec.Cmd), args ...string) *instance {
	t.Helper()
	s := &instance{t: t, data: data, log: new(journal), ended: make(chan error, 1)}
	s.cmd = exec.Command(program(t, "lectern"), append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0"}, args...)...)
	s.cmd.Env = append(os.Environ(), engineOf(t, data)...)
	change(s.cmd)
	s.cmd.Stderr = s.log
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stdout)
	line, err := lines.ReadBytes('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("the server did not start: %s", s.log)
	}
	if err := json.Unmarshal(line, &s.listening); err != nil {
		t.Fatalf("the line on standard output is %q", line)
	}
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		s.ended <- s.cmd.Wait()
	}()
	t.Cleanup(s.stop)
	s.key = strings.TrimSpace(command(t, 0, "key", "create", "--data", data, "test"))
	return s
}

// stop ends the server as a service manager does.
func (s *instance) stop() {
	s.t.Helper()
	if s.cmd.ProcessState != nil {
		return
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return // it has ended
	}
	select {
	case err := <-s.ended:
		s.ended <- err
		if err != nil {
			s.t.Errorf("the server ended with %v: %s", err, s.log)
		}
	case <-time.After(patience):
		_ = s.cmd.Process.Kill()
		s.t.Error("the server does not stop")
	}
}

// kill ends the server as nothing should.
func (s *instance) kill() {
	s.t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
}

// command runs a verb, wants an exit code, and gives its standard output.
func command(t testing.TB, code int, args ...string) string {
	t.Helper()
	stdout, stderr := runCommand(t, nil, code, args...)
	if code == 0 && stderr != "" {
		t.Errorf("lectern %s: standard error has %q", strings.Join(args, " "), stderr)
	}
	return stdout
}

func runCommand(t testing.TB, env []string, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(t, "lectern"), args...)
	cmd.Env = append(append(os.Environ(), engineOf(t, dataOf(args))...), env...)
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

// body is a document or an error, as the API answers them.
type body struct {
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

// call makes a request with the key and gives the status and the body.
func (s *instance) call(method, path string, header http.Header, payload io.Reader) (int, []byte) {
	s.t.Helper()
	address := path
	if strings.HasPrefix(path, "/") {
		address = s.APIBase + path
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, payload)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	for name, values := range header {
		r.Header[name] = values
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s", method, path, err, s.log)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, text
}

// want makes a request, wants a status, and reads the answer.
func (s *instance) want(status int, method, path string, payload io.Reader) body {
	s.t.Helper()
	got, text := s.call(method, path, nil, payload)
	if got != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s\n%s", method, path, got, status, text, s.log)
	}
	return decode(s.t, text)
}

// decode reads an answer.
func decode(t testing.TB, text []byte) (b body) {
	t.Helper()
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatalf("the answer is %s", text)
	}
	return b
}

// upload posts a file's bytes.
func (s *instance) upload(name string, content []byte) body {
	s.t.Helper()
	return s.want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name, bytes.NewReader(content))
}

// wait gives the document when it is ready or failed.
func (s *instance) wait(id string) body {
	s.t.Helper()
	return s.want(http.StatusOK, http.MethodGet, "/document/"+id+"?wait=ready&timeout=120", nil)
}

// view makes a session of a document and gives its viewer's address.
func (s *instance) view(id string) string {
	s.t.Helper()
	return s.want(http.StatusOK, http.MethodPost, "/session?documentId="+id, nil).ViewerURL
}

// sample gives a file of the project's test documents.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "samples", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// fresh gives a test document in bytes that there have never been, so that no earlier
// conversion serves for it: an archive with a comment, or a PDF with one.
func fresh(t testing.TB, name string) []byte {
	t.Helper()
	content, comment := sample(t, name), rand.Text()
	if bytes.HasPrefix(content, []byte("PK")) {
		length := len(content) - 2 // the archive ends with its comment's length, which is 0
		content = binary.LittleEndian.AppendUint16(content[:length], uint16(len(comment)))
		return append(content, comment...)
	}
	return append(content, "\n%"+comment+"\n"...)
}

// descendants gives the processes below one, as their command lines.
func descendants(t testing.TB, pid int) []string {
	t.Helper()
	var found []string
	for _, child := range childPIDs(t, pid) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child)) // it may just have ended
		found = append(found, strings.ReplaceAll(string(line), "\x00", " "))
		found = append(found, descendants(t, child)...)
	}
	return found
}

// childPIDs gives the processes that one has started.
func childPIDs(t testing.TB, pid int) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has just ended
		}
		// See proc(5): pid (name) state parent …, where the name may hold anything.
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
