package pdf

import (
	"testing"

	"lectern/converters/wire"
)

// spot is a line of a page that is 3,000 points wide and high.
type spot struct {
	x, y, width, size float64
	text              string
}

// letter is a line of one letter or mark.
func letter(i int, x, y float64) spot { return spot{x, y, 30, 10, string([]rune("a•A1")[i%4])} }

func pageOf(count int, at func(i int) spot) *pageText {
	page := &pageText{width: 3000, height: 3000}
	for i := range count {
		d := at(i)
		for _, r := range d.text {
			page.chars = append(page.chars, char{rune: r, block: i / 3, line: i, size: d.size, box: wire.Box{d.x, d.y, d.x + d.width, d.y + 1.2*d.size}})
		}
	}
	return page
}

// Every line is in one block, in bounded time and of a bounded number, however many lines
// there are and wherever they stand.
func TestBlocksOfManyLines(t *testing.T) {
	const count = 50_000
	for name, at := range map[string]func(i int) spot{
		"in columns":   func(i int) spot { return letter(i, float64(i%50*60), float64(i/50*14)) },
		"in two":       func(i int) spot { return letter(i, float64(i%2*60+i/2%2), float64(i/2*14)) },
		"in one":       func(i int) spot { return letter(i, 100, float64(i*14)) },
		"in disorder":  func(i int) spot { return letter(i, float64(i*7919%3000), float64(i*104729%3000)) },
		"in one row":   func(i int) spot { return letter(i, float64(i*40), 100) },
		"at one place": func(i int) spot { return letter(i, 100, 100) },
		"without width": func(i int) spot {
			return spot{float64(i%4*60 + i%3*10), float64(i / 4 * 14), float64(i * 7919 % 3 * 10), 10, "a"}
		},
	} {
		page := pageOf(count, at)
		lines, blocks := page.blocks(pageTitles{"a": {level: 1, top: -1}})
		next := 0
		for _, block := range blocks {
			if block.First != next || block.Count < 1 {
				t.Fatalf("%s: a block of %d lines at %d, behind line %d", name, block.Count, block.First, next)
			}
			next += block.Count
		}
		if next != count || len(lines) != count {
			t.Errorf("%s: %d of %d lines are in blocks", name, next, len(lines))
		}
		if len(blocks) > mostBlocks {
			t.Errorf("%s: there are %d blocks", name, len(blocks))
		}
	}
}
