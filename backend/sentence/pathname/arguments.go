package pathname

import (
	"errors"
	"reflect"

	"github.com/alecthomas/kong"
)

// Arguments returns an option with which kong leaves the bytes of text arguments, and of paths of the type "path",
// unchanged. By default it decodes them as JSON, which changes bytes that are not UTF-8.
func Arguments() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		return errors.Join(
			kong.KindMapper(reflect.String, kong.MapperFunc(readText)).Apply(k),
			kong.NamedMapper("path", kong.MapperFunc(readPath)).Apply(k),
		)
	})
}

func readText(from *kong.DecodeContext, target reflect.Value) error {
	if _, isText := from.Scan.Peek().Value.(string); !isText {
		return from.Scan.PopValueInto("string", target.Addr().Interface()) // for example a number from a settings file
	}
	token, err := from.Scan.PopValue("string")
	if err == nil {
		target.SetString(token.Value.(string))
	}
	return err
}

// readPath parses one path, or all remaining paths if the argument is a slice. It makes the paths absolute.
func readPath(from *kong.DecodeContext, target reflect.Value) error {
	if target.Kind() == reflect.Slice {
		for from.Scan.Peek().IsValue() {
			path := reflect.New(target.Type().Elem()).Elem()
			if err := readPath(from, path); err != nil {
				return err
			}
			target.Set(reflect.Append(target, path))
		}
		return nil
	}
	if err := readText(from, target); err != nil {
		return err
	}
	if path := target.String(); path != "-" && (path != "" || !from.Value.HasDefault) {
		target.SetString(kong.ExpandPath(path))
	}
	return nil
}
