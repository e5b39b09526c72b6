// Package settings manages the settings that can be changed while the server runs. Settings that were not changed have
// the values of the flags.
package settings

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/jsonobject"
)

// Settings are the values of all settings.
type Settings struct {
	Addr           string   `json:"addr" doc:"Address to listen on after the next start, HOST:PORT; the flag --addr takes precedence. 127.0.0.1 accepts connections of this machine only, 0.0.0.0 those of all networks." example:"127.0.0.1:7420"`
	PublicURL      string   `json:"publicURL" doc:"Address under which readers reach this server, if it differs from the address it listens on; empty for none." example:"https://example.com/documents"`
	HostNames      []string `json:"hostNames" nullable:"false" doc:"Host names under which this server may be called, in addition to localhost, numeric addresses and the host of publicURL." example:"[\"papers.example.com\"]"`
	AllowedHosts   []string `json:"allowedHosts" nullable:"false" doc:"Host names, addresses and CIDR ranges that this server may call in addition to public ones, to fetch documents and to deliver events." example:"[\"10.0.0.0/8\",\"intranet\"]"`
	AllowedOrigins []string `json:"allowedOrigins" nullable:"false" doc:"Origins of web pages that may use the API with a key (CORS)." example:"[\"https://app.example.com\"]"`
	MaxUpload      int64    `json:"maxUpload" doc:"Size limit of a document, in bytes." example:"1000000000"`
	MaxQueue       int      `json:"maxQueue" doc:"Number of documents, and of tasks, that may wait; further ones are rejected with 429." example:"10000"`
	DeadlineSecs   int      `json:"deadlineSeconds" doc:"Time limit for the conversion of a document, in seconds; at most that of the flag --deadline." example:"120"`
	RetentionDays  int      `json:"retentionDays" doc:"Days after which documents are deleted; 0 for never." example:"0"`
	TrashDays      int      `json:"trashDays" doc:"Days after which documents in the trash are deleted permanently; 0 for never." example:"30"`
	TaskDays       int      `json:"taskDays" doc:"Days after which completed, failed and cancelled template tasks are removed with their results; 0 for never." example:"30"`
	AuditDays      int      `json:"auditDays" doc:"Days after which entries of the audit log are removed; 0 for never." example:"365"`
	CRMHosts       []string `json:"crmHosts" nullable:"false" doc:"Hosts that may be the server of a platform (serverURL), in addition to those of the platform's vendor: names, addresses, and patterns such as *.example.com for all subdomains." example:"[\"*.crm.example.com\"]"`
	CRMFolder      string   `json:"crmFolder" doc:"Path of the folder on this machine from which the platform Folder takes templates; empty for none." example:"/srv/templates"`
	RetentionBytes int64    `json:"retentionBytes" doc:"Size limit of the originals of all documents together, in bytes; above it, the oldest documents are deleted. 0 for no limit." example:"0"`
}

// Store stores changed settings.
type Store interface {
	// FindSettings returns the changed settings as JSON, by name.
	FindSettings(ctx context.Context) (map[string]json.RawMessage, error)
	// SaveSettings stores the changed settings, and replaces all changes that were stored before.
	SaveSettings(ctx context.Context, changed map[string]json.RawMessage) error
}

// Config contains the dependencies of a [Service].
type Config struct {
	Store Store
	Flags Settings             // values of the settings that were not changed
	Apply func(Settings) error // called with the settings by [New] and after each change
	// OnChange, if not nil, is called with an empty id after each change.
	OnChange event.Listener
}

// Service manages the settings of a server.
type Service struct {
	store    Store
	flags    Settings
	apply    func(Settings) error
	onChange event.Listener

	current atomic.Pointer[Settings] // read by every request

	mu      sync.Mutex // held while settings are changed
	changed map[string]json.RawMessage
}

// New reads the stored settings and applies them.
func New(ctx context.Context, config Config) (*Service, error) {
	changed, err := config.Store.FindSettings(ctx)
	if err != nil {
		return nil, err
	}
	s := &Service{store: config.Store, flags: config.Flags, apply: config.Apply, onChange: config.OnChange, changed: changed}
	current, err := s.withChanges(changed)
	if err != nil {
		return nil, err
	}
	s.current.Store(&current)
	return s, config.Apply(current)
}

// Get returns the settings.
func (s *Service) Get() Settings { return *s.current.Load() }

// Change changes the settings with the given JSON names. The value null resets a setting to the value of its flag. If a
// name is unknown or a value is not valid, the error is a fault of kind Invalid and nothing is changed.
func (s *Service) Change(ctx context.Context, fields map[string]json.RawMessage) (Settings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed := maps.Clone(s.changed)
	for name, value := range fields {
		changed[name] = value
		if string(value) == "null" {
			delete(changed, name)
		}
	}
	if err := checkNames(fields); err != nil {
		return s.Get(), err
	}
	next, err := s.withChanges(changed)
	if err == nil {
		err = next.validate(&s.flags)
	}
	if err == nil {
		err = s.store.SaveSettings(ctx, changed)
	}
	if err != nil {
		return s.Get(), err
	}
	s.changed = changed
	s.current.Store(&next)
	defer s.onChange.Notify("")
	return next, s.apply(next)
}

// Reload applies settings that another node has changed in the store.
func (s *Service) Reload(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	changed, err := s.store.FindSettings(ctx)
	if err != nil {
		return err
	}
	next, err := s.withChanges(changed)
	if err != nil || reflect.DeepEqual(changed, s.changed) {
		return err
	}
	s.changed = changed
	s.current.Store(&next)
	return s.apply(next)
}

// checkNames rejects names of settings that do not exist.
func checkNames(fields map[string]json.RawMessage) error {
	for name, value := range fields {
		err := jsonobject.Set(map[string]json.RawMessage{name: value}, &Settings{})
		if wrong, ok := errors.AsType[*fault.Error](err); ok {
			return wrong
		}
	}
	return nil
}

// withChanges returns the settings of the flags, overridden by the changed settings.
func (s *Service) withChanges(changed map[string]json.RawMessage) (Settings, error) {
	next := s.flags
	for _, list := range []*[]string{&next.HostNames, &next.AllowedHosts, &next.AllowedOrigins, &next.CRMHosts} {
		*list = slices.Clone(*list) // otherwise decoding would overwrite the list in s.flags
	}
	err := jsonobject.Set(changed, &next)
	next.PublicURL = strings.TrimRight(next.PublicURL, "/")
	return next, err
}
