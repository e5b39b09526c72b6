package app

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include <stdlib.h>

#include "webview.h"
*/
import "C"

import (
	"context"
	"log/slog"
	"net/url"
	"os"
	"runtime/cgo"
	"unsafe"
)

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

// putWindow puts the window where it was, or, where no screen is there any more, into the middle of
// one; nil is where the window manager would have it.
func putWindow(_ context.Context, at *place) {
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
func zoomWindow(_ context.Context, factor float64) { C.lectern_zoom(C.double(factor)) }

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

// showBox shows a box with an error, until it is closed.
func showBox(heading, text string) {
	cHeading, cText := C.CString(heading), C.CString(text)
	defer C.free(unsafe.Pointer(cHeading))
	defer C.free(unsafe.Pointer(cText))
	C.lectern_alert(cHeading, cText)
}
