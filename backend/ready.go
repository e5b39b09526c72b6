package backend

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lectern/backend/document"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// readyTime is how long the database and the store may take to answer whether they are there: a balancer does not wait
// for long.
const readyTime = 3 * time.Second

// hindrance says why the server cannot do its work, in words that go behind a colon and tell no secret; nothing where it can.
func (s *Server) hindrance(ctx context.Context) string {
	if s.draining.Load() {
		return "it is ending"
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if err := s.db.Ping(ctx); err != nil {
		return wordDatabase(err)
	}
	if err := s.content.Reachable(ctx); err != nil {
		return wordStore(err)
	}
	if s.folder.checkRoom() != nil {
		return "its disk is full"
	}
	return ""
}

// warnings returns what is wrong with the library although the server can do its work, in words that tell no secret: one
// that lacks some files is not to be taken out of a balancer, as it serves all others.
func (s *Server) warnings(ctx context.Context) []string {
	if s.db.IsReplaced() {
		return append([]string{wordReplaced}, s.contentWarnings(ctx)...)
	}
	return s.contentWarnings(ctx)
}

// wordReplaced warns of a database that is lost when the server stops.
const wordReplaced = "The file of the database was removed or replaced while the server has it open, and is lost when the server stops. " +
	"Run 'lectern backup' before you stop it, and restore that backup into another folder."

func (s *Server) contentWarnings(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	if gap := s.docs.LastGap(); gap.Missing > 0 {
		return []string{wordGap(gap)}
	}
	counts, err := s.docs.CountFaults(ctx)
	if err != nil {
		return []string{"The database did not say whether files of the library are missing or damaged."}
	}
	files := counts[document.Missing] + counts[document.Damaged]
	if files == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Files of the library that are missing or damaged: %d. Run 'lectern doctor' or look into the log for their documents.", files)}
}

func wordDatabase(err error) string {
	switch {
	case errors.Is(err, store.ErrOutdated):
		return "a newer Lectern has changed the tables of its library: start that one here, too"
	case errors.Is(err, store.ErrStalled):
		return "its database takes nothing in"
	case errors.Is(err, store.ErrReadOnly):
		return "its database can only be read"
	case store.Refuses(err):
		return "its database does not let it in"
	}
	return "its database does not answer"
}

func wordStore(err error) string {
	switch {
	case errors.Is(err, document.ErrBucketGone):
		return "the bucket of its documents is gone"
	case bucket.Refuses(err):
		return "the store of its documents does not let it in"
	}
	return "the store of its documents does not answer"
}
