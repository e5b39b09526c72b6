package app

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/godbus/dbus/v5"
)

// errNoBus says that there is no desktop to speak to.
var errNoBus = errors.New("there is no session bus here")

// desktopTimeout bounds a question to the desktop, whose programs may hang.
const desktopTimeout = 5 * time.Second

// openBus connects to the desktop's session bus. It starts none where there is none, as the
// library would.
func openBus() (*dbus.Conn, error) {
	address := os.Getenv("DBUS_SESSION_BUS_ADDRESS")
	if address == "" {
		socket := filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus")
		if _, err := os.Stat(socket); err != nil {
			return nil, errNoBus
		}
		address = "unix:path=" + socket
	}
	return dbus.Connect(address)
}

// showInFileManager has the desktop's file manager show a file among its neighbours.
func showInFileManager(ctx context.Context, path string) error {
	bus, err := openBus()
	if err != nil {
		return err
	}
	defer bus.Close()
	file := url.URL{Scheme: "file", Path: path}
	return bus.Object("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1").
		CallWithContext(ctx, "org.freedesktop.FileManager1.ShowItems", 0, []string{file.String()}, "").Err
}

// notifier shows notifications through the desktop.
type notifier struct{ bus *dbus.Conn }

const notifications = "org.freedesktop.Notifications"

// notify shows one, and gives its number. A click on it is told to those who listen.
func (n notifier) notify(title, body, action string) (uint32, error) {
	if n.bus == nil {
		return 0, errNoBus
	}
	ctx, cancel := context.WithTimeout(context.Background(), desktopTimeout)
	defer cancel()
	var number uint32
	err := n.bus.Object(notifications, "/org/freedesktop/Notifications").CallWithContext(ctx, notifications+".Notify", 0,
		"Lectern", uint32(0), "lectern", title, escapeMarkup(body), []string{"default", action},
		map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("lectern")}, int32(-1)).Store(&number)
	return number, err
}

// listen calls clicked with the number of each notification that a person clicks.
func (n notifier) listen(clicked func(number uint32)) error {
	if n.bus == nil {
		return errNoBus
	}
	if err := n.bus.AddMatchSignal(dbus.WithMatchInterface(notifications), dbus.WithMatchMember("ActionInvoked")); err != nil {
		return err
	}
	signals := make(chan *dbus.Signal, 16)
	n.bus.Signal(signals)
	go func() {
		for signal := range signals { // which the bus closes with itself
			if signal.Name != notifications+".ActionInvoked" || len(signal.Body) < 1 {
				continue
			}
			if number, ok := signal.Body[0].(uint32); ok {
				clicked(number)
			}
		}
	}()
	return nil
}
