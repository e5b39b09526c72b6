package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/backend/event"
	"lectern/backend/internal/sealedurl"
	"lectern/backend/webhook"
)

// fillQueues creates waiting deliveries of a number of documents, distributed over a number of hosts, and one for
// another host.
func fillQueues(t testing.TB, db *DB, lanes, hosts int) {
	t.Helper()
	err := db.update(t.Context(), func(tx *Tx) error {
		for i := range lanes {
			if err := openLane(t.Context(), tx, fmt.Sprintf("d%06d", i), sealedurl.URL(fmt.Sprintf("http://%d.example/x", i%hosts)),
				time.Now()); err != nil {
				return err
			}
		}
		return openLane(t.Context(), tx, "last", "http://other.example/x", time.Now())
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Deliveries to a host that is at its limit are skipped without scanning them, however many there are: due deliveries
// are looked up by host, then by time.
func TestFullHostsArePassedOver(t *testing.T) {
	db := newTest(t)
	fillQueues(t, db, 1000, 1)
	room := webhook.Capacity{Free: 3, PerHost: 16, Running: map[string]int{"0.example": 16}}
	if lanes, err := db.Webhooks.dueLanes(t.Context(), later(), room); err != nil || len(lanes) != 1 || lanes[0].document != "last" {
		t.Errorf("due is %+v, %v", lanes, err)
	}
	for query, arguments := range map[string][]any{
		dueHostsQuery: {`["a","b"]`, 1, 2},
		lanesToQuery:  {"a", 1, 2},
	} {
		found := 0
		for _, step := range plan(t, db, query, arguments...) {
			if !strings.Contains(step, "webhook_lane") {
				continue // a step that reads results of other steps
			}
			if found++; !strings.HasPrefix(step, "SEARCH") || !strings.Contains(step, "INDEX webhook_lane_by_host") {
				t.Errorf("%s: %s", query, step)
			}
		}
		if found == 0 {
			t.Errorf("%s looks at no lanes", query)
		}
	}
}

// plan returns the steps of a query's plan.
func plan(t *testing.T, db *DB, query string, arguments ...any) (steps []string) {
	t.Helper()
	onSQLite(t)
	rows, err := db.read.QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+query, arguments...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, detail)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return steps
}

// The oldest deliveries are returned first, whatever their host. Deliveries that are already being sent, or are not
// due, are not returned.
func TestDueLanesInTheirOrder(t *testing.T) {
	db := newTest(t)
	now := time.Now()
	for i, lane := range []string{"c/1", "a/2", "b/3", "a/4", "b/5", "c/later"} {
		address, document, _ := strings.Cut(lane, "/")
		at := now.Add(time.Duration(i-10) * time.Second)
		if document == "later" {
			at = now.Add(time.Minute)
		}
		err := db.update(t.Context(), func(tx *Tx) error { return openLane(t.Context(), tx, document, sealedurl.URL("http://"+address), at) })
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		room webhook.Capacity
		want string
	}{
		{webhook.Capacity{Free: 9, PerHost: 9}, "1 2 3 4 5"},
		{webhook.Capacity{Free: 1, PerHost: 1, Running: map[string]int{"a": 1, "c": 1}}, "3"},
		{webhook.Capacity{Free: 3, PerHost: 9}, "1 2 3"},
		{webhook.Capacity{Free: 1, PerHost: 9, Running: map[string]int{"c": 9}}, "2"},
		{webhook.Capacity{Free: 9, PerHost: 2, Running: map[string]int{"a": 1, "c": 2}}, "2 3 5"},
		{webhook.Capacity{Free: 0, PerHost: 9}, ""},
	} {
		lanes, err := db.Webhooks.dueLanes(t.Context(), now, test.room)
		var got []string
		for _, l := range lanes {
			got = append(got, l.document)
		}
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %v, %v", test.room, got, err)
		}
		byHost, err := db.Webhooks.dueLanesByHost(t.Context(), now, test.room)
		if err != nil || fmt.Sprint(byHost) != fmt.Sprint(lanes) {
			t.Errorf("%+v: host by host %v, %v", test.room, byHost, err)
		}
	}
}

// TestNewLanesNotifyTheDispatcher checks that the dispatcher is notified when a lane is opened, and not for further
// events of an open lane.
func TestNewLanesNotifyTheDispatcher(t *testing.T) {
	db := newTest(t)
	for i, want := range []bool{true, false} {
		notified := db.Webhooks.Due().Wait()
		publish(t, db, "d", "http://a.example", time.Now(), event.Posted)
		select {
		case <-notified:
			if !want {
				t.Errorf("the dispatcher is notified of event %d", i)
			}
		default:
			if want {
				t.Errorf("the dispatcher is not notified of event %d", i)
			}
		}
	}
}

// BenchmarkDueLanes looks for due deliveries while one host is at its limit, and among many hosts.
func BenchmarkDueLanes(b *testing.B) {
	for _, test := range []struct{ lanes, hosts, want int }{{100, 1, 1}, {100_000, 1, 1}, {100_000, 10_000, 48}} {
		b.Run(fmt.Sprintf("%d lanes to %d hosts", test.lanes, test.hosts), func(b *testing.B) {
			db := newTest(b)
			fillQueues(b, db, test.lanes, test.hosts)
			room := webhook.Capacity{Free: 48, PerHost: 16, Running: map[string]int{"0.example": 16}}
			for b.Loop() {
				if lanes, err := db.Webhooks.dueLanes(b.Context(), later(), room); err != nil || len(lanes) != test.want {
					b.Fatalf("%+v, %v", lanes, err)
				}
			}
		})
	}
}
