package app

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
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
		// Repeated, because the key may have arrived before the focus.
		_ = tool(p.display, "xdotool", "windowactivate", window, "key", "alt+F4").Run()
		return !p.visible()
	})
}

// With a tray icon the program keeps running when its window is closed, shows the window again, and can be
// quit.
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
	// The tray disappears, and with it the icon, the only visible part of the program.
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

// A desktop that hangs does not keep the program from starting.
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

// checkSign reads the properties of the tray icon and checks the types that the protocol requires.
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

// Without a tray icon the program ends with its window, even if it is set to keep running.
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
	for _, number := range []uint32{7, 1} { // 7 is the notification of another program
		if err := bus.Emit("/org/freedesktop/Notifications", notifications+".ActionInvoked", number, "default"); err != nil {
			t.Fatal(err)
		}
	}
	if opened := p.hear(t, "event open "); opened != `[["d1"]]` {
		t.Errorf("it opened %s", opened)
	}
}

// The preferences of the program are stored. Starting at login creates a file that the desktop reads.
func TestPreferences(t *testing.T) {
	config := t.TempDir()
	p := launchPaged(t, screen(t), "XDG_CONFIG_HOME="+config)
	entry := filepath.Join(config, "autostart", "lectern.desktop")
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: true, keepRunning: true, language: "fr", appearance: "dark" });`)
	text, err := os.ReadFile(entry)
	if err != nil || !strings.Contains(string(text), `" "--data" "`+p.data+`"`) {
		t.Errorf("the entry is %s: %v", text, err)
	}
	got, _ := p.do(t, `return (await window.go.app.Bridge.Connection()).preferences;`).(map[string]any)
	if got["startAtLogin"] != true || got["keepRunning"] != true || got["language"] != "fr" || got["appearance"] != "dark" {
		t.Errorf("the preferences are %v", got)
	}
	if said, _ := p.do(t, `await window.go.app.Bridge.SetPreferences({ language: "xx", appearance: "dark" });`).(string); !strings.Contains(
		said, "not supported") {
		t.Errorf("of a language that there is not it says %q", said)
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: false, language: "fr", appearance: "dark" });`)
	if _, err := os.Stat(entry); !os.IsNotExist(err) {
		t.Errorf("the entry is still there: %v", err)
	}
	other := "[Desktop Entry]\nExec=\"lectern-desktop\" \"--data\" \"/home/zoe/other\"\n"
	if err := os.WriteFile(entry, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, _ := p.do(t, `return (await window.go.app.Bridge.Connection()).preferences;`).(map[string]any); got["startAtLogin"] != false {
		t.Errorf("with another library's entry the preferences are %v", got)
	}
	p.do(t, `await window.go.app.Bridge.SetPreferences({ startAtLogin: false, keepRunning: false, language: "fr", appearance: "dark" });`)
	if text, err := os.ReadFile(entry); err != nil || string(text) != other {
		t.Errorf("another library's entry is %s: %v", text, err)
	}
	if kept := loadState(p.data); kept.Language != "fr" || kept.Appearance != "dark" {
		t.Errorf("it kept %+v", kept)
	}
}

func TestQuoteExec(t *testing.T) {
	for arg, want := range map[string]string{
		`/opt/my app/x`: `"/opt/my app/x"`,
		`50%"$a"`:       `"50%%\\"\\$a\\""`,
		`a\b`:           `"a\\\\b"`,
	} {
		if got := quoteExec(arg); got != want {
			t.Errorf("%s is quoted as %s, want %s", arg, got, want)
		}
	}
}

// The window opens at its last position and size. An invalid state file is ignored.
func TestWindowPlace(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	window := p.window(t)
	await(t, "the window in its new place", func() bool {
		_ = tool(display, "xdotool", "windowsize", window, "900", "640", "windowmove", window, "60", "70").Run()
		return strings.Contains(p.geometry(t, window), "900x640")
	})
	before := p.geometry(t, window)
	p.closeWindow(t, window)
	<-p.ended

	again := newPaged(t, display)
	again.data = p.data
	again.Args = append(pageCommand(t, display, again.page).Args, "--data", p.data, "--addr", "127.0.0.1:0")
	again.run(t)
	window = again.window(t)
	await(t, "the place that it had: "+before, func() bool { return again.geometry(t, window) == before })
	if err := again.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-again.ended

	for name, content := range map[string]string{
		"far":     `{"window":{"x":90000,"y":-9000,"width":99999,"height":99999,"maximised":false},"appearance":"system"}`,
		"damaged": `{"window":{"x":"`,
		"other":   `{"window":{"width":-1},"appearance":"no"}`,
	} {
		t.Run(name, func(t *testing.T) {
			third := newPaged(t, display)
			if err := os.WriteFile(filepath.Join(third.data, stateFile), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			third.run(t)
			window := third.window(t)
			await(t, "the window on the screen", func() bool {
				var x, y, width, height int
				geometry := strings.NewReplacer("Position:", "", "Geometry:", "", ",", " ", "x", " ").Replace(third.geometry(t, window))
				fields := strings.Fields(geometry)
				if len(fields) < 4 {
					return false
				}
				for i, to := range []*int{&x, &y, &width, &height} {
					*to, _ = strconv.Atoi(fields[i])
				}
				return x >= 0 && y >= 0 && x < 1200 && y < 860 && width <= 1280 && height <= 900
			})
		})
	}
}

// geometry returns the position and size of a window as "X,Y WIDTHxHEIGHT".
func (p *program) geometry(t *testing.T, window string) string {
	t.Helper()
	// Empty while the window is being mapped.
	out, _ := tool(p.display, "xdotool", "getwindowgeometry", "--shell", window).Output()
	values := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		values[name] = value
	}
	return values["X"] + "," + values["Y"] + " " + values["WIDTH"] + "x" + values["HEIGHT"]
}

// The key of a menu item sends its command to the page. Another key quits the program.
func TestMenu(t *testing.T) {
	display := screen(t)
	p := launchPaged(t, display)
	window, instance := p.window(t), p.instance(t)
	family := descendants(t, p.Process.Pid)
	for key, name := range map[string]string{"ctrl+o": "open-files", "ctrl+shift+o": "open-folder", "ctrl+comma": "settings",
		"ctrl+w": "close-tab", "ctrl+plus": "zoom-in", "ctrl+minus": "zoom-out", "ctrl+0": "reset-zoom", "F1": "documentation"} {
		await(t, key, func() bool {
			_ = tool(display, "xdotool", "windowactivate", "--sync", window, "key", key).Run()
			return strings.Contains(p.said.String(), `event menu [\"`+name+`\"]`)
		})
	}
	await(t, "the end", func() bool {
		_ = tool(display, "xdotool", "windowactivate", window, "key", "ctrl+q").Run()
		return p.hasEnded()
	})
	p.gone(t, instance, family)
}

// The page sees the language that the program uses, even if the system lacks the files of that locale.
func TestLanguage(t *testing.T) {
	p := launchPaged(t, screen(t), "LC_ALL=", "LC_MESSAGES=fi_FI.UTF-8", "LANG=en_GB.UTF-8", "LANGUAGE=sv:fr_CA:de")
	if got := p.do(t, `return navigator.languages.join();`); got != "fr-CA" {
		t.Errorf("the page's languages are %v", got)
	}
}

func TestLanguageOf(t *testing.T) {
	for _, c := range []struct{ chosen, all, messages, lang, list, quit string }{
		{quit: "Quit"},
		{chosen: "de", lang: "fr_FR.UTF-8", quit: "Beenden"},
		{lang: "fr_FR.UTF-8", quit: "Quitter"},
		{lang: "fr_FR", messages: "es_ES@euro", quit: "Salir"},
		{lang: "fr_FR", messages: "es_ES", all: "C.UTF-8", list: "de", quit: "Quit"},
		{lang: "en_US.UTF-8", list: "sv:fi:de", quit: "Lopeta"},
		{lang: "sv_SE.UTF-8", quit: "Quit"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_MESSAGES", c.messages)
		t.Setenv("LANG", c.lang)
		t.Setenv("LANGUAGE", c.list)
		if got := languages()[languageOf(c.chosen)].quit; got != c.quit {
			t.Errorf("with %+v it says %q", c, got)
		}
	}
}
