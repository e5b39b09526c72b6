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

// MarkFile is the name of the file beside the database that identifies the library of the folder.
const MarkFile = "library.json"

// Mark identifies the library of a database, and how recent the database is. Each durable transaction increments the
// counter in the database, and then in a file beside it. If the counter in the database is smaller than the one in the
// file, an older copy of the database has been put into the folder.
type Mark struct {
	Library string `json:"library"`
	Counter int64  `json:"counter"`
}

// text returns the text of the mark file. It has the same length for all marks of a library, so that a new mark
// completely overwrites the old one.
func (m Mark) text() []byte {
	return fmt.Appendf(nil, "{\"library\":%q,\"counter\":%20d}\n", m.Library, m.Counter)
}

// ReadMark reads the mark in a folder. The result found is false if no server of this version has run, or if the file
// is damaged, for example after a loss of power.
func ReadMark(folder string) (m Mark, found bool, err error) {
	text, err := disk.ReadRegular(filepath.Join(folder, MarkFile))
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, false, fmt.Errorf("read the mark of the library: %w", err)
	}
	found = json.Unmarshal(text, &m) == nil && m.Library != ""
	return m, found, nil
}

// OpenMark opens the mark file. It must be called within a transaction; the mark is written after that transaction.
func (s *Database) OpenMark() (err error) {
	if s.mark != nil {
		return nil
	}
	s.mark, err = os.OpenFile(filepath.Join(filepath.Dir(s.Path), MarkFile), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, privateMode)
	if err != nil {
		return fmt.Errorf("keep the counter of the library: %w", err)
	}
	return nil
}

// countTransaction increments the transaction counter in the database, and returns the new mark.
func countTransaction(ctx context.Context, tx *sql.Tx) (m Mark, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE library SET counter = counter + 1 RETURNING id, counter`).Scan(&m.Library, &m.Counter)
	if err != nil {
		return m, fmt.Errorf("count transaction: %w", err)
	}
	return m, nil
}

// writeMark overwrites the mark after a transaction. It ignores errors, for example on a full disk, and does not wait
// until the mark is on disk: an older mark in the file does no harm, while a mark that is ahead of the database would.
func (s *Database) writeMark(m Mark) {
	if s.mark == nil {
		return
	}
	if _, err := s.mark.WriteAt(m.text(), 0); err != nil {
		s.log.Debug("the counter of the library is not written", "error", err)
	}
}
