package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

const fishFrame = `# Completions of %[1]s for fish.

function __%[1]s_at --description 'Test whether the command before the cursor is this one'
    set -l words (commandline -opc)
    set -l verb
    if test (basename $words[1]) = %[1]s-desktop
        set verb desktop
    end
    for word in $words[2..]
        switch (string join ' ' -- "$verb" $word)
            case %[2]s
                set verb (string trim -- "$verb $word")
        end
    end
    test "$verb" = "$argv[1]"
end

complete -c %[1]s -f
complete -c %[1]s-desktop -f
`

// Fish returns the completions for fish.
func Fish(app *kong.Application) string {
	all := listCommands(app)
	var text strings.Builder
	fmt.Fprintf(&text, fishFrame, app.Name, strings.ReplaceAll(bashPaths(all), " | ", " "))
	for _, v := range all {
		at := fmt.Sprintf("complete -c %s -n %s", app.Name, quoted(fmt.Sprintf("__%s_at %q", app.Name, v.path)))
		for _, flag := range v.flags {
			text.WriteString(at + fishFlag(flag) + "\n")
			if flag.Tag != nil && flag.Tag.Negatable != "" {
				text.WriteString(at + " -l no-" + flag.Name + "\n")
			}
		}
		for _, next := range v.next {
			text.WriteString(at + " -a " + next.name + fishHelp(next.help) + "\n")
		}
		if choices := v.choices(); len(choices) > 0 {
			text.WriteString(at + " -a " + quoted(strings.Join(choices, " ")) + "\n")
		}
		if v.takesFiles() {
			text.WriteString(at + " -F\n")
		}
	}
	fmt.Fprintf(&text, "complete -c %[1]s-desktop -w '%[1]s desktop'\n", app.Name)
	return text.String()
}

func fishFlag(flag *kong.Flag) string {
	text := " -l " + flag.Name
	if flag.Short != 0 {
		text += " -s " + string(flag.Short)
	}
	switch kindOf(flag) {
	case oneOf:
		text += " -x -a " + quoted(strings.Join(flag.EnumSlice(), " "))
	case file:
		text += " -r -F"
	case folder:
		text += " -x -a '(__fish_complete_directories)'"
	case anyValue:
		text += " -x"
	}
	return text + fishHelp(flag.Help)
}

func fishHelp(help string) string { return " -d " + quoted(firstSentence(help)) }
