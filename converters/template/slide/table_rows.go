package slide

import (
	"bytes"
	"slices"

	"lectern/converters/template/markup"
)

// tableRow is a row of a table on a slide.
type tableRow []tableCell

// tableCell is a cell: the range of its tokens, and whether it is merged into the cell on its left.
type tableCell struct {
	begin, end int
	isMerged   bool
}

// blankCell is a cell without text.
const blankCell = "<a:tc><a:txBody><a:bodyPr/><a:p/></a:txBody><a:tcPr/></a:tc>"

// equalizeRows makes all rows of a table have the same number of cells, which PowerPoint requires. Where a loop repeats
// cells, the merged cells of other rows grow or shrink with the number of repeated cells. Rows without merged cells get
// blank cells.
func equalizeRows(tokens []markup.Token) (changed bool) {
	rows := readSlideRows(tokens)
	count := 0
	for _, row := range rows {
		if row.lastMerged() < 0 {
			count = max(count, len(row))
		}
	}
	if count == 0 { // each row has merged cells
		for _, row := range rows {
			count = max(count, len(row))
		}
	}
	for _, row := range rows {
		if len(row) != count && len(row) > 0 {
			changed = true
			row.resize(tokens, count)
		}
	}
	return changed
}

func readSlideRows(tokens []markup.Token) (rows []tableRow) {
	for i := 0; i < len(tokens); i++ {
		switch t := &tokens[i]; {
		case t.Kind == markup.Start && t.Name == "a:tr":
			rows = append(rows, nil)
		case t.Kind == markup.Start && t.Name == "a:tc" && len(rows) > 0:
			joined, _ := t.Attribute("hMerge")
			row := &rows[len(rows)-1]
			*row = append(*row, tableCell{i, markup.EndOf(tokens, i), joined == "1" || joined == "true"})
			i = (*row)[len(*row)-1].end
		}
	}
	return rows
}

// lastMerged returns the index of the last cell that is merged into the cell on its left, or -1 if there is no such
// cell.
func (r tableRow) lastMerged() int {
	for i, cell := range slices.Backward(r) {
		if cell.isMerged {
			return i
		}
	}
	return -1
}

// resize adds or removes merged cells, or adds blank cells, until the number of cells in the row is count. It never
// removes cells that are not merged.
func (r tableRow) resize(tokens []markup.Token, count int) {
	at := r.lastMerged()
	for i := at; i >= 0 && r[i].isMerged && len(r) > count; i-- {
		for j := r[i].begin; j <= r[i].end; j++ {
			tokens[j].Raw = nil
		}
		r = slices.Delete(slices.Clone(r), i, i+1)
	}
	if len(r) >= count {
		return
	}
	further, end := []byte(blankCell), r[len(r)-1].end
	if at >= 0 {
		further, end = markup.Raw(tokens[r[at].begin:r[at].end+1]), r[at].end
	}
	tokens[end].Raw = append(slices.Clone(tokens[end].Raw), bytes.Repeat(further, count-len(r))...)
}
