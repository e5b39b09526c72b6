package app

import (
	"context"
	"errors"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/godbus/dbus/v5"
)

// errNoBus is returned if there is no session bus.
var errNoBus = errors.New("there is no session bus")

// desktopTimeout is the time limit of a call to a program of the desktop, which may hang.
const desktopTimeout = 5 * time.Second

// openBus connects to the session bus of the desktop. Unlike dbus.SessionBus, it does not start a bus if there is none.
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

// showInFileManager opens the file manager of the desktop with a file selected in its folder.
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

// notify shows a notification, and returns its number. action is the label of its default action, which some desktops
// show as a button. If the user clicks on the notification, listen passes the number to its callback.
func (n notifier) notify(title, body, action string) (uint32, error) {
	if n.bus == nil {
		return 0, errNoBus
	}
	ctx, cancel := context.WithTimeout(context.Background(), desktopTimeout)
	defer cancel()
	var number uint32
	// The text is escaped because some notification servers interpret markup.
	err := n.bus.Object(notifications, "/org/freedesktop/Notifications").CallWithContext(ctx, notifications+".Notify", 0,
		"Lectern", uint32(0), "lectern", title, html.EscapeString(body), []string{"default", action},
		map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("lectern")}, int32(-1)).Store(&number)
	return number, err
}

// listen calls clicked with the number of each notification that is clicked.
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
		for signal := range signals { // the channel is closed when the bus is closed
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
