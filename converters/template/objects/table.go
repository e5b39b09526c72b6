package objects

import (
	"maps"
	"slices"
	"strconv"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/picture"
)

// Limits of a table that the command {:table x} inserts: the numbers of columns and of rows.
const (
	MaxColumns = 63 // the limit of Word
	maxRows    = 100_000
)

// Table is the content of a table that a tag inserts.
type Table struct {
	Header []string
	Rows   [][]string
	widths []int64 // in EMU
}

// LoadTable returns the table that a tag's value describes. It returns nil if there is no such table, or if the table
// has no columns.
func LoadTable(r *core.Renderer, t *core.Tag, s *core.Scope) *Table {
	value, ok := r.Value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil
	}
	g, wrong := readTable(value)
	if wrong != "" {
		r.Problems.Add(t.Problem(wrong, "columns", strconv.Itoa(MaxColumns), "rows", strconv.Itoa(maxRows)))
		return nil
	}
	if g.ColumnCount() == 0 {
		return nil
	}
	return &g
}

// readTable reads a table from a value. problem is the code of a problem, or "" if there is none.
func readTable(value any) (g Table, problem string) {
	rows := value
	if object, isObject := value.(map[string]any); isObject {
		header, _ := object["header"].([]any)
		g.Header = texts(header)
		widths, _ := object["widths"].([]any)
		for _, width := range widths {
			length, valid := picture.ParseLength(width)
			if !valid {
				return g, "table-width"
			}
			g.widths = append(g.widths, length)
		}
		rows = object["rows"]
	}
	list, isList := rows.([]any)
	if !isList {
		return g, "not-a-table"
	}
	for _, row := range list {
		switch row := row.(type) {
		case []any:
			g.Rows = append(g.Rows, texts(row))
		case map[string]any:
			if g.Header == nil {
				g.Header = slices.Sorted(maps.Keys(row))
			}
			cells := make([]string, len(g.Header))
			for i, name := range g.Header {
				cells[i] = MemberText(row, name)
			}
			g.Rows = append(g.Rows, cells)
		default:
			return g, "not-a-table"
		}
	}
	if len(g.Rows) > maxRows || g.ColumnCount() > MaxColumns {
		return g, "table-too-large"
	}
	return g, ""
}

// ColumnCount returns the number of columns of the longest row.
func (g *Table) ColumnCount() int {
	columns := len(g.Header)
	for _, row := range g.Rows {
		columns = max(columns, len(row))
	}
	return columns
}

func texts(values []any) []string {
	all := make([]string, len(values))
	for i, value := range values {
		if value != nil {
			all[i] = expression.Text(value)
		}
	}
	return all
}

// Width returns the width of a column in EMU. If the width of the column is not set, the result is the available width
// divided by the number of columns.
func (g *Table) Width(column, columns int, available int64) int64 {
	if column < len(g.widths) {
		return g.widths[column]
	}
	const defaultWidth = 9000 * core.Twip
	if available == 0 {
		available = defaultWidth
	}
	return available / int64(columns)
}
