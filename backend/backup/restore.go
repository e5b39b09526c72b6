package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// contentPath is what content is called in an archive: by its SHA-256, or, for the time of a
// conversion, by its document.
var contentPath = regexp.MustCompile(`^content/([0-9a-f]{2}/[0-9a-f]{62}|first/[a-z0-9]+(\.cut)?)$`)

// maxHead bounds the archive's own parts, in bytes.
const maxHead = 1 << 20

// Restore makes a library of an archive in a folder that has none. Only when all of it is there
// and right does the folder have one.
func Restore(r io.Reader, folder string) error {
	if _, err := os.Stat(filepath.Join(folder, database)); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is a library in %s already: name an empty folder with --data", folder)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	restoring := restoring{archive: tar.NewReader(r), folder: folder}
	err := restoring.all()
	if err != nil {
		return errors.Join(err, os.RemoveAll(filepath.Join(folder, database+".restored")))
	}
	return os.Rename(filepath.Join(folder, database+".restored"), filepath.Join(folder, database))
}

// restoring is an archive on its way into a folder.
type restoring struct {
	archive  *tar.Reader
	folder   string
	contents int
	database bool
}

func (r *restoring) all() error {
	for first := true; ; first = false {
		entry, err := r.archive.Next()
		if errors.Is(err, io.EOF) {
			return errors.New("the backup is cut off: its end is missing")
		}
		if err != nil {
			return fmt.Errorf("this is not a backup of Lectern, or it is damaged: %w", err)
		}
		if first != (entry.Name == headName) {
			return errors.New("this is not a backup of Lectern")
		}
		if entry.Name == tailName {
			return r.end()
		}
		if err := r.part(entry); err != nil {
			return err
		}
	}
}

// part restores one entry.
func (r *restoring) part(entry *tar.Header) error {
	switch {
	case entry.Typeflag != tar.TypeReg:
		return fmt.Errorf("the backup has a part %q that is no file", entry.Name)
	case entry.Name == headName:
		return r.head()
	case entry.Name == database:
		r.database = true
		return r.file(database+".restored", "")
	case entry.Name == sealKey:
		return r.file(sealKey, "")
	case contentPath.MatchString(entry.Name):
		r.contents++
		return r.file(filepath.FromSlash(entry.Name), sumOf(entry.Name))
	}
	return fmt.Errorf("the backup has a part %q that none has", entry.Name)
}

// sumOf gives the SHA-256 that content is called by; "" where it is not.
func sumOf(name string) string {
	digits := strings.ReplaceAll(strings.TrimPrefix(name, contentName+"/"), "/", "")
	if len(digits) != hex.EncodedLen(sha256.Size) || strings.HasPrefix(digits, "first") {
		return ""
	}
	return digits
}

func (r *restoring) head() error {
	var said head
	if err := r.json(&said); err != nil {
		return err
	}
	if said.Format != format {
		return fmt.Errorf("the backup was written by another Lectern (%s): use that one", said.Version)
	}
	return nil
}

func (r *restoring) end() error {
	var said tail
	if err := r.json(&said); err != nil {
		return err
	}
	if !r.database || said.Contents != r.contents {
		return errors.New("the backup is damaged: parts of it are missing")
	}
	return nil
}

func (r *restoring) json(into any) error {
	if err := json.NewDecoder(io.LimitReader(r.archive, maxHead)).Decode(into); err != nil {
		return fmt.Errorf("the backup is damaged: %w", err)
	}
	return nil
}

// file writes an entry to the disk, and checks its SHA-256, where that is known.
func (r *restoring) file(name, sum string) error {
	target := filepath.Join(r.folder, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, hash), r.archive)
	if err == nil && sum != "" && hex.EncodeToString(hash.Sum(nil)) != sum {
		err = fmt.Errorf("%s is not what it was", name)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("the backup is damaged, or the disk: %w", err)
	}
	return nil
}
