// Package inspect reads properties of Office documents, and makes edited copies of them, without converting them.
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

// timeLimit is the maximum time of an inspection. Making a copy that is cut after page 1 must not take longer, because
// the copy would then not show page 1 earlier than the whole document does.
const timeLimit = 10 * time.Second

// memoryLimit limits the address space of an inspection process, in bytes.
const memoryLimit = 512 << 20

// Inspector inspects Office documents without converting them. It starts one process of `lectern-converter ooxml` for
// each inspection. It is safe for concurrent use.
type Inspector struct{ cfg convert.Config }

// New returns an inspector.
func New(cfg convert.Config) *Inspector { return &Inspector{cfg: cfg} }

// CutToPage1 writes a copy of a document, with only the content that page 1 needs, to out, which must be open for
// writing and empty. The result edited is false if the document is not cut, because it is not long, is no Office Open
// XML package, or page 1 of the copy might look different. The copy must be used for one conversion only. If the
// document is a text document, the PDF of the copy must only be used if it has at least two pages. Otherwise the copy
// may lack content of page 1.
//
// Errors are of type [*convert.Error], are errors of ctx, or wrap [syscall.ENOSPC].
func (i *Inspector) CutToPage1(ctx context.Context, in *os.File, kind filetype.Type, out *os.File) (edited bool, err error) {
	_, edited, err = i.cutToPage1(ctx, in, kind, out)
	return edited, err
}

// cutToPage1 does the work of CutToPage1, with additional arguments for the process. It also returns why no copy was
// made.
func (i *Inspector) cutToPage1(ctx context.Context, in *os.File, kind filetype.Type, out *os.File, args ...string) (reason string,
	edited bool, err error) {
	return i.edit(ctx, in, kind, out, append(args, wire.OOXMLCut, string(kind))...)
}

// WithoutLarge writes a copy of a document, without the images that are too large to be drawn, to out, which must be
// open for writing and empty. The result edited is false if the document has no such images. The errors are the same as
// those of CutToPage1.
func (i *Inspector) WithoutLarge(ctx context.Context, in *os.File, kind filetype.Type, out *os.File) (edited bool, err error) {
	_, edited, err = i.edit(ctx, in, kind, out, wire.OOXMLWithoutLarge, string(kind))
	return edited, err
}

// edit runs a process that writes an edited copy.
func (i *Inspector) edit(ctx context.Context, in *os.File, kind filetype.Type, out *os.File, args ...string) (reason string,
	edited bool, err error) {
	if !kind.IsOpenXML() {
		return "it is not a package", false, nil
	}
	output, status, err := i.run(ctx, in, out, args...)
	switch {
	case err != nil:
		return "", false, err
	case status == 0:
		return "", true, nil
	case status == wire.OOXMLNotCut:
		return strings.TrimSpace(output), false, nil
	}
	return "", false, convert.MachineError(i.cfg, inspectError(output, status))
}

// Facts returns properties of the document that its pages do not show. The result also lists the parts that could not
// be read. Errors are of type [*convert.Error] or are errors of ctx.
func (i *Inspector) Facts(ctx context.Context, in *os.File, kind filetype.Type) (wire.Facts, error) {
	var facts wire.Facts
	if !kind.IsOffice() {
		return facts, nil
	}
	out := &limitedBuffer{max: wire.MaxFactsJSON}
	output, status, err := i.run(ctx, in, out, wire.OOXMLFacts, string(kind))
	if err == nil && status != 0 {
		err = convert.MachineError(i.cfg, inspectError(output, status))
	}
	if err != nil {
		return facts, err
	}
	if err := json.Unmarshal(out.Bytes(), &facts); err != nil {
		return wire.Facts{}, &convert.Error{Reason: convert.ReasonCrashed, Detail: err.Error()}
	}
	return facts, nil
}

// run runs an inspection process with [timeLimit].
func (i *Inspector) run(ctx context.Context, in *os.File, out io.Writer, args ...string) (output string, status int, err error) {
	return i.runWithin(ctx, timeLimit, in, out, args...)
}

// runWithin runs a process with the document as its standard input. It returns the standard error and the exit status,
// which is -1 if a signal ended the process.
func (i *Inspector) runWithin(ctx context.Context, limit time.Duration, in *os.File, out io.Writer, args ...string) (output string,
	status int, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	stderr := &process.Excerpt{}
	cmd := exec.CommandContext(limited, i.cfg.Converter, append(append([]string{"ooxml"}, Arguments()...), args...)...)
	process.Isolate(cmd)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, stderr
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
		return "", 0, convert.MachineError(i.cfg, fmt.Errorf("look into package: %w", err))
	}
	return stderr.String(), cmd.ProcessState.ExitCode(), nil
}

// Arguments returns the command-line arguments that all inspection processes have.
func Arguments() []string { return []string{fmt.Sprintf("--memory=%d", int64(memoryLimit))} }

// inspectError returns the error for a process that ended with an unexpected status.
func inspectError(output string, status int) error {
	switch {
	case strings.Contains(output, syscall.ENOSPC.Error()):
		return fmt.Errorf("look into package: %s: %w", strings.TrimSpace(output), syscall.ENOSPC)
	case status == 1:
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: output}
	}
	reason := process.CrashReason(output)
	return &convert.Error{Reason: reason, Resource: process.MachineResource(reason), Detail: fmt.Sprintf("status %d; %s", status, output)}
}

// limitedBuffer is a buffer of limited size for the standard output of a process.
type limitedBuffer struct {
	bytes.Buffer
	max int
}

func (a *limitedBuffer) Write(p []byte) (int, error) {
	if a.Len()+len(p) > a.max {
		return 0, errors.New("the process writes too much output")
	}
	return a.Buffer.Write(p)
}
