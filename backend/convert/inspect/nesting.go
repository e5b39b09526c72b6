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

// maxSharedSize is the maximum size in bytes of a document that is passed to a shared process. A larger document gets a
// process of its own, which reads the document as a file.
const maxSharedSize = 1 << 20

// NestingChecker finds documents whose elements are nested too deeply.
type NestingChecker struct {
	inspector *Inspector
	workers   *nestingWorkers
}

// NewNestingChecker returns a checker. It starts no process yet.
func NewNestingChecker(cfg convert.Config) *NestingChecker {
	inspector := New(cfg)
	return &NestingChecker{inspector, newNestingWorkers(inspector)}
}

// Close ends the idle processes. Busy processes end after their document.
func (n *NestingChecker) Close() { n.workers.Close() }

// Check returns an [*convert.Error] with [convert.ReasonNesting] if the elements of a document, or the groups of an
// RTF, are nested deeper than Config.MaxNesting. It returns an error with [convert.ReasonDamaged] for an RTF that
// declares more bytes than it has. It returns nil for binary formats, and for encrypted or otherwise damaged documents.
// The check ends after Config.Deadline at the latest.
func (n *NestingChecker) Check(ctx context.Context, in *os.File, kind filetype.Type) error {
	if !kind.IsOpenXML() && kind != filetype.Rtf {
		return nil
	}
	output, status, err := n.runCheck(ctx, in)
	switch {
	case err != nil || status == 0:
		return convert.MachineError(n.inspector.cfg, err)
	case status == wire.OOXMLTooDeep:
		return &convert.Error{Reason: convert.ReasonNesting, MaxNesting: n.inspector.cfg.WithLimits().MaxNesting, Detail: output}
	}
	return convert.MachineError(n.inspector.cfg, inspectError(output, status))
}

func (n *NestingChecker) runCheck(ctx context.Context, in *os.File) (output string, status int, err error) {
	info, err := in.Stat()
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	if info.Size() > maxSharedSize {
		return n.inspector.runWithin(ctx, n.inspector.cfg.Deadline, in, nil, nestingLevels(n.inspector.cfg), wire.OOXMLNesting)
	}
	document, err := io.ReadAll(io.NewSectionReader(in, 0, maxSharedSize))
	if err != nil {
		return "", 0, fmt.Errorf("look into document: %w", err)
	}
	return n.workers.check(ctx, document)
}

// nestingLevels returns the command-line argument for the maximum number of nested levels.
func nestingLevels(cfg convert.Config) string {
	return fmt.Sprintf("--max-nesting=%d", cfg.WithLimits().MaxNesting)
}
