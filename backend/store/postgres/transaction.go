package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"lectern/backend/store/engine"
)

// Transact lets only one program write at a time, as SQLite does. So the rows that a transaction has read do not change
// before it ends, and events become visible in the order of their ids. There are no serialization failures, and
// therefore no retries: these transactions never overlap, and their isolation level is READ COMMITTED, the default of
// PostgreSQL.
func (p *Database) Transact(ctx context.Context, _ bool, do func(*sql.Tx) error) error {
	err := p.transactSerially(ctx, do)
	if errors.Is(err, driver.ErrBadConn) {
		return engine.LostError{Err: err} // only the caller can repeat it
	}
	return err
}

// transactSerially waits until no other program writes, and calls do in a transaction. It waits for lockTimeout at
// most, even if many other programs wait as well because the one that writes does not respond. Waiting for a connection
// does not count, because the transactions of this program that have the connections make progress or end.
func (p *Database) transactSerially(ctx context.Context, do func(*sql.Tx) error) error {
	ctx, end := p.stall.boundContext(ctx)
	defer end(nil)
	conn, err := p.txPool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("begin transaction: %w", lossCause(ctx, err))
	}
	defer conn.Close()
	late := time.AfterFunc(lockTimeout, func() { end(engine.LostError{Err: errLocked}) })
	defer late.Stop()
	return lossCause(ctx, engine.RunTx(ctx, conn, func(tx *sql.Tx) error {
		late.Stop()
		return do(tx)
	}))
}
