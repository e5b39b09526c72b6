package app

import (
	"io"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/configfile"
)

// arguments are those of lectern without a verb: that program passes its own on.
type arguments struct {
	Config kong.ConfigFlag `help:"File with settings: a JSON object of flags' names and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`

	Desktop struct {
		backend.Config
	} `cmd:"" default:"withargs" help:"Open Lectern's window (the default)."`
}

// parse reads the arguments. It is done where they asked for help, which was given.
func parse(args []string, stdout, stderr io.Writer) (config backend.Config, done bool, err error) {
	var a arguments
	parser, err := kong.New(&a,
		kong.Name("lectern-desktop"),
		kong.Description("Opens Lectern's window over its library."),
		kong.Configuration(configfile.Load),
		kong.Vars(backend.Defaults()),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { done = true }),
	)
	if err != nil {
		return backend.Config{}, false, err
	}
	_, err = parser.Parse(args)
	if done {
		return backend.Config{}, true, nil // the rest of the arguments does not count
	}
	return a.Desktop.Config, false, err
}
