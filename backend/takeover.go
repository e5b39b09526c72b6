package backend

import (
	"context"
	"errors"
	"log/slog"
)

// TakeOver has a store of content be used by a library's database that is a copy of the one which used the store
// last. From then on that one is refused. The place names a database; its folder is used where it has no bucket.
func TakeOver(ctx context.Context, at Place, log *slog.Logger) (err error) {
	p := &placed{Place: at}
	defer func() { err = errors.Join(err, p.close(), p.free()) }()
	if err := p.open(ctx, at.Database, log); err != nil {
		return err
	}
	own, marked, err := ownMarker(ctx, p.db)
	if err != nil {
		return err
	}
	found, err := findMarker(ctx, p.bucket, own, marked)
	if err != nil {
		return err
	}
	if found.Library != own.Library {
		return errOtherLibrary
	}
	if err := writeMarker(ctx, p.bucket, own); err != nil {
		return err
	}
	return errors.Join(p.db.NoteMarked(ctx), p.db.CreateAudit(ctx, Command("take-over-content")))
}
