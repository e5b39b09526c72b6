// Package filecache keeps local copies of stored content as files, up to a total size. The least recently used copies
// are removed first.
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

	"lectern/backend/internal/fault"
	"lectern/backend/internal/singleflight"
)

// Cache is a folder of local copies of stored content. The key of a copy is a path with slashes. The content for a key
// never changes. A cache may be used concurrently.
type Cache struct {
	folder string
	limit  int64
	check  func(key string, sum []byte) bool

	fetches singleflight.Group[struct{}]

	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List // of *entry, most recently used first
	size    int64
	pins    map[string]int // number of pins of each key
}

type entry struct {
	key     string
	size    int64
	used    time.Time // the modification time of the file
	checked bool      // whether the content has been compared with the key since the folder was opened
}

// partialPrefix is the prefix of the names of incomplete files, that is, of files that are being written.
const partialPrefix = "half-"

// Open opens the cache in a folder, which it creates if the folder is missing. Nothing else may use the folder. The
// cache keeps up to limit bytes. The function check reports whether content is valid for a key; the argument sum is the
// SHA-256 hash of the content. The cache never returns content that is not valid.
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
		c.addEntry(e)
	}
	c.evict()
	return c, nil
}

// scan returns the files in the folder, and removes incomplete files.
func (c *Cache) scan() (found []*entry, err error) {
	err = filepath.WalkDir(c.folder, func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return err
		}
		if strings.HasPrefix(file.Name(), partialPrefix) {
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

// addEntry adds an entry to the cache as the most recently used entry. If there is already an entry with the same key,
// it is replaced.
func (c *Cache) addEntry(e *entry) {
	c.removeEntry(e.key)
	c.entries[e.key] = c.order.PushFront(e)
	c.size += e.size
}

func (c *Cache) removeEntry(key string) {
	if element := c.entries[key]; element != nil {
		c.size -= c.order.Remove(element).(*entry).size
		delete(c.entries, key)
	}
}

// evict removes files until their total size is within the limit.
func (c *Cache) evict() {
	for element := c.order.Back(); element != nil && c.size > c.limit; {
		e := element.Value.(*entry)
		element = element.Prev()
		if c.pins[e.key] == 0 {
			c.removeEntry(e.key)
			_ = os.Remove(c.path(e.key)) // if this fails, scan finds the file at the next start
		}
	}
}

func (c *Cache) path(key string) string { return filepath.Join(c.folder, filepath.FromSlash(key)) }

// Pin prevents the file of a key from being removed until [Cache.Unpin] is called. This also applies to a file that is
// added after the call of Pin.
func (c *Cache) Pin(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pins[key]++
}

// Unpin removes a pin that [Cache.Pin] has set for a key.
func (c *Cache) Unpin(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pins[key]--; c.pins[key] <= 0 {
		delete(c.pins, key)
		c.evict()
	}
}

// Open returns the file of a key, which the caller must close. If the file is missing, Open calls fetch, which writes
// the content of the file. Concurrent callers with the same key wait for the same call of fetch.
func (c *Cache) Open(ctx context.Context, key string, fetch func(context.Context, io.Writer) error) (*os.File, error) {
	c.Pin(key)
	defer c.Unpin(key)
	for {
		file, err := c.Find(key)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, err
		}
		_, err = c.fetches.Do(ctx, key, func(ctx context.Context) (none struct{}, err error) {
			if c.has(key) {
				return none, nil // another call has fetched the file in the meantime
			}
			return none, c.createFile(key, func(w io.Writer) error { return fetch(ctx, w) })
		})
		if err != nil {
			return nil, err
		}
	}
}

func (c *Cache) has(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries[key] != nil
}

// useResolution is the accuracy with which the last use of an entry is recorded, as the modification time of its file.
const useResolution = time.Minute

// Find returns the file of a key, which the caller must close. If the file is missing, the error is [fs.ErrNotExist].
func (c *Cache) Find(key string) (*os.File, error) {
	e, known := c.touch(key)
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
		_ = file.Close() // closing after reading only cannot lose anything
	}
	if fault.IsMachineLimit(err) {
		return nil, err
	}
	c.remove(key) // the file can be fetched again
	return nil, fs.ErrNotExist
}

// openFile opens a regular file. It returns an error for a pipe, because opening a pipe would block.
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

// touch marks an entry as the most recently used entry, and returns the entry.
func (c *Cache) touch(key string) (e entry, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element := c.entries[key]
	if element == nil {
		return e, false
	}
	c.order.MoveToFront(element)
	kept := element.Value.(*entry)
	if now := time.Now(); now.Sub(kept.used) > useResolution {
		kept.used = now
		_ = os.Chtimes(c.path(key), now, now) // if this fails, the entry only seems older after the next start
	}
	return *kept, true
}

// verify compares the content of a file with its key. It is called for files that already existed when the folder was
// opened, because a power failure may have damaged them. A damaged file counts as missing.
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

// Put stores a copy of the content for a key. It replaces an existing copy, which may be damaged.
func (c *Cache) Put(key string, r io.Reader) error {
	return c.createFile(key, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// ErrDamaged means that fetched content does not match its key.
var ErrDamaged = errors.New("the content does not match its key")

// createFile creates the file of a key. The function write writes the content. If createFile returns an error or
// panics, there is no file.
func (c *Cache) createFile(key string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(c.folder, partialPrefix+"*")
	if err != nil {
		return fmt.Errorf("write to cache: %w", err)
	}
	whole := false
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err == nil && whole {
			err = c.place(key, file.Name())
		}
		if err != nil || !whole {
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
	whole = true
	return nil
}

// place renames a complete file to its final path.
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
		c.clearPath(key)
	}
	if err := os.Rename(path, c.path(key)); err != nil {
		return fmt.Errorf("write to cache: %w", err)
	}
	c.addEntry(&entry{key: key, size: info.Size(), used: time.Now(), checked: true})
	c.evict()
	return nil
}

// clearPath removes a folder whose path is needed for a file, unless the folder contains files of the cache.
func (c *Cache) clearPath(key string) {
	for found := range c.entries { // the files that scan has found
		if strings.HasPrefix(found, key+"/") {
			c.removeEntry(found)
		}
	}
	_ = os.RemoveAll(c.path(key)) // if something remains, creating the file fails with an error
}

// makeFolder creates a folder in the cache. If there is a file at the path of the folder, makeFolder removes it. Such a
// file cannot belong to the cache, because no key is a prefix of another key.
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

// Remove removes the file of a key unless it is pinned or missing.
func (c *Cache) Remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pins[key] == 0 {
		c.removeEntry(key)
		_ = os.Remove(c.path(key)) // if this fails, scan finds the file at the next start
	}
}

// remove removes the file of a key because the file cannot be used.
func (c *Cache) remove(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removeEntry(key)
	_ = os.RemoveAll(c.path(key)) // the file may not exist
}

// Size returns the total size of the files in bytes.
func (c *Cache) Size() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}
