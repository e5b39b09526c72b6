package conversion_test

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/fault"
)

// TestDecayInABucket changes a byte of one object and truncates another, in the files of an S3 server that sends
// checksums. Both must be detected as damaged.
//
// SECURITY.md, promise 56 (verified backups)
func TestDecayInABucket(t *testing.T) {
	f := openCluster(t)
	n := f.open(1 << 20)
	var want []string
	for text, decay := range map[string]func([]byte) []byte{
		"changed":   flipByte,
		"cut short": cutShort,
		"whole":     func(b []byte) []byte { return b },
	} {
		doc, err := n.post(t.Context(), text)
		check(t, err)
		path := filepath.Join(f.s3.Folder(bucketName), doc.Original)
		stored, err := os.ReadFile(path)
		check(t, err)
		check(t, os.WriteFile(path, decay(stored), 0o600))
		if text != "whole" {
			want = append(want, doc.Original)
		}
		_, err = f.open(1<<20).read(t.Context(), doc.Original)
		if damaged := fault.Is(err, fault.Missing); damaged != (text != "whole") {
			t.Errorf("%s content is read with the error %v", text, err)
		}
	}
	other := f.open(1 << 20)
	l := &library{t: t, store: n.store, service: other.service, checker: other.checker}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go l.checker.RecordFindings(ctx)
	l.checkContent(time.Now().Add(-time.Second))
	l.until("the decay is found", func() bool { return slices.Equal(l.faults(), slices.Sorted(slices.Values(want))) })
}

// TestPostedAgainIsStored damages or removes the object of a large file in the bucket, and the copy in the cache of a
// node, and posts the file again. After the response, the bucket must have the undamaged file for every node.
//
// SECURITY.md, promise 56 (verified backups)
func TestPostedAgainIsStored(t *testing.T) {
	f := openCluster(t)
	for name, harmed := range map[string]struct{ object, copied func([]byte) []byte }{
		"a changed object":                {flipByte, nil},
		"an object cut short":             {cutShort, nil},
		"a changed copy":                  {nil, flipByte},
		"a changed object and its copy":   {flipByte, flipByte},
		"an object and a copy cut short":  {cutShort, cutShort},
		"a missing object":                {func([]byte) []byte { return nil }, nil},
		"an object of which nothing left": {func([]byte) []byte { return []byte{} }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			n := f.open(1 << 30)
			text := "large " + rand.Text() + strings.Repeat("x", 3<<20)
			first, err := n.post(t.Context(), text)
			check(t, err)
			damageFile(t, filepath.Join(f.s3.Folder(bucketName), first.Original), harmed.object)
			damageFile(t, filepath.Join(n.cache, first.Original), harmed.copied)
			again, err := n.post(t.Context(), text)
			check(t, err)
			if again.Original != first.Original {
				t.Fatalf("it is kept as %s, and was as %s", again.Original, first.Original)
			}
			if got, err := f.open(1<<30).read(t.Context(), first.Original); err != nil || got != `{\rtf1 `+text+"}" {
				t.Errorf("another node reads %d bytes, %v", len(got), err)
			}
		})
	}
}

func flipByte(b []byte) []byte { b[len(b)/2] ^= 1; return b }

func cutShort(b []byte) []byte { return b[:len(b)/2] }

// damageFile replaces the content of a file by the result of the function change, and keeps the modification time of
// the file. If the function returns nil, damageFile removes the file. If the function is nil, damageFile does nothing.
func damageFile(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	if change == nil {
		return
	}
	info, err := os.Stat(path)
	check(t, err)
	content, err := os.ReadFile(path)
	check(t, err)
	if content = change(content); content == nil {
		check(t, os.Remove(path))
		return
	}
	check(t, os.WriteFile(path, content, 0o600))
	check(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}
