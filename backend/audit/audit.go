// Package audit records who changed what, and with which API key. Entries contain names and results, but no secrets and
// no content of documents.
package audit

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"
)

// The limits of an entry. They are necessary because clients choose some of the names in it.
const (
	maxObjects = 100
	maxName    = 200 // bytes
)

// Entry is an operation of an authorized client.
type Entry struct {
	Number  int64 // ascending in the order of creation
	At      time.Time
	KeyID   string // [account.LocalID] for a program of the server's own user
	KeyName string // name of the key when the operation took place
	Action  string // id of the operation in the API
	Objects []string
	Status  int    // status of the HTTP response
	Remote  string // IP address of the client; empty for a command on the server's own machine
	Request string // id of the HTTP request; empty for a command
}

// Selection selects entries. Except for Limit, fields with the zero value select all entries.
type Selection struct {
	KeyID, Action, Object string
	Since, Until          time.Time
	Before                int64 // only entries with a lower number
	Limit                 int
}

// Store stores entries.
type Store interface {
	// CreateAudit stores entries durably.
	CreateAudit(ctx context.Context, entries ...Entry) error
	// ListAudit returns entries, newest first.
	ListAudit(ctx context.Context, selection Selection) ([]Entry, error)
	// PruneAudit removes the entries that are older than the given time.
	PruneAudit(ctx context.Context, before time.Time) error
}

// Service records entries.
type Service struct {
	store Store
	log   *slog.Logger

	writeMu sync.Mutex // held while a batch is written
	mu      sync.Mutex
	next    *batch // collects entries while another batch is written; nil for none
}

// batch is a set of entries that are stored in one transaction.
type batch struct {
	entries []Entry
	stored  chan struct{} // closed when the entries are stored, or storing them has failed
	err     error
}

// New returns a service.
func New(store Store, log *slog.Logger) *Service { return &Service{store: store, log: log} }

// Record stores an entry, even if the client has disconnected. An entry that cannot be stored is written to the log,
// because the operation cannot be undone. If the operation failed because the database was unavailable, Record does not
// wait for the database.
func (s *Service) Record(ctx context.Context, entry Entry) {
	if entry.Status == http.StatusServiceUnavailable {
		go s.record(ctx, entry)
		return
	}
	s.record(ctx, entry)
}

func (s *Service) record(ctx context.Context, entry Entry) {
	entry.Objects = limitObjects(entry.Objects)
	if err := s.storeEntry(context.WithoutCancel(ctx), entry); err != nil {
		level := slog.LevelError
		if entry.Status == http.StatusServiceUnavailable { // nothing was changed
			level = slog.LevelDebug
		}
		s.log.Log(ctx, level, "an action could not be recorded in the audit log", slog.Any("cause", err), slog.String("action", entry.Action),
			slog.String("key", entry.KeyID),
			slog.Any("objects", entry.Objects), slog.Int("status", entry.Status), slog.String("remote", entry.Remote))
	}
}

// storeEntry stores an entry. Entries that arrive while a transaction is running share the next transaction.
func (s *Service) storeEntry(ctx context.Context, entry Entry) error {
	mine, first := s.addToBatch(entry)
	if first {
		s.write(ctx, mine)
	}
	<-mine.stored
	return mine.err
}

// addToBatch adds an entry to the next batch, and reports whether it is the first entry of that batch.
func (s *Service) addToBatch(entry Entry) (b *batch, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = &batch{stored: make(chan struct{})}
	}
	s.next.entries = append(s.next.entries, entry)
	return s.next, len(s.next.entries) == 1
}

// write stores a batch after the previous batch has been stored.
func (s *Service) write(ctx context.Context, b *batch) {
	defer close(b.stored)
	s.writeMu.Lock()
	defer s.writeMu.Unlock()
	s.mu.Lock()
	s.next = nil // no entry is added from now on
	s.mu.Unlock()
	b.err = s.store.CreateAudit(ctx, b.entries...)
}

// limitObjects returns the first maxObjects objects, and shortens their names to maxName bytes. It changes the
// argument.
func limitObjects(objects []string) []string {
	objects = objects[:min(len(objects), maxObjects)]
	for i, object := range objects {
		if len(object) > maxName {
			object = object[:maxName]
		}
		objects[i] = strings.ToValidUTF8(object, "")
	}
	return objects
}

// List returns entries, newest first.
func (s *Service) List(ctx context.Context, selection Selection) ([]Entry, error) {
	return s.store.ListAudit(ctx, selection)
}

// Prune removes the entries that are older than a number of days; 0 removes none.
func (s *Service) Prune(ctx context.Context, days int) error {
	if days == 0 {
		return nil
	}
	return s.store.PruneAudit(ctx, time.Now().Add(-time.Duration(days)*24*time.Hour))
}
