package main

import (
	"fmt"
	"strings"

	"lectern/backend/lab/screen"
)

// progress shows the progress of a run. On a terminal it overwrites a single line. Otherwise it prints a line after
// every tenth of the documents.
type progress struct {
	screen       *screen.Screen
	total        int
	done, failed int
	problems     int
	tenths       int
}

const barWidth = 24

// add counts a document whose conversion has ended.
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
	if p.screen.Terminal {
		full := barWidth * p.done / p.total
		p.screen.Replace(strings.Repeat("█", full) + strings.Repeat("░", barWidth-full) + "  " + text + "  " + r.Path)
		return
	}
	if tenths := 10 * p.done / p.total; tenths > p.tenths {
		p.tenths = tenths
		p.screen.Printf("%s\n", text)
	}
}

// erase removes the line of progress from the terminal.
func (p *progress) erase() {
	if p.screen.Terminal {
		p.screen.Replace("")
	}
}
