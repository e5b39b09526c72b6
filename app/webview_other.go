//go:build !linux

package app

import (
	"context"
	"fmt"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// chooseDisplay does nothing: on these systems there is no choice.
func chooseDisplay() {}

// prepareWindow does nothing: on these systems the window opens quickly, and there is always a display.
func prepareWindow() bool { return true }

// confine lets gate serve the page at once. It restricts nothing, because on these systems Wails and the
// Content-Security-Policy already restrict access to the program.
func (v *webview) confine() { close(v.confined) }

// putWindow restores the position and size of the window. If at is nil, the system chooses the position.
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

// zoomWindow sets the zoom factor of the window; 1 is the actual size.
func zoomWindow(window context.Context, factor float64) {
	runtime.WindowExecJS(window, fmt.Sprintf("document.documentElement.style.zoom = %g", factor))
}

// openMenu does nothing: the menu bar is always shown.
func openMenu(_, _ int) {}

// pastedFiles returns no paths, because Wails cannot read files from the clipboard.
func pastedFiles() []string { return nil }
