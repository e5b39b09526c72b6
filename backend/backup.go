package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"lectern/backend/backup"
	"lectern/backend/document"
)

// Backup writes the library to w, while the server may go on with its work: its state is that
// of the beginning.
func (s *Server) Backup(ctx context.Context, w io.Writer) (err error) {
	unpin := s.docs.Pin()
	defer unpin(ctx)
	folder, err := os.MkdirTemp(s.folder.temp(), "backup-")
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	library := backup.Library{
		Database: filepath.Join(folder, databaseFile), SealKey: s.folder.sealKey(),
		Open: s.docs.OpenContent, Lasting: document.IsLasting, Version: s.version,
	}
	if library.Keys, err = s.db.Snapshot(ctx, library.Database); err != nil {
		return err
	}
	return backup.Write(ctx, w, library)
}

// RestoreFolder makes a library of a backup in a data folder that has none, and on which no
// server runs meanwhile.
func RestoreFolder(data string, r io.Reader) error {
	folder, err := holdFolder(data)
	if err != nil {
		return err
	}
	return errors.Join(backup.Restore(r, folder.path), folder.lock.Close())
}

// BackupFolder writes the library of a data folder on which no server runs.
func BackupFolder(ctx context.Context, data, version string, w io.Writer) error {
	if _, err := FindDatabase(data); err != nil {
		return err
	}
	config := DefaultConfig()
	config.Data, config.Addr = data, "127.0.0.1:0"
	server, err := Open(ctx, config, version, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(server.Backup(ctx, w), server.Close())
}
