package layout

import (
	"strings"
	"testing"

	"lectern/converters/growthtest"
	"lectern/converters/wire"
)

// spot is a line of text on a page of 3,000 × 3,000 points.
type spot struct {
	x, y, width, size float64
	text              string
}

// letter returns a line of one character: a letter, a bullet or a digit.
func letter(i int, x, y float64) spot { return spot{x, y, 30, 10, string([]rune("a•A1")[i%4])} }

func pageOf(count int, at func(i int) spot) *Page {
	page := &Page{Width: 3000, Height: 3000}
	for i := range count {
		d := at(i)
		for _, r := range d.text {
			page.Chars = append(page.Chars, Char{Rune: r, Block: i / 3, Line: i, Size: d.size, Box: wire.Box{d.x, d.y, d.x + d.width,
				d.y + 1.2*d.size}})
		}
	}
	return page
}

// Each line is in exactly one block, the time grows linearly with the number of lines, and the number of blocks is
// limited, whatever the arrangement of the lines.
func TestBlocksOfManyLines(t *testing.T) {
	const count, most = 50_000, 200_000
	body := strings.Repeat("a", 3*most)
	for name, test := range map[string]struct {
		count int
		at    func(i int) spot
	}{
		"in columns":   {count, func(i int) spot { return letter(i, float64(i%50*60), float64(i/50*14)) }},
		"in two":       {count, func(i int) spot { return letter(i, float64(i%2*60+i/2%2), float64(i/2*14)) }},
		"in one":       {count, func(i int) spot { return letter(i, 100, float64(i*14)) }},
		"in disorder":  {count, func(i int) spot { return letter(i, float64(i*7919%3000), float64(i*104729%3000)) }},
		"in one row":   {count, func(i int) spot { return letter(i, float64(i*40), 100) }},
		"at one place": {count, func(i int) spot { return letter(i, 100, 100) }},
		"without width": {count, func(i int) spot {
			return spot{float64(i%4*60 + i%3*10), float64(i / 4 * 14), float64(i * 7919 % 3 * 10), 10, "a"}
		}},
		"larger than the body": {most, func(i int) spot {
			if i == 0 {
				return spot{100, 0, 30, 10, body}
			}
			return spot{100, float64(i * 16), 30, 12, "- b"}
		}},
	} {
		growthtest.Linear(t, test.count, func(count int) func() {
			page := pageOf(count, test.at)
			return func() {
				lines, blocks := page.Blocks(Titles{"a": {level: 1, top: -1}})
				checkBlocks(t, name, lines, blocks, count)
			}
		})
	}
}

// checkBlocks checks that there are count lines, each in exactly one block, and no more blocks than allowed.
func checkBlocks(t *testing.T, name string, lines []wire.Line, blocks []wire.Block, count int) {
	t.Helper()
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
	if len(blocks) > maxBlocks {
		t.Errorf("%s: there are %d blocks", name, len(blocks))
	}
}

// Lines drawn after a table are moved into its cells without building the table again for each line. Only the first
// maxLookahead blocks after the table are examined.
func TestManyLinesAfterATable(t *testing.T) {
	const rows, columns = 300, 20
	for strays, want := range map[int]int{350: 1, maxLookahead + 100: 101} {
		page := pageOf(rows*columns+strays, func(i int) spot {
			if i < rows*columns {
				return letter(0, float64(i%columns*100), float64(3000+i/columns*30))
			}
			i -= rows * columns
			return letter(0, float64(100*(1+i*7%(columns-1))), float64(3012+i%rows*30))
		})
		page.Height = 20_000
		var lines []wire.Line
		var blocks []wire.Block
		allocations := testing.AllocsPerRun(1, func() { lines, blocks = page.Blocks(nil) })
		if len(blocks) != want || len(lines) != rows*columns+strays {
			t.Errorf("%d lines are in %d blocks, want %d", len(lines), len(blocks), want)
		}
		if each := allocations / float64(len(lines)); each > 6 {
			t.Errorf("there are %.0f allocations for each line", each)
		}
	}
}

// The position of a block in the structure tree is computed once per block, not for each of its lines.
func TestOrderOfManyLines(t *testing.T) {
	const depth, count = 60, 10_000
	l := layout{elements: make([]Element, depth), page: pageLines{make([]textLine, count)}}
	for i := range l.elements {
		l.elements[i].Parent = i
	}
	for i := range l.page.lines {
		l.page.lines[i] = textLine{role: role{block: depth, kind: wire.BlockParagraph}, charCount: 1}
	}
	if allocations := testing.AllocsPerRun(1, l.sortByTags); allocations > 100 {
		t.Errorf("there are %.0f allocations for %d lines", allocations, count)
	}
}
