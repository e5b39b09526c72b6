package app

import (
	"io"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/cmd/configfile"
	"lectern/backend/sentence/pathname"
)

// desktopFlags contains the flags and arguments of the program.
type desktopFlags struct {
	backend.Config
	Files []string `arg:"" optional:"" type:"path" help:"Documents or folders to import and show."`
}

// arguments is the grammar of the command line. The command 'lectern desktop' starts this program and passes on its own
// arguments, which begin with "desktop". Therefore the word "desktop" is accepted, but optional.
type arguments struct {
	commonFlags
	Desktop desktopFlags `cmd:"" default:"withargs"`
}

// commonFlags contains the flags that may come before or after the word "desktop".
type commonFlags struct {
	Config kong.ConfigFlag `help:"Settings file: a JSON object with names of flags and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`
}

// invocation is a parsed command line.
type invocation struct {
	config backend.Config
	files  []string // absolute paths of files and folders
}

// parse parses the arguments. If they request help, it prints the help, and the result done is true.
func parse(args []string, stdout, stderr io.Writer) (call invocation, done bool, err error) {
	var a arguments
	parser, err := newParser(&a, kong.Writers(stdout, stderr), kong.Exit(func(int) { done = true }),
		kong.Help(func(kong.HelpOptions, *kong.Context) error { return help(stdout, stderr) }))
	if err != nil {
		return invocation{}, false, err
	}
	_, err = parser.Parse(args)
	if done {
		return invocation{}, true, nil // other arguments are ignored with --help
	}
	return invocation{a.Desktop.Config, a.Desktop.Files}, false, err
}

// help prints the help of the command line. The help does not mention the word "desktop".
func help(stdout, stderr io.Writer) error {
	var a struct {
		commonFlags
		desktopFlags
	}
	parser, err := newParser(&a, kong.Writers(stdout, stderr), kong.Exit(func(int) {}))
	if err != nil {
		return err
	}
	_, err = parser.Parse([]string{"--help"})
	return err
}

// newParser returns a parser for a grammar.
func newParser(grammar any, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append(options,
		kong.Name("lectern-desktop"),
		kong.Description("Opens the window of Lectern with its library."),
		kong.Configuration(configfile.Load),
		pathname.Arguments(),
		kong.Vars(backend.Defaults()),
	)...)
}
