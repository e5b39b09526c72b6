package app

import "golang.org/x/sys/windows"

// showBox shows a box with an error, until it is closed.
func showBox(heading, text string) {
	title, err := windows.UTF16PtrFromString("Lectern")
	if err != nil {
		return
	}
	if said, err := windows.UTF16PtrFromString(heading + "\n\n" + text); err == nil { // else it has a null in it
		_, _ = windows.MessageBox(0, said, title, windows.MB_OK|windows.MB_ICONERROR)
	}
}
