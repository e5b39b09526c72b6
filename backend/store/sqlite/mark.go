package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lectern/backend/internal/disk"
)

// MarkFile is the file beside a database in a file that says which library the folder has, and how far that has got.
const MarkFile = "library.json"

// Mark says which library a database has. Its counter grows with every transaction that must not be lost, in the
// database first: one with a smaller counter than the file beside it is older than the folder.
type Mark struct {
	Library string `json:"library"`
	Counter int64  `json:"counter"`
}

// Text returns the mark as its file has it. All marks of a library have the same length, so that one overwrites the
// other in place.
func (m Mark) text() []byte {
	return fmt.Appendf(nil, "{\"library\":%q,\"counter\":%20d}\n", m.Library, m.Counter)
}

// ReadMark reads the mark in a folder. There is none where no server of this version has run, and none that counts where
// it cannot be understood, as after a loss of power.
func ReadMark(folder string) (m Mark, there bool, err error) {
	text, err := disk.ReadRegular(filepath.Join(folder, MarkFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, fmt.Errorf("read the mark of the library: %w", err)
	}
	there = json.Unmarshal(text, &m) == nil && m.Library != ""
	return m, there, nil
}

// OpenMark opens the file of the mark, which is written with the transaction that is under way.
func (s *Database) OpenMark() (err error) {
	if s.mark != nil {
		return nil
	}
	s.mark, err = os.OpenFile(filepath.Join(filepath.Dir(s.Path), MarkFile), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, private)
	if err != nil {
		return fmt.Errorf("keep the counter of the library: %w", err)
	}
	return nil
}

// countTransaction counts a transaction, and returns the mark from then on.
func countTransaction(ctx context.Context, tx *sql.Tx) (m Mark, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE library SET counter = counter + 1 RETURNING id, counter`).Scan(&m.Library, &m.Counter)
	if err != nil {
		return m, fmt.Errorf("count transaction: %w", err)
	}
	return m, nil
}

// writeMark overwrites the mark after a transaction. A mark that is not written, as on a full disk, is one of before,
// which does no harm. It need not be on the disk either: it must only never be ahead of the database.
func (s *Database) writeMark(m Mark) {
	if s.mark == nil {
		return
	}
	if _, err := s.mark.WriteAt(m.text(), 0); err != nil {
		s.log.Debug("the counter of the library is not written", "error", err)
	}
}
