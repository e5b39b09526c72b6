package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
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

// matchBackground is a script that sets the background color of the window to that of the page, light or dark, so that
// no other color appears while the window is resized.
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

// programName is the name of the program for the desktop. WebKit stores the data of the page in folders with this name.
const programName = "lectern"

// window is the window, with its page and the services that the page may call.
type window struct {
	page    fs.FS
	server  string // address of the server in this program
	bridge  *Bridge
	desktop *desktop
	first   *firstScreen
	log     *slog.Logger

	requests *requests
	endings  linkEndings
	closing  closing
}

// windowConfig contains the dependencies of a [window].
type windowConfig struct {
	page      fs.FS
	server    *client.Client
	takenAddr string // the configured address if another program uses its port; empty otherwise
	data      string // the data folder of the server's library
	version   string
	// savedPictures are the pictures that the previous run of the program has saved.
	savedPictures startPictures
	savesPictures bool // whether pictures are saved for the next start
	log           *slog.Logger
}

// newWindow returns the window for a server. [window.show] opens it.
func newWindow(config windowConfig) *window {
	w := &window{page: config.page, server: config.server.Instance.URL, requests: new(requests), log: config.log,
		first:   &firstScreen{server: config.server, savedPictures: config.savedPictures, savesPictures: config.savesPictures, log: config.log},
		endings: linkEndings{server: config.server, log: config.log}}
	w.desktop = openDesktop(config.data, w.requests, func() { runtime.Quit(w.bridge.window()) }, config.log)
	w.bridge = &Bridge{server: config.server, version: config.version, takenAddr: config.takenAddr, desktop: w.desktop,
		ready: make(chan context.Context, 1)}
	return w
}

// show opens the window. It returns when the window is closed, or ctx ends. The server must run until then.
func (w *window) show(ctx context.Context) (err error) {
	defer func() {
		if reason := recover(); reason != nil { // Wails panics after errors from which it cannot recover
			w.log.ErrorContext(ctx, "the window panicked", slog.Any("cause", reason), slog.String("stack", string(debug.Stack())))
			err = fmt.Errorf("the window failed: %v", reason)
		}
	}()
	view := newWebview(w.server, func(path string) { runtime.EventsEmit(w.bridge.window(), savedEvent, pathname.Text(path)) }, w.log)
	window := application.NewWithOptions(&options.App{
		Title:     "Lectern",
		Width:     defaultWidth,
		Height:    defaultHeight,
		MinWidth:  minWidth,
		MinHeight: minHeight,
		// The window is shown when its page is loaded, so that the user never sees an empty window.
		StartHidden:      true,
		BackgroundColour: w.backgroundColor(),
		AssetServer: &assetserver.Options{Assets: w.page, Middleware: func(next http.Handler) http.Handler {
			return view.gate(w.first.serve(w.page, next))
		}},
		Bind:        []any{w.bridge},
		Menu:        newMenu(w.desktop.texts(), w.bridge.window, w.desktop.quit),
		DragAndDrop: &options.DragAndDrop{EnableFileDrop: true},
		OnStartup: func(window context.Context) {
			w.bridge.ready <- window
			w.listen(window)
			view.confine()
		},
		OnBeforeClose: w.beforeClose,
		OnDomReady: func(window context.Context) {
			runtime.WindowExecJS(window, matchBackground)
			if w.closing.running.Swap(true) {
				return // this is a reload of the page
			}
			restoreWindow(window, w.desktop.bounds())
			zoomWindow(window, w.desktop.zoom())
			runtime.WindowShow(window)
			w.requests.windowOpened(func() { present(window) })
			context.AfterFunc(ctx, w.desktop.quit)
		},
		Logger:             windowLog{w.log},
		LogLevelProduction: logger.WARNING,
		Linux: &linux.Options{
			ProgramName:      programName,
			Icon:             icon.PNG(128),
			WebviewGpuPolicy: linux.WebviewGpuPolicyNever, // works without a GPU, too
		},
	})
	err = window.Run()
	w.endings.endLinks()
	return err
}

// backgroundColor returns the background color of the window before its page is loaded. It avoids a flash of another
// color.
func (w *window) backgroundColor() *options.RGBA {
	if w.desktop.preferences().Appearance == "dark" {
		return &options.RGBA{R: 0x16, G: 0x18, B: 0x1c, A: 255}
	}
	return &options.RGBA{R: 0xf4, G: 0xf5, B: 0xf7, A: 255}
}

// beforeClose is called when the window is about to be closed. If it returns true, the window is not closed.
func (w *window) beforeClose(window context.Context) (prevent bool) {
	if !w.closing.running.Load() {
		return true // the window is not running yet
	}
	w.saveBounds(window)
	if w.desktop.hidesOnClose() {
		runtime.WindowHide(window)
		return true
	}
	return !w.closing.mayClose()
}

// saveBounds stores the position and size of the window for the next start.
func (w *window) saveBounds(window context.Context) {
	if w.closing.begun.Load() || runtime.WindowIsMinimised(window) || runtime.WindowIsFullscreen(window) {
		return
	}
	var now windowBounds
	now.Maximised = runtime.WindowIsMaximised(window)
	now.X, now.Y = runtime.WindowGetPosition(window)
	now.Width, now.Height = runtime.WindowGetSize(window)
	w.desktop.storeBounds(now)
}

// Names of events between the program and its page.
const (
	// readyEvent is sent by the page when it is ready to receive the other events.
	readyEvent = "ready"
	// viewEvent is sent by the page with the view of the library, grid or list, when it is loaded and when the view
	// changes.
	viewEvent = "view"
	// openEvent asks the page to open documents, given by their ids, and to show the first one.
	openEvent = "open"
	// importEvent asks the page to import files, given by their paths, and to show the result of each file.
	importEvent = "take"
	// savedEvent carries the path of a file that a frame, such as the viewer, has downloaded.
	savedEvent = "saved"
	// droppedEvent carries the paths of the files that were dropped onto the page. It replaces the corresponding event
	// of Wails, which damages paths that are not valid UTF-8.
	droppedEvent = "dropped"
)

func (w *window) listen(window context.Context) {
	runtime.EventsOn(window, readyEvent, func(...any) {
		w.requests.pageReady(func(documents, files []string) {
			if len(documents) > 0 {
				runtime.EventsEmit(window, openEvent, documents)
			}
			if len(files) > 0 {
				runtime.EventsEmit(window, importEvent, files)
			}
		})
	})
	runtime.EventsOn(window, endingLinksEvent, w.endings.receive)
	runtime.EventsOn(window, viewEvent, func(data ...any) { w.desktop.setListView(len(data) == 1 && data[0] == "list") })
	runtime.EventsOn(window, openMenuEvent, func(data ...any) {
		if x, y, ok := eventPoint(data); ok {
			openMenu(int(x), int(y))
		}
	})
	runtime.OnFileDrop(window, func(x, y int, paths []string) {
		zoom := w.desktop.zoom() // pixels of the page are larger by this factor
		runtime.EventsEmit(window, droppedEvent, dropped{int(float64(x) / zoom), int(float64(y) / zoom), pathname.Texts(paths)})
	})
}

// eventPoint returns the coordinates in the data of an event.
func eventPoint(data []any) (x, y float64, ok bool) {
	if len(data) == 2 {
		x, ok = data[0].(float64)
		if ok {
			y, ok = data[1].(float64)
		}
	}
	return x, y, ok
}

// dropped is the data of droppedEvent: a position in pixels of the page, and the paths of the files.
type dropped struct {
	X     int      `json:"x"`
	Y     int      `json:"y"`
	Paths []string `json:"paths"`
}

// present brings the window to the front, even if it is hidden or minimised.
func present(window context.Context) {
	runtime.WindowShow(window)
	runtime.WindowUnminimise(window)
}

// closing ensures that the window is closed only once. The close button, a signal and the server may all request that
// at about the same time, and GTK crashes if its main loop is quit twice. GTK also ignores a request to quit before its
// main loop runs, so the window cannot be closed before its page is loaded.
type closing struct{ running, begun atomic.Bool }

// mayClose reports whether the window may be closed now: it is running, and mayClose has not been called before.
func (e *closing) mayClose() bool { return e.running.Load() && e.begun.CompareAndSwap(false, true) }

// windowLog writes log messages of Wails to the log of the program.
type windowLog struct{ log *slog.Logger }

func (l windowLog) Print(message string)   { l.log.Info(message) }
func (l windowLog) Trace(message string)   { l.log.Debug(message) }
func (l windowLog) Debug(message string)   { l.log.Debug(message) }
func (l windowLog) Info(message string)    { l.log.Info(message) }
func (l windowLog) Warning(message string) { l.log.Warn(message) }
func (l windowLog) Error(message string)   { l.log.Error(message) }

// Fatal is called by Wails after an error from which it cannot recover. It must not return.
func (l windowLog) Fatal(message string) { panic(errors.New(strings.TrimSpace(message))) }
