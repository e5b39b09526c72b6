package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// DefaultMaxNesting is how many levels deep a document may be nested, if nobody says
// otherwise. None of 650 that people have made goes deeper than 30, and as a rule
// XML readers give up there.
const DefaultMaxNesting = 256

// maxHanded is up to how many bytes a document is handed to a process that looks into one
// after the other. One that is larger has a process of its own, which reads it as a file.
const maxHanded = 1 << 20

// CheckNesting looks whether elements lie within elements of the document in, or groups
// of an RTF within groups, deeper than Config.MaxNesting; then its error is an [*Error]
// with [ReasonNesting]. Documents of the binary formats, encrypted ones and broken ones
// pass. It takes as long as Config.Deadline allows.
func (n *Nested) CheckNesting(ctx context.Context, in *os.File, kind filetype.Type) error {
	if !kind.OpenXML() && kind != filetype.Rtf {
		return nil
	}
	said, status, err := n.look(ctx, in)
	switch {
	case err != nil || status == 0:
		return n.looks.cfg.blameMachine(err)
	case status == wire.OOXMLTooDeep:
		return &Error{Reason: ReasonNesting, MaxNesting: maxNesting(n.looks.cfg), Detail: said}
	}
	return n.looks.cfg.blameMachine(lookError(said, status))
}

func (n *Nested) look(ctx context.Context, in *os.File) (said string, status int, err error) {
	info, err := in.Stat()
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	if info.Size() > maxHanded {
		return n.looks.lookFor(ctx, n.looks.cfg.Deadline, in, nil, nestingLevels(n.looks.cfg), wire.OOXMLNesting)
	}
	document, err := io.ReadAll(io.NewSectionReader(in, 0, maxHanded))
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	return n.processes.look(ctx, document)
}

// maxNesting is how many levels there may be.
func maxNesting(cfg Config) int { return cmp.Or(cfg.MaxNesting, DefaultMaxNesting) }

// nestingLevels tells a process so.
func nestingLevels(cfg Config) string { return fmt.Sprintf("--max-nesting=%d", maxNesting(cfg)) }

// Nested converts as an [Office] does, but no document that is nested too deeply. That
// is looked for while the document is being converted, and nothing is handed on before.
type Nested struct {
	*Office
	looks     *OOXML
	processes *nestingProcesses
}

// NewNested has office convert what is not nested too deeply.
func NewNested(office *Office) *Nested {
	looks := NewOOXML(office.cfg)
	return &Nested{office, looks, newNestingProcesses(looks)}
}

// Close is [Office.Close].
func (n *Nested) Close() error {
	err := n.Office.Close()
	n.processes.close()
	return err
}

// Convert is [Office.Convert]. The document must be a file to be looked into.
func (n *Nested) Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error) {
	look := &nestingLook{check: n.CheckNesting}
	ctx, look.stop = context.WithCancel(ctx)
	defer look.stop()
	begin := order.Begin
	order.Begin = func() error {
		if begin != nil {
			if err := begin(); err != nil {
				return err
			}
		}
		look.begin(ctx, order)
		return nil
	}
	report, err := n.Office.Convert(ctx, order, func(stage Stage, pdf *os.File) error {
		if err := look.wait(); err != nil {
			return err
		}
		return on(stage, pdf)
	})
	if IsCrowded(err) {
		look.stop() // what it comes to is for the next turn
		if told, ok := errors.AsType[*Error](look.wait()); !ok || told.Reason != ReasonNesting {
			return report, err
		}
	}
	if found := look.wait(); found != nil {
		return report, found
	}
	return report, n.blameContents(ctx, order, err)
}

// blameContents returns err, or that the document is damaged where one that took too much memory has contents with absurd
// sizes: an object that is embedded in an RTF, or a picture that has no data for them.
func (n *Nested) blameContents(ctx context.Context, order Order, err error) error {
	failed, ok := errors.AsType[*Error](err)
	file, isFile := order.In.(*os.File)
	if !ok || failed.Reason != ReasonMemory || !isFile {
		return err
	}
	facts, lookErr := n.looks.Facts(ctx, file, order.Kind)
	switch damaged := func(p wire.FactPicture) bool { return p.Fault == wire.PictureDamaged }; {
	case lookErr != nil:
		return err
	case facts.BrokenObjects > 0:
		return &Error{Reason: ReasonDamaged, Detail: "the data of an embedded object cannot be: " + failed.Detail}
	case slices.ContainsFunc(facts.Pictures, damaged):
		return &Error{Reason: ReasonDamaged, Detail: "a picture is damaged: " + failed.Detail}
	}
	return err
}

// nestingLook is a look into one document while that is being converted.
type nestingLook struct {
	check func(context.Context, *os.File, filetype.Type) error
	stop  context.CancelFunc // ends the conversion
	done  chan struct{}      // closed when err is known; nil where nobody looks
	err   error
}

func (l *nestingLook) begin(ctx context.Context, order Order) {
	file, ok := order.In.(*os.File)
	if !ok {
		return
	}
	own, err := openAgain(file)
	if err != nil {
		l.err = fmt.Errorf("look into document: %w", err)
		return
	}
	l.done = make(chan struct{})
	go func() {
		defer close(l.done)
		defer own.Close()
		l.err = l.check(ctx, own, order.Kind)
		if reason := (*Error)(nil); errors.As(l.err, &reason) && reason.Reason == ReasonCrashed {
			// By another's doing, most likely; the conversion needs not begin anew for that.
			l.err = l.check(ctx, own, order.Kind)
		}
		if l.err != nil {
			l.stop()
		}
	}()
}

// wait gives what was found.
func (l *nestingLook) wait() error {
	if l.done != nil {
		<-l.done
	}
	return l.err
}
