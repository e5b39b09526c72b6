package crm_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/crm"
	"lectern/backend/crm/crmtest"
	"lectern/backend/internal/outbound"
)

// harness is a fixture: the platform under test, connected to a simulated Salesforce organisation.
type harness struct {
	crm.Platform
	t    *testing.T
	all  *crm.Platforms
	org  *crmtest.Server
	in   crm.Integration
	most int64 // maximal size of a template, in bytes
	// paused contains the delays before repeated requests. The tests record them and do not wait.
	paused []time.Duration
}

func open(t *testing.T) *harness {
	t.Helper()
	org := crmtest.Start(t)
	return openOn(t, org, crm.Integration{Type: "Salesforce", SessionID: org.Session, ServerURL: org.URL +
		"/services/Soap/u/60.0/00D5g000004abcD"})
}

func openOn(t *testing.T, org *crmtest.Server, in crm.Integration) *harness {
	t.Helper()
	client, err := outbound.New(outbound.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	h := &harness{t: t, org: org, in: in, most: 1 << 20}
	h.all = crm.New(crm.Config{Client: client, MaxTemplate: func() int64 { return h.most }, Timeout: 10 * time.Second})
	h.all.SetPause(func(_ context.Context, d time.Duration) error { h.paused = append(h.paused, d); return nil })
	if err := h.all.Configure([]string{"127.0.0.1"}, ""); err != nil {
		t.Fatal(err)
	}
	if h.Platform, err = h.all.Find("Salesforce"); err != nil {
		t.Fatal(err)
	}
	return h
}

// template returns the name and the content of a template.
func (h *harness) template(identifier string) (name, content string, err error) {
	name, body, err := h.Template(h.t.Context(), h.in, identifier)
	if err != nil {
		return "", "", err
	}
	text, err := io.ReadAll(body)
	return name, string(text), errors.Join(err, body.Close())
}

// store stores a file on the platform.
func (h *harness) store(record, name, content string) (string, error) {
	h.t.Helper()
	path := filepath.Join(h.t.TempDir(), "result")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer file.Close()
	return h.Store(h.t.Context(), h.in, record, name, file)
}

// wantCode fails the test if err does not have the given code, or if its texts contain the session id of the platform.
func (h *harness) wantCode(err error, code string) {
	h.t.Helper()
	told, ok := errors.AsType[*crm.Error](err)
	if !ok || told.Code() != code {
		h.t.Errorf("%v, want %s", err, code)
		return
	}
	if text := fmt.Sprintf("%v %+v %s", err, told, told.Sentence().Encode()); h.in.SessionID != "" && strings.Contains(text, h.in.SessionID) {
		h.t.Errorf("the session is in %s", text)
	}
}

// forget clears the cached version of the API, so that it is requested again.
func (h *harness) forget() {
	fresh := openOn(h.t, h.org, h.in)
	h.Platform, h.all = fresh.Platform, fresh.all
}

// startWithAnswer returns a fixture whose server passes requests for a path to the given handler. The server responds
// to all other requests as Salesforce does.
func startWithAnswer(t *testing.T, path string, answer http.HandlerFunc) (*harness, *crmtest.Server) {
	t.Helper()
	org := crmtest.Start(t)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, path) {
			answer(w, r)
			return
		}
		org.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	return openOn(t, org, crm.Integration{Type: "Salesforce", SessionID: org.Session, ServerURL: front.URL}), org
}
