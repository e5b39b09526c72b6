// Package library manages a library: its data folder, its database, and its content store, which is in the folder or in
// a bucket. The package checks that these parts belong together, opens them for a server, and backs up, restores and
// moves libraries.
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

	"lectern/backend/document/content"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/seal"
	"lectern/backend/library/secrets"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/sqlite"
)

// Config describes the library that a server opens.
type Config struct {
	Place
	Version      string        // version of the server, which is stored in backups
	CacheSize    int64         // maximum size of the local copies of a bucket's content, in bytes
	ContentGrace time.Duration // how long content that no record needs is kept in a bucket
	Log          *slog.Logger
	// OnRestore, if not nil, is called in two cases: when a restored library is ready to replace the present library at
	// the next start, and when that restored library was removed.
	OnRestore func()
}

// Library is an open library.
type Library struct {
	// Folder is the locked data folder. It is nil if a command has opened the library and the data folder contains
	// neither the database nor the content.
	Folder *Folder
	DB     *store.DB
	// Content is nil if a command, and not a server, has opened the library.
	Content *content.Store
	// Cleaner and Checker are nil if Content is nil.
	Cleaner *content.Cleaner
	Checker *content.Checker

	config Config       // has only Place and Log if a command has opened the library
	bucket *blob.Bucket // the content, whether in a bucket or in the folder
	line   dial.Line    // the connections to a shared bucket
	// pending is the path of the database while the library is being moved into a folder. It is empty if no such move
	// is in progress.
	pending string
	// restoring is locked while a backup is being restored, or while a restored library that waits for the next start
	// is being removed.
	restoring sync.Mutex
	// restoreChanged is true if a restored library that waits for the next start was added, replaced or removed since
	// this start.
	restoreChanged atomic.Bool
}

// Open locks the data folder and opens the library for a server. If another process has locked the folder, the error
// wraps [ErrInUse]. The caller must close the library.
func Open(ctx context.Context, config Config) (*Library, error) {
	folder, err := openFolder(config.Data)
	if err != nil {
		return nil, err
	}
	l := &Library{config: config, Folder: folder}
	if folder.restoreErr != nil {
		l.config.Log.WarnContext(ctx, "a backup could not be restored: the present library is kept; the backup is "+
			"not tried again if its folder is removed", slog.String("folder", folder.restored()), slog.Any("error", folder.restoreErr))
	}
	if err := l.openStores(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// openStores opens the database and the content of the library for a server.
func (l *Library) openStores(ctx context.Context) error {
	if err := l.openDatabase(ctx); err != nil {
		return err
	}
	if err := l.checkMoves(ctx); err != nil {
		return err
	}
	// The data folder is locked now, so the server that used it before has ended. Its node must not count as alive.
	if before := l.Folder.previous.Node; before != "" {
		if err := l.DB.DeclareDead(ctx, before); err != nil {
			return err
		}
	}
	return l.openContent(ctx)
}

func (l *Library) openDatabase(ctx context.Context) (err error) {
	if l.config.Database == "" {
		if err := l.Folder.checkComplete(ctx); err != nil {
			return err
		}
		if err := l.Folder.checkDamage(ctx); err != nil {
			return err
		}
	}
	if l.DB, err = store.Open(ctx, l.config.database(), l.config.Log); err != nil {
		return err
	}
	if l.Folder.indexDamaged {
		if err := sqlite.RebuildIndex(ctx, l.config.database(), l.config.Log); err != nil {
			return err
		}
	}
	if !l.DB.Shared() {
		l.DB.UseReserve(l.Folder.reserve)
	}
	return nil
}

// checkMoves returns an error if the library is being moved to this place, or if it was moved from this place to
// another place.
func (l *Library) checkMoves(ctx context.Context) error {
	if source, err := l.DB.Moves.MoveSource(ctx); err != nil || source != "" {
		return errors.Join(err, errMoving(source))
	}
	target, err := l.DB.Moves.MoveTarget(ctx)
	return errors.Join(err, engine.ErrMoved(target))
}

// OpenSealer returns the sealer, which encrypts and decrypts the library's secrets. If the encryption key is lost,
// damaged or wrong, the result depends on the secrets: OpenSealer creates a new key if the library has none, and
// returns a fault of kind Conflict if it has some.
func (l *Library) OpenSealer(ctx context.Context) (*seal.Sealer, error) {
	sealer, err := l.secrets().Open(ctx)
	if err != nil {
		return nil, err
	}
	l.Folder.db = l.DB
	if l.config.Blobs == "" {
		key := sealer.Key()
		l.Folder.key = &key
	}
	return sealer, l.DB.Seals.SealAddresses(ctx, sealer)
}

// secrets returns the encrypted values of the library, with the location of their key.
func (l *Library) secrets() secrets.Set {
	if l.config.Blobs != "" {
		return secrets.Set{DB: l.DB, Key: secrets.Key{Bucket: l.bucket}}
	}
	return secrets.Set{DB: l.DB, Key: secrets.Key{Path: l.Folder.sealKey()}}
}

// KeepReserve reserves some space on the disk of the data folder, so that documents can be deleted when the disk is
// full. It does nothing if neither the database nor the content is in the folder.
func (l *Library) KeepReserve(ctx context.Context) {
	if l.config.Database != "" && l.config.Blobs != "" {
		return
	}
	if !l.Folder.reserve.Keep() {
		l.config.Log.WarnContext(ctx, "there is not enough space for the reserve: on a full disk, deleting may fail",
			slog.String("folder", l.Folder.Path))
	}
}

// Close closes the database and the content of a library that a server has opened, and unlocks the data folder. It
// waits for a running restore.
func (l *Library) Close() error {
	err := l.closeStores()
	l.restoring.Lock() // never unlocked, so that no other restore begins
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
		l.config.Log.WarnContext(ctx, message, slog.Any("error", err))
	}
}
