package conversion_test

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riverqueue/river"

	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/conversion"
	"lectern/backend/document/pages"
	"lectern/backend/internal/fault"
)

// TestUnavailableStore checks that a post is rejected while the store is unavailable, and accepted later.
func TestUnavailableStore(t *testing.T) {
	f := openCluster(t)
	n := f.open(1 << 20)
	doc, err := n.post(t.Context(), "there")
	check(t, err)
	check(t, f.s3.Stop())
	if _, err := n.post(t.Context(), "away"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("post: %v, want a fault of kind Unavailable", err)
	}
	if err := n.content.CheckReachable(t.Context()); !fault.Is(err, fault.Unavailable) {
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

// TestMissingBucket checks that a missing bucket is treated like an unavailable store: no content is considered
// lost.
func TestMissingBucket(t *testing.T) {
	f := openCluster(t)
	n, other := f.open(1<<20), f.open(1<<20)
	doc, err := n.post(t.Context(), "there")
	check(t, err)
	folder := f.s3.Folder(bucketName)
	check(t, os.Rename(folder, folder+".away"))
	if _, err := n.post(t.Context(), "away"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("post: %v, want a fault of kind Unavailable", err)
	}
	if err := n.content.CheckReachable(t.Context()); !fault.Is(err, fault.Unavailable) {
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

// TestAJobWaitsForTheStore makes the store unavailable during a conversion. The document must not fail.
func TestAJobWaitsForTheStore(t *testing.T) {
	f := openCluster(t)
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
		if message == "a document is processed later because the database or the storage cannot be reached" {
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
	cache, err := pages.New(pages.Config{Renderer: renderer, Content: n.content, DrawsPerReader: 2, MaxBytes: 1 << 20})
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
