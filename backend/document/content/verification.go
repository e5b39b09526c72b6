package content

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"gocloud.dev/gcerrors"
	"golang.org/x/sync/singleflight"

	"lectern/backend/internal/ctxio"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
)

// Condition is the condition of content in its store: intact, missing or damaged.
type Condition string

// The conditions of content.
const (
	Intact  Condition = ""
	Missing Condition = "missing"
	Damaged Condition = "damaged" // its bytes do not match its key, or it cannot be read
)

// maxVerified is how many files a [verifiedFiles] remembers.
const maxVerified = 20_000

// verifiedFiles remembers which files matched their keys. A file that has changed since is read again.
type verifiedFiles struct {
	mu     sync.Mutex
	files  map[string]os.FileInfo // by key
	checks singleflight.Group     // by key
}

func (w *verifiedFiles) isVerified(key string, info os.FileInfo) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	known := w.files[key]
	return known != nil && os.SameFile(known, info) && known.Size() == info.Size() && known.ModTime().Equal(info.ModTime())
}

// add remembers a file. If there are too many, it forgets another file, chosen arbitrarily.
func (w *verifiedFiles) add(key string, info os.FileInfo) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.files == nil {
		w.files = make(map[string]os.FileInfo)
	}
	for other := range w.files {
		if len(w.files) < maxVerified {
			break
		}
		delete(w.files, other)
	}
	w.files[key] = info
}

func (w *verifiedFiles) forget(key string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.files, key)
}

// errDamaged means that content does not match its key.
var errDamaged = errors.New("its bytes do not match the hash in its name")

// verifyFile returns an error that wraps [errDamaged] if a file does not match its key. It reads the file once, and
// again only when the file has changed.
func (s *Store) verifyFile(key string, file *os.File) error {
	if !IsKey(key) {
		return nil
	}
	info, err := file.Stat()
	if err != nil || s.verified.isVerified(key, info) {
		return err
	}
	_, err, _ = s.verified.checks.Do(key, func() (any, error) { return nil, s.verifyOnce(key, file, info) })
	return err
}

// verifyOnce compares a file with its key. If the file matches, verifyOnce remembers that.
func (s *Store) verifyOnce(key string, file *os.File, info os.FileInfo) error {
	if s.verified.isVerified(key, info) {
		return nil // another caller has verified the file in the meantime
	}
	if err := verifyHash(context.Background(), key, io.NewSectionReader(file, 0, info.Size())); err != nil {
		return fmt.Errorf("content %s: %w", key, err)
	}
	s.verified.add(key, info)
	return nil
}

// verifyHash returns an error that wraps [errDamaged] if the content of r does not match its key, or an error of
// reading r.
func verifyHash(ctx context.Context, key string, r io.Reader) error {
	sum := sha256.New()
	_, err := io.Copy(sum, ctxio.NewReader(ctx, r))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &unreadableError{err}
	case keyOfHash(sum.Sum(nil)) != key:
		return errDamaged
	}
	return nil
}

// unreadableError is the error of content that exists but cannot be read. The content counts as damaged: [errors.Is]
// matches [errDamaged].
type unreadableError struct{ error }

func (e *unreadableError) Is(target error) bool { return target == errDamaged }
func (e *unreadableError) Unwrap() error        { return e.error }

func isReadError(err error) bool {
	_, is := errors.AsType[*unreadableError](err)
	return is
}

// conditionOf returns the condition of content according to the error of opening it. If the error has another cause
// than the content, conditionOf returns err.
func conditionOf(err error) (Condition, error) {
	switch {
	case err == nil:
		return Intact, nil
	case errors.Is(err, errDamaged), errors.Is(err, filecache.ErrDamaged):
		return Damaged, nil
	case gcerrors.Code(err) == gcerrors.NotFound, errors.Is(err, fs.ErrNotExist):
		return Missing, nil
	}
	return Intact, err
}

// reportOpenError converts an error of opening permanent content to a fault of kind Missing if the content is missing
// or damaged. It records the condition if that is new.
func (s *Store) reportOpenError(ctx context.Context, key string, err error) error {
	condition, other := conditionOf(err)
	if other != nil {
		return other
	}
	if condition != Intact {
		if err := s.CheckReachable(ctx); err != nil {
			return err // the store as a whole cannot be used
		}
	}
	s.findings.note(key, condition)
	switch condition {
	case Missing:
		return fault.MissingFile(err)
	case Damaged:
		return fault.DamagedFile(err)
	}
	return nil
}
