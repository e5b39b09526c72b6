package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// server is a Lectern server of the bench's own.
type server struct {
	process *exec.Cmd
	key     string
	URL     string `json:"url"`
	APIBase string `json:"apiBase"`
}

func startServer(ctx context.Context, bin, libreOffice, data string, args ...string) (*server, error) {
	program := filepath.Join(bin, "lectern")
	args = append([]string{"serve", "--data", data, "--addr", "127.0.0.1:0", "--log-level", "error"}, args...)
	s := &server{process: exec.Command(program, args...)}
	s.process.Env = append(os.Environ(), "LECTERN_LIBREOFFICE="+libreOffice)
	s.process.Stderr = os.Stderr
	stdout, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("%w: run 'make build'", err)
	}
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
	if err := json.Unmarshal(line, s); err != nil {
		return nil, err
	}
	key, err := exec.CommandContext(ctx, program, "key", "create", "--data", data, "bench").Output()
	s.key = strings.TrimSpace(string(key))
	return s, err
}

func (s *server) stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

// document is what the API says of one.
type document struct {
	ID        string `json:"id"`
	Status    string `json:"status"`
	PageCount int    `json:"pageCount"`
	Viewable  bool   `json:"viewable"`
	ViewerURL string `json:"viewerURL"`
}

// post uploads a file and measures until it is viewable, and until it is ready.
func (s *server) post(ctx context.Context, file string) (doc document, viewable, ready time.Duration, err error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return doc, 0, 0, err
	}
	begin := time.Now()
	if doc, err = s.call(ctx, http.MethodPost, "/document/upload?filename=bench"+filepath.Ext(file), bytes.NewReader(content)); err != nil {
		return doc, 0, 0, err
	}
	if doc, err = s.call(ctx, http.MethodGet, "/document/"+doc.ID+"?wait=viewable&timeout=120", nil); err != nil {
		return doc, 0, 0, err
	}
	viewable = time.Since(begin)
	doc, err = s.call(ctx, http.MethodGet, "/document/"+doc.ID+"?wait=ready&timeout=120", nil)
	return doc, viewable, time.Since(begin), err
}

// errShort tells of a document that has not all its pages.
func errShort(file string, doc document) error {
	return fmt.Errorf("%s is %s with %d pages", filepath.Base(file), doc.Status, doc.PageCount)
}

func (s *server) call(ctx context.Context, method, path string, payload io.Reader) (doc document, err error) {
	text, err := s.fetch(ctx, method, s.APIBase+path, payload)
	if err != nil {
		return doc, err
	}
	return doc, json.Unmarshal(text, &doc)
}

func (s *server) fetch(ctx context.Context, method, address string, payload io.Reader) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, payload)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", method, address, text)
	}
	return text, err
}
