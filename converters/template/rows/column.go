package rows

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire"
)

// Limits for the names of columns: the number of components of a name such as customer.name, and the length of the
// name.
const (
	maxLevels   = 16
	longestName = 255 // bytes
)

// columns are the columns of a file. The values of each column become a parameter, or a member of an object.
type columns struct {
	names  []string // "" for columns without a name
	kinds  []string // the types that the texts of the columns are converted into
	tree   *member
	number numberParser
	day    dateParser
}

// member is a node in the tree of parameters: a parameter whose value is that of a column, or an object with further
// members.
type member struct {
	key     []byte // the key as JSON, followed by a colon
	name    string
	column  int // -1 for an object
	members []*member
}

// newColumns parses a header row. Errors are of type [*Error].
func newColumns(header []string, options Options) (*columns, error) {
	for len(header) > 0 && strings.TrimSpace(header[len(header)-1]) == "" {
		header = header[:len(header)-1]
	}
	if len(header) > wire.MaxTemplateColumns {
		return nil, newError("rows-too-many-columns", "most", strconv.Itoa(wire.MaxTemplateColumns))
	}
	schema := readSchema(options.Schema)
	c := &columns{tree: &member{column: -1}, number: newNumberParser(options.Locale), day: newDateParser(options.Locale)}
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

// pathOf splits the name of a column, such as customer.name, into the names of the objects and of the parameter. If a
// component would be empty, as in "a..b", the name is not split.
func pathOf(name string) []string {
	path := strings.Split(name, ".")
	for i := range path {
		if path[i] = strings.TrimSpace(path[i]); path[i] == "" {
			return []string{name}
		}
	}
	return path
}

// add adds a column to the tree of parameters.
func (c *columns) add(name string, path []string, column int) error {
	if len(path) > maxLevels || len(name) > longestName || !utf8.ValidString(name) {
		return newError("rows-column-name", "name", name)
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
			return newError("rows-duplicate-column", "name", name)
		case last || next.column >= 0:
			return newError("rows-column-clash", "name", name)
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

// value is the value of a cell: a text or JSON. If both are empty, the cell is empty.
type value struct {
	text    string
	json    string
	problem *wire.TemplateProblem // the problem with the value; nil if there is none
}

func (v *value) isEmpty() bool {
	return v.json == "" && v.problem == nil && strings.TrimSpace(v.text) == ""
}

// Limits for one row.
const (
	maxProblems = 20       // number of reported problems
	maxText     = 32 << 20 // total size of the values in bytes
)

// write converts the values of a row and writes the row.
func (c *columns) write(w *writer, line int, values []value) error {
	var found []wire.TemplateProblem
	size := 0
	for i := range values {
		v := &values[i]
		if v.isEmpty() {
			continue
		}
		if size += len(v.text); size > maxText {
			return newError("rows-too-large")
		}
		if i >= len(c.names) || c.names[i] == "" {
			p := problem("row-too-long", "line", strconv.Itoa(line), "column", strconv.Itoa(i+1))
			v.problem = &p
		} else if v.json == "" && v.problem == nil {
			c.convert(v, i, line)
		}
		if v.problem != nil && len(found) < maxProblems {
			found = append(found, *v.problem)
		}
	}
	return w.row(line, found, func(dst []byte) []byte { return c.tree.append(dst, values) })
}

// append appends an object with the members that have a value. Nested objects without members are left out.
func (m *member) append(dst []byte, values []value) []byte {
	dst = append(dst, '{')
	for _, one := range m.members {
		begin := len(dst)
		if dst[begin-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(dst, one.key...)
		from := len(dst)
		switch {
		case one.column < 0:
			dst = one.append(dst, values)
		case one.column >= len(values) || values[one.column].isEmpty():
		case values[one.column].json != "":
			dst = append(dst, values[one.column].json...)
		default:
			dst = appendText(dst, values[one.column].text)
		}
		if len(dst) == from || one.column < 0 && dst[from+1] == '}' {
			dst = dst[:begin]
		}
	}
	return append(dst, '}')
}
