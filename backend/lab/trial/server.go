// Package trial runs real Lectern servers for tests and measurements.
package trial

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// stopTimeout is how long a server may take to stop. It is longer than the server's own time limit for stopping.
const stopTimeout = 30 * time.Second

// Programs contains the locations of the programs that run in servers.
type Programs struct {
	Bin         string // folder of the built programs
	LibreOffice string // folder of LibreOffice
	// Wrapper is a command that starts each server, such as one that enters a network namespace; nil for none.
	Wrapper []string
}

// Server is a running Lectern server. Only one test or measurement uses it.
type Server struct {
	Key     string // API key
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`

	process *exec.Cmd
	output  io.Reader     // standard output
	ended   chan struct{} // closed when the process has ended, if Await was called
	result  error
}

// Start starts a server on a data folder, and creates an API key. The argument args has further arguments of the
// server, and env has further environment variables. The log of the server is written to log.
func (p Programs) Start(ctx context.Context, data string, log io.Writer, env []string, args ...string) (*Server, error) {
	s, err := p.Launch(data, log, env, args...)
	if err != nil {
		return nil, err
	}
	err = s.Await()
	if err == nil {
		s.Key, err = p.CreateKey(ctx, data, env)
	}
	if err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// Launch starts a server like [Programs.Start], but does not wait until the server accepts connections, and creates no
// API key.
func (p Programs) Launch(data string, log io.Writer, env []string, args ...string) (*Server, error) {
	args = append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0", "--log-level", "error"}, args...)
	line := append(append(slices.Clone(p.Wrapper), filepath.Join(p.Bin, "lectern")), args...)
	s := &Server{process: exec.Command(line[0], line[1:]...), ended: make(chan struct{})}
	s.process.Env = p.environment(env)
	s.process.Stderr = log
	// the kernel kills the server when this program ends
	s.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := StartProcess(s.process); err != nil {
		return nil, fmt.Errorf("%w: run 'make build'", err)
	}
	s.output = stdout
	return s, nil
}

func (p Programs) environment(extra []string) []string {
	return append(append(os.Environ(), "LECTERN_LIBREOFFICE="+p.LibreOffice), extra...)
}

// Await waits until the server accepts connections. It must be called only once.
func (s *Server) Await() error {
	line, err := bufio.NewReader(s.output).ReadBytes('\n')
	go func() {
		s.result = s.process.Wait()
		close(s.ended)
	}()
	if err == nil {
		err = json.Unmarshal(line, s)
	}
	if err != nil {
		return fmt.Errorf("the server did not start: %w", err)
	}
	return nil
}

// CreateKey creates an API key in the library of a data folder. If the environment variables name a database, it
// creates the key in that database.
func (p Programs) CreateKey(ctx context.Context, data string, env []string) (string, error) {
	command := exec.CommandContext(ctx, filepath.Join(p.Bin, "lectern"), "key", "create", "--data", data, "trial")
	command.Env = p.environment(env)
	key, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("create API key: %w", err)
	}
	return strings.TrimSpace(string(key)), nil
}

// PID returns the process id of the server.
func (s *Server) PID() int { return s.process.Process.Pid }

// Kill kills the server with SIGKILL.
func (s *Server) Kill() error { return s.process.Process.Kill() }

// Ended returns a channel that is closed when the server has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Stop stops the server with SIGTERM. It returns an error if the server failed, or had to be killed because it exceeded
// the time limit.
func (s *Server) Stop() error {
	_ = s.process.Process.Signal(syscall.SIGTERM) // fails if the process has ended, which is detected below
	select {
	case <-s.ended:
		return s.result
	case <-time.After(stopTimeout):
		_ = s.process.Process.Kill()
		<-s.ended
		return fmt.Errorf("the server did not stop within %s", stopTimeout)
	}
}

// Document is a document as the API describes it.
type Document struct {
	ID        string `json:"id"`
	Status    string `json:"status"`
	Message   string `json:"message"`
	PageCount int    `json:"pageCount"`
	Viewable  bool   `json:"viewable"`
	ViewerURL string `json:"viewerURL"`
}

// Post uploads a file under a name and returns the new document.
func (s *Server) Post(ctx context.Context, name string, content []byte) (Document, error) {
	return s.Call(ctx, http.MethodPost, "/document/upload?filename="+name, bytes.NewReader(content))
}

// Wait waits until a document has reached a state (viewable or ready) or has failed. After two minutes it returns the
// document in its current state.
func (s *Server) Wait(ctx context.Context, id, state string) (Document, error) {
	return s.Call(ctx, http.MethodGet, "/document/"+id+"?wait="+state+"&timeout=120", nil)
}

// Call sends a request to the API, and decodes the document in the response.
func (s *Server) Call(ctx context.Context, method, path string, payload io.Reader) (doc Document, err error) {
	text, err := s.Fetch(ctx, method, s.APIBase+path, payload)
	if err != nil {
		return doc, err
	}
	return doc, json.Unmarshal(text, &doc)
}

// StatusError is the error for a response with a status other than 200.
type StatusError struct {
	Method, Address string
	Status          int
	Message         string // message in the response, or its whole body
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("%s %s: %d %s", e.Method, e.Address, e.Status, e.Message)
}

// statusError returns the error for a response.
func statusError(r *http.Request, status int, text []byte) error {
	problem := struct {
		Message string `json:"message"`
	}{}
	if json.Unmarshal(text, &problem) != nil || problem.Message == "" {
		problem.Message = string(text)
	}
	return &StatusError{Method: r.Method, Address: r.URL.String(), Status: status, Message: problem.Message}
}

// Fetch sends a request with the server's API key, and returns the body of the response. For a status other than 200 it
// returns a [*StatusError].
func (s *Server) Fetch(ctx context.Context, method, address string, payload io.Reader) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, payload)
	if err != nil {
		return nil, err
	}
	return s.do(r)
}

// Send posts JSON, and returns the body of the response like [Server.Fetch].
func (s *Server) Send(ctx context.Context, address, text string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	return s.do(r)
}

func (s *Server) do(r *http.Request) ([]byte, error) {
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = statusError(r, answer.StatusCode, text)
	}
	return text, err
}
