// Package filecache keeps copies of what lies in a store elsewhere as files of this machine, as many
// as there is room for: what was not used for the longest time goes first.
package filecache

import (
	"container/list"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/singleflight"

	"lectern/backend/internal/fault"
)

// Cache is a folder of such files, by their keys: slash-separated paths, of which what is behind
// them never changes.
type Cache struct {
	folder string
	limit  int64
	check  func(key string, sum []byte) bool

	fetches singleflight.Group

	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List // of *entry, the last used first
	size    int64
	pins    map[string]int // of those who want one to stay
}

type entry struct {
	key     string
	size    int64
	used    time.Time // as the file says
	checked bool      // since the folder was opened
}

// half is how the names of files begin that are being written.
const half = "half-"

// Open opens the cache in a folder, which is made where it is missing and which nobody else uses. It
// keeps at most limit bytes. Check says whether content of a SHA-256 may stand under a key: what may
// not is never given.
func Open(folder string, limit int64, check func(key string, sum []byte) bool) (*Cache, error) {
	c := &Cache{folder: folder, limit: limit, check: check, entries: make(map[string]*list.Element), pins: make(map[string]int)}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("open cache: %w", err)
	}
	found, err := c.scan()
	if err != nil {
		return nil, fmt.Errorf("open cache: %w", err)
	}
	slices.SortFunc(found, func(a, b *entry) int { return a.used.Compare(b.used) })
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range found {
		c.enter(e)
	}
	c.evict()
	return c, nil
}

// scan gives what is in the folder, and removes what is half written.
func (c *Cache) scan() (found []*entry, err error) {
	err = filepath.WalkDir(c.folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		if strings.HasPrefix(file.Name(), half) {
			return os.Remove(path)
		}
		info, err := file.Info()
		if err != nil {
			return err
		}
		key, err := filepath.Rel(c.folder, path)
		found = append(found, &entry{key: filepath.ToSlash(key), size: info.Size(), used: info.ModTime()})
		return err
	})
	return found, err
}

// enter adds an entry as the last used one, in the place of another one of its key.
func (c *Cache) enter(e *entry) {
	c.leave(e.key)
	c.entries[e.key] = c.order.PushFront(e)
	c.size += e.size
}

func (c *Cache) leave(key string) {
	if element := c.entries[key]; element != nil {
		c.size -= c.order.Remove(element).(*entry).size
		delete(c.entries, key)
	}
}

// evict removes files until there are no more bytes than may be.
func (c *Cache) evict() {
	for element := c.order.Back(); element != nil && c.size > c.limit; {
		e := element.Value.(*entry)
		element = element.Prev()
		if c.pins[e.key] == 0 {
			c.leave(e.key)
			_ = os.Remove(c.path(e.key)) // what stays is found at the next start
		}
	}
}

func (c *Cache) path(key string) string { return filepath.Join(c.folder, filepath.FromSlash(key)) }

// Pin keeps what is under a key, and what will be, until it is unpinned.
func (c *Cache) Pin(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pins[key]++
}

// Unpin ends a pin.
func (c *Cache) Unpin(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pins[key]--; c.pins[key] <= 0 {
		delete(c.pins, key)
		c.evict()
	}
}

// Open gives the file under a key, which the caller closes. Where there is none, fetch writes it, once
// for all who ask at the same time.
func (c *Cache) Open(ctx context.Context, key string, fetch func(context.Context, io.Writer) error) (*os.File, error) {
	c.Pin(key)
	defer c.Unpin(key)
	for {
		file, err := c.Find(key)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		fetched := c.fetches.DoChan(key, func() (any, error) {
			if c.has(key) {
				return nil, nil // somebody else's fetch ended since it was looked for
			}
			return nil, c.fill(key, func(w io.Writer) error { return fetch(context.WithoutCancel(ctx), w) })
		})
		select {
		case result := <-fetched:
			if result.Err != nil {
				return nil, result.Err
			}
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Cache) has(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key] != nil
}

// noteUse is how much later than its file says an entry may have been used.
const noteUse = time.Minute

// Find gives the file under a key, which the caller closes. The error is [fs.ErrNotExist] where there
// is none.
func (c *Cache) Find(key string) (*os.File, error) {
	e, known := c.use(key)
	if !known {
		return nil, fs.ErrNotExist
	}
	file, err := openFile(c.path(key))
	if err == nil && !e.checked {
		err = c.verify(key, file)
	}
	if err == nil {
		return file, nil
	}
	if file != nil {
		_ = file.Close() // it was read only
	}
	if fault.IsMachineLimit(err) {
		return nil, err
	}
	c.remove(key) // it can be fetched again
	return nil, fs.ErrNotExist
}

// openFile opens a regular file: a pipe would keep whoever opens it waiting.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: fs.ErrInvalid}
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// use moves an entry to the front, and gives it as it is.
func (c *Cache) use(key string) (e entry, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element := c.entries[key]
	if element == nil {
		return e, false
	}
	c.order.MoveToFront(element)
	kept := element.Value.(*entry)
	if now := time.Now(); now.Sub(kept.used) > noteUse {
		kept.used = now
		_ = os.Chtimes(c.path(key), now, now) // else it seems older after a start
	}
	return *kept, true
}

// verify reads a file that was there when the folder was opened: a loss of power may have left
// anything. What is damaged is as if it were not there.
func (c *Cache) verify(key string, file *os.File) error {
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if !c.check(key, sum.Sum(nil)) {
		return fs.ErrNotExist
	}
	c.mu.Lock()
	if element := c.entries[key]; element != nil {
		element.Value.(*entry).checked = true
	}
	c.mu.Unlock()
	_, err := file.Seek(0, io.SeekStart)
	return err
}

// Put keeps a copy of what is under a key, in the place of one that is there, which may have decayed.
func (c *Cache) Put(key string, r io.Reader) error {
	return c.fill(key, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// ErrDamaged says that what was fetched is not what its key stands for.
var ErrDamaged = errors.New("the content is not what its key stands for")

// fill has the file under a key written: all of it, or nothing.
func (c *Cache) fill(key string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(c.folder, half+"*")
	if err != nil {
		return fmt.Errorf("write to cache: %w", err)
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err == nil {
			err = c.place(key, file.Name())
		}
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	sum := sha256.New()
	if err := write(io.MultiWriter(file, sum)); err != nil {
		return err
	}
	if !c.check(key, sum.Sum(nil)) {
		return fmt.Errorf("%w: %s", ErrDamaged, key)
	}
	return nil
}

// place brings a file that is whole to its place.
func (c *Cache) place(key, path string) error {
	info, err := os.Stat(path)
	if err == nil {
		err = c.makeFolder(filepath.Dir(c.path(key)))
	}
	if err != nil {
		return fmt.Errorf("write to cache: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if there, err := os.Lstat(c.path(key)); err == nil && there.IsDir() {
		c.clear(key)
	}
	if err := os.Rename(path, c.path(key)); err != nil {
		return fmt.Errorf("write to cache: %w", err)
	}
	c.enter(&entry{key: key, size: info.Size(), used: time.Now(), checked: true})
	c.evict()
	return nil
}

// clear removes a folder that is in the place of a file, which nothing of the cache lies in.
func (c *Cache) clear(key string) {
	for found := range c.entries { // by the scan
		if strings.HasPrefix(found, key+"/") {
			c.leave(found)
		}
	}
	_ = os.RemoveAll(c.path(key)) // whoever writes there meets what stays
}

// makeFolder makes a folder in the cache, also where a file is in its way: no key is the begin of another one.
func (c *Cache) makeFolder(path string) error {
	err := os.MkdirAll(path, 0o700)
	blocked, ok := errors.AsType[*fs.PathError](err)
	if !ok || !errors.Is(err, syscall.ENOTDIR) {
		return err
	}
	key, err := filepath.Rel(c.folder, blocked.Path)
	if err != nil || !filepath.IsLocal(key) || key == "." {
		return blocked
	}
	c.remove(filepath.ToSlash(key))
	return os.MkdirAll(path, 0o700)
}

// Remove removes the file under a key, if there is one that nobody has pinned.
func (c *Cache) Remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pins[key] == 0 {
		c.leave(key)
		_ = os.Remove(c.path(key)) // what stays is found at the next start
	}
}

// remove removes a file that is of no use.
func (c *Cache) remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leave(key)
	_ = os.RemoveAll(c.path(key)) // it may be gone
}

// Size gives how many bytes are kept.
func (c *Cache) Size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}
