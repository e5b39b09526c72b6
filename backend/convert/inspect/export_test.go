package inspect

import (
	"context"
	"os"

	"lectern/backend/convert/filetype"
)

// CutAny is like Inspector.CutToPage1, but also cuts documents whose page 1 might look different. It also returns the
// reason why no copy was made.
func CutAny(ctx context.Context, inspector *Inspector, in *os.File, kind filetype.Type, out *os.File) (why string, made bool, err error) {
	return inspector.cutToPage1(ctx, in, kind, out, "--all")
}
