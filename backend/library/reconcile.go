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
// Each folder has a mark that names the last database used there, see [sqlite.ReadMark]. If the previous server was
// killed, or if the mark does not prove that this database is the last one, ReconcileContent removes incomplete files,
// and moves files aside to which no record refers. If the database does not know most of the content, ReconcileContent
// changes nothing and returns a fault of kind Conflict. It does not return this fault if the mark proves that the
// database is current. The unknown content can then be files of deleted documents that were kept for a backup, which
// was interrupted when the server was killed.
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

// sweep moves files aside to which no record refers. The argument proven states that the content belongs to this
// database.
func (l *Library) sweep(ctx context.Context, proven bool) error {
	inventory, err := l.Cleaner.TakeInventory(ctx)
	if err != nil {
		return err
	}
	if mismatch, known, unknown := inventory.IsOfOtherDatabase(proven); mismatch && !l.Folder.matchesMark {
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
