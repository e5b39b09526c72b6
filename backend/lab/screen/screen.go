// Package screen reports the progress of a run on a terminal or to a file.
package screen

import (
	"fmt"
	"os"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// Screen is the output of a run. On a terminal it has colors and a line that is overwritten; in a file it has neither.
type Screen struct {
	Out      *os.File
	Terminal bool
	color    bool
}

// New returns the screen for a terminal or a file.
func New(out *os.File) *Screen {
	_, err := unix.IoctlGetWinsize(int(out.Fd()), unix.TIOCGWINSZ)
	return &Screen{Out: out, Terminal: err == nil, color: err == nil && os.Getenv("NO_COLOR") == ""}
}

// width returns the number of characters that fit on a line, or 80 if it is unknown.
func (s *Screen) width() int {
	if size, err := unix.IoctlGetWinsize(int(s.Out.Fd()), unix.TIOCGWINSZ); err == nil && size.Col > 0 {
		return int(size.Col)
	}
	return 80
}

// Printf writes formatted text.
func (s *Screen) Printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

// Color is an escape sequence for a color (ECMA-48, select graphic rendition).
type Color string

// The colors.
const (
	Bold  Color = "1"
	Faint Color = "2"
	Red   Color = "31"
	Green Color = "32"
)

// Colored returns text in a color if the output supports colors.
func (s *Screen) Colored(color Color, text string) string {
	if !s.color {
		return text
	}
	return "\x1b[" + string(color) + "m" + text + "\x1b[0m"
}

// Heading prints the heading of a section.
func (s *Screen) Heading(text string) { s.Printf("\n%s\n", s.Colored(Bold, text)) }

// Replace replaces the text of the current line. The line must not end with a line break.
func (s *Screen) Replace(text string) {
	if width := s.width() - 1; utf8.RuneCountInString(text) > width {
		text = string([]rune(text)[:width])
	}
	s.Printf("\r\x1b[K%s", text)
}

// Check prints whether a requirement is met. violations is the evidence that it is not.
func (s *Screen) Check(requirement string, violations []string) {
	if len(violations) == 0 {
		s.Printf("  %s %s\n", s.Colored(Green, "✓"), requirement)
		return
	}
	s.Printf("  %s %s\n", s.Colored(Red, "✗"), requirement)
	for _, line := range violations {
		s.Printf("      %s\n", line)
	}
}
