package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/gcerrors"

	"lectern/backend/document"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// openContent opens the store of the library's bytes: the one that several servers share, or files in
// the data folder.
func (s *Server) openContent(ctx context.Context) (err error) {
	if s.config.Blobs == "" {
		err = s.openOwnContent(ctx)
	} else {
		err = s.openSharedContent(ctx)
	}
	if err != nil || !s.db.Shared() {
		return err
	}
	return claimBucket(ctx, s.db, s.bucket)
}

// openOwnContent opens the files of the data folder, which only one server at the library has.
func (s *Server) openOwnContent(ctx context.Context) (err error) {
	if err := s.db.Claim(ctx); err != nil {
		return err
	}
	if s.bucket, err = openFiles(s.folder.content()); err == nil {
		s.content = document.NewContent(s.bucket, s.folder.temp())
		s.content.UseReserve(s.folder.reserve)
		s.content.SetAsideIn(document.NewSetAside(s.folder.content(), s.folder.setAside()))
	}
	return err
}

func openFiles(path string) (*blob.Bucket, error) {
	files, err := fileblob.OpenBucket(path, &fileblob.Options{
		NoTempDir: true, // beside its place, so that a rename suffices
		Metadata:  fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("open content: %w", err)
	}
	return files, nil
}

func (s *Server) openSharedContent(ctx context.Context) (err error) {
	if s.bucket, err = bucket.Open(ctx, s.config.Blobs, &s.toBucket, s.log); err != nil {
		return err
	}
	cache, err := document.OpenCache(s.folder.cache(), s.config.ContentCache)
	if err != nil {
		return err
	}
	s.content = document.NewSharedContent(s.bucket, s.folder.temp(), cache, s.db)
	s.db.Hold(s.content)
	return nil
}

// marker says of which library a bucket has the content, and which database has the library: what a copy of
// that does not need, the original may. Earlier programs write no database.
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

// isForeign says whether an error tells that a store of content is another's.
func isForeign(err error) bool {
	return errors.Is(err, errOtherLibrary) || errors.Is(err, errMarkerDamaged) || errors.Is(err, errContentElsewhere) || errors.Is(err, errOtherDatabase)
}

// claimBucket makes sure that a library, its database and a bucket belong to each other.
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

// refuse says why a store with another marker is not the one of a library's database.
func (own marker) refuse(found marker) error {
	switch {
	case found.Library != own.Library:
		return errOtherLibrary
	case found.Database != own.Database:
		return errOtherDatabase
	}
	return nil
}

// checkClaim says why a store of content is not, or not any more, the one of a library's database. It writes nothing.
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

// ownMarker gives the marker of a library's store, and whether that should have one.
func ownMarker(ctx context.Context, db *store.DB) (own marker, marked bool, err error) {
	if own.Library, marked, err = db.Library(ctx); err != nil {
		return own, false, err
	}
	own.Database, err = db.Identity(ctx)
	return own, marked, err
}

// findMarker gives the marker of a store, which becomes the library's own where none is there nor should be.
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
	text, _ := json.Marshal(m) // it always can be
	return text
}

// createObject writes an object that is not there, and gives what then is: another node may have been
// faster.
func createObject(ctx context.Context, in *blob.Bucket, name string, content []byte) ([]byte, error) {
	err := in.Upload(ctx, name, bytes.NewReader(content), &blob.WriterOptions{ContentType: "application/octet-stream", IfNotExist: true})
	if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
		return nil, err
	}
	return readObject(ctx, in, name)
}

func readObject(ctx context.Context, in *blob.Bucket, name string) ([]byte, error) {
	return in.ReadAll(ctx, name)
}
