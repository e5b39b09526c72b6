package store

import (
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/backend/audit"
)

// TestAuditIsReadAsWritten writes, reads and expires entries of the audit log, with the objects of each.
func TestAuditIsReadAsWritten(t *testing.T) {
	db := newTest(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
	var want []audit.Entry
	for i := range 5 {
		e := audit.Entry{At: at.Add(time.Duration(i) * time.Hour), KeyID: fmt.Sprint("k", i%2), KeyName: "n", Action: fmt.Sprint("a", i%3),
			Status: 200 + i,
			Remote: "192.0.2.7", Request: "r", Objects: []string{"z", fmt.Sprint(i)}}
		if err := db.Audit.CreateAudit(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		e.Number = int64(i + 1)
		want = append([]audit.Entry{e}, want...)
	}
	for name, test := range map[string]struct {
		selection audit.Selection
		want      []audit.Entry
	}{
		"all":      {audit.Selection{}, want},
		"a key":    {audit.Selection{KeyID: "k1"}, []audit.Entry{want[1], want[3]}},
		"action":   {audit.Selection{Action: "a2"}, []audit.Entry{want[2]}},
		"object":   {audit.Selection{Object: "3"}, []audit.Entry{want[1]}},
		"several":  {audit.Selection{Object: "z", KeyID: "k0", Action: "a0"}, []audit.Entry{want[4]}},
		"a time":   {audit.Selection{Since: at.Add(time.Hour), Until: at.Add(3 * time.Hour)}, []audit.Entry{want[2], want[3]}},
		"the rest": {audit.Selection{Before: 3}, []audit.Entry{want[3], want[4]}},
		"none":     {audit.Selection{Object: "x"}, nil},
	} {
		test.selection.Limit = 9
		if got, err := db.Audit.ListAudit(t.Context(), test.selection); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if err := db.Audit.PruneAudit(t.Context(), at.Add(150*time.Minute)); err != nil {
		t.Fatal(err)
	}
	got, err := db.Audit.ListAudit(t.Context(), audit.Selection{Limit: 9})
	if err != nil || !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("%+v, %v", got, err)
	}
	var left int
	if err := db.read.QueryRow(`SELECT COUNT(*) FROM audit_object`).Scan(&left); err != nil || left != 4 {
		t.Errorf("%d objects are left, %v", left, err)
	}
}

// TestConcurrentAuditEntries records entries concurrently. Each entry must be stored when its call of Record returns,
// although several entries share a transaction.
func TestConcurrentAuditEntries(t *testing.T) {
	db := newTest(t)
	var log strings.Builder
	service := audit.New(db.Audit, slog.New(slog.NewTextHandler(&log, nil)))
	var senders sync.WaitGroup
	for i := range 40 {
		senders.Go(func() {
			object := fmt.Sprint("object ", i)
			service.Record(t.Context(), audit.Entry{At: time.Now(), Action: "a", Objects: []string{object}})
			got, err := service.List(t.Context(), audit.Selection{Object: object, Limit: 9})
			if err != nil || len(got) != 1 {
				t.Errorf("%s: %+v, %v", object, got, err)
			}
		})
	}
	senders.Wait()
	got, err := service.List(t.Context(), audit.Selection{Limit: 99})
	if err != nil || len(got) != 40 || got[0].Number != 40 || log.Len() > 0 {
		t.Errorf("%d entries, %v; the log: %s", len(got), err, &log)
	}
}
