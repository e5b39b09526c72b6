package library

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"gocloud.dev/blob"

	"lectern/backend/document/content"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/retry"
	"lectern/backend/library/bucket"
	"lectern/backend/sentence"
	"lectern/backend/store"
)

// CheckGap checks whether most files of documents are missing, for example because a disk is not mounted. It logs when
// the result differs from that of the previous check. It does not change the library, so the server works again as soon
// as the files are available again.
func (l *Library) CheckGap(ctx context.Context) {
	before := l.Checker.LastMissing()
	gap, err := l.Checker.CheckMissing(ctx)
	switch {
	case err != nil:
		l.warn(ctx, "could not determine whether files of documents are missing", err)
	case gap.Missing > 0 && before.Missing == 0:
		l.config.Log.WarnContext(ctx, "most files of documents are missing, so nothing is removed: if their disk or bucket is not "+
			"available, connect it again; otherwise restore a backup into another folder with 'lectern restore'",
			slog.Int("missing", gap.Missing), slog.Int("needed", gap.Needed), slog.String("place", l.contentPlace()))
	case gap.Missing == 0 && before.Missing > 0:
		l.config.Log.InfoContext(ctx, "the files of documents are available again")
	}
}

// Intervals between two checks for a gap, which means that most files of documents are missing. oftenGapCheck applies
// while there is a gap, and seldomGapCheck at all other times.
const (
	seldomGapCheck = 10 * time.Minute
	oftenGapCheck  = time.Minute
)

// WatchGap calls CheckGap regularly until ctx ends. If the content is in a bucket, it returns as soon as there is no
// gap, because requests to a bucket may cost money.
func (l *Library) WatchGap(ctx context.Context) {
	for {
		interval := seldomGapCheck
		if l.Checker.LastMissing().Missing > 0 {
			interval = oftenGapCheck
		} else if l.config.Blobs != "" {
			return
		}
		retry.Sleep(ctx, interval)
		if ctx.Err() != nil {
			return
		}
		l.CheckGap(ctx)
	}
}

// contentPlace returns a name for the location of the content, for the log.
func (l *Library) contentPlace() string {
	if l.config.Blobs != "" {
		return "the bucket of --blobs"
	}
	return l.Folder.content()
}

// describeGap returns a sentence that states how many files are missing. The sentence contains no confidential details.
func describeGap(gap content.MissingShare) string {
	return fmt.Sprintf("Most files of documents are missing: %d of %d. If their disk or bucket is not available, connect it "+
		"again. Otherwise restore a backup into another folder with 'lectern restore'.", gap.Missing, gap.Needed)
}

// gapAdvice returns the advice for users when most files of documents are missing.
func gapAdvice() sentence.Sentence {
	return sentence.New("mend-gap", "if their disk or bucket is not available, connect it again; otherwise restore a backup into "+
		"another folder with 'lectern restore'")
}

// sampleGap checks a sample of the files that the records of documents need. It works with and without a running
// server. The result setAside is the number of missing files of the sample that are in folders of set-aside files.
func (at Place) sampleGap(ctx context.Context) (gap content.MissingShare, setAside int, err error) {
	var asides atomic.Int64
	err = store.PeekUsedContent(ctx, at.database(), func(records content.VisitKeys) error {
		exists := func(_ context.Context, key string) (bool, error) {
			there := pathExists(filepath.Join(at.Data, contentDir, filepath.FromSlash(key)))
			if !there && isSetAside(at.Data, key) {
				asides.Add(1)
			}
			return there, nil
		}
		if at.Blobs != "" {
			from, err := bucket.Open(ctx, at.Blobs, new(dial.Line), slog.New(slog.DiscardHandler))
			if err != nil {
				return err
			}
			defer func(from *blob.Bucket) { _ = from.Close() }(from) // an error has no consequence after reading
			exists = from.Exists
		}
		gap, err = content.SampleMissing(ctx, records, exists)
		return err
	})
	return gap, int(asides.Load()), err
}

// isSetAside reports whether the file with the given key is in a folder of set-aside files. There is one such folder
// for each day.
func isSetAside(data, key string) bool {
	days, _ := os.ReadDir(SetAsideFolder(data)) // if the folder cannot be read, nothing is set aside
	return slices.ContainsFunc(days, func(day os.DirEntry) bool {
		return pathExists(filepath.Join(SetAsideFolder(data), day.Name(), filepath.FromSlash(key)))
	})
}
