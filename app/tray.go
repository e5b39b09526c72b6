package app

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/godbus/dbus/v5"

	"lectern/app/icon"
)

// tray is the icon of the program in the system tray, with a menu to show the window and to quit. It implements
// KDE's StatusNotifierItem and Canonical's dbusmenu.
type tray struct {
	bus           *dbus.Conn
	name          string
	texts         texts
	show          func()
	quit          func()
	onShownChange func(visible bool) // called when the desktop has started or stopped showing the icon

	mu      sync.Mutex
	visible bool
}

const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	itemPath    = "/StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
	menuPath    = "/StatusNotifierItem/Menu"
)

// open exports the icon on the bus. A goroutine then registers the icon, and registers it again whenever the desktop
// starts a tray.
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
	go func() { // in the background, so that the window does not wait for the desktop
		t.refresh(true)
		for signal := range signals { // the channel is closed when the bus is closed
			switch signal.Name {
			case "org.freedesktop.DBus.NameOwnerChanged":
				t.refresh(true)
			case watcherName + ".StatusNotifierHostRegistered", watcherName + ".StatusNotifierHostUnregistered":
				t.refresh(false)
			}
		}
	}()
	return nil
}

// refresh determines again whether the desktop shows the icon. If register is true, it registers the icon before that.
func (t *tray) refresh(register bool) {
	ctx, cancel := context.WithTimeout(context.Background(), desktopTimeout)
	defer cancel()
	watcher := t.bus.Object(watcherName, watcherPath)
	if register {
		_ = watcher.CallWithContext(ctx, watcherName+".RegisterStatusNotifierItem", 0, t.name).Err // fails if there is no tray
	}
	var host dbus.Variant
	err := watcher.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, watcherName, "IsStatusNotifierHostRegistered").Store(&host)
	shown, _ := host.Value().(bool)
	shown = shown && err == nil
	t.mu.Lock()
	was := t.visible
	t.visible = shown
	t.mu.Unlock()
	if was != shown {
		t.onShownChange(shown)
	}
}

// isShown reports whether the desktop shows the icon.
func (t *tray) isShown() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.visible
}

// pixmap is a picture with its pixels as ARGB in network byte order.
type pixmap struct {
	Width, Height int32
	Pixels        []byte
}

// toolTip is the tooltip of the icon.
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
	item := readOnlyProperties{itemName: {
		"Category": dbus.MakeVariant("ApplicationStatus"),
		"Id":       dbus.MakeVariant("lectern"),
		"Title":    dbus.MakeVariant("Lectern"),
		"Status":   dbus.MakeVariant("Active"),
		// The name is empty, so that the tray uses the pixmap: icon themes may not contain the icon.
		"IconName":   dbus.MakeVariant(""),
		"IconPixmap": dbus.MakeVariant([]pixmap{iconPixmap(22), iconPixmap(48)}),
		"ToolTip":    dbus.MakeVariant(toolTip{Pixmaps: []pixmap{}, Title: t.texts.running}),
		"ItemIsMenu": dbus.MakeVariant(false),
		"Menu":       dbus.MakeVariant(dbus.ObjectPath(menuPath)),
	}}
	menu := readOnlyProperties{menuName: {
		"Version":       dbus.MakeVariant(uint32(3)),
		"TextDirection": dbus.MakeVariant("ltr"),
		"Status":        dbus.MakeVariant("normal"),
		"IconThemePath": dbus.MakeVariant([]string{}),
	}}
	for path, properties := range map[dbus.ObjectPath]readOnlyProperties{itemPath: item, menuPath: menu} {
		if err := t.bus.Export(properties, path, "org.freedesktop.DBus.Properties"); err != nil {
			return err
		}
	}
	return nil
}

// readOnlyProperties contains the read-only properties of an object, by interface and name. It implements
// org.freedesktop.DBus.Properties.
type readOnlyProperties map[string]map[string]dbus.Variant

// Get returns a property.
func (c readOnlyProperties) Get(iface, name string) (dbus.Variant, *dbus.Error) {
	value, ok := c[iface][name]
	if !ok {
		return dbus.Variant{}, dbus.MakeFailedError(fmt.Errorf("%s has no %s", iface, name))
	}
	return value, nil
}

// GetAll returns all properties of an interface.
func (c readOnlyProperties) GetAll(iface string) (map[string]dbus.Variant, *dbus.Error) {
	return c[iface], nil
}

// Set always returns an error.
func (c readOnlyProperties) Set(iface, name string, _ dbus.Variant) *dbus.Error {
	return dbus.MakeFailedError(fmt.Errorf("%s of %s cannot be set", name, iface))
}

func iconPixmap(size int) pixmap {
	picture := icon.Draw(size)
	pixels := make([]byte, len(picture.Pix))
	for i := 0; i < len(pixels); i += 4 {
		pixels[i], pixels[i+1], pixels[i+2], pixels[i+3] = picture.Pix[i+3], picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2]
	}
	return pixmap{int32(size), int32(size), pixels}
}

// trayItem implements the methods of StatusNotifierItem.
type trayItem struct{ tray *tray }

// Activate handles a click on the icon: it shows the window.
func (i trayItem) Activate(int32, int32) *dbus.Error {
	go i.tray.show()
	return nil
}

// SecondaryActivate handles a click with the middle button in the same way as Activate.
func (i trayItem) SecondaryActivate(x, y int32) *dbus.Error { return i.Activate(x, y) }

// ContextMenu shows the window. Trays that cannot show a menu call it.
func (i trayItem) ContextMenu(x, y int32) *dbus.Error { return i.Activate(x, y) }

// Scroll does nothing.
func (i trayItem) Scroll(int32, string) *dbus.Error { return nil }

// The ids of the menu entries; 0 is the menu itself.
const (
	showEntry = int32(iota + 1)
	quitEntry
)

// trayMenu implements the methods of com.canonical.dbusmenu.
type trayMenu struct{ tray *tray }

// layout is an entry of the menu with its children.
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
		return map[string]dbus.Variant{"label": dbus.MakeVariant(m.tray.texts.show)}
	case quitEntry:
		return map[string]dbus.Variant{"label": dbus.MakeVariant(m.tray.texts.quit)}
	}
	return map[string]dbus.Variant{}
}

// GetLayout returns an entry of the menu. If depth is not 0, it includes the children of the entry.
func (m *trayMenu) GetLayout(parent, depth int32, _ []string) (uint32, layout, *dbus.Error) {
	top := layout{ID: parent, Properties: m.properties(parent), Children: []dbus.Variant{}}
	if parent == 0 && depth != 0 {
		for _, id := range []int32{showEntry, quitEntry} {
			top.Children = append(top.Children, dbus.MakeVariant(layout{id, m.properties(id), []dbus.Variant{}}))
		}
	}
	return 1, top, nil
}

// entryProperties are the properties of an entry.
type entryProperties struct {
	ID         int32
	Properties map[string]dbus.Variant
}

// GetGroupProperties returns the properties of the entries with the given ids. Without ids it returns the properties of
// all entries.
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

// GetProperty returns a property of an entry.
func (m *trayMenu) GetProperty(id int32, name string) (dbus.Variant, *dbus.Error) {
	value, ok := m.properties(id)[name]
	if !ok {
		return dbus.Variant{}, dbus.MakeFailedError(fmt.Errorf("entry %d has no %s", id, name))
	}
	return value, nil
}

// Event handles an event of an entry, such as a click.
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

// entryEvent is one of several events that arrive in one call.
type entryEvent struct {
	ID    int32
	Event string
	Data  dbus.Variant
	Time  uint32
}

// EventGroup handles several events. Its list of unknown entries is always empty, because events of unknown entries are
// ignored.
func (m *trayMenu) EventGroup(events []entryEvent) ([]int32, *dbus.Error) {
	for _, e := range events {
		_ = m.Event(e.ID, e.Event, e.Data, e.Time) // never returns an error
	}
	return []int32{}, nil
}

// AboutToShow returns false, because the menu never changes.
func (m *trayMenu) AboutToShow(int32) (bool, *dbus.Error) { return false, nil }

// AboutToShowGroup returns no entries, because no entry ever changes.
func (m *trayMenu) AboutToShowGroup([]int32) (updates, errors []int32, _ *dbus.Error) {
	return []int32{}, []int32{}, nil
}
