// Package jsonobject reads JSON objects into structs, and says of what does not fit where it
// stands and what it is to be.
package jsonobject

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lectern/backend/fault"
	"lectern/backend/nearest"
)

// ErrNone says of a text that it is no JSON object.
var ErrNone = errors.New("this is not a JSON object")

// Parse reads an object without its fields' values.
func Parse(text []byte) (map[string]json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil || fields == nil {
		return nil, ErrNone
	}
	return fields, nil
}

// Set sets the fields of the struct that into points to, by their JSON names. One that the
// struct lacks, or of another type, is a fault of kind Invalid that names it by its JSON
// pointer (RFC 6901). A field that is a pointer is set to the value, to a zero one for null.
func Set(fields map[string]json.RawMessage, into any) error {
	target := reflect.ValueOf(into).Elem()
	names := Names(into)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		i := slices.Index(names, name)
		if i < 0 {
			return fault.Field("/"+name, "There is no field %q; did you mean %q?", name, nearest.Of(name, names))
		}
		if err := setField(fields[name], target.Field(i)); err != nil {
			return fault.Field("/"+name, "The field %s is not valid: it is to be %s.", name, kind(target.Field(i).Type()))
		}
	}
	return nil
}

// Names gives the JSON names of the fields of the struct that of points to, in their order.
func Names(of any) []string {
	t := reflect.TypeOf(of).Elem()
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

// kind words a type of a field.
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
