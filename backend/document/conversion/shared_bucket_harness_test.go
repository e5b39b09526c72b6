package conversion_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocloud.dev/blob"

	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/dial"
	"lectern/backend/lab/engines"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// cluster is a library that several nodes share, with records in PostgreSQL and content on an S3 server.
type cluster struct {
	t                 *testing.T
	s3                *engines.S3
	database, address string
	bucket            *blob.Bucket
}

const bucketName = "library"

func openCluster(t *testing.T) *cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts engines")
	}
	folder, err := os.MkdirTemp("", "lectern-fleet-") // accessible for the user of PostgreSQL
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	postgres, err := engines.NewPostgres(t.Context(), folder, "127.0.0.1")
	check(t, err)
	t.Cleanup(func() { _ = postgres.Stop(true) })
	f := &cluster{t: t}
	f.database, err = postgres.CreateDatabase(t.Context(), "library", "")
	check(t, err)
	f.s3, err = engines.NewS3(t.Context(), folder, "127.0.0.1")
	check(t, err)
	t.Cleanup(func() { _ = f.s3.Stop() })
	f.address, err = f.s3.CreateBucket(bucketName)
	check(t, err)
	for _, variable := range f.s3.Environment() {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	f.bucket, err = bucket.Open(t.Context(), f.address, new(dial.Line), slog.New(slog.DiscardHandler))
	check(t, err)
	t.Cleanup(func() { _ = f.bucket.Close() })
	return f
}

// node is a node of a cluster, without converters.
type node struct {
	service *document.Service
	content *content.Store
	cleaner *content.Cleaner
	checker *content.Checker
	store   *store.DB
	cache   string // cache folder
}

// open starts a node. The argument room is the maximum size of its cache in bytes.
func (f *cluster) open(room int64) *node {
	f.t.Helper()
	return f.openOn(f.t.TempDir(), room)
}

func (f *cluster) openOn(cache string, room int64) *node {
	f.t.Helper()
	log := slog.New(slog.DiscardHandler)
	n := &node{cache: cache}
	var err error
	n.store, err = store.Open(f.t.Context(), f.database, log)
	check(f.t, err)
	f.t.Cleanup(func() { check(f.t, n.store.Close()) })
	opened, err := bucket.Open(f.t.Context(), f.address, new(dial.Line), log)
	check(f.t, err)
	f.t.Cleanup(func() { check(f.t, opened.Close()) })
	copies, err := content.OpenCache(cache, room)
	check(f.t, err)
	n.content = content.New(content.Config{Bucket: opened, TempDir: f.t.TempDir(), Records: n.store.Documents, Log: log,
		Shared: &content.Shared{Cache: copies, Removals: n.store.Removals}})
	n.store.SetHolder(n.content)
	n.cleaner, n.checker = content.NewCleaner(n.content), content.NewChecker(n.content, n.store.Documents)
	n.service = document.New(document.Config{Store: n.store.Documents, Content: n.content, Limits: document.Limits{Upload: 1 << 30},
		OnChange: func(string) {}, Log: log})
	return n
}

// post posts an RTF document with a text.
func (n *node) post(ctx context.Context, text string) (document.Document, error) {
	upload, err := n.service.Receive(ctx, "letter.rtf", strings.NewReader(`{\rtf1 `+text+"}"))
	if err != nil {
		return document.Document{}, err
	}
	docs, _, err := n.service.PostUploads(ctx, []document.Upload{upload}, document.Options{})
	if err != nil {
		return document.Document{}, err
	}
	return docs[0], nil
}

// objects returns the keys of all objects in the bucket.
func (f *cluster) objects() (keys []string) {
	f.t.Helper()
	for list := f.bucket.List(nil); ; {
		object, err := list.Next(f.t.Context())
		if errors.Is(err, io.EOF) {
			return keys
		}
		check(f.t, err)
		keys = append(keys, object.Key)
	}
}

// copies returns the number of files in a node's cache.
func (n *node) copies(t *testing.T) (count int) {
	t.Helper()
	check(t, filepath.WalkDir(n.cache, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			count++
		}
		return err
	}))
	return count
}

// read returns the content that a node reads for a key.
func (n *node) read(ctx context.Context, key string) (string, error) {
	file, err := n.content.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	return string(text), err
}
