// Package backup writes a library into one file, and makes a library of one.
//
// The file is a tar archive (POSIX.1-2001): first a head that says what it is, then the
// database, the key of sealed secrets, and the content; at the end a tail with a hash over
// all of them, by which they are checked.
package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
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

// tail ends an archive: what is restored is to be all that was written, as it was.
type tail struct {
	Parts  int    `json:"parts"`  // between head and tail
	SHA256 string `json:"sha256"` // of their names, lengths and bytes, see [seal]; hexadecimal
}

// seal adds up what the parts of an archive are.
type seal struct {
	sum   hash.Hash
	parts int
}

func newSeal() *seal { return &seal{sum: sha256.New()} }

// part begins a part, whose bytes are then written to the seal's sum.
func (s *seal) part(name string, size int64) {
	s.parts++
	fmt.Fprintf(s.sum, "%q %d\n", name, size)
}

func (s *seal) tail() tail {
	return tail{Parts: s.parts, SHA256: hex.EncodeToString(s.sum.Sum(nil))}
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
	archive := &writer{tar.NewWriter(w), newSeal()}
	if err := writeJSON(archive.Writer, headName, head{Format: format, CreatedAt: time.Now().UTC(), Version: l.Version}); err != nil {
		return err
	}
	for name, file := range map[string]string{database: l.Database, sealKey: l.SealKey} {
		if err := archive.path(name, file); err != nil {
			return err
		}
	}
	for _, key := range l.Keys {
		if err := l.writeContent(ctx, archive, key); err != nil {
			return err
		}
	}
	return errors.Join(writeJSON(archive.Writer, tailName, archive.tail()), archive.Close())
}

// writer writes parts, and adds up what they are.
type writer struct {
	*tar.Writer
	*seal
}

func (l *Library) writeContent(ctx context.Context, archive *writer, key string) error {
	file, err := l.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) && !l.Lasting(key) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("back up content: %w", err)
	}
	defer file.Close()
	return archive.file(path.Join(contentName, key), file)
}

func (w *writer) path(name, from string) error {
	file, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) && name == sealKey {
		return nil // nothing has been sealed yet
	}
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	defer file.Close()
	return w.file(name, file)
}

func (w *writer) file(name string, file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	if err := writeHeader(w.Writer, name, info.Size()); err != nil {
		return err
	}
	w.part(name, info.Size())
	if _, err := io.CopyN(io.MultiWriter(w.Writer, w.sum), file, info.Size()); err != nil {
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
