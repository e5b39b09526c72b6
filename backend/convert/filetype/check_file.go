package filetype

import (
	"cmp"
	"context"
	"io"
	"os"
)

// PackageCheck is a check of an Office Open XML package of size bytes: [CheckInflation] or [CheckLengths].
type PackageCheck func(ctx context.Context, r io.ReaderAt, size, limit int64) error

// CheckFile runs a check on a file of a type, and returns the error of the check. The argument limit is the maximum
// uncompressed size in bytes; 0 means [DefaultMaxInflation]. A file that is no Office Open XML package passes.
func CheckFile(ctx context.Context, file *os.File, kind Type, limit int64, check PackageCheck) error {
	if !kind.IsOpenXML() {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return check(ctx, file, info.Size(), cmp.Or(limit, DefaultMaxInflation))
}
