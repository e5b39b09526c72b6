package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/process"
	"lectern/backend/convert/schedule"
	"lectern/converters/wire"
)

// Nested converts as an [Office] does, but no document that is nested too deeply. That
// is looked for while the document is being converted, and nothing is handed on before.
type NestingGuard struct {
	*Converter
	looks   *inspect.Inspector
	nesting *inspect.NestingChecker
}

// NewNested has office convert what is not nested too deeply.
func NewNestingGuard(office *Converter) *NestingGuard {
	return &NestingGuard{office, inspect.New(office.cfg), inspect.NewNestingChecker(office.cfg)}
}

// Close is [Office.Close].
func (n *NestingGuard) Close() error {
	err := n.Converter.Close()
	n.nesting.Close()
	return err
}

// Convert is [Office.Convert]. The document must be a file to be looked into.
func (n *NestingGuard) Convert(ctx context.Context, order Order, on func(Stage, *os.File) error) (Report, error) {
	look := &nestingLook{check: n.nesting.Check}
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
	report, err := n.Converter.Convert(ctx, order, func(stage Stage, pdf *os.File) error {
		if err := look.wait(); err != nil {
			return err
		}
		return on(stage, pdf)
	})
	if schedule.IsPreempted(err) {
		look.stop() // what it comes to is for the next turn
		if told, ok := errors.AsType[*convert.Error](look.wait()); !ok || told.Reason != convert.ReasonNesting {
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
func (n *NestingGuard) blameContents(ctx context.Context, order Order, err error) error {
	failed, ok := errors.AsType[*convert.Error](err)
	file, isFile := order.In.(*os.File)
	if !ok || failed.Reason != convert.ReasonMemory || !isFile {
		return err
	}
	facts, lookErr := n.looks.Facts(ctx, file, order.Kind)
	switch damaged := func(p wire.FactPicture) bool { return p.Fault == wire.PictureDamaged }; {
	case lookErr != nil:
		return err
	case facts.BrokenObjects > 0:
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: "the data of an embedded object cannot be: " + failed.Detail}
	case slices.ContainsFunc(facts.Pictures, damaged):
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: "a picture is damaged: " + failed.Detail}
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
	own, err := process.Reopen(file)
	if err != nil {
		l.err = fmt.Errorf("look into document: %w", err)
		return
	}
	l.done = make(chan struct{})
	go func() {
		defer close(l.done)
		defer own.Close()
		l.err = l.check(ctx, own, order.Kind)
		if reason := (*convert.Error)(nil); errors.As(l.err, &reason) && reason.Reason == convert.ReasonCrashed {
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
