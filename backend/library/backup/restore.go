package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// Limits of an archive: the bytes of its head or tail, the bytes of its list of losses, and the number of damaged
// files.
const (
	maxHead    = 1 << 20
	maxList    = 256 << 20
	maxDamaged = 1_000_000
)

// Source is an archive to restore.
type Source struct {
	io.Reader
	Size int64 // in bytes; 0 if unknown
	// Partial accepts that content is missing or damaged even if the archive does not list this content as lost.
	Partial bool
	// Sanitize removes everything from the database that Lectern did not create, or returns an error. It is called
	// before the database is used, because a database from an archive can come from anyone.
	Sanitize func(ctx context.Context, database string) error
	// Records opens the records in a database, and may migrate its tables.
	Records func(ctx context.Context, database string) (Records, error)
	// CheckKey, if not nil, returns an error if the key in a file cannot decrypt the secrets of a database.
	CheckKey func(ctx context.Context, database, key string) error
}

// Restore creates a library from an archive and returns the losses: the content that the library lacks. The folder must
// not contain a library, and no other process may use it. The database gets its final name only after the whole archive
// has been restored and verified. Until then, the folder does not count as a library. If Restore returns an error, the
// folder contains no part of the library, unless the error is an [InPlaceError]. The error is a [LossError] if content
// is missing or damaged and the archive does not list it.
func Restore(ctx context.Context, from Source, folder string) ([]Loss, error) {
	if err := begin(folder, from.Size); err != nil {
		return nil, err
	}
	r := &folderRestore{Source: from, folder: folder, partHasher: newPartHasher(), seen: make(map[string]bool), damaged: make(map[string]bool)}
	r.archive = tar.NewReader(&countingReader{Reader: from.Reader, read: &r.read})
	err := r.restoreParts()
	if err == nil {
		err = from.Sanitize(ctx, filepath.Join(folder, unfinished))
	}
	if err == nil {
		err = r.checkContent(ctx)
	}
	if err == nil && from.CheckKey != nil {
		err = from.CheckKey(ctx, filepath.Join(folder, unfinished), filepath.Join(folder, sealKey))
	}
	if err == nil {
		err = finish(folder)
	}
	if err != nil {
		return nil, errors.Join(err, remove(folder))
	}
	return r.losses, commit(folder)
}

// folderRestore is the state of a restore into a folder.
type folderRestore struct {
	Source
	archive *tar.Reader
	read    int64 // bytes of the archive read so far
	folder  string
	*partHasher

	seen    map[string]bool // names of the parts read so far, except content
	damaged map[string]bool // keys of content whose SHA-256 differs from the key
	losses  []Loss          // at first the losses that the archive lists; after checkContent, all losses
}

// countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	read *int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.read += int64(n)
	return n, err
}

func (r *folderRestore) restoreParts() error {
	for first := true; ; first = false {
		entry, err := r.archive.Next()
		if errors.Is(err, io.EOF) {
			return r.errTruncated()
		}
		if err != nil {
			return errCorrupt(err)
		}
		if first != (entry.Name == headName) {
			return fault.Translatable(fault.Invalid, sentence.New("backup-none", "This is not a backup of Lectern."))
		}
		if err := r.check(entry); err != nil {
			return err
		}
		if entry.Name == tailName {
			return r.checkTail()
		}
		if err := r.restorePart(entry); err != nil {
			return err
		}
	}
}

// errTruncated returns the error for an archive without a last part. If the archive lists losses, the backup failed
// because of these losses, and the error names them.
func (r *folderRestore) errTruncated() error {
	cut := fault.Translatable(fault.Invalid, sentence.New("backup-cut", "The backup is incomplete: its end is missing."))
	if len(r.losses) > 0 {
		return fmt.Errorf("%w It was not completed, because %w", cut, &LossError{r.losses})
	}
	return cut
}

// check rejects a part that is not a regular file, occurs a second time, has a declared size larger than the rest of
// the archive, or does not fit on the disk. Sparse files are rejected, because they take up more space on the disk than
// in the archive.
func (r *folderRestore) check(entry *tar.Header) error {
	switch {
	case entry.Typeflag != tar.TypeReg:
		return errCorrupt(fmt.Errorf("its part %q is not a regular file", entry.Name))
	case isSparse(entry):
		return errCorrupt(fmt.Errorf("its part %q is a sparse file", entry.Name))
	case r.hasPart(entry.Name):
		return errCorrupt(fmt.Errorf("it has the part %q twice", entry.Name))
	case entry.Size < 0 || r.Size > 0 && entry.Size > r.Size-r.read:
		return errCorrupt(fmt.Errorf("its part %q should have %d bytes, but the rest of the file has %d", entry.Name, entry.Size,
			max(0, r.Size-r.read)))
	}
	if !contentPart.MatchString(entry.Name) {
		r.seen[entry.Name] = true
	}
	return checkRoom(r.folder, entry.Size)
}

// hasPart reports whether a part with the given name has been read from the archive.
func (r *folderRestore) hasPart(name string) bool {
	if !contentPart.MatchString(name) {
		return r.seen[name]
	}
	_, err := os.Lstat(filepath.Join(r.folder, filepath.FromSlash(name)))
	return err == nil || r.damaged[keyOf(name)]
}

// isSparse reports whether a part is a sparse file, in any of the forms of GNU tar
// (https://www.gnu.org/software/tar/manual/html_section/Sparse-Formats.html).
func isSparse(entry *tar.Header) bool {
	for name := range entry.PAXRecords {
		if strings.HasPrefix(name, "GNU.sparse.") {
			return true
		}
	}
	return entry.Typeflag == tar.TypeGNUSparse
}

// restorePart restores one part.
func (r *folderRestore) restorePart(entry *tar.Header) error {
	switch {
	case entry.Name == headName:
		return r.checkHead()
	case entry.Name == database:
		return r.restoreFile(entry, unfinished)
	case entry.Name == sealKey:
		return r.restoreFile(entry, sealKey)
	case entry.Name == lossesName:
		return r.readLossList(entry)
	case contentPart.MatchString(entry.Name):
		return r.restoreFile(entry, filepath.FromSlash(entry.Name))
	}
	return errCorrupt(fmt.Errorf("it has an unknown part %q", entry.Name))
}

func (r *folderRestore) checkHead() error {
	var stated head
	if err := r.readJSON(&stated); err != nil {
		return err
	}
	if stated.Format != format {
		return fault.Translatable(fault.Invalid, sentence.New("backup-other", "The backup was written by another version of "+
			"Lectern ({version}). Use that version.").
			With("version", stated.Version))
	}
	return nil
}

// checkTail compares the numbers and hashes in the tail of the archive with those of the restored parts.
func (r *folderRestore) checkTail() error {
	var stated tail
	if err := r.readJSON(&stated); err != nil {
		return err
	}
	if err := r.compare(stated, r.tail()); err != nil {
		return err
	}
	if !r.seen[database] {
		return errCorrupt(errors.New("it has no database"))
	}
	return nil
}

// compare returns an error if the number or the hashes of the parts differ from the values in the last part. It accepts
// differences if damaged content explains them. In that case it removes the temporary content, because damage to
// temporary content cannot be detected. The server creates that content again.
func (r *folderRestore) compare(stated, read tail) error {
	for _, name := range []string{database, sealKey, lossesName} {
		if stated.Records != nil && stated.Records[name] != read.Records[name] {
			return errCorrupt(fmt.Errorf("its part %q is damaged", name))
		}
	}
	switch {
	case stated.Parts == read.Parts && stated.SHA256 == read.SHA256:
		return nil
	case len(r.damaged) == 0 || stated.Records == nil: // without Records, the database may be damaged, too
		return errCorrupt(errors.New("it is damaged"))
	}
	return os.RemoveAll(filepath.Join(r.folder, contentName, "first"))
}

func (r *folderRestore) readJSON(target any) error {
	if err := json.NewDecoder(io.LimitReader(r.archive, maxHead)).Decode(target); err != nil {
		return errCorrupt(err)
	}
	return nil
}

// readLossList reads the list of losses.
func (r *folderRestore) readLossList(entry *tar.Header) error {
	if entry.Size > maxList {
		return errCorrupt(fmt.Errorf("its list of missing files has %d bytes, but at most %d are possible", entry.Size, maxList))
	}
	if err := readLosses(io.TeeReader(r.archive, r.partHasher.beginPart(entry.Name, entry.Size)),
		func(loss Loss) { r.losses = append(r.losses, loss) }); err != nil {
		return errCorrupt(err)
	}
	return nil
}

// errCorrupt returns the error for an archive that cannot be read. Only the log and the command line show the cause. If
// the cause is an error of the disk, errCorrupt returns the cause itself.
func errCorrupt(cause error) error {
	if _, disk := errors.AsType[*fs.PathError](cause); disk {
		return fmt.Errorf("restore: %w", cause)
	}
	return fmt.Errorf("%w (%w)", fault.Translatable(fault.Invalid, sentence.New("backup-damaged",
		"This is not a backup of Lectern, or it is damaged.")), cause)
}

// restoreFile writes a part to the disk, and hashes it.
func (r *folderRestore) restoreFile(entry *tar.Header, name string) error {
	target := filepath.Join(r.folder, name)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	own := sha256.New()
	_, err = io.Copy(io.MultiWriter(file, r.partHasher.beginPart(entry.Name, entry.Size), own), r.archive)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return errCorrupt(err)
	}
	if key := keyOf(entry.Name); !hasHash(key, own.Sum(nil)) {
		if r.damaged[key] = true; len(r.damaged) > maxDamaged {
			return errCorrupt(fmt.Errorf("more than %d of its files are damaged", maxDamaged))
		}
		return os.Remove(target)
	}
	return nil
}

// checkContent finds the content that the archive does not list as lost, but that is damaged in the archive, or that
// records need and the archive does not have. If the restore is partial, checkContent adds this content to the losses.
// Otherwise it returns a [LossError] with this content.
func (r *folderRestore) checkContent(ctx context.Context) (err error) {
	records, err := r.Records(ctx, filepath.Join(r.folder, unfinished))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	for _, loss := range r.losses {
		delete(r.damaged, loss.Key)
	}
	unlisted, err := r.unlisted(ctx, records)
	if err != nil || len(unlisted) == 0 {
		return err
	}
	if err := nameUsers(ctx, records, unlisted); err != nil {
		return err
	}
	if !r.Partial {
		return &LossError{unlisted}
	}
	r.losses = append(r.losses, unlisted...)
	return nil
}

// unlisted returns all damaged content, and all content that records need but that is neither in the archive nor in the
// archive's list of losses.
func (r *folderRestore) unlisted(ctx context.Context, records Records) (losses []Loss, err error) {
	known := make(map[string]bool, len(r.losses))
	for _, loss := range r.losses {
		known[loss.Key] = true
	}
	for key := range r.damaged {
		known[key] = true
		losses = append(losses, Loss{Key: key, Reason: Damaged})
	}
	err = records.VisitUsedContent(ctx, "", func(key string) error {
		if known[key] || !hashKey.MatchString(key) || r.hasPart(partOf(key)) {
			return nil
		}
		if len(known) >= maxLosses {
			return errTooManyLosses
		}
		known[key] = true
		losses = append(losses, Loss{Key: key, Reason: Missing})
		return nil
	})
	return losses, err
}
