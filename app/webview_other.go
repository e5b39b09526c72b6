//go:build !linux

package app

import (
	"context"
	"fmt"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// confine leaves it to Wails, and to the page's policy, which pages reach the program.
func (v *webview) confine() { close(v.confined) }

// putWindow puts the window where it was; nil is where the system would have it.
func putWindow(window context.Context, at *place) {
	if at == nil {
		return
	}
	runtime.WindowSetPosition(window, at.X, at.Y)
	runtime.WindowSetSize(window, at.Width, at.Height)
	if at.Maximised {
		runtime.WindowMaximise(window)
	}
}

// zoomWindow shows all in the window larger or smaller; 1 is its actual size.
func zoomWindow(window context.Context, factor float64) {
	runtime.WindowExecJS(window, fmt.Sprintf("document.documentElement.style.zoom = %g", factor))
}

// pastedFiles gives none: Wails does not tell of files on the clipboard.
func pastedFiles() []string { return nil }
