package templatetest

import (
	"fmt"
	"strings"
)

// Letter returns a text document with twenty tags and a loop over table rows, together with parameters. rows is the
// number of items; columns is the number of columns of the table.
func Letter(rows, columns int) (template []byte, params map[string]any) {
	var body strings.Builder
	params = map[string]any{}
	for i := range 20 {
		name := fmt.Sprintf("field%d", i)
		body.WriteString(P("Some text before ", "{"+name, "}", " and some behind it, as letters have."))
		params[name] = fmt.Sprintf("value %d & more", i)
	}
	cells := make([]string, columns)
	for i := range cells {
		cells[i] = fmt.Sprintf("{c%d}", i)
	}
	cells[0], cells[columns-1] = "{#rows}"+cells[0], cells[columns-1]+"{/rows}"
	body.WriteString(Table(cells))
	list := make([]any, rows)
	for i := range list {
		row := map[string]any{}
		for column := range columns {
			row[fmt.Sprintf("c%d", column)] = fmt.Sprintf("Cell %d of %d", column, i)
		}
		list[i] = row
	}
	params["rows"] = list
	return Docx(body.String()), params
}
