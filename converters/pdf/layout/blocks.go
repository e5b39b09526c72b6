package layout

import (
	"slices"

	"lectern/converters/wire"
)

// minTaggedShare is the share of a page's characters that must be tagged for the order of the tags to be used.
const minTaggedShare = 0.8

// Blocks returns the lines of a page in reading order, and the blocks that they form.
func (p *Page) Blocks(titles Titles) ([]wire.Line, []wire.Block) {
	l := layout{page: pageLines{p.lines()}, elements: p.Elements, height: p.Height, titles: titles, blocks: []wire.Block{}}
	l.separateMarginLines()
	l.sortByTags()
	l.body = bodyOf(l.page.lines)
	l.findPageTitle()
	for i := range l.page.lines {
		if !l.isAtEdge(l.page.lines[i].Box) {
			l.bodyEnd = i + 1
		}
	}
	for start := 0; start < len(l.page.lines); {
		end := start + 1
		for end < len(l.page.lines) && sameRun(&l.page.lines[start].role, &l.page.lines[end].role) {
			end++
		}
		l.addRun(start, end)
		start = end
	}
	if len(l.blocks) > maxBlocks {
		return l.page.wireLines(), splitEvenly(len(l.page.lines))
	}
	l.rearrange()
	return l.page.wireLines(), l.blocks
}

// piece is a block with its lines.
type piece struct {
	wire.Block
	lines []textLine
}

// rearrange moves lines of table cells and footers, which may be drawn in another order, to their place in reading
// order.
func (l *layout) rearrange() {
	pieces := make([]piece, len(l.blocks))
	for i, block := range l.blocks {
		pieces[i] = piece{block, l.page.lines[block.First : block.First+block.Count]}
	}
	pieces = moveLinesIntoCells(pieces)
	l.moveFootersLast(pieces)
	l.blocks = l.blocks[:0]
	lines := make([]textLine, 0, len(l.page.lines))
	for _, p := range pieces {
		l.append(p.Block)
		lines = append(lines, p.lines...)
	}
	l.page.lines = lines
}

// moveFootersLast moves footers after all other blocks, because programs such as LibreOffice draw them first.
func (l *layout) moveFootersLast(pieces []piece) {
	foot := func(p piece) int {
		if p.Kind == wire.BlockOther && p.lines[0].Box[1] > l.height/2 {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return foot(a) - foot(b) })
}

// A page with more than maxBlocks blocks is a drawing with scattered words, such as a map. Browsers freeze if each word
// is an element, so the lines are grouped into blocks of linesPerPart lines.
const (
	maxBlocks    = 2_000
	linesPerPart = 200
)

// splitEvenly returns paragraphs of linesPerPart lines each for the given number of lines.
func splitEvenly(lines int) (blocks []wire.Block) {
	for first := 0; first < lines; first += linesPerPart {
		blocks = append(blocks, wire.Block{Kind: wire.BlockParagraph, First: first, Count: min(linesPerPart, lines-first)})
	}
	return blocks
}

// sameRun reports whether lines with these roles may belong to one block. This includes two lines without a role.
func sameRun(a, b *role) bool {
	if a.table != 0 || b.table != 0 {
		return a.table == b.table
	}
	return a.block == b.block
}

// pageLines are the lines of a page, in reading order.
type pageLines struct{ lines []textLine }

// layout finds the blocks of a page.
type layout struct {
	page     pageLines
	elements []Element
	height   float64
	titles   Titles
	body     bodyStyle
	title    pageTitle
	bodyEnd  int // index after the last line that is not at the edge of the page
	blocks   []wire.Block
	items    []float64 // positions of the marks of the current list item and its ancestors, the outermost first
}

// sortByTags sorts lines by the structure tree if almost all of them are tagged. An untagged line stays after the line
// that was drawn before it.
func (l *layout) sortByTags() {
	all, tagged := 0, 0
	for i := range l.page.lines {
		all += l.page.lines[i].charCount
		if l.page.lines[i].role.block != 0 {
			tagged += l.page.lines[i].charCount
		}
	}
	if tagged == 0 || float64(tagged) < minTaggedShare*float64(all) {
		return
	}
	type placed struct {
		path []int
		line textLine
	}
	places := make([]placed, len(l.page.lines))
	paths := map[int][]int{}
	var last []int
	for i, line := range l.page.lines {
		if number := line.role.block; number != 0 && line.role.kind != wire.BlockOther {
			if paths[number] == nil {
				paths[number] = path(l.elements, number)
			}
			last = paths[number]
		}
		places[i] = placed{last, line}
	}
	slices.SortStableFunc(places, func(a, b placed) int { return slices.Compare(a.path, b.path) })
	for i := range places {
		l.page.lines[i] = places[i].line
	}
}

// addRun adds the blocks of a run of lines with the same role.
func (l *layout) addRun(start, end int) {
	switch first := &l.page.lines[start].role; {
	case first.table != 0:
		l.addTaggedTable(start, end)
	case first.block != 0:
		l.addTaggedBlock(start, end)
	default:
		l.addUntagged(start, end)
	}
}

// addUntagged adds the blocks of lines without a role. Their kind is derived from size, position and text.
func (l *layout) addUntagged(start, end int) {
	rows := l.rows(start, end)
	l.page.setLettered(rows)
	for len(rows) > 0 {
		count := l.addHeading(rows)
		if count == 0 {
			count = l.addTable(rows)
		}
		if count == 0 {
			count = l.addAxis(rows)
		}
		if count == 0 {
			count = l.addParagraph(rows)
		}
		rows = rows[count:]
	}
}

// append adds a block, and sets its first line to the line after the previous block.
func (l *layout) append(block wire.Block) {
	block.First = 0
	if last := len(l.blocks) - 1; last >= 0 {
		block.First = l.blocks[last].First + l.blocks[last].Count
	}
	l.blocks = append(l.blocks, block)
}

func (l *pageLines) wireLines() []wire.Line {
	lines := make([]wire.Line, len(l.lines))
	for i := range l.lines {
		lines[i] = l.lines[i].Line
	}
	return lines
}
