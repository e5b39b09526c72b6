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

// mostReturns is how often the same file may come back after it was moved away, until that is taken for a loop.
const mostReturns = 5

// mostJourneys bounds how many moved files are remembered.
const mostJourneys = 10_000

// soon is how long after its move a changed file with the same name and bytes counts as the one that was moved. One that
// has not changed, and the moved file itself, always do.
const soon = time.Minute

// journey is where a file was moved to last, and how often it has come back from there.
type journey struct {
	path    string // where it was taken from, below the watched folder
	target  string
	mark    Mark
	itself  birth
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
func (j journey) isReturn(a *Arrival, itself birth) bool {
	if a.Mark == j.mark || itself != (birth{}) && itself == j.itself {
		return true
	}
	isNamed := a.Path == j.path || a.Path == path.Join(path.Dir(j.path), filepath.Base(j.target))
	return isNamed && time.Since(j.at) <= soon
}

// checkReturn refuses to move a file that something moves back each time: a [loopError].
func (v *vigil) checkReturn(a *Arrival) error {
	j, known := v.journeys[a.Content]
	if !known {
		return nil
	}
	if _, err := os.Lstat(j.target); !errors.Is(err, fs.ErrNotExist) {
		return nil // this is another copy
	}
	if !j.isReturn(a, v.birthOf(a)) {
		delete(v.journeys, a.Content) // the same bytes have come anew
		return nil
	}
	j.returns++
	v.journeys[a.Content] = j
	if j.returns < mostReturns {
		return nil
	}
	delete(v.journeys, a.Content)
	return loopError{sentence.New("folder-returns",
		"The folder is paused: {name} has come back {count} times after it was moved to {path}. Stop what moves it back, then resume.").
		With("name", path.Base(a.Path)).With("count", mostReturns).With("path", j.target)}
}

// noteJourney remembers where a file was moved to. It was itself before: a consumer may have taken it from there by now.
func (v *vigil) noteJourney(a *Arrival, itself birth, target string) {
	if len(v.journeys) >= mostJourneys {
		clear(v.journeys)
	}
	v.journeys[a.Content] = journey{a.Path, target, a.Mark, itself, time.Now(), v.journeys[a.Content].returns}
}

// birthOf returns what the file of an arrival keeps.
func (v *vigil) birthOf(a *Arrival) birth {
	from, err := v.placeOf(a.Path)
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
	r.tell(func() { r.full, r.stuck, r.stuckFull, r.condition = "", "", false, Condition{Paused, loop.said.Keep()} })
}
