// Package backup writes a library to one file, and restores it from there.
//
// The file is a tar archive (POSIX.1-2001) of regular files, which are called parts. The first part is the head, which
// states the version of the format. Then follow the database, the encryption key of the secrets, and the content, whose
// files are named by their SHA-256. If content is missing from the archive, the part missing.jsonl lists the missing
// files. The last part is the tail, with a hash of all parts between head and tail.
package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"path"
	"regexp"
	"strings"
	"time"
)

// The names of the parts.
const (
	headName    = "lectern-backup.json"
	tailName    = "complete.json"
	database    = "lectern.db"
	sealKey     = "seal.key"
	contentName = "content"
	lossesName  = "missing.jsonl"
)

// format is the version of the archive format.
const format = 1

// head is the first part of an archive.
type head struct {
	Format    int       `json:"format"`
	CreatedAt time.Time `json:"createdAt"`
	Version   string    `json:"version"` // version of the program
}

// tail is the last part of an archive. An archive without a tail is truncated.
type tail struct {
	Parts  int    `json:"parts"`  // number of parts between head and tail
	SHA256 string `json:"sha256"` // of the names, lengths and bytes of these parts, see [partHasher], in hexadecimal
	// Records maps the name of each part other than content to its SHA-256, so that damage to such a part can be
	// distinguished from damage to content. Archives of earlier versions have no Records.
	Records map[string]string `json:"records,omitempty"`
}

// partHasher hashes the parts of an archive.
type partHasher struct {
	sum     hash.Hash
	parts   int
	records map[string]hash.Hash // hashes of the parts other than content, by name
}

func newPartHasher() *partHasher {
	return &partHasher{sum: sha256.New(), records: make(map[string]hash.Hash)}
}

// beginPart begins a part, and returns a writer that hashes the bytes of the part.
func (s *partHasher) beginPart(name string, size int64) io.Writer {
	s.parts++
	fmt.Fprintf(s.sum, "%q %d\n", name, size)
	if strings.HasPrefix(name, contentName+"/") {
		return s.sum
	}
	s.records[name] = sha256.New()
	return io.MultiWriter(s.sum, s.records[name])
}

func (s *partHasher) tail() tail {
	records := make(map[string]string, len(s.records))
	for name, sum := range s.records {
		records[name] = hex.EncodeToString(sum.Sum(nil))
	}
	return tail{Parts: s.parts, SHA256: hex.EncodeToString(s.sum.Sum(nil)), Records: records}
}

// partOf returns the name of the archive's part that contains the content with the given key.
func partOf(key string) string { return path.Join(contentName, key) }

// keyOf returns the key of the content that a part of an archive contains.
func keyOf(part string) string { return strings.TrimPrefix(part, contentName+"/") }

// hashKey matches the keys that are the SHA-256 of their content. Content with other keys is temporary: it belongs to
// documents whose conversion has not ended, and the conversion is repeated after a restore.
var hashKey = regexp.MustCompile(`^[0-9a-f]{2}/[0-9a-f]{62}$`)

// contentPart matches the names of parts that hold content.
var contentPart = regexp.MustCompile(`^content/([0-9a-f]{2}/[0-9a-f]{62}|first/[a-z0-9]{1,64}(-[0-9]{1,20})?(\.cut)?)$`)

// hasHash reports whether sum, the SHA-256 of content, matches the content's key. A key that is not a SHA-256 matches
// any sum.
func hasHash(key string, sum []byte) bool {
	return !hashKey.MatchString(key) || strings.Replace(key, "/", "", 1) == hex.EncodeToString(sum)
}

// writer writes parts and hashes them.
type writer struct {
	*tar.Writer
	*partHasher
}

// writePart writes a part. Its content is read from r, and size is the number of bytes to read. If r ends early or
// fails, the part is filled up with zeros, so that further parts can be written after it.
func (w *writer) writePart(name string, size int64, r io.Reader) error {
	if err := w.writePartHeader(name, size); err != nil {
		return err
	}
	n, err := io.CopyN(io.MultiWriter(w.Writer, w.beginPart(name, size)), r, size)
	if errors.Is(err, io.EOF) {
		err = &readError{io.ErrUnexpectedEOF}
	}
	if reasonOf(err) != "" {
		_, padded := io.CopyN(w.Writer, zeros{}, size-n)
		err = errors.Join(err, padded)
	}
	return err
}

// zeros is a reader that returns zero bytes without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// writeJSON writes a value in JSON as a part that is not included in the hash of the archive.
func (w *writer) writeJSON(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := w.writePartHeader(name, int64(len(text))); err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func (w *writer) writePartHeader(name string, size int64) error {
	err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o600, Size: size, ModTime: time.Now(), Format: tar.FormatPAX})
	if err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	return nil
}
