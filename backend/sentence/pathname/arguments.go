package pathname

import (
	"errors"
	"reflect"

	"github.com/alecthomas/kong"
)

// Arguments has kong read texts, and paths by the type "path", byte for byte: its own ways take them
// through JSON.
func Arguments() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		return errors.Join(
			kong.KindMapper(reflect.String, kong.MapperFunc(readText)).Apply(k),
			kong.NamedMapper("path", kong.MapperFunc(readPath)).Apply(k),
		)
	})
}

func readText(from *kong.DecodeContext, into reflect.Value) error {
	if _, isText := from.Scan.Peek().Value.(string); !isText {
		return from.Scan.PopValueInto("string", into.Addr().Interface()) // a settings file has others
	}
	token, err := from.Scan.PopValue("string")
	if err == nil {
		into.SetString(token.Value.(string))
	}
	return err
}

// readPath reads a path, or all that follow, and makes them absolute.
func readPath(from *kong.DecodeContext, into reflect.Value) error {
	if into.Kind() == reflect.Slice {
		for from.Scan.Peek().IsValue() {
			path := reflect.New(into.Type().Elem()).Elem()
			if err := readPath(from, path); err != nil {
				return err
			}
			into.Set(reflect.Append(into, path))
		}
		return nil
	}
	if err := readText(from, into); err != nil {
		return err
	}
	if path := into.String(); path != "-" && (path != "" || !from.Value.HasDefault) {
		into.SetString(kong.ExpandPath(path))
	}
	return nil
}
