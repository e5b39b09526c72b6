// Package configfile reads the settings file of the flag --config. The file is a JSON object with names of flags, as
// shown by --help, and their values.
package configfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/converters/wire/nearest"
)

// file is the content of a settings file.
type file struct {
	name   string // for error messages
	values map[string]any
}

// Load reads a settings file for kong. A setting is a flag that has an environment variable. The command line and the
// environment have priority over the file. Names that are not settings, and invalid values, are errors.
func Load(r io.Reader) (kong.Resolver, error) {
	f := &file{name: "the settings file"}
	if named, ok := r.(*os.File); ok {
		f.name = named.Name()
	}
	entries, err := readEntries(r)
	if err != nil {
		return nil, fmt.Errorf("%s %w", f.name, err)
	}
	f.values = make(map[string]any, len(entries))
	for _, e := range entries {
		f.values[e.name] = e.value
	}
	return f, nil
}

// Validate rejects names that are not settings of the program.
func (f *file) Validate(app *kong.Application) error {
	known := settingNames(app)
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(known, name) {
			return errors.New(nearest.Suggest(fmt.Sprintf("%s: there is no setting %q", f.name, name), nearest.Name(name, known)))
		}
	}
	return nil
}

// Resolve returns the value of a flag in the file, or nil if there is none or if the environment sets the flag.
func (f *file) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	raw, found := f.values[flag.Name]
	if !found || !isSetting(flag) || inEnvironment(flag) {
		return nil, nil
	}
	value, ok := valueFor(flag.Target.Kind(), raw)
	if !ok {
		return nil, fmt.Errorf("%s: %s is not a valid value of %q", f.name, asJSON(raw), flag.Name)
	}
	return asText(flag, value), nil
}

// asText converts a list of values that are not strings to one string with separators, because kong cannot read other
// lists. It returns all other values unchanged.
func asText(flag *kong.Flag, value any) any {
	items, isList := value.([]any)
	if !isList || flag.Target.Type().Elem().Kind() == reflect.String {
		return value
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = fmt.Sprint(item)
	}
	return strings.Join(texts, string(flag.Tag.Sep))
}

// valueFor converts a JSON value to the type that kong expects for a flag of a kind: numbers become strings, as on a
// command line. The result ok is false if the value does not fit the kind.
func valueFor(kind reflect.Kind, raw any) (value any, ok bool) {
	switch raw := raw.(type) {
	case string:
		return raw, true
	case json.Number:
		return raw.String(), kind != reflect.String && kind != reflect.Slice
	case bool:
		return raw, kind == reflect.Bool
	case []any:
		return raw, kind == reflect.Slice && !slices.ContainsFunc(raw, func(item any) bool {
			_, isText := item.(string)
			return !isText
		})
	}
	return nil, false
}

// settingNames returns the sorted names of all settings of a program.
func settingNames(app *kong.Application) []string {
	var found []string
	// The visitor never returns an error.
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok && isSetting(flag) {
			found = append(found, flag.Name)
		}
		return next(nil)
	})
	slices.Sort(found)
	return slices.Compact(found)
}

// isSetting reports whether a settings file may contain a flag. Flags without an environment variable apply to a single
// call, so they are not settings. The flag --config, which names the settings file, is not a setting either.
func isSetting(flag *kong.Flag) bool {
	return len(flag.Envs) > 0 && flag.Target.Type() != reflect.TypeFor[kong.ConfigFlag]()
}

func inEnvironment(flag *kong.Flag) bool {
	return slices.ContainsFunc(flag.Envs, func(name string) bool {
		_, set := os.LookupEnv(name)
		return set
	})
}

func asJSON(value any) string {
	text, _ := json.Marshal(value) // cannot fail: the value was decoded from JSON
	return string(text)
}
