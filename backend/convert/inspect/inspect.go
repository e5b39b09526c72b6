// Package inspect looks into Office documents without converting them.
package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// ooxmlTime bounds a look into a package. A cut that takes longer brings nothing.
const timeLimit = 10 * time.Second

// ooxmlMemory is what a process may take that looks into a package, in bytes.
const memoryLimit = 512 << 20

// OOXML looks into Office documents without converting them, with one process of
// `lectern-converter ooxml` for each look. It holds nothing, and may be used by many
// goroutines.
type Inspector struct{ cfg convert.Config }

// NewOOXML returns one that has started nothing.
func New(cfg convert.Config) *Inspector { return &Inspector{cfg: cfg} }

// Cut writes to out, which is open for writing and empty, a copy of the document in
// with what its page 1 needs. made is false where it is not to be cut, because it is
// not long or because its page 1 might look otherwise; so do documents that are no
// Office Open XML packages. The copy is for one conversion alone: that is to give at
// least two pages, or slides of which one is shown, or one sheet, to be believed.
// Errors are [*Error], or ctx's, or wrap [syscall.ENOSPC].
func (o *Inspector) Cut(ctx context.Context, in *os.File, kind filetype.Type, out *os.File) (made bool, err error) {
	_, made, err = o.cut(ctx, in, kind, out)
	return made, err
}

// cut is Cut with further words for the process, and gives the reason where nothing
// is made.
func (o *Inspector) cut(ctx context.Context, in *os.File, kind filetype.Type, out *os.File, words ...string) (why string,
	made bool, err error) {
	return o.copied(ctx, in, kind, out, append(words, wire.OOXMLCut, string(kind))...)
}

// WithoutLarge writes to out, which is open for writing and empty, a copy of the document in without the pictures that are
// too large to be drawn. made is false where there is none. Errors are those of Cut.
func (o *Inspector) WithoutLarge(ctx context.Context, in *os.File, kind filetype.Type, out *os.File) (made bool, err error) {
	_, made, err = o.copied(ctx, in, kind, out, wire.OOXMLWithoutLarge, string(kind))
	return made, err
}

// copied runs a process that makes a copy.
func (o *Inspector) copied(ctx context.Context, in *os.File, kind filetype.Type, out *os.File, words ...string) (why string,
	made bool, err error) {
	if !kind.OpenXML() {
		return "it is no package", false, nil
	}
	said, status, err := o.look(ctx, in, out, words...)
	switch {
	case err != nil:
		return "", false, err
	case status == 0:
		return "", true, nil
	case status == wire.OOXMLNotCut:
		return strings.TrimSpace(said), false, nil
	}
	return "", false, convert.MachineError(o.cfg, lookError(said, status))
}

// Facts tells what the document in has that does not show in its pages. What could not
// be read of it is told in it. Errors are [*Error], or ctx's.
func (o *Inspector) Facts(ctx context.Context, in *os.File, kind filetype.Type) (wire.Facts, error) {
	var facts wire.Facts
	if !kind.Office() {
		return facts, nil
	}
	out := &answer{max: wire.MaxFactsJSON}
	said, status, err := o.look(ctx, in, out, wire.OOXMLFacts, string(kind))
	if err == nil && status != 0 {
		err = convert.MachineError(o.cfg, lookError(said, status))
	}
	if err != nil {
		return facts, err
	}
	if err := json.Unmarshal(out.Bytes(), &facts); err != nil {
		return wire.Facts{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: err.Error()}
	}
	return facts, nil
}

// look is lookFor as long as a look may take whose answer can be done without.
func (o *Inspector) look(ctx context.Context, in *os.File, out io.Writer, words ...string) (said string, status int, err error) {
	return o.lookFor(ctx, timeLimit, in, out, words...)
}

// lookFor runs a process with the document as its input, and gives what it has said on
// standard error and its status, -1 where a signal has ended it.
func (o *Inspector) lookFor(ctx context.Context, limit time.Duration, in *os.File, out io.Writer, words ...string) (said string,
	status int, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	heard := &process.Tail{}
	cmd := exec.CommandContext(limited, o.cfg.Converter, append(append([]string{"ooxml"}, Arguments()...), words...)...)
	process.Isolate(cmd)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, heard
	cmd.Cancel = func() error { return process.KillGroup(cmd.Process) }
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return "", 0, fmt.Errorf("look into package: %w", err)
	}
	err = cmd.Run()
	switch _, exited := errors.AsType[*exec.ExitError](err); {
	case ctx.Err() != nil:
		return "", 0, context.Cause(ctx)
	case limited.Err() != nil:
		return "", 0, &convert.Error{Reason: convert.ReasonTimeout, Limit: limit, Detail: "looking into the package"}
	case err != nil && !exited:
		return "", 0, convert.MachineError(o.cfg, fmt.Errorf("look into package: %w", err))
	}
	return heard.String(), cmd.ProcessState.ExitCode(), nil
}

// ooxmlArguments are what every process is started with.
func Arguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(memoryLimit))} }

// lookError is the error of a process that has ended with a status that is none of
// its answers.
func lookError(said string, status int) error {
	switch {
	case strings.Contains(said, syscall.ENOSPC.Error()):
		return fmt.Errorf("look into package: %s: %w", strings.TrimSpace(said), syscall.ENOSPC)
	case status == 1:
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: said}
	}
	reason := process.CrashReason(said)
	return &convert.Error{Reason: reason, Resource: process.MachineResource(reason), Detail: fmt.Sprintf("status %d; %s", status, said)}
}

// answer is a buffer of bounded size for what a process writes.
type answer struct {
	bytes.Buffer
	max int
}

func (a *answer) Write(p []byte) (int, error) {
	if a.Len()+len(p) > a.max {
		return 0, errors.New("the process writes too much")
	}
	return a.Buffer.Write(p)
}
