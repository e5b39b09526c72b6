// Command lectern is the server without a desktop window, and contains all other commands of the command line.
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

// version is [backend.Version], followed by the commit if the build sets it.
var version = backend.Version

// commands are all commands with their flags.
type commands struct {
	Config kong.ConfigFlag `help:"Settings file: a JSON object with names of flags and their values." placeholder:"FILE" env:"LECTERN_CONFIG"`

	Desktop  desktopCommand       `cmd:"" default:"withargs" help:"Open the window (the default)."`
	Serve    serveCommand         `cmd:"" help:"Run the server without a window. It prints a line of JSON with its address."`
	Open     openCommand          `cmd:"" help:"Import files and folders and show the first in the window or in a browser. Starts Lectern if it is not running."`
	Convert  convertCommand       `cmd:"" help:"Convert files to PDF, SVG, PNG or text, without a server."`
	Render   renderCommand        `cmd:"" help:"Create a document from a template and parameters, without a server."`
	Template templateCommands     `cmd:"" help:"Check templates."`
	Key      keyCommands          `cmd:"" help:"Create, list and revoke API keys."`
	Backup   backupCommand        `cmd:"" help:"Write the whole library to one file. A server may be running."`
	Restore  restoreCommand       `cmd:"" help:"Restore a library from a backup."`
	Move     moveCommand          `cmd:"" help:"Copy a library from a folder to a database and a bucket that servers share, or back."`
	TakeOver takeOverCommand      `cmd:"" help:"Assign a bucket to a restored database, if the database that used it is gone or has another bucket."`
	Anew     startAnewCommand     `cmd:"" name:"start-anew" help:"Make a data folder usable if its database is missing, damaged or outdated. Content that the database does not know is set aside until the server has run for 30 days."`
	Forget   forgetSecretsCommand `cmd:"" name:"forget-secrets" help:"Continue with a library without its lost seal.key. Secrets that were encrypted with it are removed."`
	Settings configCommands       `cmd:"" name:"config" help:"Check settings."`
	Doctor   doctorCommand        `cmd:"" help:"Check this machine and explain how to fix problems."`
	Version  versionCommand       `cmd:"" help:"Print the version."`

	Completion completionCommand `cmd:"" help:"Print the completions for a shell."`
	Manual     manualCommand     `cmd:"" hidden:"" help:"Print the manual page."`
}

// console contains the context of a command and its output streams.
type console struct {
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
}

// log returns a logger on standard error, for commands that log what they wait for.
func (con *console) log() *slog.Logger { return slog.New(slog.NewTextHandler(con.stderr, nil)) }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run executes a command line, and returns the exit code: 0 for success, 1 if the command failed, 2 if the arguments
// are invalid, and 3 if a backup or a restore is partial.
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
		return code // --help has been printed
	}
	if err != nil {
		fmt.Fprintln(stderr, "lectern:", err)
		if wrong, ok := errors.AsType[*kong.ParseError](err); ok {
			fmt.Fprintf(stderr, "Run '%s --help' for its arguments and flags.\n", commandForHelp(wrong.Context))
		}
		return 2
	}
	return exitCode(parsed.Run(on), stderr)
}

// newParser returns a parser of the command line.
func newParser(grammar *commands, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append([]kong.Option{
		kong.Name("lectern"),
		kong.Description("Converts Office and PDF documents and shows them in a browser."),
		kong.Configuration(configfile.Load),
		pathname.Arguments(),
		kong.Vars(backend.Defaults()),
		kong.Vars{"partialCode": strconv.Itoa(partialCode)},
	}, options...)...)
}

// exitCode prints the error of a command and returns its exit code.
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

// codeError is an error with its own exit code.
type codeError struct {
	code int
	error
}

// commandForHelp returns the path of the command whose help an error message about the arguments mentions.
func commandForHelp(call *kong.Context) string {
	if verb := call.Selected(); verb != nil && verb != call.Model.DefaultCmd {
		return verb.FullPath()
	}
	return call.Model.Name
}

// errReported is returned by commands that have already printed the reason for their failure.
var errReported = errors.New("reported")
