// Package screen tells a person how a run goes, on a terminal or in a file.
package screen

import (
	"fmt"
	"os"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// Screen is where a run is told: a terminal with a line that changes and some colour,
// or a file without.
type Screen struct {
	Out      *os.File
	Terminal bool
	colour   bool
}

// New makes the screen of a terminal or a file.
func New(out *os.File) *Screen {
	_, err := unix.IoctlGetWinsize(int(out.Fd()), unix.TIOCGWINSZ)
	return &Screen{Out: out, Terminal: err == nil, colour: err == nil && os.Getenv("NO_COLOR") == ""}
}

// width is how many characters a line has: 80 where nobody knows.
func (s *Screen) width() int {
	if size, err := unix.IoctlGetWinsize(int(s.Out.Fd()), unix.TIOCGWINSZ); err == nil && size.Col > 0 {
		return int(size.Col)
	}
	return 80
}

// Printf writes text.
func (s *Screen) Printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

// Colour is one of those that are used; see ECMA-48, select graphic rendition.
type Colour string

// The colours.
const (
	Bold  Colour = "1"
	Faint Colour = "2"
	Red   Colour = "31"
	Green Colour = "32"
)

// In gives text in a colour, where there are any.
func (s *Screen) In(colour Colour, text string) string {
	if !s.colour {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}

// Heading begins a part.
func (s *Screen) Heading(text string) { s.Printf("\n%s\n", s.In(Bold, text)) }

// Replace puts text in the place of the last line, which has no end yet.
func (s *Screen) Replace(text string) {
	if width := s.width() - 1; utf8.RuneCountInString(text) > width {
		text = string([]rune(text)[:width])
	}
	s.Printf("\r\x1b[K%s", text)
}

// Check prints whether something held, and what speaks against it.
func (s *Screen) Check(what string, against []string) {
	if len(against) == 0 {
		s.Printf("  %s %s\n", s.In(Green, "✓"), what)
		return
	}
	s.Printf("  %s %s\n", s.In(Red, "✗"), what)
	for _, line := range against {
		s.Printf("      %s\n", line)
	}
}
