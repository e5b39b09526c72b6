package main

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// screen is where a run is told: a terminal with a line that changes and some colour,
// or a file without.
type screen struct {
	out      *os.File
	terminal bool
	colour   bool
}

func newScreen(out *os.File) *screen {
	_, err := unix.IoctlGetWinsize(int(out.Fd()), unix.TIOCGWINSZ)
	return &screen{out: out, terminal: err == nil, colour: err == nil && os.Getenv("NO_COLOR") == ""}
}

// width is how many characters a line has: 80 where nobody knows.
func (s *screen) width() int {
	if size, err := unix.IoctlGetWinsize(int(s.out.Fd()), unix.TIOCGWINSZ); err == nil && size.Col > 0 {
		return int(size.Col)
	}
	return 80
}

func (s *screen) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// The colours that are used; see ECMA-48, select graphic rendition.
const (
	bold  = "1"
	faint = "2"
	red   = "31"
	green = "32"
)

// in gives text in a colour, where there are any.
func (s *screen) in(colour, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// heading begins a part.
func (s *screen) heading(text string) { s.printf("\n%s\n", s.in(bold, text)) }

// replace puts text in the place of the last line, which has no end yet.
func (s *screen) replace(text string) {
	if width := s.width() - 1; utf8.RuneCountInString(text) > width {
		text = string([]rune(text)[:width])
	}
	s.printf("\r\x1b[K%s", text)
}

// progress tells how far a run is: in one line of a terminal, else in one for every
// tenth of the documents.
type progress struct {
	screen       *screen
	total        int
	done, failed int
	problems     int
	tenths       int
}

const barWidth = 24

// add counts a document that has ended.
func (p *progress) add(r *result) {
	p.done++
	if r.Outcome == failed {
		p.failed++
	}
	if len(r.Problems) > 0 {
		p.problems++
	}
	text := fmt.Sprintf("%d of %d, %d failed", p.done, p.total, p.failed)
	if p.problems > 0 {
		text += fmt.Sprintf(", %d with a problem", p.problems)
	}
	if p.screen.terminal {
		full := barWidth * p.done / p.total
		p.screen.replace(strings.Repeat("█", full) + strings.Repeat("░", barWidth-full) + "  " + text + "  " + r.Path)
		return
	}
	if tenths := 10 * p.done / p.total; tenths > p.tenths {
		p.tenths = tenths
		p.screen.printf("%s\n", text)
	}
}

// end clears the line for what follows.
func (p *progress) end() {
	if p.screen.terminal {
		p.screen.replace("")
	}
}
