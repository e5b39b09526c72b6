package library

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"lectern/backend/internal/dial"
	"lectern/backend/internal/fault"
	"lectern/backend/library/bucket"
	"lectern/backend/library/secrets"
	"lectern/backend/store"
	"lectern/backend/store/engine"
	"lectern/backend/store/postgres"
)

// Place is the location of a library.
type Place struct {
	Data     string // the data folder
	Database string // the address of a PostgreSQL database; empty for a file in the data folder
	Blobs    string // the address of a bucket; empty for files in the data folder
}

// name returns the name of the place for messages and for the records of moves.
func (at Place) name() string {
	if at.Database == "" {
		return at.Data
	}
	return postgres.NameOf(at.Database) + " and " + cmp.Or(at.Blobs, at.Data)
}

// database returns the address of the PostgreSQL database. If the database is a file, it returns the path of the file.
func (at Place) database() string {
	return cmp.Or(at.Database, filepath.Join(at.Data, databaseFile))
}

// Check returns an error if a server cannot start on the library in the data folder. It returns nil if the folder
// contains no library. If the database is in PostgreSQL, Check only checks that the files and folders in the data
// folder are of the right kind. It changes nothing.
func (at Place) Check(ctx context.Context) error {
	if at.Database != "" {
		return CheckParts(at.Data)
	}
	if err := (&Folder{Path: at.Data}).check(ctx); err != nil {
		return err
	}
	database := filepath.Join(at.Data, databaseFile)
	if _, err := os.Stat(database); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	target, err := store.PeekMoved(ctx, database)
	return errors.Join(err, engine.ErrMoved(target))
}

// Examine does the same as [Place.Check]. It also reads the database in the data folder to find damage, and finds
// secrets whose key is lost.
func (at Place) Examine(ctx context.Context) error {
	if err := at.Check(ctx); err != nil {
		return err
	}
	f := &Folder{Path: at.Data}
	if at.Database != "" {
		return at.checkSharedKey(ctx, f)
	}
	if err := f.checkDamage(ctx); err != nil {
		return err
	}
	return f.checkKey(ctx)
}

// checkSharedKey does the same as [Folder.checkKey], for a library whose database is shared. If the database or the
// bucket cannot be reached, the key cannot be checked, and checkSharedKey returns nil.
func (at Place) checkSharedKey(ctx context.Context, f *Folder) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	key := secrets.Key{Path: f.sealKey()}
	if at.Blobs != "" {
		in, err := bucket.Open(ctx, at.Blobs, new(dial.Line), slog.New(slog.DiscardHandler))
		if err != nil {
			return nil
		}
		defer func() { _ = in.Close() }() // an error has no consequence after reading
		key.Bucket = in
	}
	err := key.Check(ctx, at.database())
	if !fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}
