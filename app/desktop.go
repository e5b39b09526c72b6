package app

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/godbus/dbus/v5"
)

// desktop connects the program with the desktop: it stores the state of the window between runs, and manages the tray
// icon, notifications and the start at login.
type desktop struct {
	data      string // the data folder
	log       *slog.Logger
	autostart autostart
	bus       *dbus.Conn // nil without a session bus
	tray      *tray      // nil without a session bus
	notifier  notifier

	requests *requests
	// closeWindow closes the window and ends the program.
	closeWindow func()

	mu       sync.Mutex
	state    state
	quitting bool
	hidden   bool
	subject  map[uint32]string // ids of documents, by the numbers of their notifications
}

// openDesktop connects to the desktop. It logs which features the desktop does not support; they are then not used.
func openDesktop(data string, requests *requests, closeWindow func(), log *slog.Logger) *desktop {
	d := &desktop{data: data, log: log, requests: requests, closeWindow: closeWindow, state: loadState(data), subject: make(map[uint32]string)}
	var err error
	if d.autostart, err = newAutostart(data); err != nil {
		log.Warn("start at login is not available", slog.Any("error", err))
	}
	if d.bus, err = openBus(); err != nil {
		log.Debug("there is no session bus", slog.Any("error", err))
		return d
	}
	d.notifier = notifier{d.bus}
	err = d.notifier.listen(d.clicked)
	d.tray = &tray{bus: d.bus, texts: d.texts(), show: d.present, quit: d.quit, onShownChange: d.trayChanged}
	if err = errors.Join(err, d.tray.open()); err != nil {
		log.Warn("the desktop does not show the icon of the running program", slog.Any("error", err))
	}
	return d
}

// close disconnects from the session bus, which removes the tray icon.
func (d *desktop) close() {
	if d.bus != nil {
		_ = d.bus.Close() // if this fails, the connection is closed when the process ends
	}
}

func (d *desktop) texts() texts { return languages()[d.language()] }

// language returns the BCP 47 tag of the window's language.
func (d *desktop) language() string { return resolveLanguage(d.preferences().Language) }

// canHide reports whether the program can keep running without a window. It can if the desktop shows the tray icon,
// with which the user can quit the program.
func (d *desktop) canHide() bool { return d.tray != nil && d.tray.isShown() }

func (d *desktop) preferences() Preferences {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.state.Preferences
	p.StartAtLogin = d.autostart.isEnabled()
	return p
}

func (d *desktop) setPreferences(p Preferences) error {
	if err := p.validate(); err != nil {
		return err
	}
	if err := d.autostart.setEnabled(p.StartAtLogin); err != nil {
		return fmt.Errorf("the start at login could not be changed: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state.Preferences = p
	return d.state.save(d.data)
}

// bounds returns the last position and size of the window, or nil if they are unknown.
func (d *desktop) bounds() *windowBounds {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state.Window
}

// storeBounds stores the position and size of the window. While the window is maximised, it keeps the position and size
// from before.
func (d *desktop) storeBounds(bounds windowBounds) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if bounds.Maximised {
		before := windowBounds{Width: defaultWidth, Height: defaultHeight}
		if d.state.Window != nil {
			before = *d.state.Window
		}
		bounds.X, bounds.Y, bounds.Width, bounds.Height = before.X, before.Y, before.Width, before.Height
	}
	d.state.Window = &bounds
	if err := d.state.save(d.data); err != nil {
		d.log.Warn("the window position was not saved", slog.Any("error", err))
	}
}

// zoom returns the zoom factor of the window.
func (d *desktop) zoom() float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return cmp.Or(d.state.Zoom, actualSize)
}

// setZoom changes the zoom factor by a number of steps, or resets it to the actual size if steps is 0. It stores the
// new factor for the next start, and returns it.
func (d *desktop) setZoom(steps int) float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := slices.Index(zooms, cmp.Or(d.state.Zoom, actualSize))
	if steps == 0 {
		now = slices.Index(zooms, actualSize)
	}
	d.state.Zoom = zooms[min(max(now+steps, 0), len(zooms)-1)]
	if err := d.state.save(d.data); err != nil {
		d.log.Warn("the zoom of the window was not saved", slog.Any("error", err))
	}
	return d.state.Zoom
}

// visibleCards returns about how many cards of documents the window shows. It returns 0 if the library is shown as a
// list.
func (d *desktop) visibleCards() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.state.ListView {
		return 0
	}
	return visibleDocuments(d.state.Window)
}

// setListView stores for the next start whether the library is shown as a list.
func (d *desktop) setListView(list bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.state.ListView == list {
		return
	}
	d.state.ListView = list
	if err := d.state.save(d.data); err != nil {
		d.log.Warn("the view of the library was not saved", slog.Any("error", err))
	}
}

// hidesOnClose reports whether closing the window only hides it. This requires that the preferences say that the
// program keeps running, and that [desktop.canHide] returns true. The result is stored for trayChanged.
func (d *desktop) hidesOnClose() bool {
	if !d.canHide() {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hidden = d.state.KeepRunning && !d.quitting
	return d.hidden
}

// present brings the window to the front.
func (d *desktop) present() {
	d.mu.Lock()
	d.hidden = false
	d.mu.Unlock()
	d.requests.add(true, nil, nil)
}

// trayChanged is called when the tray icon appears or disappears. If it has disappeared while the window is hidden,
// trayChanged shows the window, because otherwise nothing would show that the program is running.
func (d *desktop) trayChanged(visible bool) {
	d.mu.Lock()
	hidden := d.hidden
	d.mu.Unlock()
	if !visible && hidden {
		d.present()
	}
}

// quit ends the program.
func (d *desktop) quit() {
	d.mu.Lock()
	d.quitting = true
	d.mu.Unlock()
	d.closeWindow()
}

// maxSubjects is the maximum number of notifications for which the document is remembered.
const maxSubjects = 100

func (d *desktop) notify(title, body, document string) error {
	number, err := d.notifier.notify(title, body, d.texts().show)
	if err != nil {
		return fmt.Errorf("desktop notifications are not available: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.subject) == maxSubjects {
		clear(d.subject)
	}
	d.subject[number] = document
	return nil
}

func (d *desktop) clicked(number uint32) {
	d.mu.Lock()
	document, own := d.subject[number]
	delete(d.subject, number)
	d.mu.Unlock()
	if !own {
		return // this is a notification of another program
	}
	d.present()
	if document != "" {
		d.requests.add(true, []string{document}, nil)
	}
}
