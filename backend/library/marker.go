package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/document"
	"lectern/backend/store"
)

// marker is the text of an object that names the library and the database to which a bucket belongs. The database matters
// because content that a copy of it does not need may be needed by the original. Earlier versions write no database.
type marker struct {
	Library  string `json:"library"`
	Database string `json:"database,omitempty"`
}

var (
	errOtherLibrary = errors.New("the store of content belongs to another library: give each its own. Where the store is this library's, and its object " +
		document.MarkerObject + " was damaged, remove that object and call 'lectern take-over' once")
	errContentElsewhere = errors.New("the content of this library lies elsewhere: start it with the --blobs that it was begun with, " +
		"or call 'lectern take-over' once where that store is this one, and its object " + document.MarkerObject + " was lost")
	errMarkerDamaged = errors.New("the object " + document.MarkerObject + " in the store of content is damaged: " +
		"call 'lectern take-over' with the same --database and --blobs or --data once, which writes it anew")
	errNotOwn = errors.New("most files of documents of this library are not in the store of content: " +
		"name the store that has those of this library")
	errNotUnused = errors.New("this library has no documents, but the store of content has files of documents: " +
		"name the store of this library, or an empty one")
	errOtherDatabase = errors.New("the store of content was last used by another database, and what this one does not need would be removed from it: " +
		"give a copy of a library a copy of the store, and call 'lectern take-over' once for that copy, or where the other database is gone for good")
)

// isForeign reports whether err means that the content belongs to another library or database.
func isForeign(err error) bool {
	return errors.Is(err, errOtherLibrary) || errors.Is(err, errMarkerDamaged) || errors.Is(err, errContentElsewhere) || errors.Is(err, errOtherDatabase)
}

// claimBucket checks that a library, its database and a bucket belong together, and writes the marker if the bucket is new.
func claimBucket(ctx context.Context, db *store.DB, in *blob.Bucket) error {
	own, marked, err := ownMarker(ctx, db)
	if err != nil {
		return err
	}
	found, err := findMarker(ctx, in, own, marked)
	if err == nil && found.Library == own.Library && found.Database == "" {
		found, err = own, writeMarker(ctx, in, own)
	}
	if err == nil {
		err = own.refuse(found)
	}
	if err != nil || marked {
		return err
	}
	return db.NoteMarked(ctx)
}

// refuse returns the error for content whose marker is not the library's own, or nil if it is.
func (own marker) refuse(found marker) error {
	switch {
	case found.Library != own.Library:
		return errOtherLibrary
	case found.Database != own.Database:
		return errOtherDatabase
	}
	return nil
}

// checkClaim returns an error if a bucket does not belong, or no longer belongs, to a library's database. It writes nothing.
func checkClaim(ctx context.Context, db *store.DB, in *blob.Bucket) error {
	own, _, err := ownMarker(ctx, db)
	if err != nil {
		return err
	}
	found, err := findMarker(ctx, in, own, true)
	if err != nil {
		return err
	}
	return own.refuse(found)
}

// ownMarker returns the marker of a library, and whether its content should have one already.
func ownMarker(ctx context.Context, db *store.DB) (own marker, marked bool, err error) {
	if own.Library, marked, err = db.Library(ctx); err != nil {
		return own, false, err
	}
	own.Database, err = db.Identity(ctx)
	return own, marked, err
}

// findMarker returns the marker of a bucket. It writes the library's own marker if there is none and marked is false.
func findMarker(ctx context.Context, in *blob.Bucket, own marker, marked bool) (found marker, err error) {
	text, err := readObject(ctx, in, document.MarkerObject)
	if gcerrors.Code(err) == gcerrors.NotFound {
		if marked {
			return found, errContentElsewhere
		}
		text, err = createObject(ctx, in, document.MarkerObject, own.text())
	}
	if err != nil {
		return found, fmt.Errorf("claim the store of content: %w", err)
	}
	if json.Unmarshal(text, &found) != nil || found.Library == "" {
		return found, errMarkerDamaged
	}
	return found, nil
}

func writeMarker(ctx context.Context, in *blob.Bucket, own marker) error {
	if err := in.WriteAll(ctx, document.MarkerObject, own.text(), nil); err != nil {
		return fmt.Errorf("claim the store of content: %w", err)
	}
	return nil
}

func (m marker) text() []byte {
	text, _ := json.Marshal(m) // a struct of strings can always be marshalled
	return text
}
