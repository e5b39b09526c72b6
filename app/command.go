package app

import (
	"io"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/cmd/configfile"
	"lectern/backend/sentence/pathname"
)

// invoked is what the command line says of the window.
type invoked struct {
	backend.Config
	Files []string `arg:"" optional:"" type:"path" help:"Documents to take in and show, or folders of them."`
}

// arguments are those of lectern, whose verb may stand among them: that program passes its own on.
type arguments struct {
	common
	Desktop invoked `cmd:"" default:"withargs"`
}

// common is what the command line says beside that.
type common struct {
	Config kong.ConfigFlag `help:"File with settings: a JSON object of flags' names and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`
}

// invocation is what the command line asks for.
type invocation struct {
	config backend.Config
	files  []string // absolute paths, of folders too
}

// parse reads the arguments. It is done where they asked for help, which was given.
func parse(args []string, stdout, stderr io.Writer) (call invocation, done bool, err error) {
	var a arguments
	parser, err := newParser(&a, stdout, stderr, &done,
		kong.Help(func(kong.HelpOptions, *kong.Context) error { return help(stdout, stderr) }))
	if err != nil {
		return invocation{}, false, err
	}
	_, err = parser.Parse(args)
	if done {
		return invocation{}, true, nil // the rest of the arguments does not count
	}
	return invocation{a.Desktop.Config, a.Desktop.Files}, false, err
}

// help tells all that the command line may say, as if there were no verb: there is only one.
func help(stdout, stderr io.Writer) error {
	var a struct {
		common
		invoked
	}
	var done bool
	parser, err := newParser(&a, stdout, stderr, &done)
	if err != nil {
		return err
	}
	_, err = parser.Parse([]string{"--help"})
	return err
}

// newParser makes a parser of what grammar describes, which sets done when it has given help.
func newParser(grammar any, stdout, stderr io.Writer, done *bool, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append(options,
		kong.Name("lectern-desktop"),
		kong.Description("Opens Lectern's window over its library."),
		kong.Configuration(configfile.Load),
		pathname.Arguments(),
		kong.Vars(backend.Defaults()),
		kong.Vars{"samples": "true"}, // people who have a window want to see something in it
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { *done = true }),
	)...)
}
