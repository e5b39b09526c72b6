package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/cmd/configfile"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/library"
)

type configCommands struct {
	Check configCheck `cmd:"" help:"Print the settings that a server would use here, the source of each value, and all mistakes. Accepts the flags of serve."`
}

// configCheck contains the flags of the command serve. Its arguments are read by [configfile.Check] instead of kong,
// because kong stops at the first mistake.
type configCheck struct {
	backend.Config
	JSON bool `help:"Print JSON."`
}

// environment describes the environment variables of the program: the variables of its flags, and further variables
// that the program, its build and its tests read.
var environment = configfile.Environment{
	Prefix: "LECTERN_",
	Others: []string{"LECTERN_CONVERTER", "LECTERN_LIBREOFFICE", "LECTERN_OFFICE", "LECTERN_BIN", "LECTERN_CORPUS", "LECTERN_STRESS",
		"LECTERN_TEST_"},
}

// asConfigCheck reports whether the arguments call the command config check. It returns the arguments after the words
// config check. It returns false if the arguments request help.
func asConfigCheck(root *kong.Node, args []string) (command *kong.Node, rest []string, ok bool) {
	command = root
	for at := 0; at < len(args); {
		count := 1
		if strings.HasPrefix(args[at], "-") {
			count = min(flagArgCount(command, args[at]), len(args)-at)
		} else if child := childNamed(command, args[at]); child != nil {
			command, count = child, 0
			args = slices.Delete(slices.Clone(args), at, at+1)
		} else if command == root {
			return nil, nil, false // this flag belongs to the default command
		}
		at += count
	}
	ok = command.FullPath() == root.FullPath()+" config check" && !slices.Contains(args, "--help") && !slices.Contains(args, "-h")
	return command, args, ok
}

// check prints the effective settings and all mistakes.
func (c *configCheck) check(command *kong.Node, args []string, con *console) error {
	report := configfile.Check(slices.Concat(command.AllFlags(false)...), args, environment, c.validate)
	c.complete(&report)
	hideSecrets(&report)
	printAs := printReport
	if c.JSON {
		printAs = printReportJSON
	}
	if err := printAs(con, &report); err != nil {
		return err
	}
	if len(report.Mistakes) > 0 {
		return errReported
	}
	return nil
}

func (c *configCheck) validate() error { return c.ValidateHere() }

// complete adds the default data folder to the report, and the settings that were changed in a running server, which
// are stored in the library.
func (c *configCheck) complete(report *configfile.Report) {
	c.Data = cmp.Or(c.Data, library.DefaultData())
	changed, err := c.ChangedSettings()
	if err == nil {
		err = c.Place().Examine(context.Background())
	}
	if err != nil {
		report.Mistakes = append(report.Mistakes, configfile.Mistake{Message: err.Error()})
	}
	for i := range report.Settings {
		s := &report.Settings[i]
		if value, is := changed[s.Name]; is {
			s.Value, s.Source, s.Place = value, configfile.FromLibrary, ""
		}
		switch s.Name {
		case "data":
			s.Value = c.Data
		case "addr":
			s.Value = cmp.Or(s.Value, backend.DefaultAddr)
		}
	}
}

// hideSecrets removes passwords from all texts in a report.
func hideSecrets(report *configfile.Report) {
	var pairs []string
	for _, s := range report.Settings {
		// A connection string of libpq may contain password=…, so the whole string is hidden.
		if s.Name == "database" && s.Value != "" && !strings.Contains(s.Value, "://") {
			pairs = append(pairs, s.Value, hidden)
		}
		for part := range strings.SplitSeq(s.Value, ",") {
			pairs = append(pairs, secretsOf(part)...)
		}
	}
	secrets := strings.NewReplacer(pairs...)
	for i := range report.Settings {
		report.Settings[i].Value = secrets.Replace(report.Settings[i].Value)
	}
	for i := range report.Mistakes {
		m := &report.Mistakes[i]
		m.Name, m.Message = secrets.Replace(m.Name), secrets.Replace(m.Message)
	}
}

// hidden replaces a secret in printed text.
const hidden = "…"

// secretsOf returns the arguments for a [strings.Replacer] that replaces the secrets in a URL. The secrets are the
// password after a user name, and the values of query parameters whose name indicates a secret. If the text cannot be
// parsed as a URL, everything before the last @ counts as secret.
func secretsOf(address string) (pairs []string) {
	_, rest, isAddress := strings.Cut(address, "://")
	if !isAddress {
		return nil
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		if _, password, _ := strings.Cut(rest[:at], ":"); password != "" {
			pairs = append(pairs, ":"+password+"@", ":"+hidden+"@")
		}
	}
	_, query, _ := strings.Cut(rest, "?")
	for parameter := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(parameter, "=")
		plain, err := url.QueryUnescape(name)
		if err != nil {
			plain = name
		}
		if value != "" && isSecretName(strings.ToLower(plain)) {
			pairs = append(pairs, parameter, name+"="+hidden)
			// a URL within the URL, such as the endpoint of a bucket
		} else if redacted := sealedurl.Redact(value); redacted != value {
			pairs = append(pairs, value, redacted)
		}
	}
	return pairs
}

func isSecretName(name string) bool {
	return slices.ContainsFunc([]string{"pass", "secret", "token", "key", "sign", "credential"},
		func(part string) bool { return strings.Contains(name, part) })
}

func printReport(con *console, report *configfile.Report) error {
	table := tabwriter.NewWriter(con.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SETTING\tVALUE\tFROM")
	for _, s := range report.Settings {
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Name, cmp.Or(s.Value, "-"), cmp.Or(s.Place, s.Source))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, m := range report.Mistakes {
		fmt.Fprintln(con.stderr, mistakeLine(m))
	}
	if len(report.Mistakes) == 0 {
		fmt.Fprintln(con.stdout, "\nNo problems found.")
	}
	return nil
}

// mistakeLine formats a mistake as a line of text.
func mistakeLine(m configfile.Mistake) string {
	text := m.Message
	if m.Name != "" && !strings.HasPrefix(text, "--") && m.Place != "--"+m.Name {
		text = fmt.Sprintf("%q: %s", m.Name, text)
	}
	if m.Nearest != "" {
		text += fmt.Sprintf("; did you mean %q?", m.Nearest)
	}
	if m.Place == "" {
		return text
	}
	return m.Place + ": " + text
}

func printReportJSON(con *console, report *configfile.Report) error {
	encoder := json.NewEncoder(con.stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}
