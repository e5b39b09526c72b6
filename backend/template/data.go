package template

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Data is a named set of parameters that is stored with a template.
type Data struct {
	Name      string
	ChangedAt time.Time
	// Params is a JSON object, which is sealed in the store; nil in lists.
	Params []byte
}

// DataStore stores sets of parameters by the ids of their templates.
type DataStore interface {
	// ListData returns the sets of a template by name, without their parameters.
	ListData(ctx context.Context, id string) ([]Data, error)
	// FindData returns a set, or a fault of kind NotFound.
	FindData(ctx context.Context, id, name string) (Data, error)
	// SaveData stores a set and replaces one with the same name. The error is a fault of kind NotFound if there is no
	// such template, and of kind Conflict if it has too many sets.
	SaveData(ctx context.Context, id string, d Data, most int) error
	// DeleteData removes a set, or returns a fault of kind NotFound.
	DeleteData(ctx context.Context, id, name string) error
}

// Sealer encrypts secrets for the database.
type Sealer interface {
	// Seal encrypts a secret. It can only be decrypted with the same owner.
	Seal(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

const (
	maxDataName = 100 // characters
	maxData     = 200 // sets of parameters of a template
)

// dataOwner is the owner for whom the parameters of a template are sealed.
func dataOwner(id string) string { return "template data " + id }

// ListData returns the sets of parameters of a template by name, without the parameters themselves.
func (s *Service) ListData(ctx context.Context, identifier string) ([]Data, error) {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err != nil {
		return nil, err
	}
	return s.Store.ListData(ctx, t.ID)
}

// FindData returns a set of parameters, or a fault of kind NotFound.
func (s *Service) FindData(ctx context.Context, identifier, name string) (Data, error) {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err != nil {
		return Data{}, err
	}
	d, err := s.Store.FindData(ctx, t.ID, name)
	if err != nil {
		return d, err
	}
	params, err := s.Sealer.Open(d.Params, dataOwner(t.ID))
	d.Params = []byte(params)
	return d, err
}

// SaveData stores parameters, a JSON object, and replaces those with the same name.
func (s *Service) SaveData(ctx context.Context, identifier, name string, params []byte) (Data, error) {
	if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > maxDataName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, unicode.IsControl) {
		return Data{}, fault.Field("name", "The name of a set of parameters is one line of at most %d characters.", maxDataName)
	}
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err != nil {
		return Data{}, err
	}
	sealed, err := s.Sealer.Seal(string(params), dataOwner(t.ID))
	if err != nil {
		return Data{}, err
	}
	d := Data{Name: name, ChangedAt: time.Now().UTC(), Params: sealed}
	if err := s.Store.SaveData(ctx, t.ID, d, maxData); err != nil {
		return d, err
	}
	s.Changed.Notify(t.ID)
	d.Params = params
	return d, nil
}

// DeleteData removes a set of parameters.
func (s *Service) DeleteData(ctx context.Context, identifier, name string) error {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err == nil {
		err = s.Store.DeleteData(ctx, t.ID, name)
	}
	if err == nil {
		s.Changed.Notify(t.ID)
	}
	return err
}
