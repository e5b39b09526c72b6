package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gocloud.dev/blob"

	"lectern/backend/internal/fault"
)

// errNotRegular says that something else than a file has the name of content: a pipe, a device or a socket, which could
// keep whoever opens it waiting for ever.
var errNotRegular = errors.New("it is not a regular file")

// CheckRegular returns an [fs.PathError] where an object is a file of this machine that cannot be read as one.
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

// newReader opens content in its store. A file of this machine that is there and cannot be opened is unreadable.
func (c *Content) newReader(ctx context.Context, key string) (*blob.Reader, error) {
	if c.cache != nil {
		return c.bucket.NewReader(ctx, key, nil)
	}
	if err := CheckRegular(ctx, c.bucket, key); err != nil {
		return nil, markUnreadable(err)
	}
	r, err := c.bucket.NewReader(ctx, key, nil)
	return r, markUnreadable(err)
}

// markUnreadable makes an [unreadableError] of an error of opening a file that is about this file, not about the machine:
// permissions, a folder in its place, a file in the place of its folder, a failing disk.
func markUnreadable(err error) error {
	_, isFile := errors.AsType[*fs.PathError](err)
	if !isFile || errors.Is(err, fs.ErrNotExist) || fault.IsMachineLimit(err) {
		return err
	}
	return &unreadableError{err}
}

// putFile stores r in a file of this machine. What is in the way of the file is set aside.
func (c *Content) putFile(ctx context.Context, key string, r io.Reader) error {
	if err := c.clearWay(key); err != nil {
		return fault.Unstorable(err)
	}
	err := c.uploadFile(ctx, key, r)
	if _, isFile := errors.AsType[*fs.PathError](err); isFile && !errors.Is(err, syscall.ENOSPC) && !fault.IsMachineLimit(err) {
		return fault.Unstorable(err)
	}
	return err
}

// clearWay sets aside what lies in the place of a file, or of its folder, and is none.
func (c *Content) clearWay(key string) error {
	if c.aside == nil {
		return nil
	}
	path := c.aside.path(key)
	if info, err := os.Stat(filepath.Dir(path)); err == nil && !info.IsDir() {
		return c.aside.addOther(filepath.Dir(key))
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return c.aside.addOther(key)
	}
	return nil
}

// addOther moves what is no file of content out of it. It gets a name that no content has.
func (a *SetAside) addOther(name string) error {
	day, err := a.StartDay(time.Now())
	if err == nil {
		to := freeName(filepath.Join(day, filepath.FromSlash(name)))
		if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
			err = os.Rename(a.path(name), to)
		}
	}
	if err != nil {
		return fmt.Errorf("set aside what lies in the place of %s: %w", name, err)
	}
	return nil
}
