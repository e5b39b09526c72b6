package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// filesLast moves the file arguments of a command after its flags, because kong accepts several files only when they
// are adjacent. It returns the arguments of other commands unchanged.
func filesLast(root *kong.Node, args []string) []string {
	command := root
	var flags, files, rest []string
	for at := 0; at < len(args); {
		arg := args[at]
		if arg == "--" {
			flags, rest = append(flags, arg), args[at+1:]
			break
		}
		count := 1
		if strings.HasPrefix(arg, "-") && arg != "-" {
			count = min(flagArgCount(command, arg), len(args)-at)
			flags = append(flags, args[at:at+count]...)
		} else if child := childNamed(command, arg); child != nil {
			command = child
			flags = append(flags, arg)
		} else {
			files = append(files, arg)
		}
		at += count
	}
	if last := len(command.Positional) - 1; last < 0 || !command.Positional[last].IsCumulative() {
		return args
	}
	return slices.Concat(flags, files, rest)
}

// expandHelp converts the arguments "help COMMAND" to "COMMAND --help". It does not change the arguments if the command
// is unknown; the parser then reports the error.
func expandHelp(root *kong.Node, args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	command := root
	for _, name := range args[1:] {
		if command = childNamed(command, name); command == nil {
			return args[1:]
		}
	}
	return append(slices.Clone(args[1:]), "--help")
}

// childNamed returns the subcommand with a name, or nil if there is none.
func childNamed(command *kong.Node, name string) *kong.Node {
	at := slices.IndexFunc(command.Children, func(child *kong.Node) bool { return child.Name == name })
	if at < 0 {
		return nil
	}
	return command.Children[at]
}

// flagArgCount returns the number of arguments that a flag occupies: two if its value is the next argument, otherwise
// one.
func flagArgCount(command *kong.Node, arg string) int {
	name, long := strings.CutPrefix(arg, "--")
	if long {
		if flag := flagNamed(command, name); flag != nil && takesValue(flag) {
			return 2
		}
		return 1 // a flag without a value, or --name=value
	}
	for at, letter := range arg[1:] { // several letters may follow one dash, as in -vo DIR
		if flag := flagLettered(command, letter); flag != nil && takesValue(flag) {
			if at+2 == len(arg) {
				return 2
			}
			return 1 // the rest of the argument is its value
		}
	}
	return 1
}

func takesValue(flag *kong.Flag) bool { return !flag.IsBool() && !flag.IsCounter() }

func flagNamed(command *kong.Node, name string) *kong.Flag {
	return findFlag(command, func(flag *kong.Flag) bool { return flag.Name == name })
}

func flagLettered(command *kong.Node, letter rune) *kong.Flag {
	return findFlag(command, func(flag *kong.Flag) bool { return flag.Short == letter })
}

// findFlag returns the first flag of a command, or of its parents, for which matches returns true. It returns nil if
// there is none.
func findFlag(command *kong.Node, matches func(*kong.Flag) bool) *kong.Flag {
	for _, group := range command.AllFlags(false) {
		if at := slices.IndexFunc(group, matches); at >= 0 {
			return group[at]
		}
	}
	return nil
}
