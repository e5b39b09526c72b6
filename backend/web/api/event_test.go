package api

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"lectern/backend/account"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/notify"
)

// eventsOf is an event store with one event. If err is set, its methods return that error.
type eventsOf struct {
	event.Store
	stored notify.Signal
	err    error
}

func (s *eventsOf) Stored() *notify.Signal                   { return &s.stored }
func (s *eventsOf) LastEvent(context.Context) (int64, error) { return 1, nil }

func (s *eventsOf) ListEvents(context.Context, int64, int64, event.Filter, int) ([]event.Event, error) {
	return []event.Event{event.New(event.Posted, "d", time.Now())}, s.err
}

// keysOf is an account store with one API key. If err is set, its methods return that error.
type keysOf struct {
	account.Store
	err error
}

func (s keysOf) FindKey(context.Context, string) (account.Key, error) {
	return account.Key{Role: account.Admin}, s.err
}

// follower is a client that disconnects after it has accepted the number of writes in the field takes.
type follower struct {
	*httptest.ResponseRecorder
	takes int
}

func (f *follower) SetWriteDeadline(time.Time) error { return nil }

func (f *follower) Write(text []byte) (int, error) {
	if f.takes--; f.takes < 0 {
		return 0, errors.New("broken pipe")
	}
	return f.ResponseRecorder.Write(text)
}

// A stream that ends because of an error of the server is logged. A stream is not logged if its client has disconnected
// or the client's key is no longer valid.
func TestABrokenStreamIsLogged(t *testing.T) {
	broken := errors.New("the database is broken")
	var log bytes.Buffer
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	gone, leave := context.WithCancel(t.Context())
	leave()
	for name, test := range map[string]struct {
		ctx          context.Context
		events, keys error
		takes        int
		logged       bool
	}{
		"the events cannot be read":     {t.Context(), broken, nil, 9, true},
		"the key cannot be read":        {t.Context(), nil, broken, 9, true},
		"the key is revoked":            {t.Context(), nil, fault.New(fault.NotFound, "There is no such key."), 9, false},
		"the reader has gone":           {gone, context.Canceled, nil, 9, false},
		"the reader breaks off at once": {t.Context(), nil, nil, 0, false},
		"the reader breaks off later":   {t.Context(), nil, nil, 1, false},
	} {
		log.Reset()
		h := &eventHandler{account.New(keysOf{err: test.keys}, wallClock{}, nil), event.NewFeed(&eventsOf{err: test.events}, time.Hour)}
		first := int64(0)
		out, err := h.follow(test.ctx, &eventsInput{Key: "x", after: &first})
		if err != nil {
			t.Fatal(err)
		}
		out.Body(humago.NewContext(&huma.Operation{}, httptest.NewRequest(http.MethodGet, "/events", nil),
			&follower{httptest.NewRecorder(), test.takes}))
		if got := strings.Contains(log.String(), "a stream of events ended because of an error"); got != test.logged {
			t.Errorf("%s: the log has %q", name, log.String())
		}
	}
}

// wallClock is the clock of the machine.
type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }
