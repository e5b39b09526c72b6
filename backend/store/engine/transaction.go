package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// RunTx calls do with a transaction on a connection, and commits it unless do fails.
func RunTx(ctx context.Context, conn *sql.Conn, do func(*sql.Tx) error) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", err)
	}
	if err := do(tx); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, undo)
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit transaction: %w", err)
	}
	return nil
}

// deferredKey marks the context of a statement that may be deferred.
type deferredKey struct{}

// Deferred returns a context for a statement whose result is not needed. PostgreSQL sends such statements together with
// the next one that is not deferred, or with the end of the transaction, which saves network round trips
// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). An error of a deferred statement is returned by
// the statement, or the commit, with which it was sent.
func Deferred(ctx context.Context) context.Context {
	return context.WithValue(ctx, deferredKey{}, true)
}

// IsDeferred reports whether a statement may be deferred.
func IsDeferred(ctx context.Context) bool { return ctx.Value(deferredKey{}) != nil }
