package rows

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire"
)

// The bounds of the name of a column.
const (
	mostLevels  = 16
	longestName = 255 // bytes
)

// columns are those of a file, of which each is a parameter, or one of an object's members.
type columns struct {
	names  []string // empty for those without
	kinds  []string // what their texts are to be
	tree   *member
	number numbers
	day    days
}

// member is a parameter that a column gives, or an object of such.
type member struct {
	key     []byte // as JSON, with a colon
	name    string
	column  int // -1 for an object
	members []*member
}

// newColumns reads a header. The error is an [*Error].
func newColumns(header []string, options Options) (*columns, error) {
	for len(header) > 0 && strings.TrimSpace(header[len(header)-1]) == "" {
		header = header[:len(header)-1]
	}
	if len(header) > wire.MaxTemplateColumns {
		return nil, wrong("rows-too-many-columns", "most", strconv.Itoa(wire.MaxTemplateColumns))
	}
	schema := readSchema(options.Schema)
	c := &columns{tree: &member{column: -1}, number: numbersOf(options.Locale), day: daysOf(options.Locale)}
	for i, name := range header {
		name = strings.TrimSpace(name)
		path := []string(nil)
		if name != "" {
			path = pathOf(name)
			if err := c.add(name, path, i); err != nil {
				return nil, err
			}
		}
		c.names, c.kinds = append(c.names, name), append(c.kinds, schema.kindOf(path))
	}
	return c, nil
}

// pathOf gives the names of the objects that a column's parameter lies in, and its own. What has an
// empty one among them is a name as it is.
func pathOf(name string) []string {
	path := strings.Split(name, ".")
	for i := range path {
		if path[i] = strings.TrimSpace(path[i]); path[i] == "" {
			return []string{name}
		}
	}
	return path
}

// add gives a column its place among the parameters.
func (c *columns) add(name string, path []string, column int) error {
	if len(path) > mostLevels || len(name) > longestName || !utf8.ValidString(name) {
		return wrong("rows-column-name", "name", name)
	}
	at := c.tree
	for i, key := range path {
		next := at.find(key)
		last := i == len(path)-1
		switch {
		case next == nil:
			next = &member{key: append(appendText(nil, key), ':'), name: key, column: -1}
			if last {
				next.column = column
			}
			at.members = append(at.members, next)
		case last && next.column >= 0:
			return wrong("rows-duplicate-column", "name", name)
		case last || next.column >= 0:
			return wrong("rows-column-clash", "name", name)
		}
		at = next
	}
	return nil
}

func (m *member) find(name string) *member {
	for _, one := range m.members {
		if one.name == name {
			return one
		}
	}
	return nil
}

// value is that of a cell: a text, or JSON as it is; it is none where both are empty.
type value struct {
	text string
	json string
	bad  *wire.TemplateProblem // what is wrong with it
}

func (v *value) isEmpty() bool {
	return v.json == "" && v.bad == nil && strings.TrimSpace(v.text) == ""
}

// The bounds of one row.
const (
	mostProblems = 20       // that are told
	mostText     = 32 << 20 // bytes of its values
)

// write writes a row of values.
func (c *columns) write(w *writer, line int, values []value) error {
	var found []wire.TemplateProblem
	size := 0
	for i := range values {
		v := &values[i]
		if v.isEmpty() {
			continue
		}
		if size += len(v.text); size > mostText {
			return wrong("rows-too-large")
		}
		if i >= len(c.names) || c.names[i] == "" {
			p := problem("row-too-long", "line", strconv.Itoa(line), "column", strconv.Itoa(i+1))
			v.bad = &p
		} else if v.json == "" && v.bad == nil {
			c.convert(v, i, line)
		}
		if v.bad != nil && len(found) < mostProblems {
			found = append(found, *v.bad)
		}
	}
	return w.row(line, found, func(to []byte) []byte { return c.tree.append(to, values) })
}

// append appends an object with what has a value; an object of none is left out but for the outermost.
func (m *member) append(to []byte, values []value) []byte {
	to = append(to, '{')
	for _, one := range m.members {
		begin := len(to)
		if to[begin-1] != '{' {
			to = append(to, ',')
		}
		to = append(to, one.key...)
		from := len(to)
		switch {
		case one.column < 0:
			to = one.append(to, values)
		case one.column >= len(values) || values[one.column].isEmpty():
		case values[one.column].json != "":
			to = append(to, values[one.column].json...)
		default:
			to = appendText(to, values[one.column].text)
		}
		if len(to) == from || one.column < 0 && to[from+1] == '}' {
			to = to[:begin]
		}
	}
	return append(to, '}')
}
