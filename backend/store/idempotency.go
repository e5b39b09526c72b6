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
	"lectern/backend/internal/idempotency"
)

// keyLifetime is how long a request with the same idempotency key is recognized as a repetition.
const keyLifetime = 24 * time.Hour

// findEarlierPost returns the documents of an earlier post with the same key, or nil if there was none. If one of these
// documents was deleted, the error is errPostDeleted.
func findEarlierPost(ctx context.Context, tx *Tx, key *idempotency.Key) ([]document.Document, error) {
	ids, err := findEarlierIDs(ctx, tx, key)
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

// errPostDeleted is the error of repeating a request whose result has been deleted.
var errPostDeleted = fault.New(fault.Gone, "The result of the earlier request with this Idempotency-Key has been deleted. Use a "+
	"new key.")

// findEarlierIDs returns the ids that an earlier request with the same key has created, or nil if there was no such
// request or key is nil. If the earlier request had another fingerprint, the error is a fault of kind Invalid.
func findEarlierIDs(ctx context.Context, tx *Tx, key *idempotency.Key) (ids []string, err error) {
	if key == nil {
		return nil, nil
	}
	var fingerprint, text string
	err = tx.QueryRowContext(ctx, `SELECT fingerprint, documents FROM idempotency WHERE sender = ? AND key = ? AND created_at > ?`,
		key.Sender, key.Name, time.Now().Add(-keyLifetime).UnixMilli()).Scan(&fingerprint, &text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("look for an earlier post: %w", err)
	case fingerprint != key.Fingerprint:
		return nil, fault.Field("Idempotency-Key", "A different request with this Idempotency-Key was made before. Use a new key "+
			"for each request.").
			WithCode(fault.KeyReused)
	}
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return nil, fmt.Errorf("look for an earlier post: %w", err)
	}
	return ids, nil
}

// recordPost stores the ids of the documents that a post has created, with the idempotency key of the post.
func recordPost(ctx context.Context, tx *Tx, post document.Post) error {
	ids := make([]string, len(post.Documents))
	for i := range post.Documents {
		ids[i] = post.Documents[i].ID
	}
	return recordKey(ctx, tx, post.Idempotency, ids)
}

// recordKey stores the ids that a request has created with its idempotency key, so that a repetition of the request
// finds them. It does nothing if key is nil.
func recordKey(ctx context.Context, tx *Tx, key *idempotency.Key, ids []string) error {
	if key == nil {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO idempotency (sender, key, fingerprint, documents, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (sender, key) DO UPDATE SET fingerprint = excluded.fingerprint, documents = excluded.documents,
			created_at = excluded.created_at`,
		key.Sender, key.Name, key.Fingerprint, jsonText(ids), time.Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("record post: %w", err)
	}
	return nil
}

// CheckQueue implements [document.Store].
func (r Documents) CheckQueue(ctx context.Context, limit int) error {
	r.queue.StartIfIdle()
	return checkQueue(ctx, r.read, limit)
}

func checkQueue(ctx context.Context, db querier, limit int) error {
	if limit == 0 {
		return nil
	}
	var count int
	err := db.QueryRowContext(ctx, `SELECT COALESCE(SUM(count), 0) FROM facet_tally WHERE facet & ? <> 0`,
		facetProcessing).Scan(&count)
	if err != nil {
		return fmt.Errorf("count queue: %w", err)
	}
	if count >= limit {
		return document.ErrBusy(limit)
	}
	return nil
}
