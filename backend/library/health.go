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

// WhyNotReady returns the reason why the library cannot be used, or "" if it can be used. The text is a clause that can
// follow a colon, and contains no confidential details.
func (l *Library) WhyNotReady(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if err := l.DB.Ping(ctx); err != nil {
		return describeDatabaseError(err)
	}
	if err := l.Content.CheckReachable(ctx); err != nil {
		return describeStorageError(err)
	}
	if l.Folder.checkRoom() != nil {
		return "its disk is full"
	}
	return ""
}

// Warnings returns sentences about problems with which the library can still be used. For example, a server that lacks
// some files serves all other files, so a load balancer need not remove this server. The sentences contain no
// confidential details.
func (l *Library) Warnings(ctx context.Context) []string {
	if l.DB.IsReplaced() {
		return append([]string{warningReplaced}, l.contentWarnings(ctx)...)
	}
	return l.contentWarnings(ctx)
}

// warningReplaced is the warning that the database file was replaced or removed while the server uses it. The data in
// the database is lost when the server stops.
const warningReplaced = "The database file was removed or replaced while the server uses it, and will be lost when the server " +
	"stops. Run 'lectern backup' before you stop the server, and restore that backup into another folder."

func (l *Library) contentWarnings(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if gap := l.Checker.LastMissing(); gap.Missing > 0 {
		return []string{describeGap(gap)}
	}
	counts, err := l.Checker.CountFaults(ctx)
	if err != nil {
		return []string{"The database could not be asked for missing or damaged files of the library."}
	}
	files := counts[content.Missing] + counts[content.Damaged]
	if files == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Missing or damaged files of the library: %d. Run 'lectern doctor', or find their documents in "+
		"the log.", files)}
}

func describeDatabaseError(err error) string {
	switch {
	case errors.Is(err, postgres.ErrOutdated):
		return "a newer Lectern has changed the tables of its database: use the newer version here as well"
	case errors.Is(err, postgres.ErrStalled):
		return "its database accepts no changes"
	case errors.Is(err, postgres.ErrReadOnly):
		return "its database is read-only"
	case postgres.Refuses(err):
		return "its database denies access"
	}
	return "its database does not respond"
}

func describeStorageError(err error) string {
	switch {
	case errors.Is(err, content.ErrBucketGone):
		return "the bucket of its documents is gone"
	case bucket.Refuses(err):
		return "the storage of its documents denies access"
	}
	return "the storage of its documents does not respond"
}
