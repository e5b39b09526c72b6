package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"lectern/backend/cmd/client"
	"lectern/backend/library"
)

// TestMain runs the tests. In a process that pageCommand has started, it runs the program with a page of the tests
// instead.
func TestMain(m *testing.M) {
	if page := os.Getenv("LECTERN_TEST_PAGE"); page != "" {
		os.Exit(showPage(page, os.Getenv("LECTERN_TEST_SERVER")))
	}
	os.Exit(m.Run())
}

// showPage runs the program with a page of the tests. If server is not empty, it opens only a window that connects to
// that server.
func showPage(page, server string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if server == "" {
		call, _, err := parse(os.Args[1:], os.Stdout, os.Stderr)
		if err == nil {
			err = run(ctx, "test", os.DirFS(page), call, os.Stderr)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	to := &client.Client{Instance: library.Instance{URL: server, APIBase: server + "/api/v0"}}
	w := newWindow(windowConfig{
		page: os.DirFS(page), server: to, data: os.Getenv("LECTERN_TEST_DATA"), version: "test",
		log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err := w.show(ctx); err != nil {
		return 1
	}
	return 0
}

// pageCommand returns a command that runs the program with a page of the tests.
func pageCommand(t *testing.T, display, page string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin, err := filepath.Abs(binFolder())
	if err != nil {
		t.Fatal(err)
	}
	c := tool(display, self, args...)
	c.Env = append(c.Env, "LECTERN_TEST_PAGE="+page,
		"LECTERN_CONVERTER="+filepath.Join(bin, "lectern-converter"))
	return c
}

// pageWindow starts a window with a page of the tests that connects to a server. It returns the log of the program.
func pageWindow(t *testing.T, display, page string, server http.Handler) *log {
	t.Helper()
	host := httptest.NewServer(server)
	t.Cleanup(func() {
		host.CloseClientConnections()
		host.Close()
	})
	c, said := pageCommand(t, display, page), new(log)
	c.Env = append(c.Env, "LECTERN_TEST_SERVER="+host.URL, "LECTERN_TEST_DATA="+t.TempDir())
	c.Stderr = said
	start(t, c)
	return said
}

// paged is the running program with a page of the tests, which executes scripts that the test sends.
type paged struct {
	*program
	page  string
	said  *log
	steps int
}

// launchPaged starts the program with a new data folder. Its window shows a web page of the tests instead of the
// application's own page.
func launchPaged(t *testing.T, display string, env ...string) *paged {
	t.Helper()
	p := newPaged(t, display)
	p.Env = append(p.Env, env...)
	p.run(t)
	return p
}

// newPaged returns the program with a page of the tests and a new data folder. It does not start the program.
func newPaged(t *testing.T, display string) *paged {
	t.Helper()
	page, data := t.TempDir(), t.TempDir()
	if err := os.CopyFS(page, os.DirFS("testdata/page")); err != nil {
		t.Fatal(err)
	}
	p := &paged{program: &program{display: display, data: data, ended: make(chan struct{})}, page: page, said: new(log)}
	p.Cmd = pageCommand(t, display, page, "--data", data, "--addr", "127.0.0.1:0")
	p.Stderr = p.said
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the program's output:\n%s", p.said)
		}
	})
	return p
}

// do executes the body of an async function in the page, and returns its result.
func (p *paged) do(t *testing.T, body string) (outcome any) {
	t.Helper()
	file := filepath.Join(p.page, fmt.Sprintf("step-%d.js", p.steps))
	if err := os.WriteFile(file+".new", []byte("export default async () => {\n"+body+"\n};\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
	begin := fmt.Sprintf("step %d ", p.steps)
	p.steps++
	if err := json.Unmarshal([]byte(p.awaitLine(t, begin)), &outcome); err != nil {
		t.Fatal(err)
	}
	return outcome
}

// awaitLine waits until the page logs a message with the given prefix, and returns the rest of the message.
func (p *paged) awaitLine(t *testing.T, begin string) (rest string) {
	t.Helper()
	await(t, "the page to say "+begin, func() bool {
		for line := range strings.Lines(p.said.String()) {
			_, quoted, _ := strings.Cut(strings.TrimSpace(line), "msg=")
			said, err := strconv.Unquote(quoted)
			if err != nil {
				said = quoted
			}
			var found bool
			if rest, found = strings.CutPrefix(said, begin); found {
				return true
			}
		}
		return false
	})
	return rest
}

// log collects the output of a program. It can be read while the program writes.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
