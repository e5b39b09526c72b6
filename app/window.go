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

	"lectern/app/icon"
	"lectern/backend/cmd/client"
	"lectern/backend/sentence/pathname"
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
	desk   *desk
	log    *slog.Logger

	requests *requests
	ending   end
}

// newWindow gives the window of a server, whose library is in a data folder.
func newWindow(page fs.FS, server *client.Client, data, version string, log *slog.Logger) *window {
	w := &window{page: page, server: server.Instance.URL, requests: new(requests), log: log}
	w.desk = openDesk(data, w.requests, func() { runtime.Quit(w.bridge.window()) }, log)
	w.bridge = newBridge(server, version, w.desk)
	return w
}

// show shows the window until it is closed or ctx ends.
func (w *window) show(ctx context.Context) (err error) {
	defer func() {
		// Wails panics where the display that the environment names does not answer.
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%w (%v)", errNoDisplay, failed)
		}
	}()
	view := newWebview(w.server, func(path string) { runtime.EventsEmit(w.bridge.window(), savedEvent, pathname.Text(path)) }, w.log)
	window := application.NewWithOptions(&options.App{
		Title:     "Lectern",
		Width:     usualWidth,
		Height:    usualHeight,
		MinWidth:  leastWidth,
		MinHeight: leastHeight,
		// Shown when the page is there: no flash of an empty window.
		StartHidden:      true,
		BackgroundColour: w.ground(),
		AssetServer:      &assetserver.Options{Assets: w.page, Middleware: view.gate},
		Bind:             []any{w.bridge},
		Menu:             newMenu(w.desk.words(), w.bridge.window, w.desk.quit),
		DragAndDrop:      &options.DragAndDrop{EnableFileDrop: true},
		OnStartup: func(window context.Context) {
			w.bridge.ready <- window
			w.listen(window)
			view.confine()
		},
		OnBeforeClose: w.close,
		OnDomReady: func(window context.Context) {
			runtime.WindowExecJS(window, matchBackground)
			if w.ending.running.Swap(true) {
				return // the page was loaded anew
			}
			putWindow(window, w.desk.place())
			zoomWindow(window, w.desk.zoom())
			runtime.WindowShow(window)
			w.requests.opened(func() { present(window) })
			context.AfterFunc(ctx, w.desk.quit)
		},
		Logger:             windowLog{w.log},
		LogLevelProduction: logger.WARNING,
		Linux: &linux.Options{
			ProgramName:      "lectern",
			Icon:             icon.PNG(128),
			WebviewGpuPolicy: linux.WebviewGpuPolicyNever, // safe without a GPU
		},
	})
	return window.Run()
}

// ground is the colour of the window until its page has one, for no flash of another.
func (w *window) ground() *options.RGBA {
	if w.desk.preferences().Appearance == "dark" {
		return &options.RGBA{R: 0x16, G: 0x18, B: 0x1c, A: 255}
	}
	return &options.RGBA{R: 0xf4, G: 0xf5, B: 0xf7, A: 255}
}

// close is asked when the window is to be closed, and says whether to prevent it.
func (w *window) close(window context.Context) (prevent bool) {
	if !w.ending.running.Load() {
		return true // it has not begun yet
	}
	w.keepPlace(window)
	if w.desk.hides() {
		runtime.WindowHide(window)
		return true
	}
	return !w.ending.first()
}

// keepPlace notes where the window is, for the next start.
func (w *window) keepPlace(window context.Context) {
	if w.ending.begun.Load() || runtime.WindowIsMinimised(window) || runtime.WindowIsFullscreen(window) {
		return
	}
	var now place
	now.Maximised = runtime.WindowIsMaximised(window)
	now.X, now.Y = runtime.WindowGetPosition(window)
	now.Width, now.Height = runtime.WindowGetSize(window)
	w.desk.keep(now)
}

// Events between the program and its page.
const (
	// readyEvent is the page's, when it listens to the others.
	readyEvent = "ready"
	// openEvent asks the page to open documents, by their ids, the first one to be seen.
	openEvent = "open"
	// takeEvent asks the page to take in files, by their paths, and to tell what becomes of each.
	takeEvent = "take"
	// savedEvent tells the page where a file lies that a frame had saved, as the viewer does.
	savedEvent = "saved"
	// droppedEvent tells the page what was dropped on it: Wails' own event has lost what is not UTF-8
	// in the paths.
	droppedEvent = "dropped"
)

func (w *window) listen(window context.Context) {
	runtime.EventsOn(window, readyEvent, func(...any) {
		w.requests.listening(func(documents, files []string) {
			if len(documents) > 0 {
				runtime.EventsEmit(window, openEvent, documents)
			}
			if len(files) > 0 {
				runtime.EventsEmit(window, takeEvent, files)
			}
		})
	})
	runtime.OnFileDrop(window, func(x, y int, paths []string) {
		zoom := w.desk.zoom() // the page counts in larger pixels then
		runtime.EventsEmit(window, droppedEvent, dropped{int(float64(x) / zoom), int(float64(y) / zoom), pathname.Texts(paths)})
	})
}

// dropped is what was dropped on the page: where, in its pixels, and the paths of the files.
type dropped struct {
	X     int      `json:"x"`
	Y     int      `json:"y"`
	Paths []string `json:"paths"`
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
