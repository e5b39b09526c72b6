package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/webhook"
)

// ampleCapacity is capacity for many deliveries.
var ampleCapacity = webhook.Capacity{Free: 100, PerHost: 100, Running: map[string]int{}}

// publish stores events of a document for a webhook address.
func publish(t *testing.T, db *DB, document, url string, at time.Time, kinds ...event.Type) {
	t.Helper()
	events := make([]event.Event, len(kinds))
	for i, kind := range kinds {
		events[i] = event.New(kind, document, at)
		events[i].URL = sealedurl.URL(url)
	}
	if err := db.update(t.Context(), func(tx *Tx) error { return createEvents(t.Context(), tx, events) }); err != nil {
		t.Fatal(err)
	}
}

// takeDue returns the deliveries that are due, and marks them as taken.
func takeDue(t *testing.T, db *DB, now time.Time, room webhook.Capacity) []webhook.DueDelivery {
	t.Helper()
	taken, err := db.Webhooks.TakeDue(t.Context(), now, room)
	if err != nil {
		t.Fatal(err)
	}
	return taken
}

// finish stores the outcome of a delivery.
func finish(t *testing.T, db *DB, d webhook.DueDelivery, o webhook.Outcome) {
	t.Helper()
	if err := db.Webhooks.Finish(t.Context(), &d.Delivery, o); err != nil {
		t.Fatal(err)
	}
}

// later is a time at which every delivery is due.
func later() time.Time { return time.Now().Add(time.Hour) }

// A lane (the webhook queue of a document) has one delivery at a time. The delivery is attempted again until it ends,
// even after the server was killed. Events that occur meanwhile are in the next delivery, and events for another
// address are in a separate delivery.
//
// SECURITY.md, promise 39 (order of events)
func TestLanes(t *testing.T) {
	db := newTest(t)
	const here, there = "http://a.example/1", "http://b.example/2"
	publish(t, db, "d", here, time.Now(), event.Posted)
	first := takeDue(t, db, later(), ampleCapacity)
	if len(first) != 1 || first[0].Host != "a.example" || first[0].URL != here || !strings.Contains(first[0].Body, `"document.posted"`) {
		t.Fatalf("taken is %+v", first)
	}
	publish(t, db, "d", here, time.Now(), event.ProcessingStarted, event.FirstPageReady)
	publish(t, db, "d", there, time.Now(), event.Ready)
	publish(t, db, "d", "", time.Now(), event.SessionOpened)
	if again := takeDue(t, db, later(), ampleCapacity); len(again) != 0 {
		t.Errorf("while it is under way there is %+v", again)
	}
	if err := db.Webhooks.ResumeLanes(t.Context(), time.Now()); err != nil { // as after the server was killed
		t.Fatal(err)
	}
	resumed := takeDue(t, db, later(), ampleCapacity)
	if len(resumed) != 1 || resumed[0].ID != first[0].ID || resumed[0].Body != first[0].Body {
		t.Errorf("resumed is %+v, not %+v", resumed, first)
	}
	next := later().Add(time.Hour).Truncate(time.Millisecond)
	finish(t, db, resumed[0], webhook.Outcome{State: webhook.Pending, NextAt: next, Attempt: webhook.Attempt{Error: "No."}})
	if due, err := db.Webhooks.NextDue(t.Context(), time.Now()); err != nil || !due.Equal(next) {
		t.Errorf("due is %s, %v", due, err)
	}
	if early := takeDue(t, db, later(), ampleCapacity); len(early) != 0 {
		t.Errorf("before its time there is %+v", early)
	}
	retried := takeDue(t, db, next, ampleCapacity)
	if len(retried) != 1 || retried[0].ID != first[0].ID || retried[0].Tries != 1 {
		t.Fatalf("retried is %+v", retried)
	}
	var told []string
	for d := retried[0]; ; d = takeDue(t, db, next, ampleCapacity)[0] {
		told = append(told, fmt.Sprint(d.URL, d.Types, d.Host))
		finish(t, db, d, webhook.Outcome{State: webhook.Delivered})
		if due, err := db.Webhooks.NextDue(t.Context(), time.Time{}); err != nil || due.IsZero() {
			break
		}
	}
	want := []string{
		here + "[document.posted]a.example",
		here + "[document.processingStarted document.firstPageReady]a.example",
		there + "[document.ready]b.example",
	}
	if fmt.Sprint(told) != fmt.Sprint(want) {
		t.Errorf("told is\n%q, want\n%q", told, want)
	}
	d, err := db.Webhooks.FindDelivery(t.Context(), first[0].ID)
	if err != nil || d.State != webhook.Delivered || len(d.Attempts) != 2 || d.Attempts[0].Error != "No." || d.EndedAt.IsZero() {
		t.Errorf("the delivery is %+v, %v", d, err)
	}
}

// A receiver that rejects further events of a document gets none, but still gets the events of other documents.
//
// SECURITY.md, promise 38 (repeated deliveries)
func TestReceiverThatRejectsEvents(t *testing.T) {
	db := newTest(t)
	doc := testDocument("d", time.Now())
	// Stores the event Posted.
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc}}); err != nil {
		t.Fatal(err)
	}
	d := takeDue(t, db, later(), ampleCapacity)[0]
	publish(t, db, "d", string(doc.WebhookURL), time.Now(), slices.Repeat([]event.Type{event.SessionOpened}, 2*maxEvents)...)
	finish(t, db, d, webhook.Outcome{State: webhook.Failed, Gone: true})
	publish(t, db, "d", string(doc.WebhookURL), time.Now(), event.Ready)
	if more := takeDue(t, db, later(), ampleCapacity); len(more) != 0 {
		t.Errorf("afterwards there is %+v", more)
	}
	cancelled, err := db.Webhooks.ListDeliveries(t.Context(), webhook.Selection{State: webhook.Cancelled, Limit: 10})
	if err != nil || len(cancelled) != 2 || len(cancelled[0].Types) != maxEvents || cancelled[0].EndedAt.IsZero() {
		t.Errorf("cancelled are %d, %v", len(cancelled), err)
	}
	publish(t, db, "d", "http://other.example", time.Now(), event.Ready)
	publish(t, db, "e", string(doc.WebhookURL), time.Now(), event.Ready)
	if others := takeDue(t, db, later(), ampleCapacity); len(others) != 2 {
		t.Errorf("others receive %+v", others)
	}
}

// Many deliveries to one host do not prevent deliveries to other hosts.
func TestBusyHostDoesNotBlockOthers(t *testing.T) {
	db := newTest(t)
	for i := range 50 {
		publish(t, db, fmt.Sprint("slow", i), "http://slow.example:81/x", time.Now(), event.Posted)
	}
	for i := range 5 {
		publish(t, db, fmt.Sprint("quick", i), "http://quick.example/x", time.Now(), event.Posted)
	}
	for _, test := range []struct {
		room webhook.Capacity
		want map[string]int
	}{
		{webhook.Capacity{Free: 10, PerHost: 4, Running: map[string]int{"slow.example:81": 2}}, map[string]int{"slow.example:81": 2,
			"quick.example": 4}},
		{webhook.Capacity{Free: 3, PerHost: 4, Running: map[string]int{"slow.example:81": 4}}, map[string]int{"quick.example": 1}},
		{webhook.Capacity{Free: 0, PerHost: 4, Running: map[string]int{}}, map[string]int{}},
		{webhook.Capacity{Free: 3, PerHost: 4, Running: map[string]int{}}, map[string]int{"slow.example:81": 3}},
	} {
		got := map[string]int{}
		for _, d := range takeDue(t, db, later(), test.room) {
			got[d.Host]++
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%+v: got %v, want %v", test.room, got, test.want)
		}
	}
}

// Old events are removed, except those that are still to be delivered.
func TestEventsArePruned(t *testing.T) {
	db := newTest(t)
	now := time.Now()
	old := now.Add(-8 * 24 * time.Hour)
	publish(t, db, "many", "", old, slices.Repeat([]event.Type{event.SessionOpened}, 2*pruneBatch)...)
	publish(t, db, "done", "http://a.example", old, event.Posted)
	publish(t, db, "waits", "http://b.example", old, event.Posted)
	for _, d := range takeDue(t, db, later(), ampleCapacity) {
		outcome := webhook.Outcome{State: webhook.Pending, NextAt: later(), Attempt: webhook.Attempt{Error: "No."}}
		if d.DocumentID == "done" {
			outcome.State = webhook.Delivered
		}
		finish(t, db, d, outcome)
	}
	publish(t, db, "waits", "http://b.example", old, event.Ready)
	publish(t, db, "new", "", now, event.Posted)
	if err := db.Webhooks.PruneEvents(t.Context(), now.Add(-time.Hour), now); err != nil {
		t.Fatal(err)
	}
	last, err := db.Events.LastEvent(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	left, err := db.Events.ListEvents(t.Context(), 0, last, event.Filter{}, 100)
	var documents []string
	for _, e := range left {
		documents = append(documents, e.Document+" "+string(e.Type))
	}
	if want := "[waits document.posted waits document.ready new document.posted]"; err != nil || fmt.Sprint(documents) != want {
		t.Errorf("left are %v, %v", documents, err)
	}
	if err := db.Webhooks.PruneDeliveries(t.Context(), later()); err != nil {
		t.Fatal(err)
	}
	if left, err := db.Webhooks.ListDeliveries(t.Context(), webhook.Selection{Limit: 10}); err != nil || len(left) != 1 ||
		left[0].State != webhook.Pending {
		t.Errorf("left are %+v, %v", left, err)
	}
	var attempts int
	if err := db.read.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM webhook_attempt`).Scan(&attempts); err != nil || attempts != 1 {
		t.Errorf("%d attempts are left, %v", attempts, err)
	}
	publish(t, db, "new", "", now, event.Ready)
	if now, err := db.Events.LastEvent(t.Context()); err != nil || now <= last {
		t.Errorf("the id %d comes after %d, %v", now, last, err)
	}
}

// A transaction that is rolled back creates no events.
func TestARolledBackChangeCreatesNoEvents(t *testing.T) {
	db := newTest(t)
	notified := db.Events.Stored().Wait()
	doc := testDocument("a", time.Now())
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc, doc}}); err == nil {
		t.Fatal("two documents have one id")
	}
	if last, err := db.Events.LastEvent(t.Context()); err != nil || last != 0 {
		t.Errorf("event %d, %v", last, err)
	}
	select {
	case <-notified:
		t.Error("waiting goroutines are notified")
	default:
	}
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{doc}}); err != nil {
		t.Fatal(err)
	}
	<-notified
}

// No statement about events and deliveries that runs for every document scans a whole table.
func TestEventsNeedNoScan(t *testing.T) {
	onSQLite(t)
	db := newTest(t)
	for _, query := range []string{
		`SELECT MAX(id) FROM event`,
		`SELECT ` + eventColumns + ` FROM event WHERE id > 1 AND id <= 2 ORDER BY id LIMIT 3`,
		`SELECT ` + eventColumns + ` FROM event WHERE id > 1 AND id <= 2 AND document_id = 'a' ORDER BY id LIMIT 3`,
		`SELECT ` + eventColumns + ` FROM event WHERE document_id = 'a' AND delivery IS NULL AND url <> '' ORDER BY id LIMIT 3`,
		`UPDATE event SET delivery = 1 WHERE document_id = 'a' AND delivery IS NULL AND url <> '' AND id BETWEEN 1 AND 2`,
		`SELECT MIN(due_at) FROM webhook_lane WHERE due_at > 1`,
		`SELECT 1 FROM webhook_lane WHERE due_at > 1`,
		strings.ReplaceAll(firstLanesQuery, "?", "1"),
		`SELECT ` + deliveryColumns + ` FROM webhook_delivery WHERE document_id = 'a' AND number < 5 ORDER BY number DESC LIMIT 3`,
		`SELECT ` + deliveryColumns + ` FROM webhook_delivery WHERE state = 'failed' AND number < 5 ORDER BY number DESC LIMIT 3`,
		`SELECT ` + deliveryColumns + ` FROM webhook_delivery WHERE id = 'a'`,
		`SELECT number FROM webhook_delivery WHERE ended_at < 1 ORDER BY ended_at LIMIT 3`,
		`SELECT delivery, at FROM webhook_attempt WHERE delivery IN (1, 2) ORDER BY id`,
	} {
		for _, step := range plan(t, db, query) {
			if strings.HasPrefix(step, "SCAN") {
				t.Errorf("%s: %s", query, step)
			}
		}
	}
}

// Paging continues after the last listed delivery even if that delivery was deleted in the meantime.
func TestListContinuesAfterADeletedDelivery(t *testing.T) {
	db := newTest(t)
	for _, name := range []string{"a", "b", "c"} {
		publish(t, db, name, "http://a.example", time.Now(), event.Posted)
		d := takeDue(t, db, later(), ampleCapacity)[0]
		outcome := webhook.Outcome{State: webhook.Delivered}
		if name == "a" {
			outcome = webhook.Outcome{State: webhook.Pending, NextAt: later().Add(time.Hour)}
		}
		finish(t, db, d, outcome)
	}
	first, err := db.Webhooks.ListDeliveries(t.Context(), webhook.Selection{Limit: 2})
	if err != nil || len(first) != 2 {
		t.Fatalf("first there are %+v, %v", first, err)
	}
	if err := db.Webhooks.PruneDeliveries(t.Context(), later()); err != nil {
		t.Fatal(err)
	}
	rest, err := db.Webhooks.ListDeliveries(t.Context(), webhook.Selection{Limit: 2, After: first[1].Number})
	if err != nil || len(rest) != 1 || rest[0].DocumentID != "a" {
		t.Errorf("then there are %+v, %v", rest, err)
	}
}

func TestUnknownDeliveries(t *testing.T) {
	db := newTest(t)
	if _, err := db.Webhooks.FindDelivery(t.Context(), "x"); !fault.Is(err, fault.NotFound) {
		t.Error(err)
	}
}
