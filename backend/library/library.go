// Package library keeps a library on disk: its data folder, its database, and the store of its content, which lies in the
// folder or in a bucket. It checks that these belong together, opens them for a server, backs them up, restores and
// moves them.
//
// Content is the bytes of documents, templates and results, stored by key. Records are the rows of the database.
package library

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"gocloud.dev/blob"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/seal"
	"lectern/backend/library/secrets"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/sqlite"
)

// Options configure a library that a server runs on.
type Options struct {
	Version      string        // of the server, which backups name
	CacheSize    int64         // bytes of copies of a bucket's content that are kept in the data folder
	ContentGrace time.Duration // how long content that no record needs stays in a bucket
	Log          *slog.Logger
	// OnRestore, if not nil, is called after a restored library has begun to wait for the next start, or was dropped.
	OnRestore func()
}

// Library is an open library.
type Library struct {
	Place
	// Folder is the locked data folder. It is nil if a library that no server runs on has both its database and its
	// content elsewhere.
	Folder *Folder
	DB     *store.DB
	// Content is nil unless a server runs on the library.
	Content *content.Store
	// Cleaner and Checker are nil unless Content is set.
	Cleaner *content.Cleaner
	Checker *content.Checker
	// Documents are set by the server before it calls any method but [Library.OpenSealer] and [Library.Close].
	Documents *document.Service

	options Options
	log     *slog.Logger
	bucket  *blob.Bucket // the content, whether in a bucket or in the folder
	line    dial.Line    // the connections to a shared bucket
	// pending is the path of the database while a library is moved into a folder, until all of it is there.
	pending string
	// restoring is held while a backup is restored or a restored library is dropped.
	restoring sync.Mutex
	// restoreChanged is true once the restored library that this start found was replaced or dropped.
	restoreChanged atomic.Bool
}

// Open locks the data folder of a place and opens the library for a server. The caller closes it.
func Open(ctx context.Context, at Place, options Options) (*Library, error) {
	folder, err := openFolder(at.Data)
	if err != nil {
		return nil, err
	}
	l := &Library{Place: at, Folder: folder, options: options, log: options.Log}
	if folder.restoreErr != nil {
		l.log.WarnContext(ctx, "backup not restored: the present library stays; without the folder it is not tried again",
			slog.String("folder", folder.restored()), slog.Any("error", folder.restoreErr))
	}
	if err := l.openStores(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// openStores opens the database and the content of a server's library.
func (l *Library) openStores(ctx context.Context) error {
	if err := l.openDatabase(ctx); err != nil {
		return err
	}
	if err := l.checkMoves(ctx); err != nil {
		return err
	}
	if before := l.Folder.before.Node; before != "" { // the node that had this folder before
		if err := l.DB.DeclareDead(ctx, before); err != nil {
			return err
		}
	}
	return l.openContent(ctx)
}

func (l *Library) openDatabase(ctx context.Context) (err error) {
	if l.Database == "" {
		if err := l.Folder.checkComplete(ctx); err != nil {
			return err
		}
		if err := l.Folder.checkDamage(ctx); err != nil {
			return err
		}
	}
	if l.DB, err = store.Open(ctx, l.database(), l.log); err != nil {
		return err
	}
	if l.Folder.indexDamaged {
		if err := sqlite.MendIndex(ctx, l.database(), l.log); err != nil {
			return err
		}
	}
	if !l.DB.Shared() {
		l.DB.UseReserve(l.Folder.reserve)
	}
	return nil
}

// checkMoves returns an error if the library is being moved here, or was moved to another place.
func (l *Library) checkMoves(ctx context.Context) error {
	if source, err := l.DB.Moves.Moving(ctx); err != nil || source != "" {
		return errors.Join(err, errMoving(source))
	}
	target, err := l.DB.Moves.Moved(ctx)
	return errors.Join(err, engine.ErrMoved(target))
}

// OpenSealer returns the sealer of the library's secrets. A key that is lost, damaged or another one is a fault of kind
// Conflict if anything is sealed; otherwise a new key replaces it.
func (l *Library) OpenSealer(ctx context.Context) (*seal.Sealer, error) {
	sealer, err := l.secrets().Open(ctx)
	if err != nil {
		return nil, err
	}
	l.Folder.open = l.DB
	if l.Blobs == "" {
		key := sealer.Key()
		l.Folder.key = &key
	}
	return sealer, l.DB.Seals.SealAddresses(ctx, sealer)
}

// secrets returns the sealed values of the library, with the place of their key.
func (l *Library) secrets() secrets.Set {
	if l.Blobs != "" {
		return secrets.Set{DB: l.DB, Key: secrets.Key{Bucket: l.bucket}}
	}
	return secrets.Set{DB: l.DB, Key: secrets.Key{Path: l.Folder.sealKey()}}
}

// KeepReserve sets space aside on the disk that a part of the library lies on, so that deletions work when it is full.
func (l *Library) KeepReserve(ctx context.Context) {
	if l.Database != "" && l.Blobs != "" {
		return
	}
	if !l.Folder.reserve.Keep() {
		l.log.WarnContext(ctx, "there is no room for the reserve: where the disk gets full, nothing may be deletable",
			slog.String("folder", l.Folder.Path))
	}
}

// Close closes the database and the content, and releases the data folder of a library that a server runs on. A restore
// that is under way ends first.
func (l *Library) Close() error {
	err := l.closeStores()
	l.restoring.Lock() // for good: no other restore begins
	return errors.Join(err, l.Folder.close(l.Content == nil || !l.Content.HasLeftovers()))
}

func (l *Library) closeStores() error {
	var errs []error
	if l.bucket != nil {
		errs = append(errs, l.bucket.Close())
	}
	if l.DB != nil {
		errs = append(errs, l.DB.Close())
	}
	return errors.Join(errs...)
}

// warn logs an error, unless it is nil or ctx has ended.
func (l *Library) warn(ctx context.Context, message string, err error) {
	if err != nil && ctx.Err() == nil {
		l.log.WarnContext(ctx, message, slog.Any("error", err))
	}
}
