package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/disk"
	"lectern/backend/store"
)

// StartAnew makes a data folder one on which a server starts, whatever its database is. Where that is missing, empty or
// damaged, it is set aside with all files of documents, and the next start makes an empty library. Else only the files are
// set aside that it does not know, and files from before that it knows are brought back. No server may run on the folder.
// StartAnew returns how many files it has set aside.
func StartAnew(ctx context.Context, data string, log *slog.Logger) (files int, err error) {
	if !isLibrary(data) {
		return 0, errNoLibrary(data)
	}
	f, err := holdFolder(data)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.lock.Close()) }()
	if err := errors.Join(checkExchanged(data), f.checkMoving(ctx), f.checkUnfinished(ctx)); err != nil {
		return 0, err
	}
	found, err := store.Peek(ctx, filepath.Join(f.path, databaseFile))
	if err == nil {
		err = store.Check(ctx, filepath.Join(f.path, databaseFile))
	}
	if found.Empty || errors.Is(err, store.ErrDamaged) {
		return f.setAllAside(log)
	}
	if err != nil && !errors.Is(err, store.ErrIndexDamaged) { // that is made anew at the next start
		return 0, err
	}
	return f.adoptDatabase(ctx, log)
}

// SetAsideFolder returns the folder below a data folder in which files lie that no record names.
func SetAsideFolder(data string) string { return (&folder{path: data}).setAside() }

// setAllAside sets the database and all files of documents aside.
func (f *folder) setAllAside(log *slog.Logger) (files int, err error) {
	place := document.NewSetAside(f.content(), f.setAside())
	if files, err = place.AddAll(log); err != nil {
		return files, err
	}
	now := time.Now()
	day, err := place.StartDay(now)
	if err != nil {
		return files, fmt.Errorf("set the database aside: %w", err)
	}
	folder := filepath.Join(day, "database-"+now.UTC().Format("150405"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return files, fmt.Errorf("set the database aside: %w", err)
	}
	for _, name := range []string{store.MarkFile, databaseFile + "-journal", databaseFile + "-shm", databaseFile + "-wal", databaseFile} {
		if err := movePart(name, f.path, folder); err != nil {
			return files, fmt.Errorf("set the database aside: %w", err)
		}
	}
	return files, nil
}

// adoptDatabase records that the content in the folder belongs to the database there.
func (f *folder) adoptDatabase(ctx context.Context, log *slog.Logger) (files int, err error) {
	db, err := store.Open(ctx, filepath.Join(f.path, databaseFile), log)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if target, err := db.Moved(ctx); err != nil || target != "" {
		return 0, errors.Join(err, store.ErrMoved(target))
	}
	if err := os.MkdirAll(f.content(), 0o700); err != nil {
		return 0, err
	}
	bucket, err := openFiles(f.content())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	content := document.NewContent(bucket, f.temp())
	content.SetAsideIn(document.NewSetAside(f.content(), f.setAside()))
	docs := document.New(document.Parts{Store: db, Content: content, Log: log})
	if err := docs.BringBack(ctx); err != nil {
		return 0, err
	}
	stock, err := docs.TakeStock(ctx)
	if err == nil {
		err = docs.Sweep(ctx, stock)
	}
	if err == nil {
		err = f.forgetMark()
	}
	if err == nil {
		err = errors.Join(db.KeepMark(ctx), db.CreateAudit(ctx, Command("start-anew")))
	}
	return stock.CountUnknown(), err
}

// forgetMark removes the mark of the database that was there before.
func (f *folder) forgetMark() error {
	err := os.Remove(filepath.Join(f.path, store.MarkFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, disk.SyncFolder(f.path))
}
