package template

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lectern/backend/internal/fault"
)

// Data is a named set of parameters stored with a template.
type Data struct {
	Name      string
	ChangedAt time.Time
	// Params is a JSON object. It is encrypted in the store, and nil in lists.
	Params []byte
}

// DataStore stores sets of parameters by the ids of their templates.
type DataStore interface {
	// ListData returns the sets of parameters of a template, sorted by name. The parameters themselves are left out.
	ListData(ctx context.Context, id string) ([]Data, error)
	// FindData returns a set of parameters, or a fault of kind NotFound.
	FindData(ctx context.Context, id, name string) (Data, error)
	// SaveData stores a set of parameters, replacing an existing set of the same name. It returns a fault of kind
	// NotFound if the template does not exist, and of kind Conflict if the template already has maxCount sets.
	SaveData(ctx context.Context, id string, d Data, maxCount int) error
	// DeleteData removes a set of parameters. It returns a fault of kind NotFound if the set does not exist.
	DeleteData(ctx context.Context, id, name string) error
}

// Sealer encrypts secrets that are stored in the database.
type Sealer interface {
	// Seal encrypts a secret. The owner names the object that the secret belongs to. Decrypting requires the same
	// owner, so that a secret cannot be moved to another object.
	Seal(secret, owner string) ([]byte, error)
	Open(sealed []byte, owner string) (secret string, err error)
}

const (
	maxDataName = 100 // characters
	maxData     = 200 // maximal number of sets of a template
)

// dataOwner returns the owner with which the parameters stored with a template are encrypted (see [Sealer]).
func dataOwner(id string) string { return "template data " + id }

// ListData returns the sets of parameters of a template, sorted by name. The parameters themselves are left out.
func (s *Service) ListData(ctx context.Context, identifier string) ([]Data, error) {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err != nil {
		return nil, err
	}
	return s.store.ListData(ctx, t.ID)
}

// FindData returns a set of parameters with its contents, or a fault of kind NotFound.
func (s *Service) FindData(ctx context.Context, identifier, name string) (Data, error) {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err != nil {
		return Data{}, err
	}
	d, err := s.store.FindData(ctx, t.ID, name)
	if err != nil {
		return d, err
	}
	params, err := s.sealer.Open(d.Params, dataOwner(t.ID))
	d.Params = []byte(params)
	return d, err
}

// SaveData stores parameters, a JSON object, under a name. It replaces an existing set of that name.
func (s *Service) SaveData(ctx context.Context, identifier, name string, params []byte) (Data, error) {
	if strings.TrimSpace(name) == "" || utf8.RuneCountInString(name) > maxDataName || !utf8.ValidString(name) ||
		strings.ContainsFunc(name, unicode.IsControl) {
		return Data{}, fault.Field("name", "The name of a set of parameters must be one line of at most %d characters.", maxDataName)
	}
	t, err := s.store.FindTemplate(ctx, identifier)
	if err != nil {
		return Data{}, err
	}
	sealed, err := s.sealer.Seal(string(params), dataOwner(t.ID))
	if err != nil {
		return Data{}, err
	}
	d := Data{Name: name, ChangedAt: time.Now().UTC(), Params: sealed}
	if err := s.store.SaveData(ctx, t.ID, d, maxData); err != nil {
		return d, err
	}
	s.onChange.Notify(t.ID)
	d.Params = params
	return d, nil
}

// DeleteData removes a set of parameters.
func (s *Service) DeleteData(ctx context.Context, identifier, name string) error {
	t, err := s.store.FindTemplate(ctx, identifier)
	if err == nil {
		err = s.store.DeleteData(ctx, t.ID, name)
	}
	if err == nil {
		s.onChange.Notify(t.ID)
	}
	return err
}
