package convert

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"lectern/backend/filetype"
	"lectern/converters/wire"
)

// DefaultMaxNesting is how many levels deep a document may be nested, if nobody says
// otherwise. None of 650 that people have made goes deeper than 30, and as a rule
// XML readers give up there.
const DefaultMaxNesting = 256

// CheckNesting looks whether elements lie within elements of the document in, or groups
// of an RTF within groups, deeper than Config.MaxNesting; then its error is an [*Error]
// with [ReasonNesting]. Documents of the binary formats, encrypted ones and broken ones
// pass. It takes as long as Config.Deadline allows.
func (o *OOXML) CheckNesting(ctx context.Context, in *os.File, kind filetype.Type) error {
	if !kind.OpenXML() && kind != filetype.Rtf {
		return nil
	}
	levels := cmp.Or(o.cfg.MaxNesting, DefaultMaxNesting)
	said, status, err := o.lookFor(ctx, o.cfg.Deadline, in, nil, fmt.Sprintf("--max-nesting=%d", levels), wire.OOXMLNesting, string(kind))
	switch {
	case err != nil || status == 0:
		return err
	case status == wire.OOXMLTooDeep:
		return &Error{Reason: ReasonNesting, MaxNesting: levels, Detail: said}
	}
	return lookError(said, status)
}

// Nested converts as an [Office] does, but no document that is nested too deeply. That
// is looked for while the document is being converted, and nothing is handed on before.
type Nested struct {
	*Office
	looks *OOXML
}

// NewNested has office convert what is not nested too deeply.
func NewNested(office *Office) *Nested { return &Nested{office, NewOOXML(office.cfg)} }

// Convert is [Office.Convert]. The document must be a file to be looked into.
func (n *Nested) Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error) {
	look := &nestingLook{looks: n.looks}
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
	return report, cmp.Or(look.wait(), err)
}

// nestingLook is a look into one document while that is being converted.
type nestingLook struct {
	looks *OOXML
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
		l.err = l.looks.CheckNesting(ctx, own, order.Kind)
		if reason := (*Error)(nil); errors.As(l.err, &reason) && reason.Reason == ReasonCrashed {
			// By another's doing, most likely; the conversion needs not begin anew for that.
			l.err = l.looks.CheckNesting(ctx, own, order.Kind)
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
