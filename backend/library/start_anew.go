package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lectern/backend/document/content"
	"lectern/backend/internal/disk"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/sqlite"
)

// StartAnew prepares a data folder so that a server can start on it, whatever the state of its database. If the
// database is missing, empty or damaged, StartAnew moves the database and all files of documents aside, and the next
// start creates an empty library. Otherwise it moves only those files aside that the database does not know. If the
// database knows files that were moved aside earlier, StartAnew moves these files back. No server may run on the
// folder. The result is the number of files that were moved aside.
func StartAnew(ctx context.Context, data string, log *slog.Logger) (files int, err error) {
	if !isLibrary(data) {
		return 0, errNoLibrary(data)
	}
	f, err := holdFolder(data)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.lock.Close()) }()
	if err := errors.Join(checkNotReplacing(data), f.checkMoving(ctx), f.checkUnfinished(ctx)); err != nil {
		return 0, err
	}
	found, err := sqlite.Peek(ctx, filepath.Join(f.Path, databaseFile))
	if err == nil {
		err = sqlite.Check(ctx, filepath.Join(f.Path, databaseFile))
	}
	if found.Empty || errors.Is(err, sqlite.ErrDamaged) {
		return f.setAllAside(log)
	}
	if err != nil && !errors.Is(err, sqlite.ErrIndexDamaged) { // the next start rebuilds the index
		return 0, err
	}
	return f.adoptDatabase(ctx, log)
}

// SetAsideFolder returns the path of the folder in a data folder for files that no record refers to.
func SetAsideFolder(data string) string { return (&Folder{Path: data}).setAside() }

// setAllAside moves the database and all files of documents aside.
func (f *Folder) setAllAside(log *slog.Logger) (files int, err error) {
	place := content.NewSetAside(f.content(), f.setAside())
	if files, err = place.AddAll(log); err != nil {
		return files, err
	}
	now := time.Now()
	day, err := place.StartDayFolder(now)
	if err != nil {
		return files, fmt.Errorf("set the database aside: %w", err)
	}
	folder := filepath.Join(day, "database-"+now.UTC().Format("150405"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return files, fmt.Errorf("set the database aside: %w", err)
	}
	for _, name := range slices.Concat([]string{sqlite.MarkFile}, sqlite.SideFiles(databaseFile), []string{databaseFile}) {
		if err := movePart(name, f.Path, folder); err != nil {
			return files, fmt.Errorf("set the database aside: %w", err)
		}
	}
	return files, nil
}

// adoptDatabase records that the content in the folder belongs to the database in the folder. It moves the files aside
// that the database does not know, and returns their number.
func (f *Folder) adoptDatabase(ctx context.Context, log *slog.Logger) (files int, err error) {
	db, err := store.Open(ctx, filepath.Join(f.Path, databaseFile), log)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if target, err := db.Moves.MoveTarget(ctx); err != nil || target != "" {
		return 0, errors.Join(err, engine.ErrMoved(target))
	}
	if err := os.MkdirAll(f.content(), 0o700); err != nil {
		return 0, err
	}
	bucket, err := openFiles(f.content())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	cleaner := content.NewCleaner(content.New(content.Config{Bucket: bucket, TempDir: f.Temp(), Records: db.Documents, Log: log,
		SetAside: content.NewSetAside(f.content(), f.setAside())}))
	if err := cleaner.RestoreSetAside(ctx); err != nil {
		return 0, err
	}
	inventory, err := cleaner.TakeInventory(ctx)
	if err == nil {
		err = cleaner.Sweep(ctx, inventory)
	}
	if err == nil {
		err = f.forgetMark()
	}
	if err == nil {
		err = errors.Join(db.KeepMark(ctx), db.Audit.CreateAudit(ctx, CommandEntry("start-anew")))
	}
	return inventory.CountUnknown(), err
}

// forgetMark removes the folder's mark, see [sqlite.ReadMark], which names the database that was used before.
func (f *Folder) forgetMark() error {
	err := os.Remove(filepath.Join(f.Path, sqlite.MarkFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, disk.SyncFolder(f.Path))
}
