package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"gocloud.dev/blob"

	"lectern/backend/internal/fault"
)

// objects are the objects of a bucket or the files of a local folder that store the content.
type objects struct {
	bucket   *blob.Bucket
	remote   bool      // the bucket is not a folder of this machine
	setAside *SetAside // receives what blocks the path of a content file; nil if it stays there
}

// newReader opens content in its store. The error for a local file that cannot be opened is an [unreadableError].
func (o *objects) newReader(ctx context.Context, key string) (*blob.Reader, error) {
	if o.remote {
		return o.bucket.NewReader(ctx, key, nil)
	}
	if err := CheckRegular(ctx, o.bucket, key); err != nil {
		return nil, markUnreadable(err)
	}
	r, err := o.bucket.NewReader(ctx, key, nil)
	return r, markUnreadable(err)
}

// localPath returns the path of content that is a local file, else "".
func (o *objects) localPath(ctx context.Context, key string) (string, error) {
	r, err := o.newReader(ctx, key)
	if err != nil {
		return "", fmt.Errorf("open content %s: %w", key, err)
	}
	defer r.Close()
	var inner io.Reader
	if r.As(&inner) {
		if file, ok := inner.(*os.File); ok {
			return file.Name(), nil
		}
	}
	return "", nil
}

// upload stores all of r or nothing.
func (o *objects) upload(ctx context.Context, key string, r io.Reader) error {
	if o.remote {
		return o.bucket.Upload(ctx, key, r, o.writerOptions(r))
	}
	return o.putFile(ctx, key, r)
}

func (o *objects) uploadFile(ctx context.Context, key string, r io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := o.bucket.NewWriter(ctx, key, o.writerOptions(r))
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, r); err != nil {
		cancel()
		_ = w.Close() // its error is only that the context has ended
		return err
	}
	return w.Close()
}

// The size and the number of the parts in which content is uploaded. Few small parts at a time take little memory. S3
// allows at most 10,000 parts per upload (https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html).
const (
	partBytes   = 5 << 20
	partsAtOnce = 2
	maxParts    = 10_000
)

// writerOptions returns the options for writing r to the bucket.
func (o *objects) writerOptions(r io.Reader) *blob.WriterOptions {
	options := &blob.WriterOptions{ContentType: "application/octet-stream"}
	if !o.remote {
		return options
	}
	options.BufferSize, options.MaxConcurrency = partBytes, partsAtOnce
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil {
			options.BufferSize = max(partBytes, int(info.Size()/maxParts)+1)
		}
	}
	return options
}

// putFile stores r in a local file. Anything else that has the name of the file is set aside.
func (o *objects) putFile(ctx context.Context, key string, r io.Reader) error {
	if err := o.setAsideObstacle(key); err != nil {
		return fault.UnwritableFile(err)
	}
	err := o.uploadFile(ctx, key, r)
	if _, isFile := errors.AsType[*fs.PathError](err); isFile && !errors.Is(err, syscall.ENOSPC) && !fault.IsMachineLimit(err) {
		return fault.UnwritableFile(err)
	}
	return err
}

// setAsideObstacle sets aside anything that prevents a content file from being created: something other than a file at
// its path, or something other than a folder in place of its folder.
func (o *objects) setAsideObstacle(key string) error {
	if o.setAside == nil {
		return nil
	}
	path := o.setAside.path(key)
	if info, err := os.Stat(filepath.Dir(path)); err == nil && !info.IsDir() {
		return o.setAside.addOther(filepath.Dir(key))
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return o.setAside.addOther(key)
	}
	return nil
}
