package content

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"

	"lectern/backend/internal/fault"
)

func newTestContent(t *testing.T) (content *Store, dir, temp string) {
	t.Helper()
	dir, temp = t.TempDir(), t.TempDir()
	bucket, err := fileblob.OpenBucket(dir, &fileblob.Options{NoTempDir: true, Metadata: fileblob.MetadataDontWrite})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bucket.Close() })
	return New(Config{Bucket: bucket, TempDir: temp, Log: slog.New(slog.DiscardHandler)}), dir, temp
}

func TestContentIsDeduplicated(t *testing.T) {
	content, dir, _ := newTestContent(t)
	first, _, err := content.Add(t.Context(), strings.NewReader("the same"), 100)
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := content.Add(t.Context(), strings.NewReader("the same"), 100)
	if err != nil {
		t.Fatal(err)
	}
	if first != second {
		t.Errorf("the same bytes have the keys %q and %q", first, second)
	}
	if n := countFiles(t, dir); n != 1 {
		t.Errorf("%d files are kept, want 1", n)
	}
	f, err := content.Open(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, _ := io.ReadAll(f); string(got) != "the same" {
		t.Errorf("read back %q", got)
	}
}

func TestContentOpensRemoteFiles(t *testing.T) {
	bucket := memblob.OpenBucket(nil)
	t.Cleanup(func() { _ = bucket.Close() })
	content := New(Config{Bucket: bucket, TempDir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	key, _, err := content.Add(t.Context(), strings.NewReader("far away"), 100)
	if err != nil {
		t.Fatal(err)
	}
	f, err := content.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, _ := io.ReadAll(f); string(got) != "far away" {
		t.Errorf("read back %q", got)
	}
}

// TestContentRefuses checks the errors for content that is empty, too large, endless or cut off.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestContentRefuses(t *testing.T) {
	broken := errors.New("broken")
	tests := []struct {
		name string
		in   io.Reader
		want func(error) bool
	}{
		{"nothing", strings.NewReader(""), func(err error) bool { return fault.Is(err, fault.Invalid) }},
		{"too much", bytes.NewReader(make([]byte, 101)), func(err error) bool { return fault.Is(err, fault.TooLarge) }},
		{"endless", endless{}, func(err error) bool { return fault.Is(err, fault.TooLarge) }},
		{"cut off", io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken)), func(err error) bool { return errors.Is(err, broken) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			content, dir, temp := newTestContent(t)
			if _, _, err := content.Add(t.Context(), test.in, 100); !test.want(err) {
				t.Errorf("error is %v", err)
			}
			if n := countFiles(t, dir) + countFiles(t, temp); n != 0 {
				t.Errorf("%d files are left", n)
			}
		})
	}
}

func TestContentAcceptsTheSizeLimit(t *testing.T) {
	content, _, _ := newTestContent(t)
	if _, _, err := content.Add(context.Background(), bytes.NewReader(make([]byte, 100)), 100); err != nil {
		t.Error(err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func countFiles(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
