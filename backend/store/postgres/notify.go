package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"lectern/backend/internal/retry"
	"lectern/backend/store/engine"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// channel is the channel on which nodes notify each other (https://www.postgresql.org/docs/current/sql-notify.html).
const channel = "lectern_news"

// Announce makes PostgreSQL notify the other nodes when the transaction is committed. A durable transaction, or one
// with events, is written to disk before the nodes are notified. Nodes that have seen an event ask for events with
// greater ids. If a crash undid an event that they have seen, a new event would get the same id and the nodes would
// miss it.
func (p *Database) Announce(ctx context.Context, tx *sql.Tx, durable bool, c engine.Changes) error {
	if !durable && !c.Events {
		if _, err := tx.ExecContext(engine.Deferred(ctx), `SET LOCAL synchronous_commit TO OFF`); err != nil {
			return fmt.Errorf("end transaction: %w", err)
		}
	}
	if c == (engine.Changes{}) {
		return nil
	}
	if _, err := tx.ExecContext(engine.Deferred(ctx), `SELECT pg_notify(?, ?)`, channel, encodeNotice(p.id,
		engine.Notice{Changes: c})); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

// encodeNotice returns the text of a notice of a node on the channel.
func encodeNotice(node string, n engine.Notice) string {
	letters := ""
	if n.Events {
		letters += "e"
	}
	if n.Due {
		letters += "d"
	}
	return node + " " + letters + " " + n.Message
}

// decodeNotice decodes a notice that [encodeNotice] has encoded.
func decodeNotice(text string) (node string, n engine.Notice) {
	node, text, _ = strings.Cut(text, " ")
	letters, message, _ := strings.Cut(text, " ")
	return node, engine.Notice{Changes: engine.Changes{Events: strings.Contains(letters, "e"), Due: strings.Contains(letters, "d")},
		Message: message}
}

// Broadcast sends messages in their order.
func (p *Database) Broadcast(ctx context.Context, messages []string) error {
	texts := make([]string, len(messages))
	for i, message := range messages {
		texts[i] = encodeNotice(p.id, engine.Notice{Message: message})
	}
	_, err := p.pool.Exec(ctx, `SELECT pg_notify($1, text) FROM UNNEST($2::TEXT[]) AS text`, channel, texts)
	return err
}

// Listen calls notify with the notices of other nodes until the database is closed. When a lost connection has been
// replaced, it calls notify with [engine.MissedNotice].
func (p *Database) Listen(ctx context.Context, notify func(engine.Notice)) error {
	l := listener{p}
	conn, err := l.openChannel(ctx)
	if err != nil {
		return err
	}
	p.listening.Go(func() {
		for conn != nil {
			_ = l.follow(conn, notify) // the cause matters less than whether a new connection can be opened
			if conn = l.reopenChannel(); conn != nil {
				notify(engine.MissedNotice)
			}
		}
	})
	return nil
}

// listener listens to the channel on a connection outside the pool.
type listener struct{ db *Database }

// reopenChannel returns a new connection in place of a lost one; nil if the database is being closed. This connection
// is always open, so its loss shows that the database is unavailable, which is logged once. If the database does not
// respond at all, reopenChannel also closes the connections of the pool, so that no goroutine waits for them.
func (l listener) reopenChannel() *pgx.Conn {
	lost := time.Now()
	defer l.db.line.Restore()
	for logged := false; l.db.openCtx.Err() == nil; logged = true {
		conn, err := l.openChannel(l.db.openCtx)
		l.db.lossLogged.Store(err != nil) // set before other code logs errors of this loss
		if errors.Is(err, context.DeadlineExceeded) {
			l.db.line.Cut()
		}
		switch {
		case err == nil && logged:
			l.db.log.InfoContext(l.db.openCtx, "the database is available again", slog.String("database", l.db.Name()),
				slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return conn
		case err == nil:
			l.db.log.InfoContext(l.db.openCtx, "a connection to the database was closed and has been replaced", slog.String("database", l.db.Name()))
			return conn
		case !logged && l.db.openCtx.Err() == nil:
			l.db.log.WarnContext(l.db.openCtx, "the database cannot be reached: requests that need it are answered with 503, and jobs "+
				"wait until it is available again",
				slog.String("database", l.db.Name()), slog.Any("cause", err))
		}
		retry.Sleep(l.db.openCtx, retryInterval)
	}
	return nil
}

// answerTimeout is how long the database may take to answer a ping. A ping is sent after each heartbeat interval
// without notifications. answerTimeout is also how long each host of the database may take to accept the connection of
// the listener.
const answerTimeout = 4 * time.Second

func (l listener) openChannel(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, l.db.Config)
	if err != nil {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	if _, err := conn.Exec(asking, `LISTEN `+channel); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// follow calls notify with the notices from a connection until it is lost.
func (l listener) follow(conn *pgx.Conn, notify func(engine.Notice)) error {
	ctx := context.WithoutCancel(l.db.openCtx)
	defer conn.Close(ctx) // the connection is unusable now
	// Close the network connection at once when the database is closed. If the context of await were cancelled instead,
	// pgx would keep the connection open for some seconds.
	defer context.AfterFunc(l.db.openCtx, func() { _ = conn.PgConn().Conn().Close() })()
	for {
		notification, err := l.await(ctx, conn)
		if err != nil {
			return err
		}
		if node, n := decodeNotice(notification.Payload); node != l.db.id {
			notify(n)
		}
	}
}

// await waits for a notification as long as the database answers.
func (l listener) await(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		l.db.answered.Store(time.Now().UnixNano())
		waiting, cancel := context.WithTimeout(ctx, heartbeatInterval)
		notification, err := conn.WaitForNotification(waiting)
		silent := waiting.Err() != nil
		cancel()
		if err == nil || !silent {
			return notification, err
		}
		asking, cancel := context.WithTimeout(ctx, answerTimeout)
		err = conn.Ping(asking)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}
