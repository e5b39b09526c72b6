package app

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include "webview.h"
*/
import "C"

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"unsafe"

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

// confine closes the view against pages that are not the window's own. It is to be called once,
// when the window has been made; gate holds the page back until it is done.
func (v *webview) confine() {
	C.lectern_confine_soon(C.uintptr_t(cgo.NewHandle(v)))
}

//export lecternConfined
func lecternConfined(window C.uintptr_t) {
	close(cgo.Handle(window).Value().(*webview).confined)
}

//export lecternLanguage
func lecternLanguage() *C.char { return C.CString(systemLanguage()) }

//export lecternPageEnded
func lecternPageEnded(window C.uintptr_t, memory C.int) {
	log := cgo.Handle(window).Value().(*webview).log
	log.Error("the process of the window's page has ended: it is loaded anew", slog.Bool("memory", memory != 0))
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

//export lecternDestination
func lecternDestination(folder, name *C.char) *C.char {
	return C.CString(freeName(C.GoString(folder), C.GoString(name)))
}

//export lecternDownloaded
func lecternDownloaded(window C.uintptr_t, path *C.char) {
	view, saved := cgo.Handle(window).Value().(*webview), C.GoString(path)
	go func() { // a download that failed "finishes" too, without its file
		if _, err := os.Stat(saved); err == nil {
			view.saved(saved)
		}
	}()
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

// putWindow puts the window where it was, or, where no screen is there any more, into the middle of
// one; nil is where the window manager would have it.
func putWindow(at *place) {
	if at == nil {
		return
	}
	maximised := C.int(0)
	if at.Maximised {
		maximised = 1
	}
	C.lectern_put_window(C.int(at.X), C.int(at.Y), C.int(at.Width), C.int(at.Height), maximised)
}

// zoomWindow shows all in the window larger or smaller; 1 is its actual size.
func zoomWindow(factor float64) { C.lectern_zoom(C.double(factor)) }

// pastedFiles gives the paths of the files on the clipboard.
func pastedFiles() []string {
	answer := make(chan []string, 1)
	C.lectern_read_clipboard(C.uintptr_t(cgo.NewHandle(answer)))
	return <-answer
}

//export lecternPasted
func lecternPasted(answer C.uintptr_t, addresses **C.char) {
	handle := cgo.Handle(answer)
	paths := []string{}
	if addresses != nil {
		for _, address := range unsafe.Slice(addresses, maxPasted) {
			if address == nil {
				break
			}
			if file, err := url.Parse(C.GoString(address)); err == nil && file.Scheme == "file" && file.Path != "" {
				paths = append(paths, file.Path)
			}
		}
	}
	handle.Value().(chan []string) <- paths
	handle.Delete()
}

// maxPasted bounds the files of one paste; the list ends before with a null.
const maxPasted = 1 << 20

//export lecternOpenOutside
func lecternOpenOutside(window C.uintptr_t, address *C.char) C.int {
	if cgo.Handle(window).Value().(*webview).openOutside(C.GoString(address)) {
		return 1
	}
	return 0
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
