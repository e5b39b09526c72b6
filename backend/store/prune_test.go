package store

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/seal"
	"lectern/backend/webhook"
)

// TestPruneKeepsAnotherSendersPost prunes idempotency keys. Two senders have used the same key, and only the old use is
// removed.
func TestPruneKeepsAnotherSendersPost(t *testing.T) {
	db := newTest(t)
	now := time.Now()
	for sender, at := range map[string]time.Time{"old": now.Add(-keyLifetime), "new": now} {
		_, err := db.write.ExecContext(t.Context(), `INSERT INTO idempotency (sender, key, fingerprint, documents, created_at)
			VALUES (?, 'same', '', '[]', ?)`, sender, at.UnixMilli())
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Prune(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	rows, err := db.read.QueryContext(t.Context(), `SELECT sender FROM idempotency`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var left []string
	for rows.Next() {
		var sender string
		if err := rows.Scan(&sender); err != nil {
			t.Fatal(err)
		}
		left = append(left, sender)
	}
	if fmt.Sprint(left) != "[new]" || rows.Err() != nil {
		t.Errorf("left are the posts of %v, %v", left, rows.Err())
	}
}

// limit is the maximum time that a test waits for something.
const limit = 2 * time.Minute

// newWebhooks returns a service that delivers the events of a database. It may also deliver to addresses of this
// machine.
func newWebhooks(t *testing.T, db *DB) *webhook.Service {
	t.Helper()
	client, err := outbound.New(outbound.Config{Allow: []string{"127.0.0.1"}})
	if err != nil {
		t.Fatal(err)
	}
	service := webhook.New(webhook.Config{Store: db.Webhooks, Client: client, Sealer: seal.New(seal.NewKey()),
		Retry: webhook.DefaultRetry(), Log: slog.New(slog.DiscardHandler)})
	if err := service.EnsureSecret(t.Context()); err != nil {
		t.Fatal(err)
	}
	return service
}

// A delivery that was scheduled while the clock was ahead is made at the right time after the clock was corrected.
func TestAClockThatWasAheadDelaysNoDelivery(t *testing.T) {
	called := make(chan string, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		called <- r.Header.Get("Webhook-Id")
	}))
	defer receiver.Close()
	db := newTest(t)
	wait := map[string]time.Duration{"ahead": 72 * time.Hour, "right": 24 * time.Hour}
	ids := map[string]string{}
	for name := range wait {
		publish(t, db, name, receiver.URL, time.Now(), event.Posted)
	}
	for _, d := range takeDue(t, db, later(), ampleCapacity) {
		ids[d.DocumentID] = d.ID
		finish(t, db, d, webhook.Outcome{State: webhook.Pending, NextAt: time.Now().Add(wait[d.DocumentID]),
			Attempt: webhook.Attempt{Error: "No."}})
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	service, ended := newWebhooks(t, db), make(chan struct{})
	go func() {
		defer close(ended)
		service.Run(ctx, limit)
	}()
	select {
	case id := <-called:
		if id != ids["ahead"] {
			t.Errorf("%s is delivered, of %v", id, ids)
		}
	case <-ctx.Done():
		t.Error("nothing is delivered")
	}
	cancel()
	<-ended
	for name, want := range map[string]webhook.State{"ahead": webhook.Delivered, "right": webhook.Pending} {
		if d, err := db.Webhooks.FindDelivery(t.Context(), ids[name]); err != nil || d.State != want {
			t.Errorf("the delivery of %s is %s, %v", name, d.State, err)
		}
	}
}

// Events that were stored while the clock was ahead do not prevent the removal of old events, and are removed together
// with older events that follow them. The last event is only a second ahead of the clock and is kept.
func TestAClockThatWasAheadKeepsNoEvents(t *testing.T) {
	db := newTest(t)
	now := time.Now()
	old, ahead := now.Add(-8*24*time.Hour), now.Add(365*24*time.Hour)
	publish(t, db, "first", "", old, event.Posted)
	publish(t, db, "ahead", "", ahead, slices.Repeat([]event.Type{event.SessionOpened}, 2*pruneBatch)...)
	publish(t, db, "second", "", old, event.Posted)
	publish(t, db, "soon", "", now.Add(time.Second), event.Posted)
	if err := db.Webhooks.PruneEvents(t.Context(), now.Add(-7*24*time.Hour), now); err != nil {
		t.Fatal(err)
	}
	left, err := db.Events.ListEvents(t.Context(), 0, 1<<62, event.Filter{}, 5)
	if err != nil || len(left) != 1 || left[0].Document != "soon" {
		t.Errorf("left are %+v, %v", left, err)
	}
	publish(t, db, "new", "", now, event.Posted)
	if err := db.Webhooks.PruneEvents(t.Context(), now.Add(-7*24*time.Hour), now); err != nil {
		t.Fatal(err)
	}
	if left, err := db.Events.ListEvents(t.Context(), 0, 1<<62, event.Filter{}, 5); err != nil || len(left) != 2 {
		t.Errorf("left are %+v, %v", left, err)
	}
}
