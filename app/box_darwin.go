package app

import "os/exec"

// showBox shows a box with an error, until it is closed.
func showBox(heading, text string) {
	const script = `on run told
	display alert (item 1 of told) message (item 2 of told) as critical
end run`
	_ = exec.Command("osascript", "-e", script, heading, text).Run() // where there is no screen, the error is written, too
}
