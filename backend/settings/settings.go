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
	Addr           string   `json:"addr" doc:"Address to listen on from the next start on, HOST:PORT; where the flag --addr is given, that wins. 127.0.0.1 is for this machine only, 0.0.0.0 for all networks that it is in." example:"127.0.0.1:7420"`
	PublicURL      string   `json:"publicURL" doc:"Address under which readers reach this server, where that is another than the one it listens on; empty for none." example:"https://example.com/documents"`
	HostNames      []string `json:"hostNames" nullable:"false" doc:"Names under which this server may be called, besides localhost, addresses in digits, and that of publicURL." example:"[\"papers.example.com\"]"`
	AllowedHosts   []string `json:"allowedHosts" nullable:"false" doc:"Host names, addresses and CIDR ranges that this server may call besides public ones: to fetch documents, and to deliver events." example:"[\"10.0.0.0/8\",\"intranet\"]"`
	AllowedOrigins []string `json:"allowedOrigins" nullable:"false" doc:"Origins of web pages that may use the API, with a key (CORS)." example:"[\"https://app.example.com\"]"`
	MaxUpload      int64    `json:"maxUpload" doc:"Bytes of the largest document that is taken in." example:"1000000000"`
	MaxQueue       int      `json:"maxQueue" doc:"Documents that may wait to be converted, and tasks that may wait; more are answered with 429." example:"10000"`
	DeadlineSecs   int      `json:"deadlineSeconds" doc:"Seconds that the conversion of a document may take, at most those of the flag --deadline, which bounds the converters." example:"120"`
	RetentionDays  int      `json:"retentionDays" doc:"Days after which a document is deleted; 0 for never." example:"0"`
	TrashDays      int      `json:"trashDays" doc:"Days after which what is in the trash is deleted for good; 0 for never." example:"30"`
	TaskDays       int      `json:"taskDays" doc:"Days after which a template task that has ended is removed with its results; 0 for never." example:"30"`
	AuditDays      int      `json:"auditDays" doc:"Days after which an entry of the audit log is removed; 0 for never." example:"365"`
	CRMHosts       []string `json:"crmHosts" nullable:"false" doc:"Hosts that may be a platform's server (serverURL) besides those of the platforms' own: names, addresses, and patterns such as *.example.com for all names below a domain." example:"[\"*.crm.example.com\"]"`
	CRMFolder      string   `json:"crmFolder" doc:"Path of the folder of this machine that the platform Folder takes templates from; empty for none." example:"/srv/templates"`
	RetentionBytes int64    `json:"retentionBytes" doc:"Bytes that the originals of all documents may have; beyond, the oldest documents are deleted. 0 for any number." example:"0"`
}

// Store stores changed settings.
type Store interface {
	// FindSettings returns the changed settings as JSON, by name.
	FindSettings(ctx context.Context) (map[string]json.RawMessage, error)
	// SaveSettings stores the changed settings, and replaces all earlier ones.
	SaveSettings(ctx context.Context, changed map[string]json.RawMessage) error
}

// Config has the dependencies of a [Service].
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

// Change changes the settings with the given JSON names; null resets one to the value of its flag. If a name is unknown
// or a value not valid, the error is a fault of kind Invalid and nothing is changed.
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

// withChanges returns the settings of the flags with changes applied.
func (s *Service) withChanges(changed map[string]json.RawMessage) (Settings, error) {
	next := s.flags
	for _, list := range []*[]string{&next.HostNames, &next.AllowedHosts, &next.AllowedOrigins, &next.CRMHosts} {
		*list = slices.Clone(*list) // otherwise decoding would overwrite the flags' own list
	}
	err := jsonobject.Set(changed, &next)
	next.PublicURL = strings.TrimRight(next.PublicURL, "/")
	return next, err
}
