package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync/atomic"

	"github.com/wailsapp/wails/v2/pkg/application"
	"github.com/wailsapp/wails/v2/pkg/logger"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/runtime"
)

// matchBackground gives the window the page's own colour, which follows the
// system's light or dark, so that resizing shows no other.
const matchBackground = `{
	const match = () => {
		const [r, g, b, a = 1] = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).map(Number);
		if (a === 1) {
			window.runtime.WindowSetBackgroundColour(r, g, b, 255);
		}
	};
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", match);
	match();
}`

// window is what the window shows and lets its page call.
type window struct {
	page   fs.FS
	server string // the address of the server in this program
	bridge *Bridge
	log    *slog.Logger

	requests requests
}

// show shows the window until it is closed or ctx ends.
func (w *window) show(ctx context.Context) (err error) {
	defer func() {
		// Wails panics where the display that the environment names does not answer.
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%w (%v)", errNoDisplay, failed)
		}
	}()
	var ending end
	view := newWebview(w.server)
	window := application.NewWithOptions(&options.App{
		Title:     "Lectern",
		Width:     1100,
		Height:    760,
		MinWidth:  640,
		MinHeight: 480,
		// Shown when the page is there: no flash of an empty window.
		StartHidden:   true,
		AssetServer:   &assetserver.Options{Assets: w.page, Middleware: view.gate},
		Bind:          []any{w.bridge},
		OnStartup:     func(window context.Context) { w.listen(window); view.confine() },
		OnBeforeClose: func(context.Context) (prevent bool) { return !ending.first() },
		OnDomReady: func(window context.Context) {
			runtime.WindowExecJS(window, matchBackground)
			ending.running.Store(true) // before anybody can see a button to close it
			runtime.WindowShow(window)
			w.requests.opened(func() { present(window) })
			context.AfterFunc(ctx, func() { runtime.Quit(window) })
		},
		Logger:             windowLog{w.log},
		LogLevelProduction: logger.WARNING,
		Linux: &linux.Options{
			ProgramName:      "lectern",
			WebviewGpuPolicy: linux.WebviewGpuPolicyNever, // safe without a GPU
		},
	})
	return window.Run()
}

// Events between the program and its page.
const (
	// readyEvent is the page's, when it listens to the others.
	readyEvent = "ready"
	// openEvent asks the page to open documents, by their ids, the first one to be seen.
	openEvent = "open"
)

func (w *window) listen(window context.Context) {
	runtime.EventsOn(window, readyEvent, func(...any) {
		w.requests.listening(func(documents []string) { runtime.EventsEmit(window, openEvent, documents) })
	})
}

// present brings the window to the front, be it hidden or minimised.
func present(window context.Context) {
	runtime.WindowShow(window)
	runtime.WindowUnminimise(window)
}

// end lets the window be ended once. It may be told so from several sides at
// about the same time (its button, a signal, the server), and GTK crashes when
// its main loop is quit twice, and ignores it before the loop runs, which it
// surely does when the page is there.
type end struct{ running, begun atomic.Bool }

// first tells whether the window may end now: when it runs, the first time.
func (e *end) first() bool { return e.running.Load() && e.begun.CompareAndSwap(false, true) }

// windowLog puts what Wails has to say into the program's log.
type windowLog struct{ log *slog.Logger }

func (l windowLog) Print(message string)   { l.log.Info(message) }
func (l windowLog) Trace(message string)   { l.log.Debug(message) }
func (l windowLog) Debug(message string)   { l.log.Debug(message) }
func (l windowLog) Info(message string)    { l.log.Info(message) }
func (l windowLog) Warning(message string) { l.log.Warn(message) }
func (l windowLog) Error(message string)   { l.log.Error(message) }

// Fatal is called by Wails where it cannot go on, and must not come back.
func (l windowLog) Fatal(message string) { panic(errors.New(strings.TrimSpace(message))) }
