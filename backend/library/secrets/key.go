package secrets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/library/bucket"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// Object is the name of the object in a bucket that contains the encryption key of the secrets.
const Object = "seal.key"

// keyTime is the time limit for reading or creating the key.
const keyTime = 30 * time.Second

// Key is the location of the encryption key of the secrets: a file, or an object in a bucket. If several servers share
// a library, the key is in their bucket, so that each server can decrypt the secrets that another server has encrypted.
type Key struct {
	Path   string
	Bucket *blob.Bucket // nil for a file
}

// name returns the location of the key for messages.
func (k Key) name() string {
	if k.Bucket != nil {
		return Object + " in the bucket"
	}
	return k.Path
}

// Read returns the text of the key, or nil if there is none.
func (k Key) Read(ctx context.Context) (text []byte, err error) {
	if k.Bucket == nil {
		text, err = disk.ReadRegular(k.Path)
	} else {
		text, err = k.Bucket.ReadAll(ctx, Object)
	}
	if errors.Is(err, fs.ErrNotExist) || gcerrors.Code(err) == gcerrors.NotFound {
		return nil, nil
	}
	if err != nil && k.Bucket != nil {
		err = fault.StoreUnavailable(err)
	}
	return text, err
}

// create stores a new key unless a key is already stored. It returns the stored key, which another node may have
// created.
func (k Key) create(ctx context.Context) (key seal.Key, err error) {
	if k.Bucket == nil {
		return seal.WriteNew(k.Path)
	}
	key = seal.NewKey()
	text, err := bucket.Create(ctx, k.Bucket, Object, key[:])
	if err != nil {
		return key, fault.StoreUnavailable(err)
	}
	return seal.ParseKey(text)
}

// setAside renames the file, folder or object at the location of the key. It does nothing if there is none.
func (k Key) setAside(ctx context.Context) error {
	aside := ".lost-" + time.Now().UTC().Format("20060102-150405")
	if k.Bucket == nil {
		if err := os.Rename(k.Path, k.Path+aside); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	err := k.Bucket.Copy(ctx, Object+aside, Object, nil)
	if err == nil {
		err = k.Bucket.Delete(ctx, Object)
	}
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// Problems of a key.
var (
	keyMissing = sentence.New("key-missing", "is missing")
	keyDamaged = sentence.New("key-damaged", "is damaged")
	keyFolder  = sentence.New("key-folder", "is a folder")
	keyWrong   = sentence.New("key-wrong", "is not the key that encrypted the secrets")
)

// open returns a sealer with the stored key. If the key is missing or damaged, the sealer is nil and the result problem
// describes the problem.
func (k Key) open(ctx context.Context) (sealer *seal.Sealer, problem sentence.Sentence, err error) {
	text, err := k.Read(ctx)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return nil, keyFolder, nil
	case err != nil:
		return nil, problem, fmt.Errorf("read the encryption key: %w", err)
	case text == nil:
		return nil, keyMissing, nil
	}
	key, damaged := seal.ParseKey(text)
	if damaged != nil {
		return nil, keyDamaged, nil
	}
	return seal.New(key), problem, nil
}

// decryptsKnownText reports whether decrypting check with the sealer results in the known text.
func decryptsKnownText(sealer *seal.Sealer, check []byte) bool {
	text, err := sealer.Open(check, knownOwner)
	return err == nil && text == knownText
}

// Check returns a fault of kind Conflict if the key cannot decrypt the secrets of the database at an address.
func (k Key) Check(ctx context.Context, database string) error {
	check, sealed, err := store.PeekSealed(ctx, database)
	if err != nil || len(check) == 0 {
		return err
	}
	sealer, wrong, err := k.open(ctx)
	if err != nil {
		return err
	}
	if sealer != nil && decryptsKnownText(sealer, check) {
		return nil
	}
	if sealer != nil {
		wrong = keyWrong
	}
	return Set{Key: k}.refuse(wrong, sealed)
}
