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

// topScope gives the scope of a request's parameters. It knows the number of the row that they are of.
func topScope(request *Request) *core.Scope {
	top := &core.Scope{Value: request.Params}
	if row := request.Options.Row; row > 0 {
		top.Set("$row", float64(row))
	}
	return top
}

// deepCopy gives a value of its own, which assignments may change.
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

// withOwnParams gives a request whose parameters are its own.
func (request Request) withOwnParams() Request {
	request.Params, _ = deepCopy(request.Params).(map[string]any)
	return request
}

// ReadParams reads parameters: a JSON object. Its error is a [Problems].
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

// decodeJSON gives JSON in UTF-8. Editors and shells of Windows write it in UTF-16, or with a mark before it, which says so.
func decodeJSON(source []byte) []byte {
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), source)
	if err != nil {
		return source // what is wrong with it is told where it is read
	}
	return text
}

// paramsProblem tells why parameters could not be read.
func paramsProblem(source []byte, err error) wire.TemplateProblem {
	if strings.Contains(err.Error(), "exceeded max depth") { // which the library has no type for
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

// errorPosition gives the line and the column, both from 1, of an error of syntax.
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
