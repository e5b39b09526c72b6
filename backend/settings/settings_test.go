package settings

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"lectern/backend/internal/fault"
)

// memoryStore is a store of settings in memory.
type memoryStore map[string]json.RawMessage

func (k memoryStore) FindSettings(context.Context) (map[string]json.RawMessage, error) { return k, nil }
func (k memoryStore) SaveSettings(context.Context, map[string]json.RawMessage) error   { return nil }

// flags returns the settings that the server was started with.
func flags() Settings {
	return Settings{Addr: "127.0.0.1:7420", PublicURL: "", HostNames: []string{"one.example"}, AllowedHosts: []string{"127.0.0.1"},
		AllowedOrigins: []string{"https://one.example"}, CRMHosts: []string{"crm.example"},
		MaxUpload: 100, MaxQueue: 10, DeadlineSecs: 60}
}

// open returns a service and the applied settings.
func open(t *testing.T) (*Service, *Settings) {
	t.Helper()
	var inForce Settings
	s, err := New(t.Context(), Config{Store: memoryStore{}, Flags: flags(), Apply: func(now Settings) error { inForce = now; return nil }})
	if err != nil {
		t.Fatal(err)
	}
	return s, &inForce
}

func change(t *testing.T, s *Service, text string) error {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		t.Fatal(err)
	}
	_, err := s.Change(t.Context(), fields)
	return err
}

// TestNullResetsToFlags resets settings to the values of the flags, including lists of different lengths.
func TestNullResetsToFlags(t *testing.T) {
	s, inForce := open(t)
	for _, text := range []string{
		`{"hostNames":["two.example","three.example"],"allowedHosts":["10.0.0.0/8"],"allowedOrigins":[],"crmHosts":["*.two.example"],` +
			`"crmFolder":"/srv/templates","maxUpload":7,"publicURL":"https://a.example/b/"}`,
		`{"hostNames":null,"allowedHosts":null,"allowedOrigins":null,"crmHosts":null,"crmFolder":null,"maxUpload":null,"publicURL":null}`,
	} {
		if err := change(t, s, text); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s.Get(), *inForce) {
			t.Errorf("got %+v, but %+v is in force", s.Get(), *inForce)
		}
	}
	if !reflect.DeepEqual(*inForce, flags()) {
		t.Errorf("put back: %+v", *inForce)
	}
}

func TestPublicURLHasNoSlashAtItsEnd(t *testing.T) {
	s, inForce := open(t)
	if err := change(t, s, `{"publicURL":"https://a.example/b/"}`); err != nil || inForce.PublicURL != "https://a.example/b" {
		t.Errorf("%q, %v", inForce.PublicURL, err)
	}
}

func TestInvalidSettingsChangeNothing(t *testing.T) {
	s, inForce := open(t)
	for _, text := range []string{
		`{"maxUpload":7,"maxQueue":0}`, `{"deadlineSeconds":61}`, `{"hostNames":["a b"]}`, `{"nothing":1}`, `{"nothing":null}`,
		`{"addr":"localhost"}`, `{"addr":"127.0.0.1:70000"}`, `{"retentionDays":-1}`, `{"crmHosts":["a b"]}`, `{"crmFolder":"templates"}`,
	} {
		if err := change(t, s, text); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if !reflect.DeepEqual(*inForce, flags()) {
		t.Errorf("in force: %+v", *inForce)
	}
}
