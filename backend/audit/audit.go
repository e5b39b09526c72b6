// Package audit keeps who has changed what, and with which key. It has names and outcomes alone:
// no secrets, nothing of what was sent, and no content.
package audit

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The bounds of what is kept of one entry: who asks chooses some of the names.
const (
	maxObjects = 100
	maxName    = 200 // bytes
)

// Entry is something that was done, or was tried by somebody who may.
type Entry struct {
	Number  int64 // its place in the order of all
	At      time.Time
	KeyID   string // [account.LocalID] for a program of the server's own user
	KeyName string // as it was then
	Action  string // an operation of the interface, by its id
	Objects []string
	Status  int    // HTTP
	Remote  string // address of who asked; empty for a command of the server's own machine
	Request string // id of the request; empty for a command
}

// Selection says which entries are meant. Its zero values are for any.
type Selection struct {
	KeyID, Action, Object string
	Since, Until          time.Time
	Before                int64 // only those with a lower number
	Limit                 int
}

// Store keeps entries.
type Store interface {
	// CreateAudit keeps entries, so that a kill of the program does not lose them.
	CreateAudit(ctx context.Context, entries ...Entry) error
	// ListAudit gives entries, newest first.
	ListAudit(ctx context.Context, selection Selection) ([]Entry, error)
	// PruneAudit removes those from before a time.
	PruneAudit(ctx context.Context, before time.Time) error
}

// Service keeps entries in a store.
type Service struct {
	store Store
	log   *slog.Logger

	turn sync.Mutex // of who writes
	mu   sync.Mutex
	next *batch // gathers what is kept after what is being written; nil for none
}

// batch are entries that are kept in one transaction.
type batch struct {
	entries []Entry
	kept    chan struct{} // closed when they are, or cannot be
	err     error
}

// New makes a service.
func New(store Store, log *slog.Logger) *Service { return &Service{store: store, log: log} }

// Record keeps an entry, also where who asked has gone. What was done cannot be undone for want of
// it: where it cannot be kept, the log has it. Who is told that the database is away waits no longer for it.
func (s *Service) Record(ctx context.Context, entry Entry) {
	if entry.Status == http.StatusServiceUnavailable {
		go s.record(ctx, entry)
		return
	}
	s.record(ctx, entry)
}

func (s *Service) record(ctx context.Context, entry Entry) {
	entry.Objects = cutAll(entry.Objects)
	if err := s.keep(context.WithoutCancel(ctx), entry); err != nil {
		level := slog.LevelError
		if entry.Status == http.StatusServiceUnavailable { // nothing was done
			level = slog.LevelDebug
		}
		s.log.Log(ctx, level, "not in the audit log", slog.Any("cause", err), slog.String("action", entry.Action),
			slog.String("key", entry.KeyID),
			slog.Any("objects", entry.Objects), slog.Int("status", entry.Status), slog.String("remote", entry.Remote))
	}
}

// keep keeps an entry together with those of others who wait for the same transaction before: where
// many ask at once, each would wait for those of all.
func (s *Service) keep(ctx context.Context, entry Entry) error {
	mine, first := s.join(entry)
	if first {
		s.write(ctx, mine)
	}
	<-mine.kept
	return mine.err
}

// join adds an entry to those that are kept next, and says whether it is their first.
func (s *Service) join(entry Entry) (b *batch, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = &batch{kept: make(chan struct{})}
	}
	s.next.entries = append(s.next.entries, entry)
	return s.next, len(s.next.entries) == 1
}

// write keeps a batch when the one before is kept.
func (s *Service) write(ctx context.Context, b *batch) {
	defer close(b.kept)
	s.turn.Lock()
	defer s.turn.Unlock()
	s.mu.Lock()
	s.next = nil // nobody joins it any more
	s.mu.Unlock()
	b.err = s.store.CreateAudit(ctx, b.entries...)
}

// cutAll gives the first objects, and the beginnings of their names.
func cutAll(objects []string) []string {
	objects = objects[:min(len(objects), maxObjects)]
	for i, object := range objects {
		if len(object) > maxName {
			object = object[:maxName]
		}
		objects[i] = strings.ToValidUTF8(object, "")
	}
	return objects
}

// List gives entries, newest first.
func (s *Service) List(ctx context.Context, selection Selection) ([]Entry, error) {
	return s.store.ListAudit(ctx, selection)
}

// Prune removes the entries that are older than so many days; 0 is for none.
func (s *Service) Prune(ctx context.Context, days int) error {
	if days == 0 {
		return nil
	}
	return s.store.PruneAudit(ctx, time.Now().Add(-time.Duration(days)*24*time.Hour))
}
