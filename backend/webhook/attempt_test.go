package webhook

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/seal"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/sentence"
)

// plainSealer stores addresses without encryption, and the webhook secret in memory.
type plainSealer struct {
	Store
	secret []byte
}

func (plainSealer) Seal(secret, _ string) ([]byte, error)              { return []byte(secret), nil }
func (plainSealer) SealDeterministic(secret, _ string) ([]byte, error) { return []byte(secret), nil }
func (plainSealer) Open(sealed []byte, _ string) (string, error)       { return string(sealed), nil }

func (p *plainSealer) AddSecret(_ context.Context, sealed []byte, _ time.Time) error {
	p.secret = sealed
	return nil
}

func (p *plainSealer) ListSecrets(context.Context, time.Time) ([]SealedSecret, error) {
	if p.secret == nil {
		return nil, nil
	}
	return []SealedSecret{{Sealed: p.secret}}, nil
}

// newTest returns a service with a time limit for responses of receivers.
func newTest(t *testing.T, limit time.Duration) *Service {
	t.Helper()
	client, err := outbound.New(outbound.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	keeper := new(plainSealer)
	s := New(Config{Store: keeper, Client: client, Sealer: keeper, Log: slog.New(slog.DiscardHandler)})
	s.client = client.WithLimits(limit, maxAnswer)
	if err := s.EnsureSecret(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// An attempt fails if the receiver does not send a complete response in time, or cannot be reached.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestSlowReceivers(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slowly" {
			_, _ = io.WriteString(w, "it begins")
			_ = http.NewResponseController(w).Flush()
		}
		<-ended
	}))
	defer server.Close()
	defer close(ended)
	down := httptest.NewServer(nil)
	down.Close()
	const short = 50 * time.Millisecond
	for address, test := range map[string]struct {
		limit time.Duration
		want  string
	}{
		server.URL:                         {short, "The receiver did not respond completely within 0.05 seconds."},
		server.URL + "/slowly":             {short, "The receiver did not respond completely within 0.05 seconds."},
		down.URL:                           {time.Minute, "The server at the address could not be reached."},
		"https://" + server.URL[7:]:        {time.Minute, "The connection ended before the response was complete."},
		"http://example.com:80:80/strange": {time.Minute, "The address is not a complete http or https address."},
	} {
		tried, err := newTest(t, test.limit).SendTest(t.Context(), address)
		if err != nil {
			tried.Error = sentence.Encoded(err.Error())
		}
		if !strings.Contains(tried.Error.String(), test.want) {
			t.Errorf("%s: %+v, want %s", address, tried, test.want)
		}
	}
}

// An attempt that is interrupted because the server stops returns an error instead of an outcome, so it is not
// recorded.
func TestAttemptIsCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		cancel()
		<-ended
	}))
	defer server.Close()
	defer close(ended)
	if _, err := newTest(t, time.Minute).SendTest(ctx, server.URL); err == nil {
		t.Error("it is an attempt")
	}
}

// TestAttemptWithoutItsAddress attempts a delivery to an address that cannot be decrypted. The attempt fails with a
// message, and without an error that would stop the deliveries.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestAttemptWithoutItsAddress(t *testing.T) {
	other := seal.New(seal.NewKey())
	address, err := sealedurl.Seal(other, "https://example.com/?token=t", "d")
	if err != nil {
		t.Fatal(err)
	}
	s := newTest(t, time.Minute)
	s.sealer = seals{s.sealer, seal.New(seal.NewKey())}
	r, err := s.attempt(t.Context(), &Delivery{ID: NewID(), DocumentID: "d", URL: address, Body: "[]"})
	if err != nil || r.Status != 0 || !strings.Contains(r.Error.String(), "can no longer be read") {
		t.Errorf("it is %+v, %v", r, err)
	}
}

// seals is a sealer that decrypts addresses with a different key than secrets.
type seals struct {
	Sealer
	addresses *seal.Sealer
}

func (s seals) Open(sealed []byte, owner string) (string, error) {
	if owner == SecretOwner {
		return s.Sealer.Open(sealed, owner)
	}
	return s.addresses.Open(sealed, owner)
}

// TestTryOutOfARedactedAddress checks that an address whose credential is redacted is rejected.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestTryOutOfARedactedAddress(t *testing.T) {
	if _, err := newTest(t, time.Minute).SendTest(t.Context(), "http://127.0.0.1:1/hook?token=REDACTED"); !fault.Is(err, fault.Invalid) {
		t.Errorf("it is %v", err)
	}
}

// TestAnswerRepeatsCredentials checks that a credential that a receiver repeats in its response is not stored, even if
// the stored excerpt of the response ends in the middle of the credential.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestAnswerRepeatsCredentials(t *testing.T) {
	for echo, want := range map[string]string{
		"user=somebody password=s3/cr3t s3%2Fcr3t": "user=REDACTED password=REDACTED REDACTED",
		"c29tZWJvZHk6czMvY3IzdA==":                 "REDACTED",
		"/hook?a=1&token=t%26k3n&x=1":              "/hook?a=1&token=REDACTED&x=1",
		`{"token":"t&k3n"} "t\u0026k3n" t&amp;k3n`: `{"token":"REDACTED"} "REDACTED" REDACTED`,
		"n3st3d j5id": "REDACTED REDACTED",
		"nested user an0ther:pr0xy http://an0ther:pr0xy@h http%3A%2F%2Fan0ther%3Apr0xy%40h": "nested user REDACTED http://REDACTED@h " +
			"http%3A%2F%2FREDACTED%40h",
		strings.Repeat("x", maxStoredAnswer-4) + "somebody": strings.Repeat("x", maxStoredAnswer-4) + "REDA",
		"ok": "ok",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, echo) }))
		address := "http://somebody:s3%2Fcr3t@" + server.URL[len("http://"):] +
			"/hook;jsessionid=j5id/a?a=1&token=t%26k3n&next=%2Fa%3Fsig%3Dn3st3d&to=http%3A%2F%2Fan0ther%3Apr0xy%40h%2F&x=1"
		tried, err := newTest(t, time.Minute).SendTest(t.Context(), address)
		server.Close()
		if err != nil || tried.Answer != want {
			t.Errorf("%q is kept as %q, %v, want %q", echo, tried.Answer, err, want)
		}
	}
}
