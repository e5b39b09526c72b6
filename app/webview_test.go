package app

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// TestMain is a window on a page of the tests' own where the test of that page says so.
func TestMain(m *testing.M) {
	if page := os.Getenv("LECTERN_TEST_PAGE"); page != "" {
		os.Exit(showPage(page, os.Getenv("LECTERN_TEST_SERVER")))
	}
	os.Exit(m.Run())
}

// showPage shows a window as the program's, but for its page and its server.
func showPage(page, server string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	w := &window{
		page:   os.DirFS(page),
		server: server,
		bridge: &Bridge{apiBase: server + "/api/v0"},
		log:    slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	if err := w.show(ctx); err != nil {
		return 1
	}
	return 0
}

// pageWindow starts a window on a page of the tests' own, which knows of a server. What it logs is
// in said.
func pageWindow(t *testing.T, display, page string, server http.Handler) *log {
	t.Helper()
	host := httptest.NewServer(server)
	t.Cleanup(func() {
		host.CloseClientConnections()
		host.Close()
	})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, said := tool(display, self), new(log)
	c.Env = append(c.Env, "WAYLAND_DISPLAY=", "GDK_BACKEND=x11", "NO_AT_BRIDGE=1", "LECTERN_TEST_PAGE="+page, "LECTERN_TEST_SERVER="+host.URL)
	c.Stderr = said
	start(t, c)
	return said
}

// log is what a program says, to be read while it does.
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

// promise 32: neither the bridge nor Wails' runtime is reached from a page of another origin in
// the window, nor from one that such a page makes.
func TestFramesDoNotReachTheProgram(t *testing.T) {
	display := screen(t)
	opened := browser(t)
	tried := make(chan string)
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/hostile", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "testdata/hostile.html")
	})
	server.HandleFunc("GET /api/v0/within", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	})
	server.HandleFunc("POST /api/v0/tried", func(_ http.ResponseWriter, r *http.Request) { tried <- r.FormValue("held") })
	held := make(chan string, 1)
	server.HandleFunc("GET /api/v0/tried", func(w http.ResponseWriter, _ *http.Request) {
		held <- <-tried
		w.Header().Set("Access-Control-Allow-Origin", "*")
	})
	said := pageWindow(t, display, "testdata/frames", server)

	await(t, "the page's own message", func() bool { return strings.Contains(said.String(), "said by the page itself") })
	if got := <-held; got != "undefined" {
		t.Errorf("the frame holds the object by which the program is called: %s", got)
	}
	if strings.Count(said.String(), "said by") != 1 {
		t.Errorf("frames were heard:\n%s", said)
	}
	if _, err := os.Stat(opened); err == nil {
		t.Error("a frame had the browser opened")
	}
}

// The window keeps its page: another address is not shown in it, and a link that a person clicks
// opens in the browser.
func TestLinksLeaveTheWindow(t *testing.T) {
	display := screen(t)
	opened := browser(t)
	led := make(chan struct{})
	server := http.NewServeMux()
	server.HandleFunc("GET /api/v0/elsewhere", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		close(led)
	})
	server.HandleFunc("GET /api/v0/led", func(w http.ResponseWriter, _ *http.Request) {
		<-led
		w.Header().Set("Access-Control-Allow-Origin", "*")
	})
	said := pageWindow(t, display, "testdata/links", server)

	await(t, "the page", func() bool { return strings.Contains(said.String(), "the page is ready") })
	await(t, "the browser", func() bool {
		_ = tool(display, "xdotool", "mousemove", "640", "450", "click", "1").Run()
		content, err := os.ReadFile(opened)
		return err == nil && strings.TrimSpace(string(content)) == "https://example.com/away"
	})
	await(t, "the page after the click", func() bool { return strings.Contains(said.String(), "the page is still there") })
}
