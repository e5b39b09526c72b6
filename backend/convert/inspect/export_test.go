package inspect

import (
	"context"
	"os"

	"lectern/backend/convert/filetype"
)

// CutAny is Inspector.Cut also for documents whose page 1 might look different, and returns why nothing was made.
func CutAny(ctx context.Context, inspector *Inspector, in *os.File, kind filetype.Type, out *os.File) (why string, made bool, err error) {
	return inspector.cut(ctx, in, kind, out, "--all")
}
