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

// autostart is the entry that starts the program at login, as defined by the freedesktop.org Desktop
// Application Autostart Specification.
type autostart struct {
	path string // of the entry, which all libraries share
	exec string // line of the entry that starts the program with this library
}

// newAutostart returns the entry of the library in a data folder. The entry need not exist.
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

// isEnabled reports whether the program starts at login with this library.
func (a autostart) isEnabled() bool {
	entry, err := os.ReadFile(a.path)
	return err == nil && slices.Contains(strings.Split(string(entry), "\n"), a.exec)
}

// setEnabled writes or removes the entry. It does not change an entry that is in the wanted state already, because the
// entry may belong to another library.
func (a autostart) setEnabled(on bool) error {
	if on == a.isEnabled() {
		return nil
	}
	if runtime.GOOS != "linux" {
		return fmt.Errorf("start at login: %w", errors.ErrUnsupported) // other systems use no such entry
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

// quoteExec quotes an argument for the key Exec of a desktop entry: first by the rules of the key, then by
// those of every string in a desktop entry.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(arg)
	return strings.NewReplacer(`\`, `\\`, "%", "%%").Replace(`"` + arg + `"`)
}
