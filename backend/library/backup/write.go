package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"lectern/backend/internal/fault"
)

// Library is a library to back up.
type Library struct {
	Database string   // path of a copy of the database that does not change
	SealKey  string   // path of the encryption key of the secrets
	Keys     []string // keys of the content that the records need
	// Records opens the records in the copy of the database.
	Records func(ctx context.Context, database string) (Records, error)
	// Open opens the content with the given key. If the content does not exist, the error is [fs.ErrNotExist].
	Open func(ctx context.Context, key string) (*os.File, error)
	// Partial states that the backup is written even if content is missing or damaged. The backup then lacks this
	// content.
	Partial bool
	Version string // version of the program
}

// Write writes a backup of a library and returns the losses.
//
// If content is missing or damaged and the library is not Partial, the error is a [LossError], and the archive is
// incomplete: it lacks its last part. In any case the archive lists the losses.
func Write(ctx context.Context, w io.Writer, l Library) ([]Loss, error) {
	archive := &writer{tar.NewWriter(w), newPartHasher()}
	if err := archive.writeJSON(headName, head{Format: format, CreatedAt: time.Now().UTC(), Version: l.Version}); err != nil {
		return nil, err
	}
	if err := l.writeRecords(archive); err != nil {
		return nil, err
	}
	losses, err := l.writeContent(ctx, archive)
	if err != nil {
		return nil, err
	}
	if len(losses) > 0 {
		if err := l.writeLosses(ctx, archive, losses); err != nil {
			return nil, err
		}
		if !l.Partial {
			return losses, errors.Join(archive.Flush(), &LossError{losses})
		}
	}
	return losses, errors.Join(archive.writeJSON(tailName, archive.tail()), archive.Close())
}

// writeLosses writes the list of losses. For each loss, it first determines the records that need the lost content.
func (l *Library) writeLosses(ctx context.Context, archive *writer, losses []Loss) (err error) {
	records, err := l.Records(ctx, l.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	if err := nameUsers(ctx, records, losses); err != nil {
		return err
	}
	return archive.writeLosses(losses)
}

func (l *Library) writeRecords(archive *writer) error {
	for _, part := range []struct{ name, path string }{{database, l.Database}, {sealKey, l.SealKey}} {
		if err := archive.writePartFromFile(part.name, part.path); err != nil {
			return fmt.Errorf("back up %s: %w", part.name, err)
		}
	}
	return nil
}

// writePartFromFile writes a part from a file.
func (w *writer) writePartFromFile(name, from string) error {
	file, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) && name == sealKey {
		return nil // if there is no key, nothing has been encrypted yet
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return w.writePart(name, info.Size(), file)
}

// writeContent writes all content, and returns the missing or damaged content. If the library is not Partial, the
// backup fails at the first loss. writeContent then only reads the remaining content, in order to find all losses.
func (l *Library) writeContent(ctx context.Context, archive *writer) (losses []Loss, err error) {
	for _, key := range l.Keys {
		write := func(file *os.File, size int64) error { return l.writeFile(ctx, archive, key, file, size) }
		if len(losses) > 0 && !l.Partial {
			write = func(file *os.File, _ int64) error { return verifyContent(ctx, key, file) }
		}
		err := l.withContent(ctx, key, write)
		reason := reasonOf(err)
		if err != nil && reason == "" {
			return nil, fmt.Errorf("back up content %s: %w", key, err)
		}
		if err != nil && hashKey.MatchString(key) {
			losses = append(losses, Loss{Key: key, Reason: reason})
		}
		if len(losses) > maxLosses {
			return nil, errTooManyLosses // no restore would accept such a list
		}
	}
	return losses, nil
}

// withContent opens content and calls do with the opened file.
func (l *Library) withContent(ctx context.Context, key string, do func(file *os.File, size int64) error) error {
	file, err := l.Open(ctx, key)
	if err != nil {
		return openError(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return &readError{err}
	}
	return do(file, info.Size())
}

// openError returns the error of opening content. It wraps err in a [readError] if the cause lies in the file, and not
// in a limit of the whole machine.
func openError(err error) error {
	_, isFile := errors.AsType[*fs.PathError](err)
	if !isFile || fault.IsMachineLimit(err) {
		return err
	}
	return &readError{err}
}

// writeFile writes content, and compares its hash with the key. If the library is Partial, writeFile first reads the
// whole content to check it, because the archive must not contain damaged files. It also checks content without a hash
// in this way. Such content is temporary and can be left out.
func (l *Library) writeFile(ctx context.Context, archive *writer, key string, file *os.File, size int64) error {
	if l.Partial || !hashKey.MatchString(key) {
		if err := verifyContent(ctx, key, file); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return &readError{err}
		}
	}
	sum := sha256.New()
	err := archive.writePart(partOf(key), size, io.TeeReader(&contentReader{ctx, file}, sum))
	if err == nil && !hasHash(key, sum.Sum(nil)) {
		err = errDamaged
	}
	if l.Partial && reasonOf(err) != "" {
		// Part of the file is already in the archive, so the backup must fail. err is not wrapped, because a
		// [readError] would be treated as a loss that can be left out.
		return fmt.Errorf("it changed while it was being read: %v", err) //nolint:errorlint // see above
	}
	return err
}

// verifyContent reads content. It returns a [readError] if the content cannot be read or is damaged.
func verifyContent(ctx context.Context, key string, file *os.File) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, &contentReader{ctx, file}); err != nil {
		return err
	}
	if !hasHash(key, sum.Sum(nil)) {
		return errDamaged
	}
	return nil
}

// contentReader reads a file until ctx ends, and wraps its errors in a [readError].
type contentReader struct {
	ctx  context.Context
	file *os.File
}

func (r *contentReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.file.Read(p)
	if err != nil && err != io.EOF {
		err = &readError{err}
	}
	return n, err
}
