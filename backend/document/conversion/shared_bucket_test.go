package conversion_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"gocloud.dev/blob"

	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/document/conversion"
	"lectern/backend/document/pages"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/fault"
	"lectern/backend/lab/engines"
	"lectern/backend/library/bucket"
	"lectern/backend/store"
)

// fleet is a library that several nodes share, with records in PostgreSQL and content on an S3 server.
type fleet struct {
	t                 *testing.T
	s3                *engines.S3
	database, address string
	bucket            *blob.Bucket
}

const bucketName = "library"

func openFleet(t *testing.T) *fleet {
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
	f := &fleet{t: t}
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

// node is a node of a fleet, without converters.
type node struct {
	service *document.Service
	content *content.Store
	cleaner *content.Cleaner
	checker *content.Checker
	store   *store.DB
	cache   string // cache folder
}

// open starts a node with a cache of room bytes.
func (f *fleet) open(room int64) *node {
	f.t.Helper()
	return f.openOn(f.t.TempDir(), room)
}

func (f *fleet) openOn(cache string, room int64) *node {
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
	n.store.Hold(n.content)
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
func (f *fleet) objects() (keys []string) {
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

// TestNodesPostAndDeleteTheSameBytes lets two nodes concurrently post and delete documents with few different contents,
// while unused content is removed at once. Each existing document always has its content, and in the end no unused
// content is left.
func TestNodesPostAndDeleteTheSameBytes(t *testing.T) {
	f := openFleet(t)
	nodes := []*node{f.open(1 << 20), f.open(1 << 20)}
	const contents, workers, rounds = 3, 8, 25
	var posting sync.WaitGroup
	kept := make([]document.Document, workers)
	for worker := range workers {
		posting.Go(func() {
			own := nodes[worker%len(nodes)]
			for round := range rounds {
				doc, err := own.post(t.Context(), fmt.Sprint("content ", (worker+round)%contents))
				if err != nil {
					t.Errorf("post: %v", err)
					return
				}
				if there, err := f.bucket.Exists(t.Context(), doc.Original); err != nil || !there {
					t.Errorf("the store has the bytes of a document: %t, %v", there, err)
				}
				if round == rounds-1 && worker < 2 {
					kept[worker] = doc
					return
				}
				if err := nodes[(worker+1)%len(nodes)].service.Delete(t.Context(), doc.ID); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
		})
	}
	ended := make(chan struct{})
	var leading sync.WaitGroup
	leading.Go(func() {
		for {
			if err := nodes[0].cleaner.RemoveExpired(t.Context(), 0); err != nil {
				t.Errorf("remove: %v", err)
			}
			select {
			case <-ended:
				return
			default:
			}
		}
	})
	posting.Wait()
	close(ended)
	leading.Wait()
	check(t, nodes[0].cleaner.RemoveExpired(t.Context(), -time.Second))
	want := slices.Compact(slices.Sorted(slices.Values([]string{kept[0].Original, kept[1].Original})))
	if got := f.objects(); !slices.Equal(got, want) {
		t.Errorf("the store has %v, want what documents have: %v", got, want)
	}
}

// TestWhatKilledNodesLeaveIsSwept creates objects that no record names. First pages are removed by the sweep, and
// complete content after 30 days.
//
// promise 55
func TestWhatKilledNodesLeaveIsSwept(t *testing.T) {
	f := openFleet(t)
	n := f.open(1 << 20)
	doc, err := n.post(t.Context(), "kept")
	check(t, err)
	left := doc.Original[:3] + strings.Repeat("0", 62)
	for _, key := range []string{left, "first/gone-1-ABC", "seal.key"} {
		check(t, f.bucket.WriteAll(t.Context(), key, []byte("left"), nil))
	}
	sweep := func(grace time.Duration) []string {
		t.Helper()
		check(t, n.cleaner.SweepShared(t.Context(), grace))
		check(t, n.cleaner.RemoveExpired(t.Context(), -time.Second))
		return f.objects()
	}
	if got := sweep(time.Hour); len(got) != 4 {
		t.Errorf("the store has %v after a sweep: what is young was removed", got)
	}
	if got, want := sweep(-time.Minute), []string{left, doc.Original, "seal.key"}; !slices.Equal(got, want) {
		t.Errorf("the store has %v after a sweep, want %v: what a record may name is kept", got, want)
	}
	sweep(-time.Minute)
	check(t, n.cleaner.RemoveExpired(t.Context(), time.Hour-content.SetAsideTime))
	if got := f.objects(); len(got) != 3 {
		t.Errorf("the store has %v before 30 days are over", got)
	}
	check(t, n.cleaner.RemoveExpired(t.Context(), -time.Hour-content.SetAsideTime))
	if got, want := f.objects(), []string{doc.Original, "seal.key"}; !slices.Equal(got, want) {
		t.Errorf("the store has %v after 30 days, want %v", got, want)
	}
}

// TestARemovalIsWaitedFor posts a document while its content is being removed. The post waits for the end of the
// removal and stores the content again.
func TestARemovalIsWaitedFor(t *testing.T) {
	f := openFleet(t)
	n, other := f.open(1<<20), f.open(1<<20)
	doc, err := other.post(t.Context(), "the same")
	check(t, err)
	upload, err := n.service.Receive(t.Context(), "letter.rtf", strings.NewReader(`{\rtf1 the same}`))
	check(t, err)
	check(t, other.service.Delete(t.Context(), doc.ID))
	keys, _, err := other.store.Removals.BeginRemovals(t.Context(), time.Now().Add(time.Second), 10)
	if check(t, err); !slices.Equal(keys, []string{doc.Original}) {
		t.Fatalf("%v is removed, want the bytes of the document", keys)
	}
	posted := make(chan error, 1)
	go func() {
		_, _, err := n.service.PostUploads(t.Context(), []document.Upload{upload}, document.Options{})
		posted <- err
	}()
	check(t, other.content.Remove(t.Context(), doc.Original))
	check(t, other.store.Removals.EndRemovals(t.Context(), keys))
	check(t, <-posted)
	if got := f.objects(); !slices.Equal(got, keys) {
		t.Errorf("the store has %v, want the bytes again that were removed", got)
	}
}

// TestCopies reads content that another node has stored: many times concurrently, and after a restart with a damaged
// copy in the cache.
func TestCopies(t *testing.T) {
	f := openFleet(t)
	a, b := f.open(1<<20), f.open(1<<20)
	doc, err := a.post(t.Context(), "to be read")
	check(t, err)
	if n := a.copies(t); n != 1 {
		t.Errorf("the node that stored it has %d copies", n)
	}
	var reading sync.WaitGroup
	for range 20 {
		reading.Go(func() {
			if text, err := b.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 to be read}` {
				t.Errorf("read %q, %v", text, err)
			}
		})
	}
	reading.Wait()
	if n := b.copies(t); n != 1 {
		t.Errorf("the node that read it has %d copies", n)
	}
	copied := filepath.Join(b.cache, doc.Original)
	check(t, os.WriteFile(copied, []byte("damaged"), 0o600))
	again := f.openOn(b.cache, 1<<20)
	if text, err := again.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 to be read}` {
		t.Errorf("read %q, %v of a damaged copy", text, err)
	}
	check(t, a.service.Delete(t.Context(), doc.ID))
	check(t, a.cleaner.RemoveExpired(t.Context(), -time.Second))
	check(t, again.cleaner.EvictRemoved(t.Context(), time.Time{}))
	if n := a.copies(t) + again.copies(t); n != 0 {
		t.Errorf("%d copies are left of what was removed", n)
	}
}

// TestAStoreThatIsAway checks that a post is rejected while the store is unavailable, and accepted later.
func TestAStoreThatIsAway(t *testing.T) {
	f := openFleet(t)
	n := f.open(1 << 20)
	doc, err := n.post(t.Context(), "there")
	check(t, err)
	check(t, f.s3.Stop())
	if _, err := n.post(t.Context(), "away"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("post: %v, want a fault of kind Unavailable", err)
	}
	if err := n.content.Reachable(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("reachable: %v", err)
	}
	if text, err := n.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 there}` {
		t.Errorf("read %q, %v of what there is a copy of", text, err)
	}
	if _, err := n.read(t.Context(), "00/"+strings.Repeat("0", 62)); !fault.Is(err, fault.Unavailable) {
		t.Errorf("read what there is no copy of: %v", err)
	}
	check(t, f.s3.Start(t.Context()))
	if _, err := n.post(t.Context(), "away"); err != nil {
		t.Errorf("post: %v", err)
	}
}

// TestDecayInABucket changes a byte of an object, and truncates another one, in the storage of a store that sends its
// own checksums. Both must be detected as damaged.
//
// promise 56
func TestDecayInABucket(t *testing.T) {
	f := openFleet(t)
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
// promise 56
func TestPostedAgainIsStored(t *testing.T) {
	f := openFleet(t)
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
			harmFile(t, filepath.Join(f.s3.Folder(bucketName), first.Original), harmed.object)
			harmFile(t, filepath.Join(n.cache, first.Original), harmed.copied)
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

// harmFile replaces the content of a file by the result of change and keeps its modification time. If change returns
// nil, it removes the file. If change is nil, it does nothing.
func harmFile(t *testing.T, path string, change func([]byte) []byte) {
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

// TestABucketThatIsGone checks that a missing bucket is treated like an unavailable store: no content is considered
// lost.
func TestABucketThatIsGone(t *testing.T) {
	f := openFleet(t)
	n, other := f.open(1<<20), f.open(1<<20)
	doc, err := n.post(t.Context(), "there")
	check(t, err)
	folder := f.s3.Folder(bucketName)
	check(t, os.Rename(folder, folder+".away"))
	if _, err := n.post(t.Context(), "away"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("post: %v, want a fault of kind Unavailable", err)
	}
	if err := n.content.Reachable(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("reachable: %v", err)
	}
	if _, err := other.read(t.Context(), doc.Original); !fault.Is(err, fault.Unavailable) {
		t.Errorf("read what there is no copy of: %v", err)
	}
	check(t, os.Rename(folder+".away", folder))
	if text, err := other.read(t.Context(), doc.Original); err != nil || text != `{\rtf1 there}` {
		t.Errorf("read %q, %v", text, err)
	}
}

// TestLargeContent uploads content that is large enough for a multipart upload.
func TestLargeContent(t *testing.T) {
	f := openFleet(t)
	a, b := f.open(1<<30), f.open(1<<30)
	const size = 64 << 20
	key, _, err := a.content.Add(t.Context(), io.LimitReader(rand.Reader, size), size)
	check(t, err)
	file, err := b.content.Open(t.Context(), key)
	check(t, err)
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.Size() != size {
		t.Errorf("it has %v, %v", info, err)
	}
}

// TestAJobWaitsForTheStore makes the store unavailable during a conversion. The document must not fail.
func TestAJobWaitsForTheStore(t *testing.T) {
	f := openFleet(t)
	n := f.open(1 << 20)
	converting, away := make(chan bool), make(chan bool)
	var begun atomic.Int32
	said := n.work(t, &fakeConverter{version: "Fake Office 1", before: func(convertoffice.Order) error {
		if begun.Add(1) == 1 {
			close(converting)
			<-away
		}
		return nil
	}})
	doc, err := n.post(t.Context(), "to be converted")
	check(t, err)
	<-converting
	check(t, f.s3.Stop())
	close(away)
	for message := range said {
		if message == "job put off" {
			break
		}
	}
	check(t, f.s3.Start(t.Context()))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	doc, err = n.service.Await(ctx, doc.ID, func(d document.Document) bool { return d.Status != document.Processing })
	if err != nil || doc.Status != document.Ready {
		t.Errorf("the document is %s, %v", doc.Status, err)
	}
}

// work starts converting documents on a node and returns its log messages.
func (n *node) work(t *testing.T, converter conversion.Converter) (said <-chan string) {
	t.Helper()
	messages := make(logged, 100)
	renderer := &fakeRenderer{}
	cache, err := pages.New(pages.Config{Renderer: renderer, Content: n.content, AtOnce: 2, MaxBytes: 1 << 20})
	check(t, err)
	n.service = document.New(document.Config{
		Store: n.store.Documents, Content: n.content,
		Limits: document.Limits{Upload: 1 << 20, Time: time.Minute}, OnChange: func(string) {}, Log: slog.New(messages),
	})
	workers := river.NewWorkers()
	conversion.New(conversion.Config{Documents: n.service, Store: n.store.Documents, Content: n.content, Pages: cache,
		Converter: converter, Renderer: renderer, Log: slog.New(messages)}).Register(workers)
	jobs, err := n.store.Work(t.Context(), workers, map[string]river.QueueConfig{
		document.QuickQueue: {MaxWorkers: 1}, document.OfficeQueue: {MaxWorkers: 1},
	}, time.Hour)
	check(t, err)
	t.Cleanup(func() { check(t, jobs.Stop(context.Background())) })
	return messages
}

// logged sends the messages of a log to a channel.
type logged chan string

func (l logged) Enabled(context.Context, slog.Level) bool { return true }
func (l logged) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l logged) WithGroup(string) slog.Handler            { return l }

func (l logged) Handle(_ context.Context, r slog.Record) error {
	l <- r.Message
	return nil
}
