// Package usage writes the manual page of a command line and its completions for shells, out of the
// model by which that is read: what one has, the others have.
package usage

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// verb is a command, or the program itself.
type verb struct {
	path      string // its words without the program's, such as "key create"; of the program ""
	help      string
	flags     []*kong.Flag
	arguments []*kong.Positional
	next      []word
}

// word is one that may follow, with what it means.
type word struct{ name, help string }

// verbs gives the program and all of its commands, each before its own.
func verbs(app *kong.Application) []verb { return below(app.Node, "") }

// below gives a command and all of its own. One with a default has the flags of that.
func below(node *kong.Node, path string) []verb {
	v := verb{path: path, help: node.Help, flags: visible(node), arguments: node.Positional}
	var others []verb
	for _, child := range node.Children {
		if child.Hidden || child.Type != kong.CommandNode {
			continue
		}
		v.next = append(v.next, word{child.Name, child.Help})
		others = append(others, below(child, strings.TrimSpace(path+" "+child.Name))...)
	}
	if node.DefaultCmd != nil {
		v.flags = visible(node.DefaultCmd)
	}
	return append([]verb{v}, others...)
}

// visible gives the flags that a command takes, those of the commands above it among them.
func visible(node *kong.Node) []*kong.Flag {
	flags := slices.Concat(node.AllFlags(true)...)
	slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return strings.Compare(a.Name, b.Name) })
	return flags
}

// kind is what a value is completed with.
type kind int

const (
	anything kind = iota // nothing is known of it
	nothing              // there is no value
	oneOf
	file
	folder
)

// kindOf tells what the value of a flag is.
func kindOf(flag *kong.Flag) kind {
	switch {
	case flag.IsBool():
		return nothing
	case flag.Enum != "":
		return oneOf
	case flag.PlaceHolder == "FILE":
		return file
	case flag.PlaceHolder == "DIR":
		return folder
	}
	return anything
}

// takesFiles tells whether the arguments of a command are names of files.
func (v verb) takesFiles() bool {
	return len(v.arguments) > 0 && (v.arguments[0].Tag.Type == "path" || v.arguments[0].Name == "files")
}

// choices gives what the argument of a command may be, where it is one of a few.
func (v verb) choices() []string {
	if len(v.arguments) == 0 || v.arguments[0].Enum == "" {
		return nil
	}
	return v.arguments[0].EnumSlice()
}

// options gives a flag as it is written, all of its ways: --name, --no-name, -n.
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

// isList tells whether a flag may be given several times.
func isList(flag *kong.Flag) bool { return flag.IsSlice() || flag.IsMap() }

// firstSentence gives the first sentence of a help, without its dot.
func firstSentence(help string) string {
	if at := strings.Index(help, ". "); at >= 0 {
		help = help[:at]
	}
	return strings.TrimSuffix(help, ".")
}
