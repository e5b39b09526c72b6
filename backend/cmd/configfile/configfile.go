// Package configfile reads the file of --config: JSON with the names of flags, as
// --help shows them, and their values.
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

// file is what a settings file holds.
type file struct {
	name   string // for errors
	values map[string]any
}

// Load reads a settings file for kong. A setting is a flag that has an environment
// variable. The command line and the environment win over the file; what the file
// names besides settings, and values that are none, are errors.
func Load(r io.Reader) (kong.Resolver, error) {
	f := &file{name: "the settings file"}
	if named, ok := r.(*os.File); ok {
		f.name = named.Name()
	}
	entries, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("%s %w", f.name, err)
	}
	f.values = make(map[string]any, len(entries))
	for _, e := range entries {
		f.values[e.name] = e.value
	}
	return f, nil
}

// Validate refuses names that no setting of the program has.
func (f *file) Validate(app *kong.Application) error {
	known := names(app)
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if !slices.Contains(known, name) {
			return errors.New(nearest.Question(fmt.Sprintf("%s: there is no setting %q", f.name, name), nearest.Name(name, known)))
		}
	}
	return nil
}

// Resolve gives the file's value of a flag, or nil where it has none that counts.
func (f *file) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	raw, found := f.values[flag.Name]
	if !found || !isSetting(flag) || inEnvironment(flag) {
		return nil, nil
	}
	value, ok := valueFor(flag.Target.Kind(), raw)
	if !ok {
		return nil, fmt.Errorf("%s: %s is no value of %q", f.name, asJSON(raw), flag.Name)
	}
	return asText(flag, value), nil
}

// asText gives a list as the command line has it, where its items are no texts: kong reads
// such a list in no other way.
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

// valueFor gives a JSON value as the flags of a kind read it: numbers as the text
// that a command line would have. It is not ok where the types do not go together.
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

// names gives the names of all settings of a program, sorted.
func names(app *kong.Application) []string {
	var found []string
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok && isSetting(flag) {
			found = append(found, flag.Name)
		}
		return next(nil)
	}) // the visitor never fails
	slices.Sort(found)
	return slices.Compact(found)
}

// isSetting says whether a file may have a flag: other flags are of one call, and
// the one that names the file cannot be in it.
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
	text, _ := json.Marshal(value) // it was read from JSON
	return string(text)
}
