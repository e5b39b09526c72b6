// Package backup writes a library into one file, and makes a library of one.
//
// The file is a tar archive (POSIX.1-2001): first a head that says what it is, then the
// database, the key of sealed secrets, and the content; at the end a tail with their number, so
// that a file that was cut off is known. Content is named by its SHA-256, by which it is checked.
package backup

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"
)

// The names of the parts.
const (
	headName    = "lectern-backup.json"
	tailName    = "complete.json"
	database    = "lectern.db"
	sealKey     = "seal.key"
	contentName = "content"
)

// format is the version of the archive's form.
const format = 1

// head says what an archive is.
type head struct {
	Format    int       `json:"format"`
	CreatedAt time.Time `json:"createdAt"`
	Version   string    `json:"version"` // of the program
}

// tail ends an archive.
type tail struct {
	Contents int `json:"contents"`
}

// Library is what is written.
type Library struct {
	Database string   // path of a copy that nobody changes
	SealKey  string   // path
	Keys     []string // of the content that the database needs
	// Open gives the content under a key. What is not there any more is [fs.ErrNotExist],
	// which only that may be that is made anew.
	Open func(ctx context.Context, key string) (*os.File, error)
	// Lasting says whether content must be there.
	Lasting func(key string) bool
	Version string // of the program
}

// Write writes a library.
func Write(ctx context.Context, w io.Writer, l Library) error {
	archive := tar.NewWriter(w)
	if err := writeJSON(archive, headName, head{Format: format, CreatedAt: time.Now().UTC(), Version: l.Version}); err != nil {
		return err
	}
	for name, file := range map[string]string{database: l.Database, sealKey: l.SealKey} {
		if err := writePath(archive, name, file); err != nil {
			return err
		}
	}
	end := tail{}
	for _, key := range l.Keys {
		written, err := l.writeContent(ctx, archive, key)
		if err != nil {
			return err
		}
		if written {
			end.Contents++
		}
	}
	return errors.Join(writeJSON(archive, tailName, end), archive.Close())
}

func (l *Library) writeContent(ctx context.Context, archive *tar.Writer, key string) (written bool, err error) {
	file, err := l.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) && !l.Lasting(key) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("back up content: %w", err)
	}
	defer file.Close()
	return true, writeFile(archive, path.Join(contentName, key), file)
}

func writePath(archive *tar.Writer, name, from string) error {
	file, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) && name == sealKey {
		return nil // nothing has been sealed yet
	}
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	defer file.Close()
	return writeFile(archive, name, file)
}

func writeFile(archive *tar.Writer, name string, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	if err := writeHeader(archive, name, info.Size()); err != nil {
		return err
	}
	if _, err := io.CopyN(archive, file, info.Size()); err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	return nil
}

func writeJSON(archive *tar.Writer, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := writeHeader(archive, name, int64(len(text))); err != nil {
		return err
	}
	_, err = archive.Write(text)
	return err
}

func writeHeader(archive *tar.Writer, name string, size int64) error {
	err := archive.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o600, Size: size, ModTime: time.Now(), Format: tar.FormatPAX})
	if err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	return nil
}
