package postgres

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// maxDeferred is the maximum number of deferred statements, because they are kept in memory.
const maxDeferred = 100

// pipelineTx is a transaction that can defer statements.
type pipelineTx struct {
	ctx      context.Context
	conn     *pgx.Conn
	deferred pgx.Batch
	failed   error // error of a deferred statement
	ended    bool
}

// beginPipeline begins a transaction. The argument begin is the statement that begins it.
func beginPipeline(ctx context.Context, conn *pgx.Conn, begin string) (*pipelineTx, error) {
	t := &pipelineTx{ctx: ctx, conn: conn}
	if _, err := conn.Exec(ctx, begin); err != nil {
		return nil, errors.Join(err, conn.Close(ctx)) // the transaction may have begun
	}
	return t, nil
}

// add defers a statement.
func (t *pipelineTx) add(ctx context.Context, query string, arguments []driver.NamedValue) error {
	values := make([]any, len(arguments))
	for i, argument := range arguments {
		values[i] = argument.Value
	}
	if t.deferred.Queue(query, values...); t.deferred.Len() < maxDeferred {
		return nil
	}
	return t.flush(ctx)
}

// flush executes the deferred statements.
func (t *pipelineTx) flush(ctx context.Context) error {
	if t.failed != nil || t.deferred.Len() == 0 {
		return t.failed // the error of an earlier flush, or nil if there is nothing to execute
	}
	batch := t.deferred
	t.deferred = pgx.Batch{}
	t.failed = t.conn.SendBatch(ctx, &batch).Close()
	return t.failed
}

// Commit executes the deferred statements and commits the transaction. If it fails, nothing has changed. If the
// connection was lost before the database responded, it is unknown whether the transaction was committed.
func (t *pipelineTx) Commit() error {
	t.ended = true
	var tag string
	t.deferred.Queue(`COMMIT`).Exec(func(done pgconn.CommandTag) error {
		tag = done.String()
		return nil
	})
	if err := t.flush(t.ctx); err != nil {
		return errors.Join(AsLost(err), t.Rollback())
	}
	if tag != "COMMIT" {
		return pgx.ErrTxCommitRollback // a statement had failed and its error was ignored
	}
	return nil
}

// Rollback ends the transaction, and closes the connection if that fails.
func (t *pipelineTx) Rollback() error {
	t.ended, t.deferred = true, pgx.Batch{}
	if t.conn.IsClosed() {
		return nil
	}
	if _, err := t.conn.Exec(t.ctx, `ROLLBACK`); err != nil {
		return t.conn.Close(t.ctx)
	}
	return nil
}
