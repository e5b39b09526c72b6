package library

import (
	"context"
	"errors"

	"lectern/backend/document/content"
	"lectern/backend/sentence"
	"lectern/backend/store/sqlite"
)

// ReconcileContent compares the content of the data folder with the records, and records that the database belongs to
// it. After a kill, or if nothing proves that the database is the last one that was used here, it removes incomplete
// files and moves files aside that no record refers to. If the database does not know most of the content,
// ReconcileContent returns a fault of kind Conflict and changes nothing. It does not do so if the mark proves that the
// database is current, because a backup that was interrupted by the kill may have kept files of removed documents.
func (l *Library) ReconcileContent(ctx context.Context) error {
	if l.config.Blobs != "" {
		return l.DB.KeepMark(ctx)
	}
	proven := l.DB.Shared() // the marker of the content was compared when it was opened
	if !proven {
		var err error
		if _, proven, err = sqlite.ReadMark(l.Folder.Path); err != nil {
			return err
		}
	}
	if err := l.Cleaner.RestoreSetAside(ctx); err != nil {
		return err
	}
	if l.Folder.killed || !proven {
		if err := l.sweep(ctx, proven); err != nil {
			return err
		}
	}
	return l.DB.KeepMark(ctx)
}

// sweep moves files aside that no record refers to.
func (l *Library) sweep(ctx context.Context, proven bool) error {
	inventory, err := l.Cleaner.TakeInventory(ctx)
	if err != nil {
		return err
	}
	if mismatch, known, unknown := inventory.IsOfOtherRecords(proven); mismatch && !l.Folder.current {
		return l.Folder.refuse(sentence.New("library-unaware-database", "The database of the library does not know {unknown} of {all} files of "+
			"documents in {folder}.").
			With("unknown", unknown).With("all", known+unknown), adoptAdvice)
	}
	return l.Cleaner.Sweep(ctx, inventory)
}

// hasContent reports whether a content folder contains a file of a document.
func hasContent(path string) bool {
	errFound := errors.New("found")
	err := content.EachFile(path, func(string, string) error { return errFound })
	return errors.Is(err, errFound)
}
