package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gocloud.dev/blob"

	"lectern/backend/internal/fault"
)

// errNotRegular means that a pipe, a device or a socket is where a stored file is expected. Opening it could block
// forever.
var errNotRegular = errors.New("it is not a regular file")

// CheckRegular returns an [fs.PathError] if an object is a local file that is not regular.
func CheckRegular(ctx context.Context, in *blob.Bucket, key string) error {
	found, err := in.Attributes(ctx, key)
	if err != nil {
		return err
	}
	var info fs.FileInfo
	if found.As(&info) && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "open", Path: key, Err: errNotRegular}
	}
	return nil
}

// markUnreadable returns an [unreadableError] if the error is about one file and not about the machine. Examples are
// missing permissions, a folder in place of the file, a file in place of its folder, and a failing disk.
func markUnreadable(err error) error {
	_, isFile := errors.AsType[*fs.PathError](err)
	if !isFile || errors.Is(err, fs.ErrNotExist) || fault.IsMachineLimit(err) {
		return err
	}
	return &unreadableError{err}
}

// addOther moves something that is not content out of the folder of content, under a name that no content has.
func (a *SetAside) addOther(name string) error {
	day, err := a.StartDayFolder(time.Now())
	if err == nil {
		to := unusedName(filepath.Join(day, filepath.FromSlash(name)))
		if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
			err = os.Rename(a.path(name), to)
		}
	}
	if err != nil {
		return fmt.Errorf("set aside the entry in place of %s: %w", name, err)
	}
	return nil
}
