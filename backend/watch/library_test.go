package watch_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/seal"
	"lectern/backend/store"
	"lectern/backend/watch"
)

// fakeLibrary is a library whose documents are records without content.
type fakeLibrary struct {
	db *store.DB

	mu      sync.Mutex
	refused error           // error of Receive; nil accepts all files
	status  document.Status // of new documents
}

func (s *fakeLibrary) Receive(_ context.Context, name string, r io.Reader) (watch.Received, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refused != nil {
		return nil, s.refused
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	return item{s, name, hex.EncodeToString(sum[:]), int64(len(content)), s.status}, nil
}

func (s *fakeLibrary) refuse(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = err
}

func (s *fakeLibrary) Exists(ctx context.Context, id string) (bool, error) {
	_, err := s.db.Documents.FindDocument(ctx, id)
	return err == nil, nil
}

func (s *fakeLibrary) IsConverted(context.Context, string) (bool, error)         { return false, nil }
func (s *fakeLibrary) Retry(context.Context, string) error                       { return nil }
func (s *fakeLibrary) Validate(ctx context.Context, posting watch.Posting) error { return nil }

// item is a file that is being added to a fakeLibrary.
type item struct {
	*fakeLibrary
	name, key string
	size      int64
	status    document.Status
}

func (i item) Content() string         { return i.key }
func (i item) Discard(context.Context) {}

func (i item) Post(ctx context.Context, p watch.Posting) error {
	now := time.Now()
	_, err := i.db.Documents.CreateDocuments(ctx, document.Post{ArrivalID: p.Arrival, Documents: []document.Document{{
		ID: rand.Text(), Name: i.name, Status: i.status, CreatedAt: now, PostedAt: now, Original: i.key, Size: i.size,
		FolderID: p.FolderID, Profile: p.Profile, Revision: 1, Attempt: 1,
	}}})
	return err
}

func (i item) Replace(ctx context.Context, id string, p watch.Posting) error {
	_, err := i.db.Documents.UpdateDocument(ctx, id, document.Update{ArrivalID: p.Arrival, Change: func(d *document.Document) error {
		d.Original, d.Size = i.key, i.size
		return nil
	}})
	return err
}

// testService is a service with its own database. The service has not been started.
type testService struct {
	*watch.Service
	*fakeLibrary
	t *testing.T
}

func newTestService(t *testing.T, change func(*watch.Config)) *testService {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lectern.db"), log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	b := &testService{fakeLibrary: &fakeLibrary{db: db, status: document.Ready}, t: t}
	config := watch.Config{Store: db.Folders, Library: b.fakeLibrary, Sealer: seal.New(seal.NewKey()), Log: log}
	if change != nil {
		change(&config)
	}
	b.Service = watch.New(config)
	b.Hurry()
	return b
}

// start runs the service until the test ends.
func (b *testService) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Run(ctx)
	}()
	b.t.Cleanup(func() {
		cancel()
		<-ended
	})
}

// setStatus sets the status of a document.
func (b *testService) setStatus(id string, status document.Status) {
	b.t.Helper()
	_, err := b.db.Documents.UpdateDocument(b.t.Context(), id, document.Update{Change: func(d *document.Document) error {
		d.Status = status
		return nil
	}})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *testService) create(path string, change func(*watch.Settings)) watch.Watched {
	b.t.Helper()
	settings := watch.DefaultSettings()
	if change != nil {
		change(&settings)
	}
	f, err := b.Create(b.t.Context(), path, settings)
	if err != nil {
		b.t.Fatal(err)
	}
	return f
}

func (b *testService) find(id string) watch.Watched {
	b.t.Helper()
	f, err := b.Find(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	return f
}

// files returns the newest arrival of each file of a folder, by path.
func (b *testService) files(id string) map[string]watch.Arrival {
	b.t.Helper()
	list, err := b.Arrivals(b.t.Context(), watch.Selection{FolderID: id, Limit: 10_000})
	if err != nil {
		b.t.Fatal(err)
	}
	all := map[string]watch.Arrival{}
	for _, a := range slices.Backward(list) {
		all[a.Path] = a
	}
	return all
}

// becomes waits until the function so returns true. It fails the test with the text what after two minutes.
func (b *testService) becomes(what string, so func() bool) {
	b.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.After(2 * time.Minute); !so(); {
		select {
		case <-tick.C:
		case <-end:
			b.t.Fatalf("never: %s", what)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
