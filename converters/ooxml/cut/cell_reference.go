package cut

import (
	"strconv"
	"strings"

	"lectern/converters/ooxml/opc"
)

func firstArea(areas string) string {
	first, _, _ := strings.Cut(areas, ",")
	return first
}

// firstRow returns the first row of a reference such as 'A sheet'!$A$3:$F$9. It returns 1 for whole columns, and -1 for
// anything else.
func firstRow(reference string) int {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sheet, cells, found := cutLast(reference, "!")
	if !found || !strings.HasPrefix(sheet, "'") && strings.Contains(sheet, "(") {
		return -1
	}
	cell, end, _ := strings.Cut(strings.ReplaceAll(cells, "$", ""), ":")
	row := strings.TrimLeft(cell, letters)
	if strings.Trim(end, letters+"0123456789") != "" {
		return -1
	}
	if row == "" && cell != "" {
		return 1
	}
	number, err := strconv.Atoi(row)
	if err != nil {
		return -1
	}
	return number
}

func cutLast(s, sep string) (before, after string, found bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 {
		return s, "", false
	}
	return s[:at], s[at+len(sep):], true
}

// chartRows returns the last row of the cells that a chart draws, and whether it only draws cells of the named sheet.
func chartRows(p *opc.Package, key, sheet string) (last int, sameSheet bool, err error) {
	sameSheet = true
	inside := false
	var text []byte
	err = p.Scan(key, func(t opc.Token) bool {
		switch {
		case string(t.Local) != "f":
			if t.Kind == opc.TextRun && inside {
				text = append(text, t.Raw...)
			}
		case t.Kind == opc.EndTag:
			row, own := lastRow(opc.Unescape(text), sheet)
			last, sameSheet, inside = max(last, row), sameSheet && own, false
		default:
			inside, text = t.Kind == opc.StartTag, nil
		}
		return sameSheet && len(text) < opc.MaxMarkup
	})
	return last, sameSheet, err
}

// lastRow returns the last row of references to the sheet. sameSheet is false if a reference refers to another sheet or
// cannot be parsed.
func lastRow(references, sheet string) (last int, sameSheet bool) {
	references = strings.TrimSuffix(strings.TrimPrefix(references, "("), ")")
	for reference := range strings.SplitSeq(references, ",") {
		of, cells, found := cutLast(reference, "!")
		name := strings.ReplaceAll(strings.Trim(of, "'"), "''", "'")
		if !found || name != sheet {
			return 0, false
		}
		_, end, both := strings.Cut(cells, ":")
		if !both {
			end = cells
		}
		row := firstRow("!" + end)
		if row < 0 || !strings.Contains(end[min(1, len(end)):], "$") {
			return 0, false
		}
		last = max(last, row)
	}
	return last, true
}
