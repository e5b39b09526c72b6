package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"time"

	"lectern/backend/sentence"
)

// maxReturns is the maximum number of times that a file may come back after it was moved away. More returns count as a
// loop.
const maxReturns = 5

// maxMoves is the maximum number of moved files that are remembered.
const maxMoves = 10_000

// returnWindow is the time after a move during which a file with the same name and content counts as the moved file
// that has come back. After that time, a file with the same content counts only if it has the same size and
// modification time, or the same inode and creation time.
const returnWindow = time.Minute

// lastMove is the last move of a file, and the number of times that the file has come back.
type lastMove struct {
	path    string // path of the file relative to the watched folder
	target  string
	mark    Mark
	birth   birth
	at      time.Time
	returns int
}

// birth identifies a file by its inode and creation time, even if its name, modification time and content change. The
// zero value means unknown.
type birth struct {
	identity
	nanoseconds int64 // creation time since 1970, because a new file may get the inode of a removed one
}

// isReturn reports whether a file is a moved file that has come back. The caller has found that both have the same
// content. Other files may have that content, too, for example forms, blank scans and test files.
func (j lastMove) isReturn(a *Arrival, itself birth) bool {
	if a.Mark == j.mark || itself != (birth{}) && itself == j.birth {
		return true
	}
	isNamed := a.Path == j.path || a.Path == path.Join(path.Dir(j.path), filepath.Base(j.target))
	return isNamed && time.Since(j.at) <= returnWindow
}

// checkReturn returns a [loopError] if something moves a file back each time that it is moved away.
func (m *mover) checkReturn(a *Arrival) error {
	j, known := m.moves[a.Content]
	if !known {
		return nil
	}
	if _, err := os.Lstat(j.target); !errors.Is(err, fs.ErrNotExist) {
		return nil // the moved file is still at its target, so this is another file
	}
	if !j.isReturn(a, m.birthOf(a)) {
		delete(m.moves, a.Content) // another file with the same bytes
		return nil
	}
	j.returns++
	m.moves[a.Content] = j
	if j.returns < maxReturns {
		return nil
	}
	delete(m.moves, a.Content)
	return loopError{sentence.New("folder-returns",
		"The folder is paused: {name} has returned {count} times after it was moved to {path}. Stop the program that moves it "+
			"back, then resume the folder.").
		With("name", path.Base(a.Path)).With("count", maxReturns).With("path", j.target)}
}

// rememberMove remembers a move. The caller has determined the identity of the file before the move, because another
// program may have removed the file from the target since then.
func (m *mover) rememberMove(a *Arrival, itself birth, target string) {
	if len(m.moves) >= maxMoves {
		clear(m.moves)
	}
	m.moves[a.Content] = lastMove{a.Path, target, a.Mark, itself, time.Now(), m.moves[a.Content].returns}
}

// birthOf returns the identity and creation time of an arrival's file, or the zero value if they are unknown.
func (m *mover) birthOf(a *Arrival) birth {
	from, err := m.openPlace(a.Path)
	if err != nil {
		return birth{}
	}
	defer from.close()
	return from.birth()
}

// pauseLoop pauses a folder whose originals would be moved again and again, and logs that once.
func (r *runner) pauseLoop(ctx context.Context, loop loopError) {
	settings := r.folder.Settings
	settings.Paused = true
	err := r.store.SaveFolderSettings(ctx, r.folder.ID, settings)
	r.log.WarnContext(ctx, "folder paused because its originals would be moved in a loop", "folder", r.folder.ID,
		slog.String("reason", loop.Error()), slog.Any("error", err))
	r.updateStatus(func() {
		r.diskFull, r.blocked, r.blockedByFullDisk, r.condition = "", "", false, Condition{Paused, loop.message.Encode()}
	})
}
