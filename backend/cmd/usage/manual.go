package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Manual returns the manual page, as roff source for man(7). The given sections are added after the sections about the
// commands.
func Manual(app *kong.Application, sections ...Section) string {
	var page strings.Builder
	all := listCommands(app)
	fmt.Fprintf(&page, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", strings.ToUpper(app.Name), app.Name,
		roff(lowerFirst(firstSentence(app.Help))))
	for _, v := range all {
		if len(v.next) == 0 || v.path == "" {
			fmt.Fprintf(&page, "%s\n.br\n", synopsis(app.Name, v))
		}
	}
	fmt.Fprintf(&page, ".SH DESCRIPTION\n%s\n.SH COMMANDS\n", roff(app.Help))
	for _, v := range all[1:] {
		if len(v.next) == 0 {
			page.WriteString(manualEntry(app.Name, v))
		}
	}
	for _, s := range sections {
		fmt.Fprintf(&page, ".SH %s\n", strings.ToUpper(s.Title))
		for _, entry := range s.Entries {
			fmt.Fprintf(&page, ".TP\n.B %s\n%s\n", roff(entry[0]), roff(entry[1]))
		}
	}
	return page.String()
}

// Section is a section of the manual page.
type Section struct {
	Title   string
	Entries [][2]string
}

// synopsis returns the syntax of a command.
func synopsis(program string, v command) string {
	line := ".B " + roff(strings.TrimSpace(program+" "+v.path)) + "\n"
	if v.path == "" {
		return line + "[\\fIflags\\fR]"
	}
	for _, argument := range v.arguments {
		line += roff(argument.Summary()) + " "
	}
	return line + "[\\fIflags\\fR]"
}

// manualEntry returns the roff source that describes a command with its arguments and flags.
func manualEntry(program string, v command) string {
	var text strings.Builder
	fmt.Fprintf(&text, ".SS %s %s\n%s\n", program, roff(v.path), roff(v.help))
	for _, argument := range v.arguments {
		fmt.Fprintf(&text, ".TP\n.I %s\n%s\n", roff(argument.Name), roff(argument.Help))
	}
	for _, flag := range v.flags {
		fmt.Fprintf(&text, ".TP\n%s\n%s\n", flagHead(flag), roff(flag.Help))
		if len(flag.Envs) > 0 {
			fmt.Fprintf(&text, "Also \\fB%s\\fR.\n", roff(strings.Join(flag.Envs, ", ")))
		}
	}
	return text.String()
}

func flagHead(flag *kong.Flag) string {
	text := `\fB` + roff(strings.Join(options(flag), ", ")) + `\fR`
	if kindOf(flag) != noValue {
		text += `=\fI` + roff(flag.FormatPlaceHolder()) + `\fR`
	}
	return text
}

// roff escapes the characters that have a meaning in man(7).
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// lowerFirst returns the text with its first letter in lower case, as whatis(1) requires.
func lowerFirst(text string) string {
	return strings.ToLower(text[:1]) + text[1:]
}
