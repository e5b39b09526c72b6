package http_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// dial opens a connection to the server with a deadline of lecterntest.WaitTimeout for reading and writing.
func dial(s *lecterntest.Server) (net.Conn, error) {
	address, err := url.Parse(s.URL)
	if err != nil {
		return nil, err
	}
	c, err := net.DialTimeout("tcp", address.Host, lecterntest.WaitTimeout)
	if err != nil {
		return nil, err
	}
	return c, c.SetDeadline(time.Now().Add(lecterntest.WaitTimeout))
}

// head returns a request without its body.
func head(s *lecterntest.Server, method, path string, fields ...string) string {
	host := strings.TrimPrefix(s.URL, "http://")
	return method + " " + path + " HTTP/1.1\r\n" + strings.Join(append([]string{"Host: " + host, "Content-Length: 1000"}, fields...),
		"\r\n") + "\r\n\r\n"
}

// statusOfUnsentBody sends a request whose body never arrives. It waits until the server closes the connection, and
// returns the status of the response.
func statusOfUnsentBody(s *lecterntest.Server, request string) (status int, err error) {
	c, err := dial(s)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		return 0, err
	}
	in := bufio.NewReader(c)
	answer, err := http.ReadResponse(in, nil)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, answer.Body)
	if err == nil {
		_, err = io.Copy(io.Discard, in) // reads until the server closes the connection
	}
	return answer.StatusCode, err
}

// TestBodiesThatNeverArrive sends requests whose declared body never arrives, to routes that need no body and to
// routes that reject the request.
//
// SECURITY.md, promise 46 (bounded requests)
func TestBodiesThatNeverArrive(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	key := "Authorization: " + s.Key
	for _, test := range []struct {
		request string
		want    int
	}{
		{head(s, "GET", "/healthz"), 200},
		{head(s, "GET", "/viewer/public/embed.js"), 200},
		{head(s, "GET", "/viewer/view"), 400},
		{head(s, "GET", "/nothing"), 404},
		{head(s, "POST", "/nothing"), 404},
		{head(s, "PUT", "/healthz"), 405},
		{head(s, "GET", "/viewer/session/nothing/state"), 404},
		{head(s, "POST", "/viewer/view/nothing/reading"), 404},
		{head(s, "POST", "/api/v0/document/upload"), 401},
		{head(s, "POST", "/v1/task", "Content-Type: application/json"), 401},
		{head(s, "POST", "/api/v0/document/upload", key, "Origin: https://elsewhere.example"), 403},
		{strings.Replace(head(s, "POST", "/api/v0/document/upload", key), "Host: ", "Host: elsewhere.example\r\nX-Host: ", 1), 403},
		{head(s, "GET", "/api/v0/document", key), 200},
	} {
		t.Run(strings.ReplaceAll(strings.Join(strings.Fields(test.request)[:2], " "), "/", "_"), func(t *testing.T) {
			t.Parallel()
			if status, err := statusOfUnsentBody(s, test.request); status != test.want || err != nil {
				t.Errorf("%q: %d %v, not %d", test.request, status, err, test.want)
			}
		})
	}
}

// TestRoutesWithoutABody sends a body that never arrives to each operation that expects no body. The server must
// respond and close the connection.
//
// SECURITY.md, promise 46 (bounded requests)
func TestRoutesWithoutABody(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	var description struct {
		Paths map[string]map[string]struct {
			RequestBody json.RawMessage
			Responses   map[string]struct{ Content map[string]json.RawMessage }
		}
	}
	status, text := s.Call(http.MethodGet, s.URL+"/openapi.json", nil, nil)
	if err := json.Unmarshal(text, &description); status != http.StatusOK || err != nil {
		t.Fatalf("%d %v", status, err)
	}
	parameter := regexp.MustCompile(`\{\w+\}`)
	for path, methods := range description.Paths {
		for method, operation := range methods {
			_, endless := operation.Responses["200"].Content["text/event-stream"]
			// A response of /doctor takes too long for this test.
			if operation.RequestBody != nil || endless || strings.HasSuffix(path, "/doctor") {
				continue
			}
			request := head(s, strings.ToUpper(method), parameter.ReplaceAllString(path, "x"), "Authorization: "+s.Key)
			t.Run(method+strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
				t.Parallel()
				if status, err := statusOfUnsentBody(s, request); status == 0 || status == http.StatusRequestTimeout || err != nil {
					t.Errorf("%q: %d %v", request, status, err)
				}
			})
		}
	}
}

// stalledRequests returns the beginnings of different requests. The rest of the requests is never sent.
func stalledRequests(s *lecterntest.Server) []string {
	return []string{
		head(s, "GET", "/healthz"),
		head(s, "POST", "/api/v0/document/upload", "Authorization: "+s.Key, "Content-Type: application/pdf"),
		"GET /healthz HTTP/1.1\r\nHost: ",
		"",
	}
}

// limitDescriptors returns a function that limits the number of file descriptors of a server. The argument count is the
// limit.
func limitDescriptors(count int) func(*exec.Cmd) {
	return func(cmd *exec.Cmd) {
		cmd.Args = append([]string{"sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, count), cmd.Path}, cmd.Args[1:]...)
		cmd.Path = "/bin/sh"
	}
}

// stall opens connections with requests that never complete, and returns the connections.
func stall(s *lecterntest.Server, count int) []net.Conn {
	s.T.Helper()
	requests := stalledRequests(s)
	conns := make([]net.Conn, 0, count)
	for i := range count {
		c, err := dial(s)
		if err != nil {
			s.T.Fatal(err)
		}
		s.T.Cleanup(func() { _ = c.Close() })
		_, _ = io.WriteString(c, requests[i%len(requests)]) // the server may have closed the connection
		conns = append(conns, c)
	}
	return conns
}

// healthy returns an error unless the server responds on a new connection.
func healthy(s *lecterntest.Server) error {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: lecterntest.WaitTimeout}
	answer, err := client.Get(s.URL + "/healthz")
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("got status %d", answer.StatusCode)
	}
	return nil
}

// awaitHealth waits until the server responds over a new connection.
func awaitHealth(s *lecterntest.Server) {
	s.T.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(lecterntest.WaitTimeout); healthy(s) != nil; <-tick.C {
		if time.Now().After(end) {
			s.T.Fatal("the server does not respond")
		}
	}
}

// TestDescriptorsRunOut opens more stalled connections than the server may have file descriptors. The server stays
// available, and logs a warning at most once a minute.
//
// SECURITY.md, promise 46 (bounded requests)
func TestDescriptorsRunOut(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.StartCommand(t, t.TempDir(), limitDescriptors(256))
	begin := time.Now()
	for range 3 {
		conns := stall(s, 100)
		if err := healthy(s); err != nil {
			t.Errorf("with %d connections: %v", len(conns), err)
		}
		if open := descriptors(s); open > 256*9/10 {
			t.Errorf("%d of 256 descriptors are open", open)
		}
	}
	const line = "close to the limit of open descriptors"
	most := 1 + int(time.Since(begin)/time.Minute) // one warning per minute
	if lines := strings.Count(s.Log.String(), line); lines < 1 || lines > most {
		t.Errorf("%d lines of the log say %q, want 1 to %d: %s", lines, line, most, s.Log)
	}
	if doc := s.Wait(s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID); doc.Status != "ready" {
		t.Errorf("a document is %+v", doc)
	}
}

// descriptors returns the number of open file descriptors of the server.
func descriptors(s *lecterntest.Server) int {
	s.T.Helper()
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.Cmd.Process.Pid))
	if err != nil {
		s.T.Skip("needs /proc")
	}
	return len(open)
}

// TestStressDescriptors measures how long the server does not respond while stalled connections use up its file
// descriptors.
//
// SECURITY.md, promise 46 (bounded requests)
func TestStressDescriptors(t *testing.T) {
	if !lecterntest.StressEnabled() {
		t.Skip("it takes a minute: 'make stress' runs it")
	}
	s := lecterntest.StartCommand(t, t.TempDir(), limitDescriptors(256))
	var silences []time.Duration
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		conns := stall(s, 300)
		for range 20 {
			begin := time.Now()
			awaitHealth(s)
			silences = append(silences, time.Since(begin))
		}
		for _, c := range conns {
			_ = c.Close()
		}
	}
	slices.Sort(silences)
	t.Logf("/healthz with 300 stalled connections and 256 descriptors: %d requests, median %s, longest silence %s (target 15s)",
		len(silences), silences[len(silences)/2], silences[len(silences)-1])
	if worst := silences[len(silences)-1]; worst > 15*time.Second {
		t.Errorf("/healthz is silent for %s", worst)
	}
}
