package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"lectern/backend/internal/disk"
	"lectern/backend/library/backup"
	"lectern/backend/library/bucket"
	"lectern/backend/library/marker"
	"lectern/backend/store"
	"lectern/backend/store/sqlite"
)

// openSource opens an existing library for a command, after checking that it is complete and that its parts belong
// together.
func openSource(ctx context.Context, at Place, log *slog.Logger) (*Library, error) {
	database := at.Database
	if database == "" {
		err := (&Folder{Path: at.Data}).examine(ctx)
		if err != nil {
			return nil, err
		}
		if database, err = findDatabase(at.Data); err != nil {
			return nil, err
		}
	}
	l, err := openPlace(ctx, at, database, log)
	if err != nil {
		return nil, err
	}
	if err := l.checkSource(ctx); err != nil {
		return nil, errors.Join(err, l.closeTool())
	}
	return l, nil
}

// checkSource returns an error if the bucket does not belong to a PostgreSQL database, or if the library is still being
// moved to this place.
func (l *Library) checkSource(ctx context.Context) error {
	if l.config.Database != "" {
		if err := marker.Claim(ctx, l.DB, l.bucket); err != nil {
			return err
		}
	}
	source, err := l.DB.Moves.MoveSource(ctx)
	return errors.Join(err, errMoving(source))
}

// openTarget opens the library that a move writes to.
func openTarget(ctx context.Context, at Place, log *slog.Logger) (*Library, error) {
	if at.Database != "" {
		return openPlace(ctx, at, at.Database, log)
	}
	there, err := DatabasePath(at.Data)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(there); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is a library in %s already: choose an empty folder", at.Data)
	}
	database := filepath.Join(at.Data, movingFile)
	l, err := openPlace(ctx, at, database, log)
	if err != nil {
		return nil, err
	}
	l.pending = database
	return l, nil
}

func openPlace(ctx context.Context, at Place, database string, log *slog.Logger) (*Library, error) {
	l := &Library{config: Config{Place: at, Log: log}}
	if err := l.openForTool(ctx, database); err != nil {
		return nil, errors.Join(err, l.closeTool())
	}
	return l, nil
}

// openForTool opens the library for a command: the database at the given address, and the content. No server may run on
// the library.
func (l *Library) openForTool(ctx context.Context, database string) (err error) {
	if l.config.Database == "" || l.config.Blobs == "" {
		if l.Folder, err = holdFolder(l.config.Data); err != nil {
			return err
		}
	}
	if l.DB, err = store.Open(ctx, database, l.config.Log); err != nil {
		return err
	}
	if l.config.Blobs != "" {
		l.bucket, err = bucket.Open(ctx, l.config.Blobs, &l.line, l.config.Log)
		return err
	}
	if err := os.MkdirAll(l.Folder.content(), 0o700); err != nil {
		return fmt.Errorf("create data folder: %w", err)
	}
	l.bucket, err = openFiles(l.Folder.content())
	return err
}

// closeTool closes a library that a command has opened, and unlocks its folder.
func (l *Library) closeTool() error { return errors.Join(l.closeStores(), l.release()) }

// release unlocks the folder of a library that a command has opened.
func (l *Library) release() error {
	if l.Folder == nil {
		return nil
	}
	return l.Folder.lock.Close()
}

// publish completes the move of a library into a folder. When everything else is on the disk, it gives the database its
// final name. Only then does the folder count as a library.
func (l *Library) publish() error {
	if l.pending == "" {
		return nil
	}
	err := backup.SyncFolders(l.Folder.Path)
	if err == nil {
		err = os.Rename(l.pending, filepath.Join(l.Folder.Path, databaseFile))
	}
	if err == nil {
		err = disk.SyncFolder(l.Folder.Path)
	}
	_ = os.Remove(sqlite.LockFile(l.pending)) // the lock file of the previous name is not used any more
	return err
}
