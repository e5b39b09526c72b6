package postgres

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// mostWaiting bounds the statements that wait, which are in memory.
const mostWaiting = 100

// pipelineTx is a transaction whose statements may wait for each other.
type pipelineTx struct {
	ctx     context.Context
	conn    *pgx.Conn
	waiting pgx.Batch
	failed  error // of what had waited
	ended   bool
}

// beginPipeline begins a transaction by a statement of its own.
func beginPipeline(ctx context.Context, conn *pgx.Conn, begin string) (*pipelineTx, error) {
	t := &pipelineTx{ctx: ctx, conn: conn}
	if _, err := conn.Exec(ctx, begin); err != nil {
		return nil, errors.Join(err, conn.Close(ctx)) // it may have begun
	}
	return t, nil
}

// add has a statement wait.
func (t *pipelineTx) add(ctx context.Context, query string, arguments []driver.NamedValue) error {
	values := make([]any, len(arguments))
	for i, argument := range arguments {
		values[i] = argument.Value
	}
	if t.waiting.Queue(query, values...); t.waiting.Len() < mostWaiting {
		return nil
	}
	return t.flush(ctx)
}

// flush does what waits.
func (t *pipelineTx) flush(ctx context.Context) error {
	if t.failed != nil || t.waiting.Len() == 0 {
		return t.failed // what came before was not done
	}
	batch := t.waiting
	t.waiting = pgx.Batch{}
	t.failed = t.conn.SendBatch(ctx, &batch).Close()
	return t.failed
}

// Commit ends the transaction with what waits. Where that fails nothing of it is there, but for where the answer was lost.
func (t *pipelineTx) Commit() error {
	t.ended = true
	var tag string
	t.waiting.Queue(`COMMIT`).Exec(func(done pgconn.CommandTag) error {
		tag = done.String()
		return nil
	})
	if err := t.flush(t.ctx); err != nil {
		return errors.Join(AsLost(err), t.Rollback())
	}
	if tag != "COMMIT" {
		return pgx.ErrTxCommitRollback // as a statement had failed whose error nobody minded
	}
	return nil
}

// Rollback ends the transaction, with its connection where there is no other way.
func (t *pipelineTx) Rollback() error {
	t.ended, t.waiting = true, pgx.Batch{}
	if t.conn.IsClosed() {
		return nil
	}
	if _, err := t.conn.Exec(t.ctx, `ROLLBACK`); err != nil {
		return t.conn.Close(t.ctx)
	}
	return nil
}
