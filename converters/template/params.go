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

	"lectern/converters/wire"
)

// ReadParams reads parameters: a JSON object. Its error is a [Problems].
func ReadParams(source []byte) (map[string]any, error) {
	params := map[string]any{}
	source = unmarked(source)
	if len(bytes.TrimSpace(source)) == 0 {
		return params, nil
	}
	if err := json.Unmarshal(source, &params); err != nil {
		return nil, Problems{wrongParams(source, err)}
	}
	return params, nil
}

// unmarked gives JSON in UTF-8. Editors and shells of Windows write it in UTF-16, or with a mark before it, which says so.
func unmarked(source []byte) []byte {
	text, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), source)
	if err != nil {
		return source // what is wrong with it is told where it is read
	}
	return text
}

// wrongParams tells why parameters could not be read.
func wrongParams(source []byte, err error) wire.TemplateProblem {
	if strings.Contains(err.Error(), "exceeded max depth") { // which the library has no type for
		return wire.TemplateProblem{Code: "params-json-depth"}
	}
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return wire.TemplateProblem{Code: "params-json-syntax", Values: placeOf(source, err)}
	}
	if number, ok := strings.CutPrefix(wrong.Value, "number "); ok {
		return wire.TemplateProblem{Code: "params-json-number", Values: map[string]string{"value": shorten(number)}}
	}
	return wire.TemplateProblem{Code: "params-json-object"}
}

// placeOf gives the line and the column, both from 1, of an error of syntax.
func placeOf(source []byte, err error) map[string]string {
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
