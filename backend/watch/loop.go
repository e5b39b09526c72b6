package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"time"

	"lectern/backend/sentence"
)

// mostReturns is how often the same file may come back after it was moved away, until that is taken for a loop.
const mostReturns = 5

// mostJourneys bounds how many moved files are remembered.
const mostJourneys = 10_000

// soon is how long after its move a changed file with the same bytes counts as the one that was moved. One that has not
// changed always does.
const soon = 10 * time.Minute

// journey is where a file was moved to last, and how often it has come back from there.
type journey struct {
	target  string
	mark    Mark
	at      time.Time
	returns int
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
	if a.Mark != j.mark && time.Since(j.at) > soon {
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

// noteJourney remembers where a file was moved to.
func (v *vigil) noteJourney(a *Arrival, target string) {
	if len(v.journeys) >= mostJourneys {
		clear(v.journeys)
	}
	v.journeys[a.Content] = journey{target, a.Mark, time.Now(), v.journeys[a.Content].returns}
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
