package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// value is a value of a parameter or a field.
type value struct {
	text  string
	wrong bool // whether the API description forbids the value
}

// strange are strings that programs often handle wrongly.
var strange = []string{
	"", " ", "a", "ភាសាខ្មែរ", "עִבְרִית العربية", "👩‍👩‍👧‍👦🏳️‍🌈", "\u202e\u0000", "a\x00b", "%00", "\xff\xfe\xc0\x80", "a\r\nb: c",
	"../../../etc/passwd", "..", "/", "' OR 1=1 --",
	"<script>alert(1)</script>", `"\`, "null", "-", "*", `"unclosed AND (`, strings.Repeat("a", 10_000), strings.Repeat("ក", 10_000),
}

// numbers are strings that are not integers in decimal notation, or are out of range.
var numbers = []string{"1.5", "1e3", "0x10", "１２", "99999999999999999999", "-99999999999999999999", "--1", " 1"}

// values returns unusual values for a parameter.
func values(parameter lecterntest.DescribedParameter) (all []value) {
	schema := parameter.Schema
	for _, text := range strange {
		if parameter.In == "header" && strings.ContainsAny(text, "\x00\r\n") {
			continue // HTTP clients refuse to send it
		}
		// An empty path parameter is not wrong, because the resulting path belongs to another operation.
		wrong := mismatches(schema, text) || text == "" && parameter.Required && parameter.In != "path"
		all = append(all, value{text, wrong})
	}
	switch schema["type"] {
	case "integer":
		for _, text := range numbers {
			all = append(all, value{text, true})
		}
	case "number":
		for _, text := range []string{"NaN", "Inf", "-Inf", "1e999", "1,5"} {
			all = append(all, value{text, true})
		}
	case "boolean":
		all = append(all, value{"yes", true}, value{"2", true})
	}
	if least, ok := schema["minimum"].(float64); ok {
		all = append(all, value{fmt.Sprint(int64(least) - 1), true})
	}
	if most, ok := schema["maximum"].(float64); ok {
		all = append(all, value{fmt.Sprint(int64(most) + 1), true})
	}
	return all
}

// mismatches reports whether a schema forbids a non-empty value.
func mismatches(schema map[string]any, text string) bool {
	if text == "" {
		return false
	}
	switch schema["type"] {
	case "integer", "number", "boolean":
		return true
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, any(text)) {
		return true
	}
	most, ok := schema["maxLength"].(float64)
	return ok && utf8.RuneCountInString(text) > int(most)
}

// fieldValues returns unusual values for a field, as JSON.
func fieldValues(schema map[string]any) (all []value) {
	for text, kind := range map[string]string{
		"null": "null", "true": "boolean", "123": "integer", "-1": "integer", "1.5": "number", "1e400": "none",
		"99999999999999999999999": "none", "NaN": "none",
		"[]": "array", "[null]": "", "[1]": "", `["\u0000"]`: "", `[[[[]]]]`: "", "{}": "object", `{"a":{"b":[]}}`: "", "[" +
			strings.Repeat(`"a",`, 10_000) + `"b"]`: "",
		`"\ud800"`: "string", "\"\xff\xfe\"": "string", `"`: "none", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000): "none",
	} {
		all = append(all, value{text, kind == "none" || kind != "" && kind != "null" && !accepts(schema, kind)})
	}
	for _, text := range strange {
		quoted, err := json.Marshal(text)
		if err != nil {
			continue
		}
		all = append(all, value{string(quoted), !accepts(schema, "string") || mismatches(schema, text)})
	}
	return all
}

// accepts reports whether a schema accepts a JSON type.
func accepts(schema map[string]any, kind string) bool {
	kinds, several := schema["type"].([]any)
	if !several {
		kinds = []any{schema["type"]}
	}
	if schema["type"] == nil {
		return true
	}
	return slices.Contains(kinds, any(kind)) || kind == "integer" && slices.Contains(kinds, any("number"))
}

// unreadable are bodies that are not JSON objects.
var unreadable = []string{
	"{", `{"a":`, "[]", `"a"`, "1", "true", "{} {}", "{,}", `{"a":1,}`, "{'a':1}", "\xef\xbb\xbf{", "\xff\xfe{\x00", "\xff\xfe{", "\x00",
	strings.Repeat("[", 200_000), strings.Repeat(`{"a":`, 200_000), `{"a":"` + strings.Repeat("a", 2<<20) + `"}`, "<a/>", "a=b",
}

// forms are invalid or unusual multipart bodies with the boundary x.
var forms = []string{
	"", "--x", "--x--", "--x--\r\n", "--x\r\n\r\n", "--x\r\n\r\na\r\n--x--", "--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--",
	"--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n--x--", "--x\r\nContent-Disposition: form-data; name=\"file\"; " +
		"filename=\"\x00\xff\"\r\n\r\na\r\n--x--",
	"--x\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''%zz\r\n\r\na\r\n--x--", "--x\r\nContent-Disposition: form-data; " +
		"name=\"file\"; filename=\"../../a.pdf\"\r\n\r\na\r\n--x--",
	"--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n" + strings.Repeat("a", 100_000) +
		"\r\n--x--", "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncut off",
	"--x\r\n" + strings.Repeat("A: b\r\n", 20_000) + "\r\na\r\n--x--", "--y\r\n\r\na\r\n--y--",
}
