package app

import (
	"bufio"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// sessionBus starts a session bus and connects to it.
func sessionBus(t *testing.T) (address string, bus *dbus.Conn) {
	t.Helper()
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		t.Skip("the desktop's bus cannot be tested without dbus-daemon: apt-get install dbus-daemon")
	}
	daemon := exec.Command("dbus-daemon", "--session", "--nofork", "--print-address")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, daemon)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(line)
	if bus, err = dbus.Connect(address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	return address, bus
}

// trayHost simulates a desktop with a tray for status icons and with notifications.
type trayHost struct {
	bus   *dbus.Conn
	props *prop.Properties

	mu    sync.Mutex
	items []string
	notes []string
}

// RegisterStatusNotifierItem is called by the program to add its tray icon.
func (h *trayHost) RegisterStatusNotifierItem(name string) *dbus.Error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.items = append(h.items, name)
	return nil
}

// Notify is called by the program to show a notification.
func (h *trayHost) Notify(_ string, _ uint32, _, title, body string, actions []string, _ map[string]dbus.Variant,
	_ int32) (uint32, *dbus.Error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes = append(h.notes, title+"|"+body+"|"+actions[0])
	return uint32(len(h.notes)), nil
}

func newTrayHost(t *testing.T, bus *dbus.Conn) *trayHost {
	t.Helper()
	h := &trayHost{bus: bus}
	for path, name := range map[dbus.ObjectPath]string{watcherPath: watcherName, "/org/freedesktop/Notifications": notifications} {
		if err := bus.Export(h, path, name); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	h.props, err = prop.Export(bus, watcherPath, prop.Map{watcherName: {
		"IsStatusNotifierHostRegistered": {Value: true, Emit: prop.EmitTrue},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{watcherName, notifications} {
		if _, err := bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// item waits until the program has registered its tray icon and returns its bus name.
func (h *trayHost) item(t *testing.T) string {
	t.Helper()
	var name string
	await(t, "the program's sign", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		if len(h.items) > 0 {
			name = h.items[len(h.items)-1]
		}
		return name != ""
	})
	return name
}

// visible reports whether a window of the program is visible.
func (p *program) visible() bool {
	return tool(p.display, "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(p.Process.Pid), "--name", "^Lectern$").Run() == nil
}

// closeWindow closes the window with Alt+F4.
func (p *program) closeWindow(t *testing.T, window string) {
	t.Helper()
	await(t, "the window to close", func() bool {
		// The key is pressed repeatedly, because it has no effect before the window has the focus.
		_ = tool(p.display, "xdotool", "windowactivate", window, "key", "alt+F4").Run()
		return !p.visible()
	})
}

// With a tray icon, the program keeps running when its window is closed. The icon shows the window again, and quits the
// program.
func TestKeepRunning(t *testing.T) {
	display := screen(t)
	address, bus := sessionBus(t)
	host := newTrayHost(t, bus)
	p := launchPaged(t, display, "DBUS_SESSION_BUS_ADDRESS="+address, "XDG_CONFIG_HOME="+t.TempDir())
	window, instance := p.window(t), p.instance(t)
	item := host.item(t)
	if can := p.do(t, `return (await window.go.app.Bridge.Connection()).canHide;`); can != true {
		t.Error("the program does not know that it is shown")
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: true, language: "de", appearance: "system" });`)

	p.closeWindow(t, window)
	sign := bus.Object(item, itemPath)
	checkSign(t, bus, item)
	if call := sign.Call(itemName+".Activate", 0, int32(0), int32(0)); call.Err != nil {
		t.Fatal(call.Err)
	}
	await(t, "the window to come back", p.visible)

	p.closeWindow(t, window)
	// When the tray disappears, so does the icon, which is the only visible part of the program. The window must then
	// be shown.
	host.props.SetMust(watcherName, "IsStatusNotifierHostRegistered", false)
	if err := bus.Emit(watcherPath, watcherName+".StatusNotifierHostUnregistered"); err != nil {
		t.Fatal(err)
	}
	await(t, "the window to come back without a host", p.visible)

	host.props.SetMust(watcherName, "IsStatusNotifierHostRegistered", true)
	if err := bus.Emit(watcherPath, watcherName+".StatusNotifierHostRegistered"); err != nil {
		t.Fatal(err)
	}
	await(t, "the program to know of the host", func() bool {
		return p.do(t, `return (await window.go.app.Bridge.Connection()).canHide;`) == true
	})
	p.closeWindow(t, window)
	family := descendants(t, p.Process.Pid)
	menu := bus.Object(item, menuPath)
	if call := menu.Call(menuName+".Event", 0, quitEntry, "clicked", dbus.MakeVariant(""), uint32(0)); call.Err != nil {
		t.Fatal(call.Err)
	}
	p.gone(t, instance, family)
}

// hungHost simulates a desktop that does not respond until end is closed.
type hungHost struct{ end <-chan struct{} }

// RegisterStatusNotifierItem is called by the program to add its tray icon.
func (h hungHost) RegisterStatusNotifierItem(string) *dbus.Error {
	<-h.end
	return nil
}

// A desktop that does not respond does not prevent the program from starting.
func TestHungDesktop(t *testing.T) {
	display := screen(t)
	address, bus := sessionBus(t)
	end := make(chan struct{})
	defer close(end)
	if err := bus.Export(hungHost{end}, watcherPath, watcherName); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	p := launchPaged(t, display, "DBUS_SESSION_BUS_ADDRESS="+address)
	p.window(t)
	if can := p.do(t, `return (await window.go.app.Bridge.Connection()).canHide;`); can != false {
		t.Error("the program believes that it is shown")
	}
}

// checkSign reads the properties of the tray icon, and checks that they have the types that the protocol requires.
func checkSign(t *testing.T, bus *dbus.Conn, item string) {
	t.Helper()
	call := bus.Object(item, itemPath).Call("org.freedesktop.DBus.Properties.GetAll", 0, itemName)
	if call.Err != nil {
		t.Fatal(call.Err)
	}
	properties := call.Body[0].(map[string]dbus.Variant) // decoding with Store would lose the types
	for name, signature := range map[string]string{
		"Category": "s", "Id": "s", "Title": "s", "Status": "s", "IconName": "s", "IconPixmap": "a(iiay)",
		"ToolTip": "(sa(iiay)ss)", "ItemIsMenu": "b", "Menu": "o",
	} {
		if got := properties[name].Signature().String(); got != signature {
			t.Errorf("%s is of type %q, want %q", name, got, signature)
		}
	}
	var revision uint32
	var top layout
	if err := bus.Object(item, menuPath).Call(menuName+".GetLayout", 0, int32(0), int32(-1), []string{}).Store(&revision, &top); err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, child := range top.Children {
		var entry layout
		if err := dbus.Store([]any{child.Value()}, &entry); err != nil {
			t.Fatal(err)
		}
		labels = append(labels, entry.Properties["label"].Value().(string))
	}
	if len(labels) != 2 || labels[1] != languages()["en"].quit {
		t.Errorf("the menu has %q", labels)
	}
}

// Without a tray icon, the program ends when its window is closed, even if the preferences say that it keeps running.
func TestNoKeepRunningUnseen(t *testing.T) {
	p := launchPaged(t, screen(t), "XDG_CONFIG_HOME="+t.TempDir())
	window, instance := p.window(t), p.instance(t)
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: true, language: "", appearance: "system" });`)
	family := descendants(t, p.Process.Pid)
	p.closeWindow(t, window)
	p.gone(t, instance, family)
}

// A click on a notification opens its document in the window.
func TestNotification(t *testing.T) {
	display := screen(t)
	address, bus := sessionBus(t)
	host := newTrayHost(t, bus)
	p := launchPaged(t, display, "DBUS_SESSION_BUS_ADDRESS="+address)
	p.do(t, `await window.go.app.Bridge.Notify("Ready", "a < b", "d1");`)
	host.mu.Lock()
	notes := host.notes
	host.mu.Unlock()
	if len(notes) != 1 || notes[0] != "Ready|a &lt; b|default" {
		t.Errorf("the notifications are %q", notes)
	}
	for _, number := range []uint32{7, 1} { // the number 7 belongs to a notification of another program
		if err := bus.Emit("/org/freedesktop/Notifications", notifications+".ActionInvoked", number, "default"); err != nil {
			t.Fatal(err)
		}
	}
	if opened := p.awaitLine(t, "event open "); opened != `[["d1"]]` {
		t.Errorf("it opened %s", opened)
	}
}
