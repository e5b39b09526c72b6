package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// sweepers is how many folders are looked through at once: one waits for the disk while another one computes.
const sweepers = 4

// Stock is the content that there is, compared with what records need.
type Stock struct {
	needed  int       // keys of whole content that records need, whether there is a file or not
	known   int       // files of whole content that records need
	unknown []stray   // files of whole content that no record needs
	left    []string  // keys of half-written files, and of first pages that nothing shows
	foreign []string  // keys of files that have names which the content does not give
	newest  time.Time // when the newest file of whole content was written

	mu sync.Mutex
}

// stray is a file of whole content that no record needs.
type stray struct {
	key     string
	written time.Time
}

// What makes a database one that does not know its content: so many files, at least, that it does not need, and more
// of them than of those that it needs.
const leastUnknown = 3

// onItsWay is how long before the newest file others may have been written of which a killed server had no record yet.
const onItsWay = time.Minute

// Unaware reports whether the records are probably not those that belong to the content, and how many files they need
// and do not need. Where the database is proven to be the last that was used with this content, files do not count that
// were on their way into a record.
func (s *Stock) Unaware(proven bool) (unaware bool, known, unknown int) {
	for _, f := range s.unknown {
		if !proven || s.newest.Sub(f.written) > onItsWay {
			unknown++
		}
	}
	return unknown >= leastUnknown && unknown > s.known, s.known, unknown
}

// CountUnknown returns how many files of whole content no record needs.
func (s *Stock) CountUnknown() int { return len(s.unknown) }

func (s *Stock) unknownKeys() []string {
	keys := make([]string, len(s.unknown))
	for i, f := range s.unknown {
		keys[i] = f.key
	}
	return keys
}

// TakeStock compares the content with the records. It changes nothing.
func (s *Service) TakeStock(ctx context.Context) (*Stock, error) {
	stock := new(Stock)
	looking, ctx := errgroup.WithContext(ctx)
	looking.SetLimit(sweepers)
	for _, folder := range contentFolders() {
		looking.Go(func() error { return s.takeStockOf(ctx, folder, stock) })
	}
	return stock, looking.Wait()
}

// takeStockOf adds a folder to the stock. What somebody is about to record is not unknown.
func (s *Service) takeStockOf(ctx context.Context, folder string, stock *Stock) error {
	used, err := s.store.ListUsedContent(ctx, folder)
	if err != nil {
		return err
	}
	stock.need(used)
	return s.content.eachObject(ctx, folder, func(object *blob.ListObject) error {
		if !used[object.Key] && s.content.holds(object.Key) {
			return nil
		}
		stock.add(object.Key, object.ModTime, used[object.Key])
		return nil
	})
}

func (s *Stock) need(used map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range used {
		if IsContentKey(key) {
			s.needed++
		}
	}
}

func (s *Stock) add(key string, written time.Time, used bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch whole := IsContentKey(key); {
	case !whole && !used && isOwnName(key):
		s.left = append(s.left, key)
		return
	case !whole && !used:
		s.foreign = append(s.foreign, key)
		return
	case !whole:
		return
	case used:
		s.known++
	default:
		s.unknown = append(s.unknown, stray{key, written})
	}
	if written.After(s.newest) {
		s.newest = written
	}
}

// ownNames matches the names of first pages, and those under which a bucket of files and [copyFile] write.
var ownNames = regexp.MustCompile(`^first/|^[0-9a-f]{2}/[0-9a-f]{62}\.([0-9a-f]+\.tmp|part)$`)

// isOwnName reports whether a key that is not one of whole content is one that the content gives.
func isOwnName(key string) bool { return ownNames.MatchString(key) }

// Sweep removes half-written files, first pages of documents that have long been converted, and what was known of PDFs
// that nothing needs. Whole content that no record needs is set aside, and so are files that somebody else has put there.
// It runs before anything is taken in.
func (s *Service) Sweep(ctx context.Context, stock *Stock) error {
	if err := s.store.ForgetPDFs(ctx); err != nil {
		return err
	}
	for _, key := range stock.left {
		s.log.InfoContext(ctx, "left by a killed process, removed", "content", key)
		if err := s.content.Remove(ctx, key); err != nil {
			return err
		}
	}
	s.setAsideAll(ctx, append(stock.unknownKeys(), stock.foreign...), s.content.moveAside)
	return nil
}

// setAsideAll sets files that no record names aside, and logs their names. A file that cannot be moved stays where it is.
func (s *Service) setAsideAll(ctx context.Context, keys []string, move func(key string) (moved bool, err error)) {
	for _, key := range keys {
		switch moved, err := move(key); {
		case err != nil:
			s.log.WarnContext(ctx, "no record names this file, and it cannot be set aside: it stays", "content", key, slog.Any("error", err))
		case moved:
			s.log.WarnContext(ctx, "no record names this file: it is set aside, and removed when a server has run for 30 days", "content", key)
		}
	}
}

// BringBack moves content that records need, and that was set aside before, to its place.
func (s *Service) BringBack(ctx context.Context) error {
	if s.content.aside == nil {
		return nil
	}
	return s.content.aside.each(func(key, path string) error {
		used, err := s.store.UsesContent(ctx, key)
		if err != nil || !used {
			return err
		}
		moved, err := s.content.aside.bringBack(key, path)
		if moved {
			s.log.WarnContext(ctx, "a file that was set aside is needed: it is back in the content", "content", key)
		}
		return err
	})
}

// PruneSetAside removes the files that have lain aside for 30 days while the server ran. One caller at a time may call it.
func (s *Service) PruneSetAside(ctx context.Context) error {
	if s.content.aside == nil {
		return nil
	}
	days, err := s.content.aside.Prune(time.Now())
	if len(days) > 0 {
		s.log.InfoContext(ctx, "files that were set aside long ago are removed", slog.Any("days", days))
	}
	return err
}

// RemoveSetAside removes all that was set aside, but for content that records need by now, which it brings back. Where the
// database does not know most of the content it is a fault of kind Conflict: it may not be the right one.
func (s *Service) RemoveSetAside(ctx context.Context) error {
	if s.content.aside == nil {
		return nil
	}
	stock, err := s.TakeStock(ctx)
	if err != nil {
		return err
	}
	if unaware, known, unknown := stock.Unaware(true); unaware {
		return errUnaware(known, unknown)
	}
	if err := s.BringBack(ctx); err != nil {
		return err
	}
	days, err := s.content.aside.removeAll()
	if len(days) > 0 {
		s.log.InfoContext(ctx, "files that were set aside are removed, as an administrator wants", slog.Any("days", days))
	}
	return err
}

// contentFolders returns the folders in which all content lies. It is listed by folder, as a bucket of files walks all
// that it lists anew for every thousand keys, and one query of the store covers a folder.
func contentFolders() []string { return append(wholeFolders(), firstPages) }

// wholeFolders returns the folders in which whole content lies.
func wholeFolders() (folders []string) {
	for first := range 256 {
		folders = append(folders, fmt.Sprintf("%02x/", first))
	}
	return folders
}

// eachObject calls visit for every object in a folder, half-written files included; visit may remove it.
func (c *Content) eachObject(ctx context.Context, folder string, visit func(*blob.ListObject) error) error {
	for list := c.bucket.List(&blob.ListOptions{Prefix: folder}); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return c.word(ctx, fmt.Errorf("list content: %w", err))
		}
		if err := visit(object); err != nil {
			return err
		}
	}
}

// Tidy sets content aside that no record needs, and nobody is about to, while work goes on. Half-written files stay:
// they may be on their way. Where the database does not know most of the content it is a fault of kind Conflict. Where
// other nodes are about to need content, too, it is for [Service.SweepShared].
func (s *Service) Tidy(ctx context.Context) error {
	if s.content.leaving != nil {
		return nil
	}
	stock, err := s.TakeStock(ctx)
	if err != nil {
		return err
	}
	if unaware, known, unknown := stock.Unaware(true); unaware {
		return errUnaware(known, unknown)
	}
	s.setAsideAll(ctx, stock.unknownKeys(), func(key string) (bool, error) { return s.content.moveUnneeded(ctx, key, s.store.UsesContent) })
	return nil
}

func errUnaware(known, unknown int) error {
	return fault.Told(fault.Conflict, sentence.New("content-unknown", "The database of the library does not know {unknown} of {all} files "+
		"of documents. "+
		"They may belong to a newer database, so nothing was cleaned. If this database is the right one, stop the server and run 'lectern "+
		"start-anew --data FOLDER', which sets them aside.").
		With("unknown", unknown).With("all", known+unknown))
}
