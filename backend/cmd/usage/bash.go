package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// The first loop of the script finds the command in the words before the completed one. The script compares words with
// "=" because bash splits the command line there.
const bashFrame = `# Completions of %[1]s for bash.

_%[1]s() {
    local verb="" at word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    [ "${COMP_WORDS[0]##*/}" = %[1]s-desktop ] && verb=desktop
    for ((at = 1; at < COMP_CWORD; at++)); do
        case "$verb ${COMP_WORDS[at]}" in
        %[2]s) verb="${verb:+$verb }${COMP_WORDS[at]}" ;;
        esac
    done
    if [ "$word" = = ]; then
        word=""
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    case "$verb $before" in
%[3]s    esac
    case "$word" in
    -*)
        case "$verb" in
%[4]s        esac
        ;;
    *)
        case "$verb" in
%[5]s        esac
        ;;
    esac
}

_%[1]s_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_%[1]s_files() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

complete -F _%[1]s %[1]s %[1]s-desktop
`

// Bash returns the completions for bash.
func Bash(app *kong.Application) string {
	all := listCommands(app)
	var values, flags, words strings.Builder
	for _, v := range all {
		for _, flag := range v.flags {
			values.WriteString(bashValue(app.Name, v, flag))
		}
		fmt.Fprintf(&flags, "        %q) _%s_words %q \"$word\" ;;\n", v.path, app.Name, strings.Join(allOptions(v), " "))
		words.WriteString(bashWords(app.Name, v))
	}
	return fmt.Sprintf(bashFrame, app.Name, bashPaths(all), values.String(), flags.String(), words.String())
}

// bashPaths returns a shell pattern that matches all commands. Each command is written as the words before its last
// word, a space, and the last word.
func bashPaths(all []command) string {
	var patterns []string
	for _, v := range all[1:] {
		path := v.path
		if !strings.Contains(path, " ") {
			path = " " + path
		}
		patterns = append(patterns, `"`+path+`"`)
	}
	return strings.Join(patterns, " | ")
}

func bashValue(program string, v command, flag *kong.Flag) string {
	do := "return"
	switch kindOf(flag) {
	case noValue:
		return ""
	case oneOf:
		do = fmt.Sprintf(`_%s_words %q "$word"; return`, program, strings.Join(flag.EnumSlice(), " "))
	case file:
		do = fmt.Sprintf(`_%s_files -f "$word"; return`, program)
	case folder:
		do = fmt.Sprintf(`_%s_files -d "$word"; return`, program)
	}
	var patterns []string
	for _, option := range options(flag) {
		patterns = append(patterns, `"`+v.path+" "+option+`"`)
	}
	return fmt.Sprintf("    %s) %s ;;\n", strings.Join(patterns, " | "), do)
}

func bashWords(program string, v command) string {
	words := v.choices()
	for _, next := range v.next {
		words = append(words, next.name)
	}
	switch {
	case v.takesFiles():
		return fmt.Sprintf("        %q) _%s_files -f \"$word\" ;;\n", v.path, program)
	case len(words) > 0:
		return fmt.Sprintf("        %q) _%s_words %q \"$word\" ;;\n", v.path, program, strings.Join(words, " "))
	}
	return ""
}

func allOptions(v command) (found []string) {
	for _, flag := range v.flags {
		found = append(found, options(flag)...)
	}
	return found
}
