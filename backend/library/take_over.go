package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"lectern/backend/document/content"
	"lectern/backend/library/marker"
)

// TakeOver assigns content to the database of a place, which is a copy of the database that used the content last. From
// then on, servers with the original database refuse to use the content. If the place has no bucket, the content is in
// its data folder. TakeOver also replaces a lost or damaged marker if the content belongs to the library.
func TakeOver(ctx context.Context, at Place, log *slog.Logger) (err error) {
	l := &Library{config: Config{Place: at, Log: log}}
	defer func() { err = errors.Join(err, l.closeTool()) }()
	if err := l.openForTool(ctx, at.Database); err != nil {
		return err
	}
	own, marked, err := marker.ForLibrary(ctx, l.DB)
	if err != nil {
		return err
	}
	found, err := marker.Find(ctx, l.bucket, own, marked)
	switch {
	case errors.Is(err, marker.ErrOtherStore), errors.Is(err, marker.ErrDamaged):
		err = l.checkOwnContent(ctx)
	case err == nil && found.Library != own.Library:
		err = marker.ErrOtherLibrary
	}
	if err != nil {
		return err
	}
	if err := marker.Write(ctx, l.bucket, own); err != nil {
		return err
	}
	return errors.Join(l.DB.NoteMarked(ctx), l.DB.Audit.CreateAudit(ctx, CommandEntry("take-over-content")))
}

// checkOwnContent returns an error if the content does not belong to the library: most files of the library's documents
// are missing, or the library needs no files although the store contains files.
func (l *Library) checkOwnContent(ctx context.Context) error {
	gap, err := content.SampleMissing(ctx, l.DB.Contents.VisitUsedContent, l.bucket.Exists)
	switch {
	case err != nil:
		return err
	case gap.IsMajority():
		return errNotOwn
	case gap.Needed == 0:
		return l.checkUnused(ctx)
	}
	return nil
}

// checkUnused returns an error if the bucket already contains files of documents.
func (l *Library) checkUnused(ctx context.Context) error {
	for list := l.bucket.List(nil); ; {
		object, err := list.Next(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("list content: %w", err)
		case content.IsKey(object.Key):
			return errNotUnused
		}
	}
}

// Reasons why content without a marker is not taken over.
var (
	errNotOwn    = errors.New("most files of this library's documents are not in the content store: choose the store that has them")
	errNotUnused = errors.New("this library has no documents, but the content store has files of documents: choose the store of " +
		"this library, or an empty one")
)
