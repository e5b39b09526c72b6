package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// autostart is the entry by which the desktop starts the program at login, as the freedesktop.org
// Autostart specification has it.
type autostart struct {
	path string // of the entry
	args []string
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
		args: []string{self, "--data", data},
	}, nil
}

// on tells whether the program is started at login.
func (a autostart) on() bool {
	_, err := os.Stat(a.path)
	return err == nil
}

// set has the program started at login, or not.
func (a autostart) set(on bool) error {
	if !on {
		if err := os.Remove(a.path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		return err
	}
	quoted := make([]string, len(a.args))
	for i, arg := range a.args {
		quoted[i] = quoteExec(arg)
	}
	entry := fmt.Sprintf("[Desktop Entry]\nType=Application\nName=Lectern\nExec=%s\nIcon=lectern\nX-GNOME-Autostart-enabled=true\n", strings.Join(quoted, " "))
	return os.WriteFile(a.path, []byte(entry), 0o600)
}

// quoteExec quotes an argument for the key Exec of a desktop entry: first as the key wants it, then
// as every string of such a file.
func quoteExec(arg string) string {
	arg = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(arg)
	return strings.NewReplacer(`\`, `\\`, "%", "%%").Replace(`"` + arg + `"`)
}
