// Package content stores bytes under their hashes, in a folder or in a bucket that several nodes share. It keeps the
// content that records need, removes other content or sets it aside, and verifies the stored content.
package content

import (
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
)

// Store stores content, which is the bytes of documents and other files, in a bucket. The key of permanent content is
// its SHA-256, so that the same bytes are stored once. The PDF of a first page, which is kept only during a conversion,
// has another kind of key.
type Store struct {
	objects   objects
	temp      string // a private folder for temporary files
	records   Records
	log       *slog.Logger
	cache     *filecache.Cache // nil if the bucket is a folder of this machine
	removals  RemovalLog       // nil if no other node uses the bucket
	reserve   *disk.Reserve    // nil if no space of the disk is reserved
	outages   chan struct{}    // has an element after the bucket could not be used; nil without removals
	verified  verifiedFiles
	findings  findings
	holds     holds
	leftovers atomic.Bool // whether content may be left that no record needs
	folders   syncedFolders
}

// Config contains the dependencies of a [Store].
type Config struct {
	Bucket  *blob.Bucket
	TempDir string  // a private folder for temporary files
	Records Records // may be nil for a store that is only read
	Log     *slog.Logger
	// Reserve is the space that is reserved on the disk of the bucket; nil for none. While the reserve is released
	// because the disk is full, the store adds no content.
	Reserve *disk.Reserve
	// SetAside receives files that no record names. If it is nil, they stay where they are.
	SetAside *SetAside
	// Shared is set if other nodes use the bucket, too.
	Shared *Shared
}

// New returns a store of the content in a bucket.
func New(config Config) *Store {
	s := &Store{objects: objects{bucket: config.Bucket, setAside: config.SetAside}, temp: config.TempDir, records: config.Records,
		log: config.Log, reserve: config.Reserve, findings: newFindings(), holds: newHolds()}
	if shared := config.Shared; shared != nil {
		s.objects.remote = true
		s.cache, s.holds.cache, s.removals, s.outages = shared.Cache, shared.Cache, shared.Removals, make(chan struct{}, 1)
	}
	return s
}

// Temp returns the folder for temporary files.
func (s *Store) Temp() string { return s.temp }

// Put stores r, from its beginning, under the key of its hash. If Put succeeds, the caller holds the key, and must call
// [Store.Unhold] or [Store.Release]. The bytes are then on the disk, even if a killed server had stored them before.
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
		return fault.AsFullDisk(err)
	}
	s.findings.note(key, Intact)
	return nil
}

// KeyOf returns the key of the content of a file.
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

// putOnce stores r under its key, unless a local file with this key matches it. It reads that file completely, because
// a damaged file may look unchanged, and r may be the only intact copy.
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

// write stores r under a key. The bytes may not be on the disk until sync has returned.
func (s *Store) write(ctx context.Context, key string, r io.Reader) error {
	err := s.objects.upload(ctx, key, r)
	if gcerrors.Code(err) == gcerrors.NotFound {
		err = errors.New(err.Error()) // without the code NotFound, because the bucket is missing, not the content
	}
	if err != nil {
		return s.wrapUnavailable(ctx, fmt.Errorf("store content %s: %w", key, err))
	}
	return nil
}

// sync writes a local file and its entry in the folder to the disk, which fileblob does not do. In a bucket, an upload
// that has returned is durable.
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

// Open opens content as a file, which can be passed to a converter process. The caller closes it. If content is
// missing, or does not match its key, the error is a fault of kind Missing.
func (s *Store) Open(ctx context.Context, key string) (*os.File, error) {
	file, err := s.openVerified(ctx, key)
	if s.cache != nil && errors.Is(err, errDamaged) { // the cached copy is damaged, but the bucket may have an intact one
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

// OpenUnverified opens the content under a key without comparing it with its hash. The caller closes the file. The
// error is [fs.ErrNotExist] if there is no such content.
func (s *Store) OpenUnverified(ctx context.Context, key string) (*os.File, error) {
	file, err := s.open(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fs.ErrNotExist
	}
	return file, err
}

// Has reports whether the store has the content of a key. A local file is compared with the key. In a bucket, the
// object must exist and not be known to be damaged.
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
	return condition == Intact && err == nil, err
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

// keyOfHash returns the key for a SHA-256: in hexadecimal, with a slash after the first byte, so that no folder has too
// many entries.
func keyOfHash(sum []byte) string {
	digits := hex.EncodeToString(sum)
	return digits[:2] + "/" + digits[2:]
}

// IsKey reports whether a name is the key of permanent content, and not the name of a first page or of an incomplete
// file.
func IsKey(key string) bool {
	folder, rest, _ := strings.Cut(key, "/")
	sum, err := hex.DecodeString(folder + rest)
	return err == nil && len(sum) == sha256.Size && key == keyOfHash(sum)
}
