package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// keyLifetime is how long an idempotency key stands for its request.
const keyLifetime = 24 * time.Hour

// findEarlierPost returns the documents of an earlier post with the same key; nil if there was none.
func findEarlierPost(ctx context.Context, tx *Tx, key *document.Idempotency) ([]document.Document, error) {
	if key == nil {
		return nil, nil
	}
	ids, err := findEarlierIDs(ctx, tx, key.Sender, key.Key, key.Fingerprint)
	if err != nil || ids == nil {
		return nil, err
	}
	docs := make([]document.Document, len(ids))
	for i, id := range ids {
		row := tx.QueryRowContext(ctx, `SELECT `+readColumns+` FROM document WHERE id = ?`, id)
		if docs[i], err = findDocument(row, id); fault.Is(err, fault.NotFound) {
			return nil, errPostDeleted
		} else if err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// errPostDeleted is the error of a repeated post whose results were deleted.
var errPostDeleted = fault.New(fault.Gone, "What was posted with this Idempotency-Key before has been deleted.")

// findEarlierIDs returns the ids of what an earlier request with a sender's key created; nil if there was none. Another
// fingerprint is a fault of kind Invalid.
func findEarlierIDs(ctx context.Context, tx *Tx, sender, key, fingerprint string) (ids []string, err error) {
	var before, text string
	err = tx.QueryRowContext(ctx, `SELECT fingerprint, documents FROM idempotency WHERE sender = ? AND key = ? AND created_at > ?`,
		sender, key, time.Now().Add(-keyLifetime).UnixMilli()).Scan(&before, &text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("look for an earlier post: %w", err)
	case before != fingerprint:
		return nil, fault.Field("Idempotency-Key", "Another request came with this Idempotency-Key before: each needs its own.").
			Coded(fault.KeyReused)
	}
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return nil, fmt.Errorf("look for an earlier post: %w", err)
	}
	return ids, nil
}

// recordPost records a post, so that later ones with the same key find it.
func recordPost(ctx context.Context, tx *Tx, post document.Post) error {
	if post.Idempotency == nil {
		return nil
	}
	ids := make([]string, len(post.Documents))
	for i := range post.Documents {
		ids[i] = post.Documents[i].ID
	}
	return recordKey(ctx, tx, post.Idempotency.Sender, post.Idempotency.Key, post.Idempotency.Fingerprint, ids)
}

// recordKey records the ids of what a request with a sender's key created.
func recordKey(ctx context.Context, tx *Tx, sender, key, fingerprint string, ids []string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO idempotency (sender, key, fingerprint, documents, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (sender, key) DO UPDATE SET fingerprint = excluded.fingerprint, documents = excluded.documents,
			created_at = excluded.created_at`,
		sender, key, fingerprint, jsonText(ids), time.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("note post: %w", err)
	}
	return nil
}

// CheckQueue implements [document.Store].
func (r Documents) CheckQueue(ctx context.Context, most int) error {
	r.queue.Expect()
	return checkQueue(ctx, r.read, most)
}

func checkQueue(ctx context.Context, in querier, most int) error {
	if most == 0 {
		return nil
	}
	var count int
	err := in.QueryRowContext(ctx, `SELECT COALESCE(SUM(count), 0) FROM facet_tally WHERE facet & ? <> 0`,
		facetProcessing).Scan(&count)
	if err != nil {
		return fmt.Errorf("count queue: %w", err)
	}
	if count >= most {
		return document.ErrBusy(most)
	}
	return nil
}
