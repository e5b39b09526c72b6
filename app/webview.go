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

// webview restricts access to the program to the page of the window.
//
// Wails exposes the object that sends messages to the program to every page in the web view, including frames of other
// origins. It checks only the address of the outermost page. Therefore webview removes the object from all pages. Only
// a script that WebKit injects into the page of the window, in an isolated world, gets it. No page can access that
// world. The page of the window sends events to the script, which forwards them as messages to the program.
type webview struct {
	server   string            // address of the server in this program; frames may show its pages
	saved    func(path string) // called with the path of a completed download
	log      *slog.Logger
	confined chan struct{}
}

func newWebview(server string, saved func(path string), log *slog.Logger) *webview {
	return &webview{server: server, saved: saved, confined: make(chan struct{}), log: log}
}

// gate adds a Content-Security-Policy to the page, and delays the page until the view is confined.
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

// policy returns a Content-Security-Policy that allows the page its own resources, requests to the server in
// this program, and frames with its viewer.
func (v *webview) policy() string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data: " + v.server + "; " +
		"font-src 'self' data:; connect-src " + v.server + "; frame-src " + v.server + "; base-uri 'none'; form-action 'none'"
}

// freeName returns a path in a folder for a file of that name, with a number if the name is in use.
func freeName(folder, name string) string {
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

// openOutside opens the address of a link in the default browser or mail program. It reports whether the address may be
// opened there.
func (v *webview) openOutside(address string) bool {
	if strings.HasPrefix(address, v.server+"/viewer/session/") || !isOutside(address) {
		return false
	}
	go func() { _ = open.Start(address) }() // does not wait for the program; nobody would see its error
	return true
}

// isOutside reports whether an address may be passed to the default browser or mail program.
func isOutside(address string) bool {
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
