package backend

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/backend/internal/disk"
	"lectern/backend/web/api"
)

// storage says what the library takes up on the disk.
func (s *Server) storage(ctx context.Context) (api.Storage, error) {
	usage, err := s.docs.Usage(ctx)
	if err != nil {
		return api.Storage{}, err
	}
	content, err := sizeOf(s.folder.content())
	if err != nil {
		return api.Storage{}, err
	}
	if s.config.Blobs != "" {
		content = usage.Originals // a store elsewhere does not tell what all takes up
	}
	temp, err := sizeOf(s.folder.temp())
	if err != nil {
		return api.Storage{}, err
	}
	out := api.Storage{
		Documents: usage.Documents, Originals: min(usage.Originals, content), Temp: temp, Free: s.folder.free(),
		Trash: api.TrashStorage{Count: usage.Trash, Bytes: usage.TrashBytes},
	}
	if out.Waiting, err = sizeOf(s.folder.restored()); err != nil {
		return out, err
	}
	out.SetAside = out.Waiting
	for _, path := range s.folder.replaced() {
		size, err := sizeOf(path)
		if err != nil {
			return out, err
		}
		out.SetAside += size
	}
	if out.SetAsideFiles, err = sizeOf(s.folder.setAside()); err != nil {
		return out, err
	}
	out.PDFs = content - out.Originals
	out.Database, err = s.db.Size(ctx)
	return out, err
}

// clean empties the trash, removes what nothing needs, and gives the room of removed records back.
// It removes what was set aside before where that is wanted.
func (s *Server) clean(ctx context.Context, what api.Cleaning) error {
	if what.Libraries {
		if err := s.removeReplaced(); err != nil {
			return err
		}
	}
	if what.Files {
		if err := s.docs.RemoveSetAside(ctx); err != nil {
			return err
		}
	}
	for _, step := range []func(context.Context) error{
		func(ctx context.Context) error { return s.docs.EmptyTrash(ctx, time.Now().Add(time.Millisecond)) },
		s.docs.Tidy, func(ctx context.Context) error { return s.docs.SweepShared(ctx, s.config.ContentGrace) }, s.db.Vacuum,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// replaced gives the paths of the libraries that restoring has set aside.
func (f *folder) replaced() []string {
	entries, _ := os.ReadDir(f.path) // where it cannot be read, nothing works
	var paths []string
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), replacedDir) {
			paths = append(paths, filepath.Join(f.path, entry.Name()))
		}
	}
	return paths
}

// removeReplaced removes the libraries that restoring has set aside, but for one that a server
// runs on. None is ever there by half: they go by way of a temporary folder.
func (s *Server) removeReplaced() error {
	temp, err := os.MkdirTemp(s.folder.temp(), "replaced-")
	if err != nil {
		return fmt.Errorf("remove what was set aside: %w", err)
	}
	defer s.removeTemp(temp)
	for _, path := range s.folder.replaced() {
		held, err := holdFolder(path)
		if errors.Is(err, ErrInUse) {
			continue
		}
		if err == nil {
			err = errors.Join(os.Rename(path, filepath.Join(temp, filepath.Base(path))), held.lock.Close())
		}
		if err != nil {
			return fmt.Errorf("remove what was set aside: %w", err)
		}
	}
	return nil
}

// sizeOf gives the bytes of a file, or of all files in a folder; of what goes meanwhile none.
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

// free gives how many bytes of the folder's disk are free; 0 where it does not tell.
func (f *folder) free() int64 {
	room, err := disk.Look(f.path)
	if err != nil {
		return 0
	}
	return int64(room.Free)
}
