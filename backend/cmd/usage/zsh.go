package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// The script removes the words of the command, so that _arguments sees only the rest of the command line.
const zshFrame = `#compdef %[1]s %[1]s-desktop

# Completions of %[1]s for zsh.

_%[1]s() {
    local verb="" at
    local -a left
    [[ ${words[1]:t} == %[1]s-desktop ]] && verb=desktop
    left=("${words[1]}")
    for ((at = 2; at < CURRENT; at++)); do
        case "$verb ${words[at]}" in
        (%[2]s) verb="${verb:+$verb }${words[at]}" ;;
        (*) left+=("${words[at]}") ;;
        esac
    done
    left+=("${(@)words[CURRENT,-1]}")
    (( CURRENT -= ${#words} - ${#left} ))
    words=("${left[@]}")
    case "$verb" in
%[3]s    esac
}

_%[1]s "$@"
`

// Zsh returns the completions for zsh.
func Zsh(app *kong.Application) string {
	all := listCommands(app)
	var cases strings.Builder
	for _, v := range all {
		fmt.Fprintf(&cases, "    (%q)\n        _arguments -S", v.path)
		for _, flag := range v.flags {
			for _, option := range options(flag) {
				fmt.Fprintf(&cases, " \\\n            %s", quoted(zshOption(flag, option)))
			}
		}
		if rest := zshArguments(v); rest != "" {
			fmt.Fprintf(&cases, " \\\n            %s", quoted(rest))
		}
		cases.WriteString("\n        ;;\n")
	}
	return fmt.Sprintf(zshFrame, app.Name, bashPaths(all), cases.String())
}

// zshOption returns the specification of an option for _arguments.
func zshOption(flag *kong.Flag, option string) string {
	spec := option
	if isList(flag) {
		spec = "*" + spec
	}
	help := "[" + zshEscaped(firstSentence(flag.Help)) + "]"
	name := zshEscaped(strings.ToLower(flag.FormatPlaceHolder()))
	if kindOf(flag) != noValue && strings.HasPrefix(option, "--") {
		spec += "="
	}
	switch kindOf(flag) {
	case noValue:
		return spec + help
	case oneOf:
		return spec + help + ":" + name + ":(" + strings.Join(flag.EnumSlice(), " ") + ")"
	case file:
		return spec + help + ":" + name + ":_files"
	case folder:
		return spec + help + ":" + name + ":_files -/"
	}
	return spec + help + ":" + name + ":"
}

// zshArguments returns the specification of the arguments that are not options.
func zshArguments(v command) string {
	if v.takesFiles() {
		return "*:file:_files"
	}
	if choices := v.choices(); len(choices) > 0 {
		return "1:" + v.arguments[0].Name + ":(" + strings.Join(choices, " ") + ")"
	}
	if len(v.next) == 0 {
		return ""
	}
	var words []string
	for _, next := range v.next {
		words = append(words, next.name+`\:"`+zshEscaped(firstSentence(next.help))+`"`)
	}
	return "1:command:((" + strings.Join(words, " ") + "))"
}

// zshEscaped escapes the characters that have a meaning in a specification of _arguments.
func zshEscaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, `:`, `\:`, `[`, `\[`, `]`, `\]`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(text)
}

// quoted returns a text as a quoted word that bash, zsh and fish all accept.
func quoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
