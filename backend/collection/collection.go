// Package collection manages collections of documents. A document can be in several collections. Deleting a collection
// does not delete its documents.
package collection

import (
	"context"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/id"
)

// Collection is a named collection of documents.
type Collection struct {
	ID        string
	Name      string
	Color     string // #rrggbb; empty for none
	Count     int    // number of its documents that are not in the trash
	CreatedAt time.Time
}

// Edit is a change of a collection. Fields that are nil stay as they are.
type Edit struct {
	Name  *string
	Color *string
}

// Store stores collections.
type Store interface {
	// ListCollections returns all collections by name, ignoring case and accents.
	ListCollections(ctx context.Context) ([]Collection, error)
	// CountCollections returns the number of collections.
	CountCollections(ctx context.Context) (int, error)
	CreateCollection(ctx context.Context, c Collection) error
	// UpdateCollection changes a collection, or returns a fault of kind NotFound. If change returns an error, nothing
	// is changed and the error is returned as it is.
	UpdateCollection(ctx context.Context, id string, change func(*Collection) error) (Collection, error)
	// DeleteCollection removes a collection, or returns a fault of kind NotFound.
	DeleteCollection(ctx context.Context, id string) error
}

// Service manages collections.
type Service struct {
	store    Store
	onChange event.Listener
}

// New returns a service that keeps its collections in store. It calls onChange, which may be nil, with the id of each
// changed collection.
func New(store Store, onChange event.Listener) *Service { return &Service{store, onChange} }

const (
	maxName        = 100 // characters
	maxCollections = 1000
)

// List returns all collections by name, ignoring case and accents.
func (s *Service) List(ctx context.Context) ([]Collection, error) {
	return s.store.ListCollections(ctx)
}

// Create creates an empty collection. It returns a fault of kind Conflict if there are already maxCollections
// collections.
func (s *Service) Create(ctx context.Context, name, color string) (Collection, error) {
	c := Collection{ID: "c-" + id.NewShort(12), CreatedAt: time.Now().UTC()}
	if err := (&Edit{&name, &color}).apply(&c); err != nil {
		return c, err
	}
	count, err := s.store.CountCollections(ctx)
	switch {
	case err != nil:
		return c, err
	case count >= maxCollections:
		return c, fault.New(fault.Conflict, "There are %d collections, which is the limit. Delete one first.", maxCollections)
	}
	if err := s.store.CreateCollection(ctx, c); err != nil {
		return c, err
	}
	s.onChange.Notify(c.ID)
	return c, nil
}

// Edit changes a collection, or returns a fault of kind NotFound.
func (s *Service) Edit(ctx context.Context, id string, e Edit) (Collection, error) {
	c, err := s.store.UpdateCollection(ctx, id, e.apply)
	if err == nil {
		s.onChange.Notify(id)
	}
	return c, err
}

// Delete removes a collection but none of its documents. It returns a fault of kind NotFound if the collection does not
// exist.
func (s *Service) Delete(ctx context.Context, id string) error {
	err := s.store.DeleteCollection(ctx, id)
	if err == nil {
		s.onChange.Notify(id)
	}
	return err
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (e *Edit) apply(c *Collection) error {
	if e.Name != nil {
		name := strings.TrimSpace(*e.Name)
		if name == "" || utf8.RuneCountInString(name) > maxName || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			return fault.Field("/name", "The name of a collection must be one line of at most %d characters.", maxName)
		}
		c.Name = name
	}
	if e.Color != nil {
		color := strings.ToLower(*e.Color)
		if color != "" && !hexColor.MatchString(color) {
			return fault.Field("/color", "The color of a collection must be like #1d3557, or empty.")
		}
		c.Color = color
	}
	return nil
}
