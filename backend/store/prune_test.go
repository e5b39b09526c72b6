package store

import (
	"fmt"
	"testing"
	"time"
)

// TestPruneKeepsAnotherSendersPost has two senders that chose the same key, one long ago.
func TestPruneKeepsAnotherSendersPost(t *testing.T) {
	db := newTest(t)
	now := time.Now()
	for sender, at := range map[string]time.Time{"old": now.Add(-idempotent), "new": now} {
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
