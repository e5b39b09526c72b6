package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// autostart is the entry by which the desktop starts the program at login, as the freedesktop.org
// Autostart specification has it.
type autostart struct {
	path string // of the entry, which all libraries share
	exec string // its line that starts the program with this library
}

// newAutostart gives the entry of the library in a data folder.
func newAutostart(data string) (autostart, error) {
	config, err := os.UserConfigDir()
	if err != nil {
		return autostart{}, err
	}
	self, err := os.Executable()
	if err != nil {
		return autostart{}, err
	}
	return autostart{
		path: filepath.Join(config, "autostart", "lectern.desktop"),
		exec: "Exec=" + quoteExec(self) + " " + quoteExec("--data") + " " + quoteExec(data),
	}, nil
}

// on tells whether the program is started at login with this library.
func (a autostart) on() bool {
	entry, err := os.ReadFile(a.path)
	return err == nil && slices.Contains(strings.Split(string(entry), "\n"), a.exec)
}

// set has the program started at login with this library, or not. Where it is so already, the entry
// stays as it is: it may be another library's.
func (a autostart) set(on bool) error {
	if on == a.on() {
		return nil
	}
	if runtime.GOOS != "linux" {
		return fmt.Errorf("start at login: %w", errors.ErrUnsupported) // there it is no such entry
	}
	if !on {
		if err := os.Remove(a.path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		return err
	}
	entry := fmt.Sprintf("[Desktop Entry]\nType=Application\nName=Lectern\n%s\nIcon=lectern\nX-GNOME-Autostart-enabled=true\n", a.exec)
	return os.WriteFile(a.path, []byte(entry), 0o600)
}

// quoteExec quotes an argument for the key Exec of a desktop entry: first as the key wants it, then
// as every string of such a file.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(arg)
	return strings.NewReplacer(`\`, `\\`, "%", "%%").Replace(`"` + arg + `"`)
}
