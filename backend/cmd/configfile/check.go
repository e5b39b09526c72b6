package configfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"lectern/converters/wire/nearest"
)

// The kinds of source that a value can come from.
const (
	FromDefault     = "default"
	FromFile        = "file"
	FromEnvironment = "environment"
	FromFlag        = "flag"
	FromLibrary     = "library" // changed in the settings of a running server
)

// Setting is an effective value and its source.
type Setting struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"from"`
	Place  string `json:"place,omitempty"` // for example "settings.json:3", "LECTERN_ADDR" or "--addr"
}

// Mistake is an invalid value or name, and its location.
type Mistake struct {
	Place   string `json:"place"`
	Name    string `json:"name,omitempty"` // name of the setting, or the text in place of a name
	Message string `json:"message"`
	Nearest string `json:"nearest,omitempty"` // closest valid name
}

// Report contains the effective settings of a program, and all mistakes in them.
type Report struct {
	File     string    `json:"file,omitempty"`
	Settings []Setting `json:"settings"`
	Mistakes []Mistake `json:"mistakes"`
}

// flagValue is the value of a flag and its location.
type flagValue struct {
	value any // nil if the flag is not given and has no default
	Setting
}

// check collects the given values and the mistakes in them.
type check struct {
	Report
	flags  []*kong.Flag
	values map[string][]flagValue // by flag name; without sources of lower priority
}

// Check reads the command line, the environment and the settings file into the fields of flags, as the command itself
// would. Unlike the command, it does not stop at a mistake, but reports all mistakes. Then it calls validate, which
// returns further mistakes: an error, or several joined errors, each beginning with the name of a flag.
func Check(flags []*kong.Flag, args []string, environment Environment, validate func() error) Report {
	c := &check{flags: flags, values: make(map[string][]flagValue), Report: Report{Settings: []Setting{}, Mistakes: []Mistake{}}}
	c.readArguments(args)
	c.readEnvironment()
	c.Mistakes = append(c.Mistakes, environment.Unknown(flags)...)
	c.readFile()
	for _, flag := range flags {
		c.setFlag(flag)
	}
	c.addErrors(validate())
	return c.Report
}

// addMistake adds a mistake to the report.
func (c *check) addMistake(place, name, message string) {
	c.Mistakes = append(c.Mistakes, Mistake{Place: place, Name: name, Message: message})
}

// addUnknownName adds a mistake about an unknown name, with the most similar known name.
func (c *check) addUnknownName(place, name, message string, knownNames []string) {
	c.Mistakes = append(c.Mistakes, Mistake{Place: place, Name: name, Message: message, Nearest: nearest.Name(name, knownNames)})
}

// flagNames returns the names of the flags for which the function accepts returns true.
func (c *check) flagNames(accepts func(*kong.Flag) bool) (found []string) {
	for _, flag := range c.flags {
		if accepts(flag) {
			found = append(found, flag.Name)
		}
	}
	return found
}

// find returns the flag with a name, or nil if there is none.
func (c *check) find(name string) *kong.Flag {
	at := slices.IndexFunc(c.flags, func(flag *kong.Flag) bool { return flag.Name == name })
	if at < 0 {
		return nil
	}
	return c.flags[at]
}

// commandLine is the location of mistakes in arguments that are not flags.
const commandLine = "command line"

func (c *check) readArguments(args []string) {
	for len(args) > 0 {
		name, isFlag := strings.CutPrefix(args[0], "--")
		args = args[1:]
		if !isFlag || name == "" {
			c.addMistake(commandLine, name, "accepts only flags")
			continue
		}
		name, text, hasValue := strings.Cut(name, "=")
		flag, value := c.find(name), any(text)
		if positive := c.negatedFlag(name); positive != nil {
			flag, value, hasValue = positive, false, true
		}
		switch {
		case flag != nil && flag.IsBool():
			if !hasValue {
				value = true
			}
		case !hasValue && len(args) > 0 && (flag != nil || !strings.HasPrefix(args[0], "-")):
			value, args = args[0], args[1:]
		case !hasValue && flag != nil:
			c.addMistake("--"+name, name, "a value is missing")
			continue
		}
		if flag == nil {
			c.addUnknownName("--"+name, name, "there is no such flag", c.flagNames(func(*kong.Flag) bool { return true }))
			continue
		}
		c.values[flag.Name] = append(c.values[flag.Name], flagValue{value, Setting{Source: FromFlag, Place: "--" + name}})
	}
}

// negatedFlag returns the flag that a name such as "no-watch" switches off, or nil if there is none.
func (c *check) negatedFlag(name string) *kong.Flag {
	positive, is := strings.CutPrefix(name, "no-")
	if flag := c.find(positive); is && flag != nil && flag.Tag.Negatable != "" {
		return flag
	}
	return nil
}

func (c *check) readEnvironment() {
	for _, flag := range c.flags {
		for _, name := range flag.Envs {
			if text, set := os.LookupEnv(name); set && c.values[flag.Name] == nil {
				c.values[flag.Name] = []flagValue{{text, Setting{Source: FromEnvironment, Place: name}}}
			}
		}
	}
}

// configFlag returns the flag that names the settings file, or nil if there is none.
func (c *check) configFlag() *kong.Flag {
	at := slices.IndexFunc(c.flags, func(flag *kong.Flag) bool { return flag.Target.Type() == reflect.TypeFor[kong.ConfigFlag]() })
	if at < 0 {
		return nil
	}
	return c.flags[at]
}

func (c *check) readFile() {
	flag := c.configFlag()
	if flag == nil || c.values[flag.Name] == nil {
		return
	}
	named := c.values[flag.Name][len(c.values[flag.Name])-1]
	c.File = fmt.Sprint(named.value)
	file, err := os.Open(kong.ExpandPath(c.File))
	if err != nil {
		c.addMistake(named.Place, flag.Name, err.Error())
		return
	}
	defer file.Close()
	entries, err := readEntries(file)
	c.addEntries(entries)
	if wrong, ok := errors.AsType[*fileError](err); ok {
		c.addMistake(c.lineLocation(wrong.line), "", wrong.message)
	}
}

// lineLocation returns the location of a line of the settings file.
func (c *check) lineLocation(number int) string { return fmt.Sprintf("%s:%d", c.File, number) }

func (c *check) addEntries(entries []entry) {
	lines := make(map[string]int, len(entries))
	for _, e := range entries {
		if before := lines[e.name]; before > 0 {
			c.addMistake(c.lineLocation(e.line), e.name, fmt.Sprintf("is repeated; it was first set in line %d", before))
		}
		lines[e.name] = e.line
		flag := c.find(e.name)
		if flag == nil || !isSetting(flag) {
			c.addUnknownName(c.lineLocation(e.line), e.name, "there is no such setting", c.flagNames(isSetting))
			continue
		}
		value, ok := valueFor(flag.Target.Kind(), e.value)
		if !ok {
			c.addMistake(c.lineLocation(e.line), e.name, asJSON(e.value)+" is not a valid value")
			continue
		}
		if c.values[e.name] == nil || c.values[e.name][0].Source == FromFile {
			c.values[e.name] = []flagValue{{asText(flag, value), Setting{Source: FromFile, Place: c.lineLocation(e.line)}}}
		}
	}
}

// setFlag sets the field of a flag to its given value, or to its default, and adds the setting to the report.
func (c *check) setFlag(flag *kong.Flag) {
	found := c.values[flag.Name]
	if len(found) == 0 {
		found = []flagValue{{nil, Setting{Source: FromDefault}}}
		if flag.HasDefault {
			found[0].value = flag.Default
		}
	}
	flag.Target.SetZero()
	unread := ""
	for _, g := range found {
		if err := readValue(flag, g.value); err != nil {
			unread = fmt.Sprint(g.value)
			c.addMistake(g.Place, flag.Name, err.Error())
		}
	}
	if isSetting(flag) {
		last := found[len(found)-1]
		c.Settings = append(c.Settings, Setting{Name: flag.Name, Value: cmp.Or(unread, formatValue(flag.Target)), Source: last.Source,
			Place: last.Place})
	}
}

// readValue sets the field of a flag to a decoded value.
func readValue(flag *kong.Flag, value any) error {
	if value == nil {
		return nil
	}
	err := flag.Parse(kong.ScanFromTokens(kong.Token{Type: kong.FlagValueToken, Value: value}), flag.Target)
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), flag.ShortSummary()+": "))
	}
	if text := formatValue(flag.Target); flag.Enum != "" && !slices.Contains(flag.EnumSlice(), text) {
		return fmt.Errorf("must be one of %s, but is %q", strings.Join(flag.EnumSlice(), ", "), text)
	}
	return nil
}

// formatValue formats the value of a field as it would be written on the command line.
func formatValue(field reflect.Value) string {
	switch field.Kind() {
	case reflect.Float64:
		return strconv.FormatFloat(field.Float(), 'f', -1, 64)
	case reflect.Slice:
		texts := make([]string, field.Len())
		for i := range texts {
			texts[i] = formatValue(field.Index(i))
		}
		return strings.Join(texts, ",")
	}
	return fmt.Sprint(field.Interface())
}

// addErrors adds errors that begin with the name of a flag as mistakes at the location of that flag's value. It ignores
// errors about flags whose value could not be read, because their fields do not have the given value.
func (c *check) addErrors(err error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			c.addErrors(one)
		}
		return
	}
	if err == nil {
		return
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "--"), " ")
	name = strings.TrimSuffix(name, ":")
	if slices.ContainsFunc(c.Mistakes, func(m Mistake) bool { return m.Name == name && m.Nearest == "" }) {
		return
	}
	place := ""
	if at := slices.IndexFunc(c.Settings, func(s Setting) bool { return s.Name == name }); at >= 0 {
		place = c.Settings[at].Place
	}
	c.addMistake(place, name, err.Error())
}
