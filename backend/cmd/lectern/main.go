// Command lectern is the server without a window, and every command-line verb.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/alecthomas/kong"

	"lectern/backend"
	"lectern/backend/cmd/configfile"
	"lectern/backend/sentence/pathname"
)

// version is [backend.Version], with the commit where the build adds it.
var version = backend.Version

// commands are the verbs.
type commands struct {
	Config kong.ConfigFlag `help:"File with settings: a JSON object of flags' names and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`

	Desktop  desktopCommand       `cmd:"" default:"withargs" help:"Open Lectern's window (the default)."`
	Serve    serveCommand         `cmd:"" help:"Run the server without a window; it prints a line of JSON with its address."`
	Open     openCommand          `cmd:"" help:"Take files and folders into the library, and show the first in the window, or else in a browser; starts Lectern where it does not run."`
	Convert  convertCommand       `cmd:"" help:"Convert files to PDF, SVG, PNG or text, without a server."`
	Render   renderCommand        `cmd:"" help:"Make a document of a template and parameters, without a server."`
	Template templateCommands     `cmd:"" help:"Check templates."`
	Key      keyCommands          `cmd:"" help:"Create, list and revoke keys of the API."`
	Backup   backupCommand        `cmd:"" help:"Write the whole library to one file, also while a server runs on it."`
	Restore  restoreCommand       `cmd:"" help:"Make a library of a backup."`
	Move     moveCommand          `cmd:"" help:"Copy a library to another place: from a folder to a database and a bucket that servers share, or back."`
	TakeOver takeOverCommand      `cmd:"" help:"Have a bucket used by a restored database from now on, where the one that used it is gone or has a bucket of its own."`
	Anew     startAnewCommand     `cmd:"" name:"start-anew" help:"Make a data folder usable whose database is missing, damaged or not the last one: files of documents that it does not know are set aside until the server has run for 30 days."`
	Forget   forgetSecretsCommand `cmd:"" name:"forget-secrets" help:"Go on with a library whose seal.key is lost, without the secrets that were sealed with it."`
	Settings configCommands       `cmd:"" name:"config" help:"Check settings."`
	Doctor   doctorCommand        `cmd:"" help:"Check what works here, what does not, and how to mend it."`
	Version  versionCommand       `cmd:"" help:"Print the version."`

	Completion completionCommand `cmd:"" help:"Print the completions of this program for a shell."`
	Manual     manualCommand     `cmd:"" hidden:"" help:"Print the manual page."`
}

// console is where a command reads and writes.
type console struct {
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
}

// log is where commands say what they wait for.
func (on *console) log() *slog.Logger { return slog.New(slog.NewTextHandler(on.stderr, nil)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run does what the arguments say, and returns the exit code: 1 for what failed, 2
// for arguments that are none, 3 for a backup or a restore that is without some files.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var verbs commands
	code := -1
	parser, err := newParser(&verbs,
		kong.Writers(stdout, stderr),
		kong.Exit(func(c int) { code = c }),
		kong.UsageOnError(),
	)
	if err != nil {
		fmt.Fprintln(stderr, "lectern:", err)
		return 1
	}
	on := &console{ctx: ctx, stdout: stdout, stderr: stderr}
	if verb, rest, is := asConfigCheck(parser.Model.Node, args); is {
		return exitCode(verbs.Settings.Check.check(verb, rest, on), stderr)
	}
	args = expandHelp(parser.Model.Node, args)
	parsed, err := parser.Parse(filesLast(parser.Model.Node, args))
	if code >= 0 {
		return code // --help has answered
	}
	if err != nil {
		fmt.Fprintln(stderr, "lectern:", err)
		if wrong, ok := errors.AsType[*kong.ParseError](err); ok {
			fmt.Fprintf(stderr, "'%s --help' tells what there is.\n", helpful(wrong.Context))
		}
		return 2
	}
	return exitCode(parsed.Run(on), stderr)
}

// newParser makes a parser of the command line.
func newParser(verbs *commands, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(verbs, append([]kong.Option{
		kong.Name("lectern"),
		kong.Description("Puts documents in front of readers: takes Office and PDF documents, converts them, shows them in a browser."),
		kong.Configuration(configfile.Load),
		pathname.Arguments(),
		kong.Vars(backend.Defaults()),
		kong.Vars{"partialCode": strconv.Itoa(partialCode)},
	}, options...)...)
}

// exitCode is that of a command, whose error it tells.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintln(stderr, "lectern:", err)
	}
	if coded, ok := errors.AsType[*codeError](err); ok {
		return coded.code
	}
	return 1
}

// codeError is an error with an exit code of its own.
type codeError struct {
	code int
	error
}

// helpful gives the command whose help serves who has called one wrongly.
func helpful(call *kong.Context) string {
	if verb := call.Selected(); verb != nil && verb != call.Model.DefaultCmd {
		return verb.FullPath()
	}
	return call.Model.Name
}

// errReported fails a command that has said why by itself.
var errReported = errors.New("reported")
