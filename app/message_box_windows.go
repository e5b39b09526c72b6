package app

import "golang.org/x/sys/windows"

// showBox shows a message box with an error and returns when it is closed.
func showBox(heading, text string) {
	title, err := windows.UTF16PtrFromString("Lectern")
	if err != nil {
		return
	}
	if body, err := windows.UTF16PtrFromString(heading + "\n\n" + text); err == nil { // fails if the text contains a NUL
		// MessageBox fails without a desktop. The error is also written to standard error.
		_, _ = windows.MessageBox(0, body, title, windows.MB_OK|windows.MB_ICONERROR)
	}
}
