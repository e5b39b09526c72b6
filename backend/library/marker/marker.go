// Package marker writes a marker into a content store. The marker names the library and the database that use the
// store, so that no other library removes files from it.
package marker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"lectern/backend/document/content"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// Marker is the content of an object in a bucket. It names the library and the database to which the bucket belongs.
// The library alone is not sufficient: a copy of a database has the same library, but may no longer need all of the
// library's content. Markers of earlier versions do not name the database.
type Marker struct {
	Library  string `json:"library"`
	Database string `json:"database,omitempty"`
}

// Reasons why a server refuses to use the content of a store.
var (
	ErrOtherLibrary = errors.New("the content store belongs to another library: use a separate store for each. If the store is " +
		"this library's and its object " +
		content.MarkerObject + " was damaged, remove that object and run 'lectern take-over' once")
	ErrOtherStore = errors.New("the content of this library is in another store: start it with its original --blobs, or run " +
		"'lectern take-over' once if this is the right store and its object " + content.MarkerObject + " was lost")
	ErrDamaged = errors.New("the object " + content.MarkerObject + " in the content store is damaged: run 'lectern take-over' " +
		"with the same --database and --blobs or --data once to repair it")
	errOtherDatabase = errors.New("the content store was last used by another database, and content that this database does not " +
		"need would be removed from it: give a copy of a library a copy of the store, and run 'lectern take-over' once for that " +
		"copy, or if the other database is gone permanently")
)

// IsForeign reports whether err means that the content does not belong to this library and database.
func IsForeign(err error) bool {
	return errors.Is(err, ErrOtherLibrary) || errors.Is(err, ErrDamaged) || errors.Is(err, ErrOtherStore) || errors.Is(err, errOtherDatabase)
}

// Claim returns an error if a library, its database and a bucket do not belong together. If the bucket is new, or if
// its marker does not name the database, Claim writes the marker of the library.
func Claim(ctx context.Context, db *store.DB, in *blob.Bucket) error {
	own, marked, err := ForLibrary(ctx, db)
	if err != nil {
		return err
	}
	found, err := Find(ctx, in, own, marked)
	if err == nil && found.Library == own.Library && found.Database == "" {
		found, err = own, Write(ctx, in, own)
	}
	if err == nil {
		err = own.compare(found)
	}
	if err != nil || marked {
		return err
	}
	return db.NoteMarked(ctx)
}

// compare compares the marker found in a bucket with the library's own marker. It returns an error if the found marker
// names another library or database.
func (own Marker) compare(found Marker) error {
	switch {
	case found.Library != own.Library:
		return ErrOtherLibrary
	case found.Database != own.Database:
		return errOtherDatabase
	}
	return nil
}

// Check returns an error if the marker of a bucket does not (or no longer) name the library and its database. It writes
// nothing.
func Check(ctx context.Context, db *store.DB, in *blob.Bucket) error {
	own, _, err := ForLibrary(ctx, db)
	if err != nil {
		return err
	}
	found, err := Find(ctx, in, own, true)
	if err != nil {
		return err
	}
	return own.compare(found)
}

// ForLibrary returns the marker of a library. marked is true if the library's content should already have a marker.
func ForLibrary(ctx context.Context, db *store.DB) (own Marker, marked bool, err error) {
	if own.Library, marked, err = db.LibraryID(ctx); err != nil {
		return own, false, err
	}
	own.Database, err = db.Identity(ctx)
	return own, marked, err
}

// Find returns the marker of a bucket. The argument own is the marker of the library, and marked states whether the
// bucket must already have a marker. If the bucket has no marker, Find writes own and returns it; if marked is true,
// the error is [ErrOtherStore] instead.
func Find(ctx context.Context, in *blob.Bucket, own Marker, marked bool) (found Marker, err error) {
	text, err := in.ReadAll(ctx, content.MarkerObject)
	if gcerrors.Code(err) == gcerrors.NotFound {
		if marked {
			return found, ErrOtherStore
		}
		text, err = bucket.Create(ctx, in, content.MarkerObject, own.text())
	}
	if err != nil {
		return found, fmt.Errorf("claim the content store: %w", err)
	}
	if json.Unmarshal(text, &found) != nil || found.Library == "" {
		return found, ErrDamaged
	}
	return found, nil
}

// Write replaces the marker of a bucket.
func Write(ctx context.Context, in *blob.Bucket, own Marker) error {
	if err := in.WriteAll(ctx, content.MarkerObject, own.text(), nil); err != nil {
		return fmt.Errorf("claim the content store: %w", err)
	}
	return nil
}

func (m Marker) text() []byte {
	text, _ := json.Marshal(m) // a struct of strings can always be marshalled
	return text
}
