package document

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
	"lectern/backend/internal/spool"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// inMemory is up to how many bytes what is received is not put into a file first.
const inMemory = 128 << 10

// Content keeps the bytes of documents in a bucket: originals and whole PDFs
// under their SHA-256, so that the same bytes are kept once, and the PDF of a
// first page under its document, for the time of the conversion.
type Content struct {
	bucket  *blob.Bucket
	temp    string           // a private folder for files on their way
	cache   *filecache.Cache // nil where the bucket's own files are on this machine
	leaving Leaving          // nil where no other node uses the bucket
	aside   *SetAside        // nil where files that no record names stay
	reserve *disk.Reserve    // nil where the disk has none
	lost    chan struct{}    // has something where the bucket could not be used; nil with leaving
	whole   wholeFiles

	findings findings

	mu      sync.Mutex
	held    map[string]int   // keys that are on their way into a record, by holders
	known   map[string]int64 // of these, the removals after which they were seen to be there
	folders map[string]bool  // paths of those that are on the disk
	pins    int              // of those who want nothing to go
	later   []string         // keys to discard when they are gone
}

// NewContent keeps content in bucket and passes it through files in temp.
func NewContent(bucket *blob.Bucket, temp string) *Content {
	return &Content{bucket: bucket, temp: temp, findings: newFindings(), held: make(map[string]int), folders: make(map[string]bool)}
}

// Add stores what r gives, at most limit bytes, and answers its key and size. When Add
// returns, the bytes are on disk. More than limit is [fault.TooLarge], nothing at
// all [fault.Invalid]. The caller holds the key, so that nobody discards it before
// there is a record of it, and must let it go.
func (c *Content) Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error) {
	if err := c.reserve.Check(ctx); err != nil {
		return "", 0, fault.WordNoSpace(err)
	}
	sum := sha256.New()
	r = io.TeeReader(io.LimitReader(r, limit+1), sum)
	start, err := io.ReadAll(io.LimitReader(r, inMemory))
	if err != nil {
		return "", 0, fmt.Errorf("receive document: %w", err)
	}
	received := io.ReadSeeker(bytes.NewReader(start))
	size = int64(len(start))
	if size == inMemory {
		file, err := spool.New(c.temp)
		if err != nil {
			return "", 0, err
		}
		defer file.Close()
		received = file
		if size, err = io.Copy(file, io.MultiReader(bytes.NewReader(start), r)); err != nil {
			return "", 0, fault.WordNoSpace(fmt.Errorf("receive document: %w", err))
		}
	}
	switch {
	case size > limit:
		return "", 0, fault.Told(fault.TooLarge, sentence.New("file-too-large", "The file is larger than the limit of {limit}.").
			With("limit", bytesize.Sentence(limit)))
	case size == 0:
		return "", 0, fault.FieldTold("file", sentence.New("file-empty", "The file is empty.")).Coded(fault.FileEmpty)
	}
	key = contentKey(sum.Sum(nil))
	return key, size, c.keep(ctx, key, received)
}

// keep stores r from its beginning under the key that is its hash, and holds the key. When
// it returns, the bytes are on disk, also where they were there: who stored them may have
// been killed before that.
func (c *Content) keep(ctx context.Context, key string, r io.ReadSeeker) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	c.hold(key)
	var err error
	if c.leaving == nil {
		err = c.putOnce(ctx, key, r)
	} else {
		err = c.share(ctx, key, r)
	}
	if err == nil {
		err = c.sync(ctx, key)
	}
	if err != nil {
		c.letGo(key)
		return fault.WordNoSpace(err)
	}
	c.findings.note(key, Whole)
	return nil
}

// UseReserve has nothing be stored in the room of a released reserve.
func (c *Content) UseReserve(reserve *disk.Reserve) { c.reserve = reserve }

// fileKey gives the key under which the content of a file is kept.
func fileKey(file io.ReadSeeker) (string, error) {
	sum := sha256.New()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return contentKey(sum.Sum(nil)), nil
}

// putOnce stores r under its key, unless a file of this machine is there and whole. The file is read for that: one that
// has decayed looks unchanged, and r may be the only whole copy.
func (c *Content) putOnce(ctx context.Context, key string, r io.Reader) error {
	c.whole.forget(key)
	is, err := c.has(ctx, key)
	if err != nil {
		return fmt.Errorf("look for content %s: %w", key, err)
	}
	if is {
		return nil
	}
	return c.put(ctx, key, r)
}

func (c *Content) hold(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held[key]++; c.held[key] == 1 && c.cache != nil {
		c.cache.Pin(key)
	}
}

// letGo ends a hold of a key.
func (c *Content) letGo(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
}

func (c *Content) drop(key string) {
	if c.held[key]--; c.held[key] > 0 {
		return
	}
	delete(c.held, key)
	delete(c.known, key)
	if c.cache != nil {
		c.cache.Unpin(key)
	}
}

// discard ends a hold of a key, and removes what nobody holds and no record uses. What other
// nodes may use leaves later.
func (c *Content) discard(ctx context.Context, key string, used func(context.Context, string) (bool, error)) error {
	if c.leaving != nil {
		return c.discardShared(ctx, key, used)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
	if c.held[key] > 0 {
		return nil
	}
	if c.pins > 0 {
		c.later = append(c.later, key)
		return nil
	}
	if inUse, err := used(ctx, key); err != nil || inUse {
		return err
	}
	return c.Remove(ctx, key)
}

// put stores r under key. That it is on the disk is for sync.
func (c *Content) put(ctx context.Context, key string, r io.Reader) error {
	err := c.upload(ctx, key, r)
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = errors.New(err.Error()) // it is the bucket that is gone, not the content
	}
	if err != nil {
		return c.word(ctx, fmt.Errorf("store content %s: %w", key, err))
	}
	return nil
}

// upload stores all of r or nothing. Into a folder, the bucket's own upload keeps what it has written
// when writing fails: only a context that has ended lets it drop that.
func (c *Content) upload(ctx context.Context, key string, r io.Reader) error {
	if c.cache != nil {
		return c.bucket.Upload(ctx, key, r, c.writing(r))
	}
	return c.putFile(ctx, key, r)
}

func (c *Content) uploadFile(ctx context.Context, key string, r io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := c.bucket.NewWriter(ctx, key, c.writing(r))
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, r); err != nil {
		cancel()
		_ = w.Close() // it says that the context has ended
		return err
	}
	return w.Close()
}

// sync brings a blob that is a local file to the disk, with its folder's entry:
// fileblob itself leaves that to the operating system. Elsewhere an upload that
// returned is durable.
func (c *Content) sync(ctx context.Context, key string) error {
	if c.cache != nil {
		return nil
	}
	path, err := c.localPath(ctx, key)
	if err != nil || path == "" {
		return err
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	err = errors.Join(err, disk.SyncFile(path), disk.SyncFolder(folder))
	if err == nil {
		c.whole.add(key, info)
		err = c.syncFolder(folder)
	}
	if err != nil {
		return fmt.Errorf("bring content %s to disk: %w", key, err)
	}
	return nil
}

// syncFolder brings the entry of a folder to the disk: once, for it is never removed.
func (c *Content) syncFolder(path string) error {
	c.mu.Lock()
	done := c.folders[path]
	c.mu.Unlock()
	if done {
		return nil
	}
	if err := disk.SyncFolder(filepath.Dir(path)); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.folders[path] = true
	return nil
}

// localPath gives the path of a blob that is a local file, else "".
func (c *Content) localPath(ctx context.Context, key string) (string, error) {
	r, err := c.newReader(ctx, key)
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

// Open opens the bytes under key as a file, which can be handed to a converter process. Closing it
// ends its use. Lasting content that is missing, or is not what its key stands for, is a fault of kind Missing.
func (c *Content) Open(ctx context.Context, key string) (*os.File, error) {
	file, err := c.openWhole(ctx, key)
	if c.cache != nil && errors.Is(err, errDamaged) { // the copy here, which the store may have better
		c.cache.Remove(key)
		file, err = c.openWhole(ctx, key)
	}
	if IsContentKey(key) {
		err = c.noteOpened(ctx, key, err)
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (c *Content) openWhole(ctx context.Context, key string) (*os.File, error) {
	file, err := c.open(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := c.checkFile(key, file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (c *Content) open(ctx context.Context, key string) (*os.File, error) {
	if c.cache != nil {
		return c.openCopy(ctx, key)
	}
	path, err := c.localPath(ctx, key)
	if err != nil {
		return nil, err
	}
	if path != "" {
		file, err := os.Open(path)
		return file, markUnreadable(err)
	}
	return c.download(ctx, key)
}

// has reports whether the store has the bytes that key stands for. Of a store elsewhere it is asked whether it has any,
// which were not found to be others.
func (c *Content) has(ctx context.Context, key string) (bool, error) {
	if c.cache != nil {
		there, err := c.bucket.Exists(ctx, key)
		return there && !c.findings.isFaulty(key), c.word(ctx, err)
	}
	file, err := c.openWhole(ctx, key)
	if err == nil {
		err = file.Close()
	}
	condition, err := conditionOf(err)
	return condition == Whole && err == nil, err
}

func (c *Content) opener(key string) func(context.Context) (*os.File, error) {
	return func(ctx context.Context) (*os.File, error) { return c.Open(ctx, key) }
}

func (c *Content) download(ctx context.Context, key string) (*os.File, error) {
	file, err := spool.New(c.temp)
	if err != nil {
		return nil, err
	}
	if err := c.bucket.Download(ctx, key, file, nil); err != nil {
		return nil, errors.Join(fmt.Errorf("download content %s: %w", key, err), file.Close())
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// contentKey spells a SHA-256 with a folder for its first byte, so that no folder
// gets too many entries.
func contentKey(sum []byte) string {
	digits := hex.EncodeToString(sum)
	return digits[:2] + "/" + digits[2:]
}

// IsContentKey reports whether a key is that of whole content: a half-written file has another.
func IsContentKey(key string) bool {
	folder, rest, _ := strings.Cut(key, "/")
	sum, err := hex.DecodeString(folder + rest)
	return err == nil && len(sum) == sha256.Size && key == contentKey(sum)
}
