package app

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include <stdlib.h>

#include "menu.h"
#include "webview.h"
*/
import "C"

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"runtime"
	"runtime/cgo"
	"slices"
	"unsafe"
)

// hasDisplay reports whether environment variables name an X11 or Wayland display.
func hasDisplay() bool {
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// chooseDisplay selects X11 as Wails does, but before GTK is initialized. It must be called before other goroutines
// start, because C code that reads the environment meanwhile could crash.
func chooseDisplay() {
	isX11 := slices.Contains([]string{"", "unspecified", "x11"}, os.Getenv("XDG_SESSION_TYPE"))
	if isX11 && os.Getenv("GDK_BACKEND") == "" {
		_ = os.Setenv("GDK_BACKEND", "x11") // Setenv fails only for invalid names
	}
}

// prepareWindow initializes GTK and WebKit, so that the window opens sooner. It must be called by the goroutine that
// opens the window. It reports whether there is a display.
func prepareWindow() bool {
	runtime.LockOSThread() // as Wails does, because GTK must only be used by one thread
	name := C.CString(programName)
	defer C.free(unsafe.Pointer(name))
	return C.lectern_prepare(name) != 0
}

// confine restricts access to the program to the page of the window. It must be called once, after the window was
// created. Until it is complete, gate does not serve the page.
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
	log.Error("the process of the page in the window has ended: the page is loaded again", slog.Bool("memory", memory != 0))
}

//export lecternDestination
func lecternDestination(folder, name *C.char) *C.char {
	return C.CString(unusedPath(C.GoString(folder), C.GoString(name)))
}

//export lecternDownloaded
func lecternDownloaded(window C.uintptr_t, path *C.char) {
	view, saved := cgo.Handle(window).Value().(*webview), C.GoString(path)
	go func() { // WebKit also reports a failed download as finished, but then there is no file
		if _, err := os.Stat(saved); err == nil {
			view.onDownload(saved)
		}
	}()
}

// restoreWindow restores the position and size of the window. If the position is no longer on a screen, it centres the
// window. If bounds is nil, the window manager chooses the position.
func restoreWindow(_ context.Context, bounds *windowBounds) {
	if bounds == nil {
		return
	}
	maximised := C.int(0)
	if bounds.Maximised {
		maximised = 1
	}
	C.lectern_place_window(C.int(bounds.X), C.int(bounds.Y), C.int(bounds.Width), C.int(bounds.Height), maximised)
}

// zoomWindow sets the zoom factor of the window; 1 is the actual size.
func zoomWindow(_ context.Context, factor float64) { C.lectern_zoom(C.double(factor)) }

// openMenu opens the menu of the window with its upper right corner at a point of the page, in pixels.
func openMenu(x, y int) { C.lectern_open_menu(C.int(x), C.int(y)) }

// pastedFiles returns the paths of the files on the clipboard.
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

// maxPasted is the maximum length of the list of files on the clipboard, including the NULL at its end. It only bounds
// the slice over the C array.
const maxPasted = 1 << 20

//export lecternOpenOutside
func lecternOpenOutside(window C.uintptr_t, address *C.char) C.int {
	if cgo.Handle(window).Value().(*webview).openExternal(C.GoString(address)) {
		return 1
	}
	return 0
}

// showBox shows a message box with an error and returns when it is closed.
func showBox(heading, text string) {
	cHeading, cText := C.CString(heading), C.CString(text)
	defer C.free(unsafe.Pointer(cHeading))
	defer C.free(unsafe.Pointer(cText))
	C.lectern_alert(cHeading, cText)
}
