package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/skratchdot/open-golang/open"
)

// webview allows only the page of the window to access the program.
//
// Wails puts the object that sends messages to the program into every page in the web view, including frames of other
// origins. It checks only the URL of the outermost page. Therefore webview removes the object from all pages. Only a
// script that WebKit injects into the page of the window gets it. The script runs in an isolated world that no page can
// access. The page of the window sends events to the script, which forwards them to the program as messages.
type webview struct {
	server     string            // address of the server in this program; frames may show its pages
	onDownload func(path string) // called with the path of a completed download
	log        *slog.Logger
	confined   chan struct{}
}

func newWebview(server string, onDownload func(path string), log *slog.Logger) *webview {
	return &webview{server: server, onDownload: onDownload, confined: make(chan struct{}), log: log}
}

// gate adds a Content-Security-Policy to the page. It does not serve the page before access to the program has been
// restricted.
func (v *webview) gate(next http.Handler) http.Handler {
	policy := v.policy()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-v.confined
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// policy returns a Content-Security-Policy. It allows the page to load its own resources, to send requests to the
// server in this program, and to show the server's viewer in frames.
func (v *webview) policy() string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data: " + v.server + "; " +
		"font-src 'self' data:; connect-src " + v.server + "; frame-src " + v.server + "; base-uri 'none'; form-action 'none'"
}

// unusedPath returns a path in a folder for a new file. If a file with the name exists, the path contains a number.
func unusedPath(folder, name string) string {
	name = filepath.Base(filepath.Clean("/" + name))
	if name == "/" {
		name = "document"
	}
	extension := filepath.Ext(name)
	stem := strings.TrimSuffix(name, extension)
	for number := 2; ; number++ {
		path := filepath.Join(folder, name)
		if _, err := os.Lstat(path); err != nil {
			return path
		}
		name = fmt.Sprintf("%s (%d)%s", stem, number, extension)
	}
}

// openExternal opens the URL of a link in the default browser or mail program. It returns false if the URL must not be
// opened there.
func (v *webview) openExternal(address string) bool {
	if strings.HasPrefix(address, v.server+"/viewer/session/") || !isExternalURL(address) {
		return false
	}
	go func() { _ = open.Start(address) }() // in the background, because nobody would see an error of the other program
	return true
}

// isExternalURL reports whether a URL may be passed to the default browser or mail program.
func isExternalURL(address string) bool {
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch strings.ToLower(parsed.Scheme) {
	case "http", "https":
		return parsed.Host != ""
	case "mailto":
		return parsed.Opaque != ""
	}
	return false
}
