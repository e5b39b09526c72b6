package filecache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// isHash accepts content if the last part of its key is its SHA-256.
func isHash(key string, sum []byte) bool { return filepath.Base(key) == hex.EncodeToString(sum) }

func openTest(t *testing.T, folder string, limit int64) *Cache {
	t.Helper()
	c, err := Open(folder, limit, isHash)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// content returns size bytes that are derived from seed, and the key for these bytes.
func content(seed byte, size int) (key string, bytes []byte) {
	bytes = make([]byte, size)
	for i := range bytes {
		bytes[i] = seed
	}
	sum := sha256.Sum256(bytes)
	return "x/" + hex.EncodeToString(sum[:]), bytes
}

func put(t *testing.T, c *Cache, seed byte, size int) (key string) {
	t.Helper()
	key, text := content(seed, size)
	if err := c.Put(key, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return key
}

func contains(t *testing.T, c *Cache, key string) bool {
	t.Helper()
	file, err := c.Find(key)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err == nil {
		_ = file.Close()
	}
	return err == nil
}

// The file that was not used for the longest time is removed first. A pinned file is never removed.
func TestLeastRecentlyUsedFileIsEvicted(t *testing.T) {
	c := openTest(t, t.TempDir(), 300)
	a, b := put(t, c, 'a', 100), put(t, c, 'b', 100)
	pinned := put(t, c, 'p', 100)
	c.Pin(pinned)
	if !contains(t, c, a) {
		t.Fatal("what fits is not kept")
	}
	d, e := put(t, c, 'd', 100), put(t, c, 'e', 100)
	for key, want := range map[string]bool{a: false, b: false, pinned: true, d: true, e: true} {
		if _, err := os.Stat(c.path(key)); (err == nil) != want {
			t.Errorf("%s: kept %t, want %t", key[:6], err == nil, want)
		}
	}
	if size := c.Size(); size != 300 {
		t.Errorf("it has %d bytes, want 300", size)
	}
}

// When the cache is opened again, it keeps the files in the order of their last use, and removes incomplete files.
func TestStart(t *testing.T) {
	folder := t.TempDir()
	c := openTest(t, folder, 1000)
	old, young := put(t, c, 'o', 100), put(t, c, 'y', 100)
	past := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(c.path(old), past, past), os.WriteFile(filepath.Join(folder, partialPrefix+"1"), []byte("half"),
		0o600)); err != nil {
		t.Fatal(err)
	}
	c = openTest(t, folder, 100)
	if contains(t, c, old) || !contains(t, c, young) {
		t.Error("it is not the last used one that is kept")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, partialPrefix+"*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// A damaged file is fetched again.
func TestDamaged(t *testing.T) {
	folder := t.TempDir()
	key := put(t, openTest(t, folder, 1000), 'a', 100)
	if err := os.WriteFile(filepath.Join(folder, key), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, text := content('a', 100)
	file, err := openTest(t, folder, 1000).Open(t.Context(), key, func(_ context.Context, w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%q, %v", got, err)
	}
}

// Concurrent requests for the same content fetch it once, even if the first of them is cancelled.
func TestConcurrentRequestsFetchOnce(t *testing.T) {
	c := openTest(t, t.TempDir(), 10) // smaller than the content
	key, text := content('a', 100)
	var fetched atomic.Int32
	begun, release := make(chan bool), make(chan bool)
	fetch := func(ctx context.Context, w io.Writer) error {
		if fetched.Add(1) == 1 {
			close(begun)
		}
		<-release
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, err := w.Write(text)
		return err
	}
	hurried, leave := context.WithCancel(t.Context())
	var hurrying, asking sync.WaitGroup
	hurrying.Go(func() {
		if _, err := c.Open(hurried, key, fetch); !errors.Is(err, context.Canceled) {
			t.Errorf("who left got %v", err)
		}
	})
	<-begun
	for range 10 {
		c.Pin(key) // as a request does
		asking.Go(func() {
			defer c.Unpin(key)
			file, err := c.Open(t.Context(), key, fetch)
			if err != nil {
				t.Error(err)
				return
			}
			defer file.Close()
			if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	leave()
	hurrying.Wait()
	close(release)
	asking.Wait()
	if n := fetched.Load(); n != 1 {
		t.Errorf("it was fetched %d times", n)
	}
	if contains(t, c, key) {
		t.Error("more is kept than there is room for")
	}
}

// A file that cannot be fetched completely is treated as missing.
func TestHalfAFile(t *testing.T) {
	folder := t.TempDir()
	c := openTest(t, folder, 1000)
	key, text := content('a', 100)
	broken := errors.New("broken")
	for name, test := range map[string]struct{ end, want error }{"broken off": {broken, broken}, "too short": {nil, ErrDamaged}} {
		_, err := c.Open(t.Context(), key, func(_ context.Context, w io.Writer) error {
			_, err := w.Write(text[:50])
			return errors.Join(err, test.end)
		})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", fmt.Sprint(entries), err)
	}
}

// A file whose fetch panics is treated as missing.
func TestPanicOfAFetch(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := openTest(t, folder, 1000)
	key, text := content('a', 100)
	_, err := c.Open(t.Context(), key, func(_ context.Context, w io.Writer) error {
		_, err := w.Write(text)
		panic(fmt.Sprint("broken: ", err))
	})
	if err == nil || contains(t, c, key) {
		t.Errorf("the file is in the cache, with the error %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("left: %v, %v", entries, err)
	}
}

// TestObstructedPaths stores and fetches content while a folder exists at the path of its file, or a file at the path
// of its folder. The cache may remove both, because everything in the cache can be fetched again.
func TestObstructedPaths(t *testing.T) {
	key, text := content(1, 100)
	fetch := func(_ context.Context, w io.Writer) error { _, err := w.Write(text); return err }
	for name, block := range map[string]func(file string) error{
		"an empty folder": func(file string) error { return os.MkdirAll(file, 0o700) },
		"a folder with a file": func(file string) error {
			return errors.Join(os.MkdirAll(file, 0o700), os.WriteFile(filepath.Join(file, "a"), text, 0o600))
		},
		"a file for the folder": func(file string) error { return os.WriteFile(filepath.Dir(file), text, 0o600) },
		"a link that leads nowhere": func(file string) error {
			return errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.Symlink("nowhere", file))
		},
	} {
		for _, early := range []bool{true, false} {
			for _, fetched := range []bool{true, false} {
				folder := t.TempDir()
				place := filepath.Join(folder, filepath.FromSlash(key))
				if early {
					check(t, block(place))
				}
				c := openTest(t, folder, 1000)
				if !early {
					check(t, block(place))
				}
				if !fetched {
					check(t, c.Put(key, bytes.NewReader(text)))
				}
				file, err := c.Open(t.Context(), key, fetch)
				if err != nil {
					t.Errorf("%s, before the start %t, fetched %t: %v", name, early, fetched, err)
					continue
				}
				check(t, file.Close())
				if c.Size() != int64(len(text)) {
					t.Errorf("%s, before the start %t: the cache has %d bytes", name, early, c.Size())
				}
			}
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
