package template

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lectern/converters/template/core"
	"lectern/converters/wire"
)

// topScope returns the scope with the parameters of a request. If they are the parameters of a row, it defines $row,
// the number of the row.
func topScope(request *Request) *core.Scope {
	top := &core.Scope{Value: request.Params}
	if row := request.Options.Row; row > 0 {
		top.Set("$row", float64(row))
	}
	return top
}

// deepCopy returns a copy of a value, so that assignments in a template do not change the original.
func deepCopy(value any) any {
	switch value := value.(type) {
	case map[string]any:
		own := make(map[string]any, len(value))
		for name, member := range value {
			own[name] = deepCopy(member)
		}
		return own
	case []any:
		own := make([]any, len(value))
		for i, item := range value {
			own[i] = deepCopy(item)
		}
		return own
	}
	return value
}

// withOwnParams returns a copy of the request with its own copy of the parameters.
func (request Request) withOwnParams() Request {
	request.Params, _ = deepCopy(request.Params).(map[string]any)
	return request
}

// ReadParams decodes parameters from a JSON object. Empty input yields no parameters. Errors are of type [Problems].
func ReadParams(source []byte) (map[string]any, error) {
	params := map[string]any{}
	source = decodeJSON(source)
	if len(bytes.TrimSpace(source)) == 0 {
		return params, nil
	}
	if err := json.Unmarshal(source, &params); err != nil {
		return nil, Problems{paramsProblem(source, err)}
	}
	return params, nil
}

// decodeJSON converts JSON to UTF-8 without a byte order mark. Editors and shells on Windows write UTF-16 or a byte
// order mark.
func decodeJSON(source []byte) []byte {
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), source)
	if err != nil {
		return source // decoding the JSON reports the error
	}
	return text
}

// paramsProblem converts an error of decoding parameters into a problem.
func paramsProblem(source []byte, err error) wire.TemplateProblem {
	if strings.Contains(err.Error(), "exceeded max depth") { // encoding/json has no type for this error
		return wire.TemplateProblem{Code: "params-json-depth"}
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return wire.TemplateProblem{Code: "params-json-syntax", Values: errorPosition(source, err)}
	}
	if number, ok := strings.CutPrefix(wrong.Value, "number "); ok {
		return wire.TemplateProblem{Code: "params-json-number", Values: map[string]string{"value": core.Shorten(number)}}
	}
	return wire.TemplateProblem{Code: "params-json-object"}
}

// errorPosition returns the line and the column of a syntax error, both counted from 1.
func errorPosition(source []byte, err error) map[string]string {
	read := source
	if wrong, ok := errors.AsType[*json.SyntaxError](err); ok {
		read = source[:max(wrong.Offset-1, 0)]
	}
	line := bytes.LastIndexByte(read, '\n') + 1
	return map[string]string{
		"line":   strconv.Itoa(1 + bytes.Count(read, []byte("\n"))),
		"column": strconv.Itoa(1 + utf8.RuneCount(read[line:])),
	}
}
