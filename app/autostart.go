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

// autostart describes the file that makes the desktop start the program at login. The freedesktop.org Desktop
// Application Autostart Specification calls this file an entry.
type autostart struct {
	path string // path of the entry; there is one for all libraries
	exec string // the line of the entry that starts the program with this library
}

// newAutostart returns the entry for the library in a data folder. The file need not exist.
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

// isEnabled reports whether the desktop starts the program with this library at login.
func (a autostart) isEnabled() bool {
	entry, err := os.ReadFile(a.path)
	return err == nil && slices.Contains(strings.Split(string(entry), "\n"), a.exec)
}

// setEnabled writes or removes the entry. If nothing has to change, it leaves the file alone, because the file may
// start the program with another library.
func (a autostart) setEnabled(enabled bool) error {
	if enabled == a.isEnabled() {
		return nil
	}
	if runtime.GOOS != "linux" {
		return fmt.Errorf("start at login: %w", errors.ErrUnsupported) // other systems do not use such files
	}
	if !enabled {
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

// quoteExec quotes an argument for the key Exec of a desktop entry. It first applies the quoting rules of that key, and
// then the escaping rules for all strings in desktop entries.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(arg)
	return strings.NewReplacer(`\`, `\\`, "%", "%%").Replace(`"` + arg + `"`)
}
