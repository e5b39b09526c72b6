package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"

	"lectern/backend/sentence"
)

// mostReturns is how often the same file may come back after it was moved away, until that is taken for a loop.
const mostReturns = 5

// mostJourneys bounds how many moved files are remembered.
const mostJourneys = 10_000

// freight is what a file that was moved is recognised by.
type freight struct {
	content string // key of its bytes
	mark    Mark
}

// journey is where a file was moved to last, and how often it has come back from there.
type journey struct {
	target  string
	returns int
}

// checkReturn refuses to move a file that something moves back each time: a [loopError].
func (v *vigil) checkReturn(a *Arrival) error {
	key := freight{a.Content, a.Mark}
	j, known := v.journeys[key]
	if !known {
		return nil
	}
	if _, err := os.Lstat(j.target); !errors.Is(err, fs.ErrNotExist) {
		return nil // this is another copy
	}
	j.returns++
	v.journeys[key] = j
	if j.returns < mostReturns {
		return nil
	}
	delete(v.journeys, key)
	return loopError{sentence.New("folder-returns",
		"The folder is paused: {name} has come back {count} times after it was moved to {path}. Stop what moves it back, then resume.").
		With("name", path.Base(a.Path)).With("count", mostReturns).With("path", j.target)}
}

// noteJourney remembers where a file was moved to.
func (v *vigil) noteJourney(a *Arrival, target string) {
	if len(v.journeys) >= mostJourneys {
		clear(v.journeys)
	}
	key := freight{a.Content, a.Mark}
	v.journeys[key] = journey{target, v.journeys[key].returns}
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
