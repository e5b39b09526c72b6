package slide

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"lectern/converters/template/markup"
)

// MergeCells returns the markup of a part in which the spans of merged table cells are corrected. The spans can be
// wrong because loops have repeated or removed rows and columns (ECMA-376, part 1, 21.1.3.16).
func MergeCells(source []byte) []byte {
	if !bytes.Contains(source, []byte("<a:tbl")) {
		return source
	}
	tokens := markup.ScanOrNil(source)
	uneven := false
	for table := range tablesOf(tokens) {
		uneven = equalizeRows(table) || uneven
	}
	if uneven {
		tokens = markup.ScanOrNil(markup.Raw(tokens))
	}
	for table := range tablesOf(tokens) {
		mergeTable(table)
	}
	return markup.Raw(tokens)
}

// tablesOf yields the tokens of each table of a slide. Tables on slides cannot be nested.
func tablesOf(tokens []markup.Token) iter.Seq[[]markup.Token] {
	return func(yield func([]markup.Token) bool) {
		for i := 0; i < len(tokens); i++ {
			if tokens[i].Name == "a:tbl" {
				end := markup.EndOf(tokens, i)
				if !yield(tokens[i : end+1]) {
					return
				}
				i = end
			}
		}
	}
}

// mergeTable corrects the spans and the grid of a table in place.
func mergeTable(tokens []markup.Token) {
	var rows, columns [][]*markup.Token
	for i := range tokens {
		t := &tokens[i]
		switch {
		case t.Kind != markup.Start && t.Kind != markup.Empty:
		case t.Name == "a:tr":
			rows = append(rows, nil)
		case t.Name == "a:tc" && len(rows) > 0:
			row := &rows[len(rows)-1]
			if *row = append(*row, t); len(*row) > len(columns) {
				columns = append(columns, nil)
			}
			column := &columns[len(*row)-1]
			*column = append(*column, t)
		}
	}
	for _, row := range rows {
		mergeLine(row, "hMerge", "gridSpan")
	}
	for _, column := range columns {
		mergeLine(column, "vMerge", "rowSpan")
	}
	if len(columns) > 0 {
		fitGrid(tokens, len(columns))
	}
}

// fitGrid adds columns to the grid of a table, or removes columns, until the number of columns is count. New columns
// are as wide as the last column.
func fitGrid(tokens []markup.Token, count int) {
	var last *markup.Token
	end, listed := 0, 0
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Name != "a:gridCol" {
			continue
		}
		last, end = &tokens[i], markup.EndOf(tokens, i)
		if listed++; listed > count {
			for j := i; j <= end; j++ {
				tokens[j].Raw = nil
			}
		}
		i = end
	}
	if last == nil || listed >= count {
		return
	}
	width, _ := last.Attribute("w")
	further := fmt.Appendf(nil, `<a:gridCol w="%s"/>`, markup.Escape(width))
	tokens[end].Raw = append(slices.Clone(tokens[end].Raw), bytes.Repeat(further, count-listed)...)
}

// mergeLine corrects the spans in a row or column. The span of each cell then covers the merged cells that follow it.
// If a loop has removed the cell into which a cell was merged, the first merged cell takes its place.
func mergeLine(line []*markup.Token, merge, span string) {
	merged := func(i int) bool {
		if i >= len(line) {
			return false
		}
		value, _ := line[i].Attribute(merge)
		return value == "1" || value == "true"
	}
	for i := 0; i < len(line); i++ {
		t := line[i]
		if _, spans := t.Attribute(span); !spans && !merged(i) {
			continue
		}
		t.Raw = t.Without(merge)
		size := 1
		for merged(i + size) {
			size++
		}
		if t.Raw = t.Without(span); size > 1 {
			t.Raw = t.With(span, strconv.Itoa(size))
		}
		i += size - 1
	}
}
