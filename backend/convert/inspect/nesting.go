package inspect

import (
	"context"
	"fmt"
	"io"
	"os"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	"lectern/converters/wire"
)

// maxHanded is up to how many bytes a document is handed to a process that looks into one
// after the other. One that is larger has a process of its own, which reads it as a file.
const maxHanded = 1 << 20

// NestingChecker finds documents whose elements are nested too deeply.
type NestingChecker struct {
	inspector *Inspector
	workers   *nestingWorkers
}

// NewNestingChecker returns a checker that has started no process.
func NewNestingChecker(cfg convert.Config) *NestingChecker {
	inspector := New(cfg)
	return &NestingChecker{inspector, newNestingWorkers(inspector)}
}

// Close ends the idle processes; those at work end with their document.
func (n *NestingChecker) Close() { n.workers.Close() }

// CheckNesting looks whether elements lie within elements of the document in, or groups
// of an RTF within groups, deeper than Config.MaxNesting; then its error is an [*Error]
// with [ReasonNesting]. Documents of the binary formats, encrypted ones and broken ones
// pass. It takes as long as Config.Deadline allows.
func (n *NestingChecker) Check(ctx context.Context, in *os.File, kind filetype.Type) error {
	if !kind.OpenXML() && kind != filetype.Rtf {
		return nil
	}
	said, status, err := n.look(ctx, in)
	switch {
	case err != nil || status == 0:
		return convert.MachineError(n.inspector.cfg, err)
	case status == wire.OOXMLTooDeep:
		return &convert.Error{Reason: convert.ReasonNesting, MaxNesting: n.inspector.cfg.WithLimits().MaxNesting, Detail: said}
	}
	return convert.MachineError(n.inspector.cfg, lookError(said, status))
}

func (n *NestingChecker) look(ctx context.Context, in *os.File) (said string, status int, err error) {
	info, err := in.Stat()
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	if info.Size() > maxHanded {
		return n.inspector.lookFor(ctx, n.inspector.cfg.Deadline, in, nil, nestingLevels(n.inspector.cfg), wire.OOXMLNesting)
	}
	document, err := io.ReadAll(io.NewSectionReader(in, 0, maxHanded))
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	return n.workers.check(ctx, document)
}

// nestingLevels tells a process so.
func nestingLevels(cfg convert.Config) string {
	return fmt.Sprintf("--max-nesting=%d", cfg.WithLimits().MaxNesting)
}
