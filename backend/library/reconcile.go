package library

import (
	"context"
	"errors"

	"lectern/backend/document/content"
	"lectern/backend/sentence"
	"lectern/backend/store/sqlite"
)

// ReconcileContent compares the content of the data folder with the records, and records that the content belongs to
// this database.
//
// After a kill, or if the mark of the folder, see [sqlite.ReadMark], does not prove that the database is the last one
// that was used here, it removes incomplete files, and moves files aside that no record refers to. If the database does
// not know most of the content, ReconcileContent changes nothing and returns a fault of kind Conflict. If the mark
// proves that the database is current, it does not return this fault: the unknown content can then be files of deleted
// documents, which were kept for a backup that the kill interrupted.
func (l *Library) ReconcileContent(ctx context.Context) error {
	if l.config.Blobs != "" {
		return l.DB.KeepMark(ctx)
	}
	proven := l.DB.Shared() // for a shared database, the marker was compared when the content was opened
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
