package store

import (
	"context"
	"fmt"
	"lectern/backend/store/sqlite"
	"log/slog"
	"maps"
	"slices"
)

// Snapshot writes the database at a path as it is now to a new file, while others may go on
// writing, and gives the keys of the content that it needs, sorted. Only the copy is brought to
// the newest migration: the database is left as it is. The error is a [SchemaError], or wraps [ErrDamaged], where no restore
// would accept the copy.
func Snapshot(ctx context.Context, from, to string, log *slog.Logger) (keys []string, err error) {
	if err := sqlite.Copy(ctx, from, to); err != nil {
		return nil, sqlite.AsDamaged(wordNoSpace(fmt.Errorf("copy database: %w", err)))
	}
	copied, err := OpenCopy(ctx, to, log)
	if err != nil {
		return nil, sqlite.AsDamaged(fmt.Errorf("open copy of the database: %w", err))
	}
	used, err := copied.Contents.ListUsedContent(ctx, "")
	if closed := copied.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = sqlite.CheckRestorable(ctx, to)
	}
	if err != nil {
		return nil, sqlite.AsDamaged(err)
	}
	delete(used, "") // of documents that are not fetched or converted yet
	return slices.Sorted(maps.Keys(used)), nil
}
