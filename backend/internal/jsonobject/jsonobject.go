// Package jsonobject parses JSON objects into structs. For each wrong field, it reports the position of the field and
// the expected type.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/converters/wire/nearest"
)

// ErrNotObject is the fault for a text that is not a JSON object.
var ErrNotObject = fault.New(fault.Malformed, "The body is not a JSON object.")

// Member is a field of an object.
type Member struct {
	Name  string
	Value json.RawMessage
}

// Members returns the fields of an object in order, including repeated ones.
func Members(text []byte) ([]Member, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, ErrNotObject
	}
	var all []Member
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, ErrNotObject
		}
		member := Member{Name: name.(string)}
		if decoder.Decode(&member.Value) != nil {
			return nil, ErrNotObject
		}
		all = append(all, member)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, ErrNotObject
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, ErrNotObject
	}
	return all, nil
}

// Parse returns the fields of an object, by name. The values are left as JSON. A repeated field is a fault of kind
// Invalid.
func Parse(text []byte) (map[string]json.RawMessage, error) {
	all, err := Members(text)
	if err != nil {
		return nil, err
	}
	fields := make(map[string]json.RawMessage, len(all))
	for _, m := range all {
		if _, twice := fields[m.Name]; twice {
			return nil, fault.Field(Pointer(m.Name), "The field %q is repeated.", Shorten(m.Name))
		}
		fields[m.Name] = m.Value
	}
	return fields, nil
}

// Set sets the fields of a struct by their JSON names. The argument dest is a pointer to the struct. Unknown fields and
// values of the wrong type cause a fault of kind Invalid, which lists the JSON pointer of each such field. If a struct
// field is a pointer, it is set to a pointer to the value. For the value null, it is set to a pointer to the zero
// value.
func Set(fields map[string]json.RawMessage, dest any) error {
	target := reflect.ValueOf(dest).Elem()
	names := Names(dest)
	var wrong []fault.Reason
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		i := slices.Index(names, name)
		if i < 0 {
			meant := nearest.Name(Shorten(name), names)
			wrong = append(wrong, fault.Reason{Field: Pointer(name), Nearest: meant,
				Message: nearest.Suggest(fmt.Sprintf("There is no field %q", Shorten(name)), meant)})
		} else if setField(fields[name], target.Field(i)) != nil {
			wrong = append(wrong, fault.Reason{Field: Pointer(name),
				Message: fmt.Sprintf("The field %s is not valid: it must be %s.", name, kind(target.Field(i).Type()))})
		}
	}
	if len(wrong) > 0 {
		return fault.Fields(wrong[0].Message, wrong)
	}
	return nil
}

// Pointer returns the JSON pointer (RFC 6901) of a field.
func Pointer(name string) string {
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(Shorten(name))
}

// Shorten returns a name in the form in which messages repeat it: a name of more than 100 bytes is cut and ends with an
// ellipsis.
func Shorten(name string) string {
	const limit = 100
	if len(name) <= limit {
		return name
	}
	return strings.ToValidUTF8(name[:limit], "") + "…"
}

// Names returns the JSON names of the fields of a struct, in order. Its argument is a pointer to the struct.
func Names(target any) []string {
	t := reflect.TypeOf(target).Elem()
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return names
}

func setField(text json.RawMessage, field reflect.Value) error {
	if field.Kind() != reflect.Pointer {
		return json.Unmarshal(text, field.Addr().Interface())
	}
	value := reflect.New(field.Type().Elem())
	if err := json.Unmarshal(text, value.Interface()); err != nil {
		return err
	}
	field.Set(value)
	return nil
}

// kind returns the name of a field's type in words for people.
func kind(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.String:
		return "a text"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int, t.Kind() == reflect.Int64:
		return "a whole number"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.String:
		return "an array of texts"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Array:
		return "an array of pairs of whole numbers"
	}
	return "a JSON object"
}
