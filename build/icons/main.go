// Command icons draws the icon of the program in the file formats of Linux desktops, Windows and macOS.
//
//	icons hicolor FOLDER   PNG files in the layout of the Icon Theme Specification
//	icons ico FILE
//	icons icns FILE
//	icons png FILE
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"lectern/app/icon"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: icons hicolor|ico|icns|png OUTPUT")
	}
	switch kind, to := args[0], args[1]; kind {
	case "hicolor":
		return hicolor(to)
	case "ico":
		return os.WriteFile(to, icon.ICO(16, 24, 32, 48, 64, 256), 0o644)
	case "icns":
		return os.WriteFile(to, icon.ICNS(), 0o644)
	case "png":
		return os.WriteFile(to, icon.PNG(1024), 0o644)
	default:
		return fmt.Errorf("%q is not one of hicolor, ico, icns, png", kind)
	}
}

func hicolor(folder string) error {
	for _, size := range []int{16, 24, 32, 48, 64, 128, 256} {
		path := filepath.Join(folder, fmt.Sprintf("%dx%d", size, size), "apps")
		if err := os.MkdirAll(path, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(path, "lectern.png"), icon.PNG(size), 0o644); err != nil {
			return err
		}
	}
	return nil
}
