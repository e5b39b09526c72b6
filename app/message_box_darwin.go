package app

import "os/exec"

// showBox shows a message box with an error and returns when it is closed.
func showBox(heading, text string) {
	const script = `on run told
	display alert (item 1 of told) message (item 2 of told) as critical
end run`
	// The command fails without a screen. The error is also written to standard error.
	_ = exec.Command("osascript", "-e", script, heading, text).Run()
}
