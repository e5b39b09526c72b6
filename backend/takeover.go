package backend

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"lectern/backend/document"
)

// TakeOver has a store of content be used by a library's database that is a copy of the one which used the store
// last. From then on that one is refused. The place names a database; its folder is used where it has no bucket. A marker of
// the store that is lost or damaged is written anew where the store has the files of the library.
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
	switch {
	case errors.Is(err, errContentElsewhere), errors.Is(err, errMarkerDamaged):
		err = p.recognise(ctx)
	case err == nil && found.Library != own.Library:
		err = errOtherLibrary
	}
	if err != nil {
		return err
	}
	if err := writeMarker(ctx, p.bucket, own); err != nil {
		return err
	}
	return errors.Join(p.db.NoteMarked(ctx), p.db.CreateAudit(ctx, Command("take-over-content")))
}

// recognise returns an error where the store of content does not have most files of documents of the library, or where the
// library has none and the store does.
func (p *placed) recognise(ctx context.Context) error {
	gap, err := document.SampleGap(ctx, p.db.VisitUsedContent, p.bucket.Exists)
	switch {
	case err != nil:
		return err
	case gap.IsMost():
		return errNotOwn
	case gap.Needed == 0:
		return p.checkUnused(ctx)
	}
	return nil
}

// checkUnused returns an error where the store of content has a file of a document.
func (p *placed) checkUnused(ctx context.Context) error {
	for list := p.bucket.List(nil); ; {
		object, err := list.Next(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("list content: %w", err)
		case document.IsContentKey(object.Key):
			return errNotUnused
		}
	}
}
