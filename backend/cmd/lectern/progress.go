package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// progress shows the state of an operation on one line of a terminal, which it overwrites. If the output is not a
// terminal, it shows no progress.
type progress struct {
	w           io.Writer
	enabled     bool // the output is a terminal
	done, count int
	updatedAt   time.Time
}

func newProgress(w io.Writer, count int) *progress {
	return &progress{w: w, count: count, enabled: isTerminal(w)}
}

// progressPause is the minimum time between two updates of the line.
const progressPause = 200 * time.Millisecond

// eraseLine moves the cursor to the beginning of the line and erases it (ECMA-48, 8.3.41).
const eraseLine = "\r\x1b[K"

// step counts one more completed item, and updates the line.
func (p *progress) step() {
	if p.done++; p.enabled && (time.Since(p.updatedAt) >= progressPause || p.done == p.count) {
		p.updatedAt = time.Now()
		p.show()
	}
}

func (p *progress) show() { fmt.Fprintf(p.w, "%s%d of %d rows", eraseLine, p.done, p.count) }

// printLine prints a line above the line of progress.
func (p *progress) printLine(line string) {
	if !p.enabled {
		fmt.Fprintln(p.w, line)
		return
	}
	fmt.Fprintln(p.w, eraseLine+line)
	p.show()
}

// erase removes the line of progress from the terminal.
func (p *progress) erase() {
	if p.enabled {
		fmt.Fprint(p.w, eraseLine)
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	return isatty.IsTerminal(file.Fd())
}
