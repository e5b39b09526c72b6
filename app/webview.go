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

// webview keeps the window's web view to the window's own page.
//
// Wails gives every page in the view, frames of other origins included, the object by which a page
// talks to the program, and looks only at the address of the outermost one when a message comes.
// So the object is taken from all pages, and given to a script in a world of its own, into which
// no page reaches and which WebKit puts into the window's own page only; that one hands on what
// the page tells it by an event.
type webview struct {
	server   string            // the address of the server in this program, which frames may show
	saved    func(path string) // called when a download has ended well
	log      *slog.Logger
	confined chan struct{}
}

func newWebview(server string, saved func(path string), log *slog.Logger) *webview {
	return &webview{server: server, saved: saved, confined: make(chan struct{}), log: log}
}

// gate serves the page once the view is confined, with a policy.
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

// policy lets the page load its own parts, call the server in this program, and frame its viewer.
func (v *webview) policy() string {
	return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data: " + v.server + "; " +
		"font-src 'self' data:; connect-src " + v.server + "; frame-src " + v.server + "; base-uri 'none'; form-action 'none'"
}

// freeName gives a path in a folder for a file of that name, numbered where there is one already.
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

// openOutside opens what a link leads to in the person's browser or mail program, and says whether
// it is for those.
func (v *webview) openOutside(address string) bool {
	if strings.HasPrefix(address, v.server+"/viewer/session/") || !isOutside(address) {
		return false
	}
	go func() { _ = open.Start(address) }() // the program may take its time, and there is nobody to tell
	return true
}

// isOutside tells whether an address is one that a person's browser or mail program may be given.
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
