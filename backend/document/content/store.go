package content

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/filecache"
	"lectern/backend/internal/tempfile"
	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
)

// inMemory is up to how many bytes what is received is not put into a file first.
const inMemory = 128 << 10

// Store keeps content, which is the bytes of documents and other things, in a bucket. Lasting content lies under its
// SHA-256, so that the same bytes are stored once. The PDF of a first page, which is kept for the time of a conversion,
// has a key of its own.
type Store struct {
	objects   objects
	temp      string // a private folder for temporary files
	records   Records
	log       *slog.Logger
	cache     *filecache.Cache // nil where the bucket's own files are on this machine
	removals  RemovalLog       // nil where no other node uses the bucket
	reserve   *disk.Reserve    // nil where the disk has none
	outages   chan struct{}    // has an element after the bucket could not be used; nil without removals
	verified  verifiedFiles
	findings  findings
	holds     holds
	leftovers atomic.Bool // content is left that nobody needs
	folders   syncedFolders
}

// New returns a store of content in bucket, with temporary files in temp. The records may be nil for a store that is only
// read.
func New(bucket *blob.Bucket, temp string, records Records, log *slog.Logger) *Store {
	return &Store{objects: objects{bucket: bucket}, temp: temp, records: records, log: log, findings: newFindings(), holds: newHolds()}
}

// Temp returns the folder for temporary files.
func (s *Store) Temp() string { return s.temp }

// Add stores what r gives, at most limit bytes, and answers its key and size. When Add
// returns, the bytes are on disk. More than limit is [fault.TooLarge], nothing at
// all [fault.Invalid]. The caller holds the key, so that nobody discards it before
// there is a record of it, and must let it go.
func (s *Store) Add(ctx context.Context, r io.Reader, limit int64) (key string, size int64, err error) {
	if err := s.reserve.Check(ctx); err != nil {
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
		file, err := tempfile.New(s.temp)
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
	key = keyOfHash(sum.Sum(nil))
	return key, size, s.Put(ctx, key, received)
}

// Put stores r from its beginning under the key that is its hash, and holds the key. When
// it returns, the bytes are on disk, also where they were there: who stored them may have
// been killed before that.
func (s *Store) Put(ctx context.Context, key string, r io.ReadSeeker) error {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return err
	}
	s.Hold(key)
	var err error
	if s.removals == nil {
		err = s.putOnce(ctx, key, r)
	} else {
		err = s.putShared(ctx, key, r)
	}
	if err == nil {
		err = s.sync(ctx, key)
	}
	if err != nil {
		s.Unhold(key)
		return fault.WordNoSpace(err)
	}
	s.findings.note(key, Whole)
	return nil
}

// UseReserve has nothing be stored in the room of a released reserve.
func (s *Store) UseReserve(reserve *disk.Reserve) { s.reserve = reserve }

// KeyOf gives the key under which the content of a file is kept.
func KeyOf(file io.ReadSeeker) (string, error) {
	sum := sha256.New()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return keyOfHash(sum.Sum(nil)), nil
}

// putOnce stores r under its key, unless a file of this machine is there and whole. The file is read for that: one that
// has decayed looks unchanged, and r may be the only whole copy.
func (s *Store) putOnce(ctx context.Context, key string, r io.Reader) error {
	s.verified.forget(key)
	is, err := s.Has(ctx, key)
	if err != nil {
		return fmt.Errorf("look for content %s: %w", key, err)
	}
	if is {
		return nil
	}
	return s.write(ctx, key, r)
}

// write stores r under key. That it is on the disk is for sync.
func (s *Store) write(ctx context.Context, key string, r io.Reader) error {
	err := s.objects.upload(ctx, key, r)
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = errors.New(err.Error()) // it is the bucket that is gone, not the content
	}
	if err != nil {
		return s.wrapUnavailable(ctx, fmt.Errorf("store content %s: %w", key, err))
	}
	return nil
}

// sync brings a blob that is a local file to the disk, with its folder's entry:
// fileblob itself leaves that to the operating system. Elsewhere an upload that
// returned is durable.
func (s *Store) sync(ctx context.Context, key string) error {
	if s.cache != nil {
		return nil
	}
	path, err := s.objects.localPath(ctx, key)
	if err != nil || path == "" {
		return err
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(path)
	err = errors.Join(err, disk.SyncFile(path), disk.SyncFolder(folder))
	if err == nil {
		s.verified.add(key, info)
		err = s.folders.sync(folder)
	}
	if err != nil {
		return fmt.Errorf("bring content %s to disk: %w", key, err)
	}
	return nil
}

// Open opens the bytes under key as a file, which can be handed to a converter process. Closing it
// ends its use. Lasting content that is missing, or is not what its key stands for, is a fault of kind Missing.
func (s *Store) Open(ctx context.Context, key string) (*os.File, error) {
	file, err := s.openVerified(ctx, key)
	if s.cache != nil && errors.Is(err, errDamaged) { // the copy here, which the store may have better
		s.cache.Remove(key)
		file, err = s.openVerified(ctx, key)
	}
	if IsKey(key) {
		err = s.reportOpenError(ctx, key, err)
	}
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (s *Store) openVerified(ctx context.Context, key string) (*os.File, error) {
	file, err := s.open(ctx, key)
	if err != nil {
		return nil, err
	}
	if err := s.verifyFile(key, file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (s *Store) open(ctx context.Context, key string) (*os.File, error) {
	if s.cache != nil {
		return s.openCopy(ctx, key)
	}
	path, err := s.objects.localPath(ctx, key)
	if err != nil {
		return nil, err
	}
	if path != "" {
		file, err := os.Open(path)
		return file, markUnreadable(err)
	}
	return s.download(ctx, key)
}

// OpenUnverified opens the content under a key without comparing it with its hash. The caller closes the file. The error
// is [fs.ErrNotExist] if there is no such content.
func (s *Store) OpenUnverified(ctx context.Context, key string) (*os.File, error) {
	file, err := s.open(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fs.ErrNotExist
	}
	return file, err
}

// Has reports whether the store has the bytes that key stands for. Of a store elsewhere it is asked whether it has any,
// which were not found to be others.
func (s *Store) Has(ctx context.Context, key string) (bool, error) {
	if s.cache != nil {
		there, err := s.objects.bucket.Exists(ctx, key)
		return there && !s.findings.isFaulty(key), s.wrapUnavailable(ctx, err)
	}
	file, err := s.openVerified(ctx, key)
	if err == nil {
		err = file.Close()
	}
	condition, err := conditionOf(err)
	return condition == Whole && err == nil, err
}

func (s *Store) Opener(key string) func(context.Context) (*os.File, error) {
	return func(ctx context.Context) (*os.File, error) { return s.Open(ctx, key) }
}

func (s *Store) download(ctx context.Context, key string) (*os.File, error) {
	file, err := tempfile.New(s.temp)
	if err != nil {
		return nil, err
	}
	if err := s.objects.bucket.Download(ctx, key, file, nil); err != nil {
		return nil, errors.Join(fmt.Errorf("download content %s: %w", key, err), file.Close())
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// keyOfHash spells a SHA-256 with a folder for its first byte, so that no folder
// gets too many entries.
func keyOfHash(sum []byte) string {
	digits := hex.EncodeToString(sum)
	return digits[:2] + "/" + digits[2:]
}

// IsKey reports whether a key is that of whole content: a half-written file has another.
func IsKey(key string) bool {
	folder, rest, _ := strings.Cut(key, "/")
	sum, err := hex.DecodeString(folder + rest)
	return err == nil && len(sum) == sha256.Size && key == keyOfHash(sum)
}
