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

// maxReturns is how often the same file may come back after it was moved away, until that is taken for a loop.
const maxReturns = 5

// maxMoves bounds how many moved files are remembered.
const maxMoves = 10_000

// returnWindow is how long after its move a changed file with the same name and bytes counts as the one that was moved. One that
// has not changed, and the moved file itself, always do.
const returnWindow = time.Minute

// pastMove is where a file was moved to last, and how often it has come back from there.
type pastMove struct {
	path    string // where it was taken from, below the watched folder
	target  string
	mark    Mark
	birth   birth
	at      time.Time
	returns int
}

// birth is what a file keeps when its name, its times and its bytes change. The zero value is of an unknown file.
type birth struct {
	identity
	nanoseconds int64 // since 1970: a new file may get the identity of one that was removed
}

// isReturn reports whether a file with the bytes of the one that was moved is that one. Other files may have the same
// bytes: forms, blank scans, probes.
func (j pastMove) isReturn(a *Arrival, itself birth) bool {
	if a.Mark == j.mark || itself != (birth{}) && itself == j.birth {
		return true
	}
	isNamed := a.Path == j.path || a.Path == path.Join(path.Dir(j.path), filepath.Base(j.target))
	return isNamed && time.Since(j.at) <= returnWindow
}

// checkReturn refuses to move a file that something moves back each time: a [loopError].
func (m *mover) checkReturn(a *Arrival) error {
	j, known := m.moves[a.Content]
	if !known {
		return nil
	}
	if _, err := os.Lstat(j.target); !errors.Is(err, fs.ErrNotExist) {
		return nil // this is another copy
	}
	if !j.isReturn(a, m.birthOf(a)) {
		delete(m.moves, a.Content) // the same bytes have come anew
		return nil
	}
	j.returns++
	m.moves[a.Content] = j
	if j.returns < maxReturns {
		return nil
	}
	delete(m.moves, a.Content)
	return loopError{sentence.New("folder-returns",
		"The folder is paused: {name} has come back {count} times after it was moved to {path}. Stop what moves it back, then resume.").
		With("name", path.Base(a.Path)).With("count", maxReturns).With("path", j.target)}
}

// rememberMove remembers where a file was moved to. It was itself before: a consumer may have taken it from there by now.
func (m *mover) rememberMove(a *Arrival, itself birth, target string) {
	if len(m.moves) >= maxMoves {
		clear(m.moves)
	}
	m.moves[a.Content] = pastMove{a.Path, target, a.Mark, itself, time.Now(), m.moves[a.Content].returns}
}

// birthOf returns what the file of an arrival keeps.
func (m *mover) birthOf(a *Arrival) birth {
	from, err := m.openPlace(a.Path)
	if err != nil {
		return birth{}
	}
	defer from.close()
	return from.birth()
}

// pauseLoop pauses the folder whose originals would be moved again and again, and reports that once.
func (r *runner) pauseLoop(ctx context.Context, loop loopError) {
	settings := r.folder.Settings
	settings.Paused = true
	err := r.store.SaveFolderSettings(ctx, r.folder.ID, settings)
	r.log.WarnContext(ctx, "a folder is paused, as its originals would be moved again and again", "folder", r.folder.ID,
		slog.String("reason", loop.Error()), slog.Any("error", err))
	r.updateStatus(func() {
		r.diskFull, r.blocked, r.blockedByFullDisk, r.condition = "", "", false, Condition{Paused, loop.message.Keep()}
	})
}
