package crm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/sentence"
)

// query is a query of a template, in which tags are replaced with values.
type query struct {
	name   string
	params map[string]any
	out    strings.Builder
}

// fillQueries replaces the tags in queries with values from params, a JSON object. A tag within quotes is replaced with
// text. Any other tag is replaced with a SOQL literal, or with literals in parentheses if its value is a list. The tag
// {name | date} becomes a date literal.
func fillQueries(queries map[string]string, params []byte) (map[string]string, error) {
	values := map[string]any{}
	if len(params) > 0 {
		if err := decode(params, &values); err != nil {
			return nil, err
		}
	}
	filled := make(map[string]string, len(queries))
	for name, text := range queries {
		q := query{name: name, params: values}
		if err := q.fill(text); err != nil {
			return nil, err
		}
		filled[name] = q.out.String()
	}
	return filled, nil
}

// fill replaces the tags in a query. It keeps track of whether a tag is within quotes.
func (q *query) fill(text string) error {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted && i+1 < len(text):
			q.out.WriteString(text[i : i+2])
			i++
			continue
		case c == '\'':
			quoted = !quoted
		case c == '{':
			end := strings.IndexByte(text[i:], '}')
			if end < 0 {
				return q.errTag(text[i:])
			}
			if err := q.writeTag(text[i:i+end+1], quoted); err != nil {
				return err
			}
			i += end
			continue
		}
		q.out.WriteByte(text[i])
	}
	return nil
}

// tag matches a tag with the name of a parameter, or with the path of a nested parameter.
var tag = regexp.MustCompile(`^\{\s*([\pL_$][\pL\pN_$]*(?:\.[\pL_$][\pL\pN_$]*)*)\s*(\|\s*date\s*)?\}$`)

func (q *query) errTag(text string) error {
	return failed("platform-query-tag", sentence.New("crm-query-tag", "The query “{name}” has the placeholder {tag}. In a "+
		"query, a placeholder must be the name of a parameter.").
		With("name", q.name).With("tag", shorten(text, 100)))
}

// writeTag replaces a tag with its value.
func (q *query) writeTag(text string, quoted bool) error {
	parts := tag.FindStringSubmatch(text)
	if parts == nil {
		return q.errTag(text)
	}
	value, given := find(q.params, parts[1])
	if !given || value == nil && quoted {
		return failed("platform-query-parameter", sentence.New("crm-query-parameter",
			"The query “{name}” needs the parameter {parameter}, which is missing.").
			With("name", q.name).With("parameter", parts[1]))
	}
	write := literal
	switch {
	case quoted:
		write = unquotedLiteral
	case parts[2] != "":
		write = dateLiteral
	}
	written, ok := write(value)
	if !ok {
		return failed("platform-query-parameter", sentence.New("crm-query-value",
			"The query “{name}” cannot contain the value of the parameter {parameter}.").
			With("name", q.name).With("parameter", parts[1]))
	}
	q.out.WriteString(written)
	return nil
}

// find returns the parameter with the given name. If there is no such parameter, find interprets the name as the path
// to a nested parameter.
func find(params map[string]any, path string) (any, bool) {
	if value, there := params[path]; there {
		return value, true
	}
	first, rest, more := strings.Cut(path, ".")
	inner, isObject := params[first].(map[string]any)
	if !more || !isObject {
		return nil, false
	}
	return find(inner, rest)
}

// literal converts a value into a SOQL literal. It returns false if that is impossible.
func literal(value any) (string, bool) {
	switch v := value.(type) {
	case nil:
		return "null", true
	case string:
		return "'" + escape(v) + "'", true
	case []any:
		return literalList(v)
	}
	return unquotedLiteral(value)
}

// literalList converts values into a list of literals in parentheses. It returns false if values is empty or
// contains a value that has no literal.
func literalList(values []any) (string, bool) {
	written := make([]string, len(values))
	for i, value := range values {
		if _, nested := value.([]any); nested {
			return "", false
		}
		var ok bool
		if written[i], ok = literal(value); !ok {
			return "", false
		}
	}
	return "(" + strings.Join(written, ",") + ")", len(values) > 0
}

// unquotedLiteral converts a single value into SOQL: the inside of a string literal, without its quotes, or a number or
// boolean literal. It returns false for lists and objects.
func unquotedLiteral(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return escape(v), true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		number, err := v.Float64()
		if err != nil || !strings.ContainsAny(v.String(), "eE") {
			return v.String(), err == nil
		}
		return strconv.FormatFloat(number, 'f', -1, 64), true // SOQL does not support exponents
	}
	return "", false
}

var dates = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d))?$`)

// dateLiteral returns a date literal of SOQL, which is written without quotes, such as 2026-01-31 or
// 2026-01-31T10:00:00Z.
func dateLiteral(value any) (string, bool) {
	text, isText := value.(string)
	return text, isText && dates.MatchString(text)
}

// escape escapes a text for the inside of quotes.
func escape(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\'' || r == '\\':
			out.WriteRune('\\')
			out.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
