package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"
	"time"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"
)

// foldersAtOnce is how many folders are read at the same time.
const foldersAtOnce = 4

// Inventory is the result of comparing the stored content with the records.
type Inventory struct {
	needed     int            // number of keys of complete content that records need, whether or not the file exists
	knownCount int            // number of complete content files that records need
	unknown    []unneededFile // complete content files that no record needs
	leftovers  []string       // keys of half-written files, and of first pages that nothing shows
	foreign    []string       // keys of files whose names this package does not create
	newestTime time.Time      // when the newest complete content file was written

	mu sync.Mutex
}

// unneededFile is a complete content file that no record needs.
type unneededFile struct {
	key     string
	written time.Time
}

// minUnknown is the minimum number of files without a record for the conclusion that the content belongs to another
// database. In addition, there must be more files without a record than files with a record.
const minUnknown = 3

// unrecordedTime is the maximum time by which a recent file is older than the newest file. A recent file may lack a
// record because a server was killed before it stored the record.
const unrecordedTime = time.Minute

// IsOfOtherDatabase reports whether the content probably belongs to another database. It also returns how many files
// have a record in this database and how many do not. If it is proven that this database was the last one used with the
// content, recent files without a record do not count.
func (s *Inventory) IsOfOtherDatabase(proven bool) (mismatch bool, known, unknown int) {
	for _, f := range s.unknown {
		if !proven || s.newestTime.Sub(f.written) > unrecordedTime {
			unknown++
		}
	}
	return unknown >= minUnknown && unknown > s.knownCount, s.knownCount, unknown
}

// CountUnknown returns the number of complete content files that no record needs.
func (s *Inventory) CountUnknown() int { return len(s.unknown) }

func (s *Inventory) unknownKeys() []string {
	keys := make([]string, len(s.unknown))
	for i, f := range s.unknown {
		keys[i] = f.key
	}
	return keys
}

// TakeInventory compares the content with the records. It changes nothing.
func (c *Cleaner) TakeInventory(ctx context.Context) (*Inventory, error) {
	inventory := new(Inventory)
	looking, ctx := errgroup.WithContext(ctx)
	looking.SetLimit(foldersAtOnce)
	for _, folder := range allFolders() {
		looking.Go(func() error { return c.addFolder(ctx, folder, inventory) })
	}
	return inventory, looking.Wait()
}

// addFolder adds the content of a folder to an inventory. Content that is held does not count as unknown.
func (c *Cleaner) addFolder(ctx context.Context, folder string, inventory *Inventory) error {
	used, err := c.records.ListUsedContent(ctx, folder)
	if err != nil {
		return err
	}
	inventory.addNeeded(used)
	return c.visitObjects(ctx, folder, func(object *blob.ListObject) error {
		if !used[object.Key] && c.content.holds.has(object.Key) {
			return nil
		}
		inventory.add(object.Key, object.ModTime, used[object.Key])
		return nil
	})
}

func (s *Inventory) addNeeded(used map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range used {
		if IsKey(key) {
			s.needed++
		}
	}
}

func (s *Inventory) add(key string, written time.Time, used bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch whole := IsKey(key); {
	case !whole && !used && isOwnName(key):
		s.leftovers = append(s.leftovers, key)
		return
	case !whole && !used:
		s.foreign = append(s.foreign, key)
		return
	case !whole:
		return
	case used:
		s.knownCount++
	default:
		s.unknown = append(s.unknown, unneededFile{key, written})
	}
	if written.After(s.newestTime) {
		s.newestTime = written
	}
}

// ownNames matches the names of first pages, and of temporary files that fileblob and [copyFile] create.
var ownNames = regexp.MustCompile(`^first/|^[0-9a-f]{2}/[0-9a-f]{62}\.([0-9a-f]+\.tmp|part)$`)

// isOwnName reports whether a key that is not a hash is a name that this package creates.
func isOwnName(key string) bool { return ownNames.MatchString(key) }

// allFolders returns the folders of all content. Content is listed folder by folder, because fileblob walks all files
// below the listed folder again for every thousand keys. The used keys of a folder are read with one database query.
func allFolders() []string { return append(blobFolders(), FirstPages) }

// blobFolders returns the folders that contain complete content.
func blobFolders() (folders []string) {
	for first := range 256 {
		folders = append(folders, fmt.Sprintf("%02x/", first))
	}
	return folders
}

// visitObjects calls visit for every object in a folder, including incomplete files. Visit may remove the object.
func (c *Cleaner) visitObjects(ctx context.Context, folder string, visit func(*blob.ListObject) error) error {
	for list := c.content.objects.bucket.List(&blob.ListOptions{Prefix: folder}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return c.content.wrapUnavailable(ctx, fmt.Errorf("list content: %w", err))
		}
		if err := visit(object); err != nil {
			return err
		}
	}
}
