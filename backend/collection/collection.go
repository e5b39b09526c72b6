// Package collection keeps collections of documents, which a person makes. A document can be in
// several; with a collection goes none.
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

// Collection is one collection.
type Collection struct {
	ID        string
	Name      string
	Color     string // as #rrggbb; empty for none
	Count     int    // documents in it that are not in the trash
	CreatedAt time.Time
}

// Edit is a change of a collection. What is nil stays as it is.
type Edit struct {
	Name  *string
	Color *string
}

// Store keeps collections' records.
type Store interface {
	// ListCollections gives all collections by their names, without regard to case and accents.
	ListCollections(ctx context.Context) ([]Collection, error)
	// CountCollections gives how many there are.
	CountCollections(ctx context.Context) (int, error)
	CreateCollection(ctx context.Context, c Collection) error
	// UpdateCollection changes a collection, or is a fault of kind NotFound. An error of change
	// is given back as it is, and nothing is changed.
	UpdateCollection(ctx context.Context, id string, change func(*Collection) error) (Collection, error)
	// DeleteCollection removes a collection, or is a fault of kind NotFound.
	DeleteCollection(ctx context.Context, id string) error
}

// Service makes and changes collections.
type Service struct {
	store    Store
	onChange event.Listener
}

// New returns a service that keeps its collections in store. It calls onChange, which may be nil, with the id of each changed
// collection.
func New(store Store, onChange event.Listener) *Service { return &Service{store, onChange} }

const (
	maxName        = 100 // characters
	maxCollections = 1000
)

// List gives all collections by their names, without regard to case and accents.
func (s *Service) List(ctx context.Context) ([]Collection, error) {
	return s.store.ListCollections(ctx)
}

// Create makes a collection.
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
		return c, fault.New(fault.Conflict, "There are %d collections, and no more than that.", maxCollections)
	}
	if err := s.store.CreateCollection(ctx, c); err != nil {
		return c, err
	}
	s.onChange.Notify(c.ID)
	return c, nil
}

// Edit changes a collection, or is a fault of kind NotFound.
func (s *Service) Edit(ctx context.Context, id string, e Edit) (Collection, error) {
	c, err := s.store.UpdateCollection(ctx, id, e.apply)
	if err == nil {
		s.onChange.Notify(id)
	}
	return c, err
}

// Delete removes a collection, and none of its documents; or is a fault of kind NotFound.
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
			return fault.Field("/name", "The name of a collection is one line of at most %d characters.", maxName)
		}
		c.Name = name
	}
	if e.Color != nil {
		color := strings.ToLower(*e.Color)
		if color != "" && !hexColor.MatchString(color) {
			return fault.Field("/color", "The color of a collection is such as #1d3557, or empty.")
		}
		c.Color = color
	}
	return nil
}
