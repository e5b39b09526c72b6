package app

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"slices"
	"sync"

	"github.com/godbus/dbus/v5"
)

// desk is what the program does on the person's desktop, around its window: what it keeps of it,
// its sign among the running programs, notifications, and its start at login.
type desk struct {
	data  string // the data folder
	log   *slog.Logger
	start autostart
	bus   *dbus.Conn // nil where there is none
	tray  *tray      // nil where there is no bus
	notes notifier

	requests *requests
	// end closes the window for good.
	end func()

	mu      sync.Mutex
	state   state
	ending  bool
	hidden  bool
	subject map[uint32]string // documents that notifications are of, by their numbers
}

// openDesk gives the desk of a library. What the desktop lacks is left out.
func openDesk(data string, requests *requests, end func(), log *slog.Logger) *desk {
	d := &desk{data: data, log: log, requests: requests, end: end, state: loadState(data), subject: make(map[uint32]string)}
	var err error
	if d.start, err = newAutostart(data); err != nil {
		log.Warn("the program cannot be started at login", slog.Any("error", err))
	}
	if d.bus, err = openBus(); err != nil {
		log.Debug("the desktop is not spoken to", slog.Any("error", err))
		return d
	}
	d.notes = notifier{d.bus}
	err = d.notes.listen(d.clicked)
	d.tray = &tray{bus: d.bus, words: d.words(), show: d.present, quit: d.quit, changed: d.trayChanged}
	if err = errors.Join(err, d.tray.open()); err != nil {
		log.Warn("the desktop does not show that the program runs", slog.Any("error", err))
	}
	return d
}

// close takes the sign away.
func (d *desk) close() {
	if d.bus != nil {
		_ = d.bus.Close() // it goes with the process otherwise
	}
}

func (d *desk) words() words { return languages()[d.language()] }

// language gives the tag of the window's language.
func (d *desk) language() string { return languageOf(d.preferences().Language) }

// canHide says whether the program can go on without its window: where it is seen that it runs, and
// can be ended.
func (d *desk) canHide() bool { return d.tray != nil && d.tray.isShown() }

func (d *desk) preferences() Preferences {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.state.Preferences
	p.StartAtLogin = d.start.on()
	return p
}

func (d *desk) setPreferences(p Preferences) error {
	if err := p.validate(); err != nil {
		return err
	}
	if err := d.start.set(p.StartAtLogin); err != nil {
		return fmt.Errorf("the start at login could not be changed: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.state.Preferences = p
	return d.state.save(d.data)
}

// place gives where the window was last; nil where that is not known.
func (d *desk) place() *place {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.state.Window
}

// keep notes where the window is. Of a maximised one, the place before that is kept.
func (d *desk) keep(now place) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now.Maximised {
		before := place{Width: usualWidth, Height: usualHeight}
		if d.state.Window != nil {
			before = *d.state.Window
		}
		now.X, now.Y, now.Width, now.Height = before.X, before.Y, before.Width, before.Height
	}
	d.state.Window = &now
	if err := d.state.save(d.data); err != nil {
		d.log.Warn("the window's place was not kept", slog.Any("error", err))
	}
}

// zoom gives how large all in the window is shown.
func (d *desk) zoom() float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return cmp.Or(d.state.Zoom, actualSize)
}

// setZoom notes another size, for the next start, too: by steps from the present one, or, where they
// are 0, the actual size. It gives the size.
func (d *desk) setZoom(steps int) float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := slices.Index(zooms, cmp.Or(d.state.Zoom, actualSize))
	if steps == 0 {
		now = slices.Index(zooms, actualSize)
	}
	d.state.Zoom = zooms[min(max(now+steps, 0), len(zooms)-1)]
	if err := d.state.save(d.data); err != nil {
		d.log.Warn("the window's size of letters was not kept", slog.Any("error", err))
	}
	return d.state.Zoom
}

// hides says whether the window that is being closed goes out of sight only, and the program on.
func (d *desk) hides() bool {
	if !d.canHide() {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hidden = d.state.KeepRunning && !d.ending
	return d.hidden
}

// present brings the window to the front.
func (d *desk) present() {
	d.mu.Lock()
	d.hidden = false
	d.mu.Unlock()
	d.requests.ask(true, nil, nil)
}

// trayChanged shows the window again where it is hidden and nothing else shows any more that the
// program runs.
func (d *desk) trayChanged(shown bool) {
	d.mu.Lock()
	hidden := d.hidden
	d.mu.Unlock()
	if !shown && hidden {
		d.present()
	}
}

// quit ends the program.
func (d *desk) quit() {
	d.mu.Lock()
	d.ending = true
	d.mu.Unlock()
	d.end()
}

// maxSubjects bounds the notifications that are remembered.
const maxSubjects = 100

func (d *desk) notify(title, body, document string) error {
	number, err := d.notes.notify(title, body, d.words().show)
	if err != nil {
		return fmt.Errorf("the desktop shows no notifications: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.subject) == maxSubjects {
		clear(d.subject)
	}
	d.subject[number] = document
	return nil
}

func (d *desk) clicked(number uint32) {
	d.mu.Lock()
	document, own := d.subject[number]
	delete(d.subject, number)
	d.mu.Unlock()
	if !own {
		return // it is another program's
	}
	d.present()
	if document != "" {
		d.requests.ask(true, []string{document}, nil)
	}
}

// escapeMarkup has a text be shown as it stands where notifications know markup.
func escapeMarkup(text string) string { return html.EscapeString(text) }
