package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
)

// progress tells how far something has come, on a line of a terminal that it writes again. Where
// there is no terminal, it tells nothing of itself.
type progress struct {
	to          io.Writer
	shown       bool // on a terminal
	done, count int
	last        time.Time
}

func newProgress(to io.Writer, count int) *progress {
	return &progress{to: to, count: count, shown: isTerminal(to)}
}

// progressPause is how long a line stands at least.
const progressPause = 200 * time.Millisecond

// eraseLine goes to the beginning of a terminal's line, and empties it (ECMA-48, 8.3.41).
const eraseLine = "\r\x1b[K"

// step says that one more is done.
func (p *progress) step() {
	if p.done++; p.shown && (time.Since(p.last) >= progressPause || p.done == p.count) {
		p.last = time.Now()
		p.show()
	}
}

func (p *progress) show() { fmt.Fprintf(p.to, "%s%d of %d rows", eraseLine, p.done, p.count) }

// tell writes a line.
func (p *progress) tell(line string) {
	if !p.shown {
		fmt.Fprintln(p.to, line)
		return
	}
	fmt.Fprintln(p.to, eraseLine+line)
	p.show()
}

// end takes the line away.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.to, eraseLine)
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	return isatty.IsTerminal(file.Fd())
}
