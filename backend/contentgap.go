package backend

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"gocloud.dev/blob"

	"lectern/backend/document"
	"lectern/backend/internal/dial"
	"lectern/backend/library/bucket"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// lookForGap looks whether most files of documents are missing, as where a disk is not mounted, and logs what has changed
// since it looked last. It removes and refuses nothing: when the files are back, all is well.
func (s *Server) lookForGap(ctx context.Context) {
	before := s.docs.LastGap()
	gap, err := s.docs.LookForGap(ctx)
	switch {
	case err != nil:
		s.warn(ctx, "it is not known whether files of documents are missing", err)
	case gap.Missing > 0 && before.Missing == 0:
		s.log.WarnContext(ctx, "most files of documents are missing, and nothing is removed for that: if the disk or bucket that they lie on is not there, bring it back; "+
			"else restore a backup into another folder with 'lectern restore'",
			slog.Int("missing", gap.Missing), slog.Int("needed", gap.Needed), slog.String("place", s.contentPlace()))
	case gap.Missing == 0 && before.Missing > 0:
		s.log.InfoContext(ctx, "the files of documents are there again")
	}
}

// watchForGap looks for a gap until ctx ends, more often while there is one. It returns when a bucket has none, as a bucket
// may charge for each look.
func (s *Server) watchForGap(ctx context.Context) {
	for {
		interval := seldomUpkeep
		if s.docs.LastGap().Missing > 0 {
			interval = oftenUpkeep
		} else if s.config.Blobs != "" {
			return
		}
		pause(ctx, interval)
		if ctx.Err() != nil {
			return
		}
		s.lookForGap(ctx)
	}
}

// contentPlace names the folder or the kind of store in which the files of documents lie.
func (s *Server) contentPlace() string {
	if s.config.Blobs != "" {
		return "the bucket of --blobs"
	}
	return s.folder.content()
}

// wordGap tells what is missing, in words that tell no secret.
func wordGap(gap document.Gap) string {
	return fmt.Sprintf("Most files of documents are missing: %d of %d. If the disk or bucket that they lie on is not there, bring it back; "+
		"else restore a backup into another folder with 'lectern restore'.", gap.Missing, gap.Needed)
}

func mendGap() sentence.Sentence {
	return sentence.New("mend-gap", "if the disk or bucket that they lie on is not there, bring it back; else restore a backup into another folder with 'lectern restore'")
}

// sampleGap looks for some of the files of documents that the records of a configuration need, whether a server runs on
// it or not, and counts those of the missing ones that are set aside.
func (c Config) sampleGap(ctx context.Context) (gap document.Gap, aside int, err error) {
	folder := cmp.Or(c.Data, DefaultData())
	var asides atomic.Int64
	err = store.PeekUsedContent(ctx, c.database(folder), func(records document.VisitContent) error {
		exists := func(_ context.Context, key string) (bool, error) {
			there := isThere(filepath.Join(folder, contentDir, filepath.FromSlash(key)))
			if !there && isSetAside(folder, key) {
				asides.Add(1)
			}
			return there, nil
		}
		if c.Blobs != "" {
			from, err := bucket.Open(ctx, c.Blobs, new(dial.Line), slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			defer func(from *blob.Bucket) { _ = from.Close() }(from) // which was only read
			exists = from.Exists
		}
		gap, err = document.SampleGap(ctx, records, exists)
		return err
	})
	return gap, int(asides.Load()), err
}

// isSetAside reports whether the file of a key is in the folder of any day below set-aside.
func isSetAside(data, key string) bool {
	days, _ := os.ReadDir(SetAsideFolder(data)) // of which there may be none
	return slices.ContainsFunc(days, func(day os.DirEntry) bool {
		return isThere(filepath.Join(SetAsideFolder(data), day.Name(), filepath.FromSlash(key)))
	})
}
