package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"lectern/backend/convert"
	"lectern/backend/convert/inspect"
	"lectern/backend/convert/process"
	"lectern/backend/convert/schedule"
	"lectern/converters/wire"
)

// NestingGuard is a [Converter] that rejects documents that are nested too deeply. It checks a document during its
// conversion, and delivers no result before the check has ended.
type NestingGuard struct {
	*Converter
	inspector *inspect.Inspector
	nesting   *inspect.NestingChecker
}

// NewNestingGuard returns a guard for a converter. Close of the guard closes the converter.
func NewNestingGuard(converter *Converter) *NestingGuard {
	return &NestingGuard{converter, inspect.New(converter.cfg), inspect.NewNestingChecker(converter.cfg)}
}

// Close closes the converter, see [Converter.Close], and ends the processes of the checks.
func (n *NestingGuard) Close() error {
	err := n.Converter.Close()
	n.nesting.Close()
	return err
}

// Convert is like [Converter.Convert]. A document that is not an [os.File] is not checked.
func (n *NestingGuard) Convert(ctx context.Context, order Order, to Receiver) (Report, error) {
	check := &nestingCheck{checker: n.nesting, order: order, receiver: to}
	ctx, check.stop = context.WithCancel(ctx)
	defer check.stop()
	report, err := n.Converter.Convert(ctx, order, check)
	if schedule.IsPreempted(err) {
		check.stop() // the document is checked again in its next turn
		if failed, ok := errors.AsType[*convert.Error](check.wait()); !ok || failed.Reason != convert.ReasonNesting {
			return report, err
		}
	}
	if failed := check.wait(); failed != nil {
		return report, failed
	}
	return report, n.blameContents(ctx, order, err)
}

// blameContents returns the error of a damaged document if a conversion ran out of memory because of an implausible
// size in the document: the size of an object embedded in an RTF, or the size of an image that has too little data for
// this size. Otherwise it returns err.
func (n *NestingGuard) blameContents(ctx context.Context, order Order, err error) error {
	failed, ok := errors.AsType[*convert.Error](err)
	file, isFile := order.In.(*os.File)
	if !ok || failed.Reason != convert.ReasonMemory || !isFile {
		return err
	}
	facts, factsErr := n.inspector.Facts(ctx, file, order.Kind)
	switch damaged := func(p wire.FactPicture) bool { return p.Fault == wire.PictureDamaged }; {
	case factsErr != nil:
		return err
	case facts.BrokenObjects > 0:
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: "the data of an embedded object cannot be read: " + failed.Detail}
	case slices.ContainsFunc(facts.Pictures, damaged):
		return &convert.Error{Reason: convert.ReasonDamaged, Detail: "a picture is damaged: " + failed.Detail}
	}
	return err
}

// nestingCheck checks one document during its conversion. It is a [Receiver] that passes on the results of the
// conversion when the check has succeeded.
type nestingCheck struct {
	checker  *inspect.NestingChecker
	order    Order
	receiver Receiver
	stop     context.CancelFunc // ends the check and the conversion
	done     chan struct{}      // closed when the check has ended; nil if there is no check
	err      error
}

// Begin starts the check.
func (c *nestingCheck) Begin(ctx context.Context) error {
	if err := c.receiver.Begin(ctx); err != nil {
		return err
	}
	c.start(ctx)
	return nil
}

// Receive waits for the check, and passes on a PDF if the check succeeds.
func (c *nestingCheck) Receive(ctx context.Context, completeness Completeness, pdf *os.File) error {
	if err := c.wait(); err != nil {
		return err
	}
	return c.receiver.Receive(ctx, completeness, pdf)
}

// start starts the check in the background. It stops the conversion if the check fails.
func (c *nestingCheck) start(ctx context.Context) {
	file, ok := c.order.In.(*os.File)
	if !ok {
		return
	}
	own, err := process.Reopen(file)
	if err != nil {
		c.err = fmt.Errorf("look into document: %w", err)
		return
	}
	c.done = make(chan struct{})
	go func() {
		defer close(c.done)
		defer own.Close()
		c.err = c.checker.Check(ctx, own, c.order.Kind)
		if reason := (*convert.Error)(nil); errors.As(c.err, &reason) && reason.Reason == convert.ReasonCrashed {
			// The process of the check was most likely killed by somebody else. The check is repeated, but the
			// conversion is not.
			c.err = c.checker.Check(ctx, own, c.order.Kind)
		}
		if c.err != nil {
			c.stop()
		}
	}()
}

// wait waits for the end of the check and returns its error.
func (c *nestingCheck) wait() error {
	if c.done != nil {
		<-c.done
	}
	return c.err
}
