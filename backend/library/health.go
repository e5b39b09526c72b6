package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lectern/backend/document/content"
	"lectern/backend/library/bucket"
	"lectern/backend/store/postgres"
)

// readyTime is the time limit for checking the database and the content. It is short, because load balancers do not
// wait long.
const readyTime = 3 * time.Second

// Hindrance returns why the library cannot be used, or "". The words continue a sentence after a colon, and contain no
// confidential details.
func (l *Library) Hindrance(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if err := l.DB.Ping(ctx); err != nil {
		return wordDatabase(err)
	}
	if err := l.Content.Reachable(ctx); err != nil {
		return wordStore(err)
	}
	if l.Folder.checkRoom() != nil {
		return "its disk is full"
	}
	return ""
}

// Warnings returns sentences about problems of a library that can still be used. A server that lacks some files serves
// all others, so a load balancer need not remove it. The sentences contain no confidential details.
func (l *Library) Warnings(ctx context.Context) []string {
	if l.DB.IsReplaced() {
		return append([]string{wordReplaced}, l.contentWarnings(ctx)...)
	}
	return l.contentWarnings(ctx)
}

// wordReplaced is the warning for a database that is lost when the server stops.
const wordReplaced = "The file of the database was removed or replaced while the server has it open, and is lost when the server stops. " +
	"Run 'lectern backup' before you stop it, and restore that backup into another folder."

func (l *Library) contentWarnings(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if gap := l.Checker.LastMissing(); gap.Missing > 0 {
		return []string{wordGap(gap)}
	}
	counts, err := l.Checker.CountFaults(ctx)
	if err != nil {
		return []string{"The database did not say whether files of the library are missing or damaged."}
	}
	files := counts[content.Missing] + counts[content.Damaged]
	if files == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Files of the library that are missing or damaged: %d. Run 'lectern doctor' or look into the log for "+
		"their documents.", files)}
}

func wordDatabase(err error) string {
	switch {
	case errors.Is(err, postgres.ErrOutdated):
		return "a newer Lectern has changed the tables of its library: start that one here, too"
	case errors.Is(err, postgres.ErrStalled):
		return "its database takes nothing in"
	case errors.Is(err, postgres.ErrReadOnly):
		return "its database can only be read"
	case postgres.Refuses(err):
		return "its database does not let it in"
	}
	return "its database does not answer"
}

func wordStore(err error) string {
	switch {
	case errors.Is(err, content.ErrBucketGone):
		return "the bucket of its documents is gone"
	case bucket.Refuses(err):
		return "the store of its documents does not let it in"
	}
	return "the store of its documents does not answer"
}
