// Package usage generates the manual page of a command line and completions for shells. It generates them from the same
// model that parses the command line, so that they always agree.
package usage

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// command is a command, or the program itself.
type command struct {
	path      string // words after the name of the program, such as "key create"; "" for the program
	help      string
	flags     []*kong.Flag
	arguments []*kong.Positional
	next      []word
}

// word is a word that may come next on a command line, with its help.
type word struct{ name, help string }

// listCommands returns the program and all of its commands, each before its subcommands.
func listCommands(app *kong.Application) []command { return withSubcommands(app.Node, "") }

// withSubcommands returns a command and all of its subcommands. A command with a default subcommand also has the flags
// of that subcommand.
func withSubcommands(node *kong.Node, path string) []command {
	v := command{path: path, help: node.Help, flags: visible(node), arguments: node.Positional}
	var others []command
	for _, child := range node.Children {
		if child.Hidden || child.Type != kong.CommandNode {
			continue
		}
		v.next = append(v.next, word{child.Name, child.Help})
		others = append(others, withSubcommands(child, strings.TrimSpace(path+" "+child.Name))...)
	}
	if node.DefaultCmd != nil {
		v.flags = visible(node.DefaultCmd)
	}
	return append([]command{v}, others...)
}

// visible returns the visible flags of a command, including those of its parents.
func visible(node *kong.Node) []*kong.Flag {
	flags := slices.Concat(node.AllFlags(true)...)
	slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return strings.Compare(a.Name, b.Name) })
	return flags
}

// kind is the kind of completions for a value.
type kind int

const (
	anyValue kind = iota // any text, for which there are no completions
	noValue              // the flag takes no value
	oneOf
	file
	folder
)

// kindOf returns the kind of a flag's value.
func kindOf(flag *kong.Flag) kind {
	switch {
	case flag.IsBool():
		return noValue
	case flag.Enum != "":
		return oneOf
	case flag.PlaceHolder == "FILE":
		return file
	case flag.PlaceHolder == "DIR":
		return folder
	}
	return anyValue
}

// takesFiles reports whether the arguments of a command are file names.
func (v command) takesFiles() bool {
	return len(v.arguments) > 0 && (v.arguments[0].Tag.Type == "path" || v.arguments[0].Name == "files")
}

// choices returns the possible values of a command's argument, or nil if any value is possible.
func (v command) choices() []string {
	if len(v.arguments) == 0 || v.arguments[0].Enum == "" {
		return nil
	}
	return v.arguments[0].EnumSlice()
}

// options returns all spellings of a flag: --name, --no-name, -n.
func options(flag *kong.Flag) []string {
	found := []string{"--" + flag.Name}
	if flag.Tag != nil && flag.Tag.Negatable != "" {
		found = append(found, "--no-"+flag.Name)
	}
	if flag.Short != 0 {
		found = append(found, "-"+string(flag.Short))
	}
	return found
}

// isList reports whether a flag may be given several times.
func isList(flag *kong.Flag) bool { return flag.IsSlice() || flag.IsMap() }

// firstSentence returns the first sentence of a help text without its full stop.
func firstSentence(help string) string {
	if at := strings.Index(help, ". "); at >= 0 {
		help = help[:at]
	}
	return strings.TrimSuffix(help, ".")
}
