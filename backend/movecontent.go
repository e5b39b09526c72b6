package backend

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

	"lectern/backend/document"
	"lectern/backend/internal/disk"
	"lectern/backend/library/backup"
	"lectern/backend/sentence/bytesize"
)

// movers is how many files are carried at once: each waits for the network or the disk most of the time.
const movers = 8

// content carries all bytes over that records need.
func (m *mover) content(ctx context.Context) error {
	used, err := m.from.db.ListUsedContent(ctx, "")
	if err != nil {
		return err
	}
	delete(used, "") // of documents that are not fetched or converted yet
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(movers)
	var mu sync.Mutex
	for key := range used {
		group.Go(func() error {
			size, err := m.carry(ctx, key)
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
			m.say(fmt.Sprintf("content: %d of %d files, %s", m.moved.Files, len(used), bytesize.Sentence(m.moved.Bytes)))
			return nil
		})
	}
	return group.Wait()
}

// usersOf returns the names of the records that need content, in brackets; nothing where they cannot be told.
func (m *mover) usersOf(ctx context.Context, key string) string {
	users, err := m.from.db.ListContentUsers(ctx, key)
	if err != nil || len(users) == 0 {
		return ""
	}
	names := make([]string, len(users))
	for i, user := range users {
		names[i] = backup.User(user).String()
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// errUnlike says that bytes are not those that they should be.
var errUnlike = errors.New("what was written is not what was read")

// carry has content be at the target, where it is read back, and gives its size.
func (m *mover) carry(ctx context.Context, key string) (size int64, err error) {
	sum, size, err := sumOf(ctx, m.from.bucket, key)
	if err != nil {
		return 0, err
	}
	if want := strings.ReplaceAll(key, "/", ""); len(want) == 2*sha256.Size && want != sum {
		return 0, errors.New("it is damaged: its bytes are not those that its name tells. Mend it from a backup")
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
		err = errUnlike
	}
	return size, err
}

// copyObject writes all of an object or nothing.
func copyObject(ctx context.Context, from, to *blob.Bucket, key string) error {
	r, err := from.NewReader(ctx, key, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	return to.Upload(ctx, key, r, &blob.WriterOptions{ContentType: "application/octet-stream"})
}

// sumOf gives the SHA-256 of an object in hex digits, and its size. One that is a file is on the disk then.
func sumOf(ctx context.Context, in *blob.Bucket, key string) (sum string, size int64, err error) {
	if err := document.CheckRegular(ctx, in, key); err != nil {
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

// key carries over what secrets are sealed with, where there is any.
func (m *mover) key(ctx context.Context) error {
	key, err := m.from.secrets().key.read(ctx)
	if err != nil || key == nil {
		return err
	}
	there, err := m.to.secrets().key.read(ctx)
	if err == nil && there == nil {
		there, err = key, m.to.writeKey(ctx, key)
	}
	if err == nil && !bytes.Equal(key, there) {
		err = errors.New("the place that the library goes to has a seal.key of another one: name an empty place")
	}
	if err != nil {
		return fmt.Errorf("move the key of secrets: %w", err)
	}
	return nil
}

func (p *placed) writeKey(ctx context.Context, key []byte) error {
	if p.Blobs != "" {
		_, err := createObject(ctx, p.bucket, keyObject, key)
		return err
	}
	err := WriteWhole(p.folder.sealKey(), 0o600, func(w io.Writer) error {
		_, err := w.Write(key)
		return err
	})
	if err != nil {
		return err
	}
	return disk.SyncFolder(p.folder.path)
}
