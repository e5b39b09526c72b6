package app

import (
	"io"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/configfile"
	"lectern/backend/pathname"
)

// arguments are those of lectern without a verb: that program passes its own on.
type arguments struct {
	Config kong.ConfigFlag `help:"File with settings: a JSON object of flags' names and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`

	Desktop struct {
		backend.Config
		Files []string `arg:"" optional:"" type:"path" help:"Documents to take in and show, or folders of them."`
	} `cmd:"" default:"withargs" help:"Open Lectern's window (the default)."`
}

// invocation is what the command line asks for.
type invocation struct {
	config backend.Config
	files  []string // absolute paths, of folders too
}

// parse reads the arguments. It is done where they asked for help, which was given.
func parse(args []string, stdout, stderr io.Writer) (call invocation, done bool, err error) {
	var a arguments
	parser, err := kong.New(&a,
		kong.Name("lectern-desktop"),
		kong.Description("Opens Lectern's window over its library."),
		kong.Configuration(configfile.Load),
		pathname.Arguments(),
		kong.Vars(backend.Defaults()),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { done = true }),
	)
	if err != nil {
		return invocation{}, false, err
	}
	_, err = parser.Parse(args)
	if done {
		return invocation{}, true, nil // the rest of the arguments does not count
	}
	return invocation{a.Desktop.Config, a.Desktop.Files}, false, err
}
