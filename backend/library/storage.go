package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/disk"
)

// Usage is the disk space that the parts of a library use, in bytes.
type Usage struct {
	Documents      int   // number of documents, including those in the trash
	Trash          int   // number of documents in the trash
	TrashBytes     int64 // originals in the trash; identical originals are counted separately
	Originals      int64 // originals of documents
	PDFs           int64 // all other content: converted documents, templates, results
	Database       int64
	Temp           int64 // temporary files
	SetAside       int64 // libraries that a restored library has replaced, and PendingRestore
	PendingRestore int64 // the restored library that waits for the next start
	SetAsideFiles  int64 // files that no record refers to
	Free           int64 // free bytes of the disk; 0 if unknown
}

// Storage measures the disk space that a library uses, and can free unneeded space.
type Storage struct {
	library   *Library
	documents *document.Service
}

// NewStorage returns the storage of a library that a server has opened. documents are the documents of that library.
func NewStorage(library *Library, documents *document.Service) *Storage {
	return &Storage{library: library, documents: documents}
}

// Usage returns the disk space that the library uses.
func (s *Storage) Usage(ctx context.Context) (Usage, error) {
	l := s.library
	records, err := s.documents.Usage(ctx)
	if err != nil {
		return Usage{}, err
	}
	content, err := sizeOf(l.Folder.content())
	if err != nil {
		return Usage{}, err
	}
	if l.config.Blobs != "" {
		content = records.Originals // because the total size of a bucket is unknown
	}
	temp, err := sizeOf(l.Folder.Temp())
	if err != nil {
		return Usage{}, err
	}
	out := Usage{
		Documents: records.Documents, Trash: records.Trash, TrashBytes: records.TrashBytes,
		Originals: min(records.Originals, content), Temp: temp, Free: l.Folder.free(),
	}
	if out.PendingRestore, err = sizeOf(l.Folder.restored()); err != nil {
		return out, err
	}
	out.SetAside = out.PendingRestore
	for _, path := range l.Folder.replaced() {
		size, err := sizeOf(path)
		if err != nil {
			return out, err
		}
		out.SetAside += size
	}
	if out.SetAsideFiles, err = sizeOf(l.Folder.setAside()); err != nil {
		return out, err
	}
	out.PDFs = content - out.Originals
	out.Database, err = l.DB.Size(ctx)
	return out, err
}

// Clean empties the trash and vacuums the database. Content that no record needs is moved aside in a data folder, and
// removed from a bucket. If libraries is true, Clean also removes the libraries that a restored library has replaced.
// If files is true, it also removes the files that were moved aside earlier.
func (s *Storage) Clean(ctx context.Context, libraries, files bool) error {
	l := s.library
	if libraries {
		if err := s.removeReplaced(); err != nil {
			return err
		}
	}
	if files {
		if err := l.Cleaner.RemoveSetAside(ctx); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return s.documents.EmptyTrash(ctx, time.Now().Add(time.Millisecond)) },
		l.Cleaner.SetUnneededAside, func(ctx context.Context) error { return l.Cleaner.SweepShared(ctx, l.config.ContentGrace) }, l.DB.Vacuum,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// replaced returns the paths of the folders that contain libraries which a restored library has replaced.
func (f *Folder) replaced() []string {
	entries, _ := os.ReadDir(f.Path) // an error needs no handling, because the whole data folder is unusable then
	var paths []string
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), replacedDir) {
			paths = append(paths, filepath.Join(f.Path, entry.Name()))
		}
	}
	return paths
}

// removeReplaced removes libraries that were replaced by a restored library, except a library on which a server runs.
// It first moves each library to a temporary folder, so that the original folder never contains an incomplete library.
func (s *Storage) removeReplaced() error {
	temp, err := os.MkdirTemp(s.library.Folder.Temp(), "replaced-")
	if err != nil {
		return fmt.Errorf("remove replaced libraries: %w", err)
	}
	defer s.library.removeTemp(temp)
	for _, path := range s.library.Folder.replaced() {
		held, err := holdFolder(path)
		if errors.Is(err, ErrInUse) {
			continue
		}
		if err == nil {
			err = errors.Join(os.Rename(path, filepath.Join(temp, filepath.Base(path))), held.lock.Close())
		}
		if err != nil {
			return fmt.Errorf("remove replaced libraries: %w", err)
		}
	}
	return nil
}

// sizeOf returns the size of a file, or of all files in a folder, in bytes. Files that disappear while sizeOf runs are
// not counted.
func sizeOf(path string) (bytes int64, err error) {
	err = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil && !entry.IsDir() {
			if info, err = entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("measure storage: %w", err)
	}
	return bytes, nil
}

// free returns the free space of the folder's disk in bytes, or 0 if it is unknown.
func (f *Folder) free() int64 {
	room, err := disk.Usage(f.Path)
	if err != nil {
		return 0
	}
	return int64(room.Free)
}
