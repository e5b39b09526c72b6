package library

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"sync"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/errgroup"

	"lectern/backend/document/content"
	"lectern/backend/internal/disk"
	"lectern/backend/library/backup"
	"lectern/backend/library/bucket"
	"lectern/backend/library/secrets"
	"lectern/backend/sentence/bytesize"
)

// maxCopies is the number of files that are copied at the same time. It is more than one because a copy mostly waits
// for the network or the disk.
const maxCopies = 8

// copyContent copies all content that records need.
func (m *mover) copyContent(ctx context.Context) error {
	used, err := m.from.DB.Contents.ListUsedContent(ctx, "")
	if err != nil {
		return err
	}
	delete(used, "") // the empty key belongs to documents that are not fetched or converted yet
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxCopies)
	var mu sync.Mutex
	for key := range used {
		group.Go(func() error {
			size, err := m.copyFile(ctx, key)
			missing := gcerrors.Code(err) == gcerrors.NotFound
			if err != nil && !missing {
				return fmt.Errorf("move content %s%s: %w", key, m.usersOf(ctx, key), err)
			}
			mu.Lock()
			defer mu.Unlock()
			if missing {
				m.moved.Missing++
				m.moved.Lost = append(m.moved.Lost, "content/"+key+m.usersOf(ctx, key))
				return nil
			}
			m.moved.Files++
			m.moved.Bytes += size
			m.progress(fmt.Sprintf("content: %d of %d files, %s", m.moved.Files, len(used), bytesize.Sentence(m.moved.Bytes)))
			return nil
		})
	}
	return group.Wait()
}

// usersOf returns the names of the records that need the content with the given key, in parentheses. It returns "" if
// no record needs the content or if the database cannot be read.
func (m *mover) usersOf(ctx context.Context, key string) string {
	users, err := m.from.DB.Contents.ListContentUsers(ctx, key)
	if err != nil || len(users) == 0 {
		return ""
	}
	names := make([]string, len(users))
	for i, user := range users {
		names[i] = backup.User(user).String()
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// errCopyDiffers means that a copy differs from its original.
var errCopyDiffers = errors.New("the written file differs from the original")

// copyFile copies a file to the target, unless the target already has an identical file. It compares the copy with the
// original, and returns the size of the file.
func (m *mover) copyFile(ctx context.Context, key string) (size int64, err error) {
	sum, size, err := sumOf(ctx, m.from.bucket, key)
	if err != nil {
		return 0, err
	}
	if want := strings.ReplaceAll(key, "/", ""); len(want) == 2*sha256.Size && want != sum {
		return 0, errors.New("it is damaged: its bytes do not match the hash in its name. Restore it from a backup")
	}
	there, _, err := sumOf(ctx, m.to.bucket, key)
	if err == nil && there == sum {
		return size, nil
	}
	if err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return 0, err
	}
	if err := copyObject(ctx, m.from.bucket, m.to.bucket, key); err != nil {
		return 0, err
	}
	there, _, err = sumOf(ctx, m.to.bucket, key)
	if err == nil && there != sum {
		err = errCopyDiffers
	}
	return size, err
}

// copyObject copies an object from one bucket to another. If the copy fails, the target contains no incomplete object.
func copyObject(ctx context.Context, from, to *blob.Bucket, key string) error {
	r, err := from.NewReader(ctx, key, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	return to.Upload(ctx, key, r, &blob.WriterOptions{ContentType: "application/octet-stream"})
}

// sumOf returns the SHA-256 of an object in hex digits, and its size. If the object is a file, sumOf also syncs it to
// the disk, because a move is complete only when the copies are stored durably.
func sumOf(ctx context.Context, in *blob.Bucket, key string) (sum string, size int64, err error) {
	if err := content.CheckRegular(ctx, in, key); err != nil {
		return "", 0, err
	}
	r, err := in.NewReader(ctx, key, nil)
	if err != nil {
		return "", 0, err
	}
	defer r.Close()
	var inner io.Reader
	if r.As(&inner) {
		if file, is := inner.(*os.File); is {
			if err := file.Sync(); err != nil {
				return "", 0, err
			}
		}
	}
	return digest(r, sha256.New())
}

func digest(r io.Reader, sum hash.Hash) (string, int64, error) {
	size, err := io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

// copyKey copies the encryption key of the secrets, if there is one.
func (m *mover) copyKey(ctx context.Context) error {
	key, err := m.from.secrets().Key.Read(ctx)
	if err != nil || key == nil {
		return err
	}
	there, err := m.to.secrets().Key.Read(ctx)
	if err == nil && there == nil {
		there, err = key, m.to.writeKey(ctx, key)
	}
	if err == nil && !bytes.Equal(key, there) {
		err = errors.New("the destination has a seal.key of another library: choose an empty destination")
	}
	if err != nil {
		return fmt.Errorf("move the encryption key: %w", err)
	}
	return nil
}

// writeKey stores the encryption key of the secrets in the library l, which is the target of a move.
func (l *Library) writeKey(ctx context.Context, key []byte) error {
	if l.config.Blobs != "" {
		_, err := bucket.Create(ctx, l.bucket, secrets.Object, key)
		return err
	}
	err := WriteAtomically(l.Folder.sealKey(), 0o600, func(w io.Writer) error {
		_, err := w.Write(key)
		return err
	})
	if err != nil {
		return err
	}
	return disk.SyncFolder(l.Folder.Path)
}
