package library

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"lectern/backend/library/secrets"
	"lectern/backend/store"
)

// ForgetSecrets removes the encrypted secrets of a library whose encryption key is lost, damaged or wrong, and returns
// them. No server may run on the library. If the key can decrypt the secrets, ForgetSecrets changes nothing and returns
// an error.
func ForgetSecrets(ctx context.Context, at Place, log *slog.Logger) (lost []store.Sealed, err error) {
	if err := (Place{Data: at.Data, Database: at.Database}).Check(ctx); err != nil {
		return nil, err
	}
	l, err := openSource(ctx, at, log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.closeTool()) }()
	err = l.DB.Moves.RunAlone(ctx, func() error {
		if lost, err = l.secrets().Forget(ctx); err != nil {
			return err
		}
		return l.DB.Audit.CreateAudit(ctx, CommandEntry("forget-secrets"))
	})
	return lost, err
}

// checkKey does the same as [secrets.Set.Check], but only reads the database in the folder and does not migrate it. It
// accepts a database of an earlier version, which does not contain the encrypted known text with which a key is
// checked.
func (f *Folder) checkKey(ctx context.Context) error {
	return secrets.Key{Path: f.sealKey()}.Check(ctx, filepath.Join(f.Path, databaseFile))
}
