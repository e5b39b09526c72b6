package library

import (
	"context"
	"errors"

	"lectern/backend/document/content"
	"lectern/backend/sentence"
	"lectern/backend/store/sqlite"
)

// TakeStock compares the content of the data folder with the records, and records that the database belongs to it. After a
// kill, or if nothing proves that the database is the last one that was used here, it removes incomplete files and sets
// files aside that no record names. If the database does not know most of the content, TakeStock returns a fault of kind
// Conflict and changes nothing, unless the mark proves that the database is current: a backup that was interrupted by the
// kill has kept files of removed documents.
func (l *Library) TakeStock(ctx context.Context) error {
	if l.Blobs != "" {
		return l.DB.KeepMark(ctx)
	}
	proven := l.DB.Shared() // the mark in the content was compared when it was opened
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

// sweep sets files aside that no record names.
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

// hasContent reports whether a folder of content has a file of a document.
func hasContent(path string) bool {
	errFound := errors.New("found")
	err := content.EachFile(path, func(string, string) error { return errFound })
	return errors.Is(err, errFound)
}
