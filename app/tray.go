package app

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/godbus/dbus/v5"

	"lectern/app/icon"
)

// tray is the program's sign where the desktop shows those of running programs, as KDE's
// StatusNotifierItem and Canonical's dbusmenu have it. It shows that the program runs, and ends it.
type tray struct {
	bus     *dbus.Conn
	name    string
	words   words
	show    func()
	quit    func()
	changed func(shown bool) // called when the desktop begins or ceases to show it

	mu    sync.Mutex
	shown bool
}

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	itemPath    = "/StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
	menuPath    = "/StatusNotifierItem/Menu"
)

// open puts the sign up, wherever and whenever the desktop has a place for it.
func (t *tray) open() error {
	t.name = fmt.Sprintf("%s-%d-1", itemName, os.Getpid())
	if err := t.export(); err != nil {
		return err
	}
	if _, err := t.bus.RequestName(t.name, dbus.NameFlagDoNotQueue); err != nil {
		return err
	}
	matches := [][]dbus.MatchOption{
		{dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, watcherName)},
		{dbus.WithMatchInterface(watcherName)},
	}
	for _, match := range matches {
		if err := t.bus.AddMatchSignal(match...); err != nil {
			return err
		}
	}
	signals := make(chan *dbus.Signal, 16)
	t.bus.Signal(signals)
	go func() { // the window does not wait for the desktop
		t.look(true)
		for signal := range signals { // which the bus closes with itself
			switch signal.Name {
			case "org.freedesktop.DBus.NameOwnerChanged":
				t.look(true)
			case watcherName + ".StatusNotifierHostRegistered", watcherName + ".StatusNotifierHostUnregistered":
				t.look(false)
			}
		}
	}()
	return nil
}

// look asks whether the desktop shows signs, and has it show this one where it is new to it.
func (t *tray) look(register bool) {
	ctx, cancel := context.WithTimeout(context.Background(), desktopTimeout)
	defer cancel()
	watcher := t.bus.Object(watcherName, watcherPath)
	if register {
		_ = watcher.CallWithContext(ctx, watcherName+".RegisterStatusNotifierItem", 0, t.name).Err // where it fails, there is no host
	}
	var host dbus.Variant
	err := watcher.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, watcherName, "IsStatusNotifierHostRegistered").Store(&host)
	shown, _ := host.Value().(bool)
	shown = shown && err == nil
	t.mu.Lock()
	was := t.shown
	t.shown = shown
	t.mu.Unlock()
	if was != shown {
		t.changed(shown)
	}
}

// isShown tells whether the desktop shows the sign.
func (t *tray) isShown() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown
}

// pixmap is a picture: its size, and its pixels as ARGB, the first byte first.
type pixmap struct {
	Width, Height int32
	Pixels        []byte
}

// toolTip is what is shown beside the sign: an icon, a title, a text.
type toolTip struct {
	Icon    string
	Pixmaps []pixmap
	Title   string
	Text    string
}

func (t *tray) export() error {
	if err := t.bus.Export(trayItem{t}, itemPath, itemName); err != nil {
		return err
	}
	if err := t.bus.Export(&trayMenu{tray: t}, menuPath, menuName); err != nil {
		return err
	}
	item := constants{itemName: {
		"Category":   dbus.MakeVariant("ApplicationStatus"),
		"Id":         dbus.MakeVariant("lectern"),
		"Title":      dbus.MakeVariant("Lectern"),
		"Status":     dbus.MakeVariant("Active"),
		"IconName":   dbus.MakeVariant(""), // the pixmap is as good, and always there
		"IconPixmap": dbus.MakeVariant([]pixmap{signPixmap(22), signPixmap(48)}),
		"ToolTip":    dbus.MakeVariant(toolTip{Pixmaps: []pixmap{}, Title: t.words.running}),
		"ItemIsMenu": dbus.MakeVariant(false),
		"Menu":       dbus.MakeVariant(dbus.ObjectPath(menuPath)),
	}}
	menu := constants{menuName: {
		"Version":       dbus.MakeVariant(uint32(3)),
		"TextDirection": dbus.MakeVariant("ltr"),
		"Status":        dbus.MakeVariant("normal"),
		"IconThemePath": dbus.MakeVariant([]string{}),
	}}
	for path, properties := range map[dbus.ObjectPath]constants{itemPath: item, menuPath: menu} {
		if err := t.bus.Export(properties, path, "org.freedesktop.DBus.Properties"); err != nil {
			return err
		}
	}
	return nil
}

// constants are the properties of an object by its interfaces, which never change.
type constants map[string]map[string]dbus.Variant

// Get gives one property.
func (c constants) Get(of, name string) (dbus.Variant, *dbus.Error) {
	value, ok := c[of][name]
	if !ok {
		return dbus.Variant{}, dbus.MakeFailedError(fmt.Errorf("%s has no %s", of, name))
	}
	return value, nil
}

// GetAll gives all of an interface.
func (c constants) GetAll(of string) (map[string]dbus.Variant, *dbus.Error) { return c[of], nil }

// Set refuses.
func (c constants) Set(of, name string, _ dbus.Variant) *dbus.Error {
	return dbus.MakeFailedError(fmt.Errorf("%s of %s cannot be set", name, of))
}

func signPixmap(size int) pixmap {
	picture := icon.Draw(size)
	pixels := make([]byte, len(picture.Pix))
	for i := 0; i < len(pixels); i += 4 {
		pixels[i], pixels[i+1], pixels[i+2], pixels[i+3] = picture.Pix[i+3], picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2]
	}
	return pixmap{int32(size), int32(size), pixels}
}

// trayItem answers what is done with the sign.
type trayItem struct{ tray *tray }

// Activate is a click.
func (i trayItem) Activate(int32, int32) *dbus.Error {
	go i.tray.show()
	return nil
}

// SecondaryActivate is a click with the middle button.
func (i trayItem) SecondaryActivate(x, y int32) *dbus.Error { return i.Activate(x, y) }

// ContextMenu is for hosts that show no menu by themselves.
func (i trayItem) ContextMenu(x, y int32) *dbus.Error { return i.Activate(x, y) }

// Scroll does nothing.
func (i trayItem) Scroll(int32, string) *dbus.Error { return nil }

// The entries of the sign's menu; 0 is the menu itself.
const (
	showEntry = int32(iota + 1)
	quitEntry
)

// trayMenu answers what the sign's menu is, and what is chosen in it.
type trayMenu struct{ tray *tray }

// layout is an entry of the menu, with those below it.
type layout struct {
	ID         int32
	Properties map[string]dbus.Variant
	Children   []dbus.Variant
}

func (m *trayMenu) properties(id int32) map[string]dbus.Variant {
	switch id {
	case 0:
		return map[string]dbus.Variant{"children-display": dbus.MakeVariant("submenu")}
	case showEntry:
		return map[string]dbus.Variant{"label": dbus.MakeVariant(m.tray.words.show)}
	case quitEntry:
		return map[string]dbus.Variant{"label": dbus.MakeVariant(m.tray.words.quit)}
	}
	return map[string]dbus.Variant{}
}

// GetLayout gives the menu below an entry.
func (m *trayMenu) GetLayout(parent, depth int32, _ []string) (uint32, layout, *dbus.Error) {
	top := layout{ID: parent, Properties: m.properties(parent), Children: []dbus.Variant{}}
	if parent == 0 && depth != 0 {
		for _, id := range []int32{showEntry, quitEntry} {
			top.Children = append(top.Children, dbus.MakeVariant(layout{id, m.properties(id), []dbus.Variant{}}))
		}
	}
	return 1, top, nil
}

// entryProperties are an entry's.
type entryProperties struct {
	ID         int32
	Properties map[string]dbus.Variant
}

// GetGroupProperties gives the properties of entries; of all where none is named.
func (m *trayMenu) GetGroupProperties(ids []int32, _ []string) ([]entryProperties, *dbus.Error) {
	if len(ids) == 0 {
		ids = []int32{0, showEntry, quitEntry}
	}
	all := make([]entryProperties, len(ids))
	for i, id := range ids {
		all[i] = entryProperties{id, m.properties(id)}
	}
	return all, nil
}

// GetProperty gives one property of an entry.
func (m *trayMenu) GetProperty(id int32, name string) (dbus.Variant, *dbus.Error) {
	value, ok := m.properties(id)[name]
	if !ok {
		return dbus.Variant{}, dbus.MakeFailedError(fmt.Errorf("entry %d has no %s", id, name))
	}
	return value, nil
}

// Event is what is done with an entry.
func (m *trayMenu) Event(id int32, event string, _ dbus.Variant, _ uint32) *dbus.Error {
	if event != "clicked" {
		return nil
	}
	switch id {
	case showEntry:
		go m.tray.show()
	case quitEntry:
		go m.tray.quit()
	}
	return nil
}

// entryEvent is an event among several.
type entryEvent struct {
	ID    int32
	Event string
	Data  dbus.Variant
	Time  uint32
}

// EventGroup is several events, of which it gives those of unknown entries.
func (m *trayMenu) EventGroup(events []entryEvent) ([]int32, *dbus.Error) {
	for _, e := range events {
		_ = m.Event(e.ID, e.Event, e.Data, e.Time)
	}
	return []int32{}, nil
}

// AboutToShow says that the menu is as it was.
func (m *trayMenu) AboutToShow(int32) (bool, *dbus.Error) { return false, nil }

// AboutToShowGroup says so of several entries.
func (m *trayMenu) AboutToShowGroup([]int32) (updates, errors []int32, _ *dbus.Error) {
	return []int32{}, []int32{}, nil
}
