//go:build !linux

package app

import (
	"context"
	"fmt"

	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// hasDisplay returns true: these systems always have a display.
func hasDisplay() bool { return true }

// chooseDisplay does nothing: on these systems there is no choice.
func chooseDisplay() {}

// prepareWindow does nothing and returns true: on these systems the window opens quickly, and there is always a display.
func prepareWindow() bool { return true }

// confine lets gate serve the page at once. It restricts nothing, because on these systems Wails and the
// Content-Security-Policy already restrict access to the program.
func (v *webview) confine() { close(v.confined) }

// restoreWindow restores the position and size of the window. If bounds is nil, the system chooses the position.
func restoreWindow(window context.Context, bounds *windowBounds) {
	if bounds == nil {
		return
	}
	runtime.WindowSetPosition(window, bounds.X, bounds.Y)
	runtime.WindowSetSize(window, bounds.Width, bounds.Height)
	if bounds.Maximised {
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
