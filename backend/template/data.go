package template

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Data is a set of parameters that is kept with a template under a name.
type Data struct {
	Name      string
	ChangedAt time.Time
	// Params are a JSON object, sealed in the store; nil in lists.
	Params []byte
}

// DataStore keeps the records of sets of parameters, by the ids of their templates.
type DataStore interface {
	// ListData gives the sets of a template by name, without their parameters.
	ListData(ctx context.Context, id string) ([]Data, error)
	// FindData gives one set, or a fault of kind NotFound.
	FindData(ctx context.Context, id, name string) (Data, error)
	// SaveData stores a set in the place of one of the same name. A template that there is not is a fault
	// of kind NotFound, one that has too many a fault of kind Conflict.
	SaveData(ctx context.Context, id string, d Data, most int) error
	// DeleteData removes a set, or is a fault of kind NotFound.
	DeleteData(ctx context.Context, id, name string) error
}

// Sealer closes what is not to be read in the database.
type Sealer interface {
	// Seal closes a secret so that it is opened for the same owner only.
	Seal(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

const (
	maxDataName = 100 // characters
	maxData     = 200 // sets of a template
)

// dataOwner is that of the sealed parameters of a template.
func dataOwner(id string) string { return "template data " + id }

// ListData gives the sets of parameters of a template by name, without the parameters themselves.
func (s *Service) ListData(ctx context.Context, identifier string) ([]Data, error) {
	t, err := s.Store.FindTemplate(ctx, identifier)
	if err != nil {
		return nil, err
	}
	return s.Store.ListData(ctx, t.ID)
}

// FindData gives a set of parameters, or a fault of kind NotFound.
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

// SaveData keeps parameters, a JSON object, under a name, in the place of those that had it.
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
