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

// channel is where programs tell each other what a transaction has brought
// (https://www.postgresql.org/docs/current/sql-notify.html): and what else they have to tell.
const channel = "lectern_news"

// tell has PostgreSQL notify the others when the transaction is committed, which is on its disk then where
// it is to last or has events: who has seen one goes on behind its id, so that it may not be gone, nor
// another one have that id, when the database has fallen.
func (p *Database) Announce(ctx context.Context, tx *sql.Tx, lasting bool, c engine.Changes) error {
	if !lasting && !c.Events {
		if _, err := tx.ExecContext(engine.Deferred(ctx), `SET LOCAL synchronous_commit TO OFF`); err != nil {
			return fmt.Errorf("end transaction: %w", err)
		}
	}
	if c == (engine.Changes{}) {
		return nil
	}
	if _, err := tx.ExecContext(engine.Deferred(ctx), `SELECT pg_notify(?, ?)`, channel, encodeNotice(p.id, engine.Notice{Changes: c})); err != nil {
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

// decodeNotice returns what [encodeNotice] was called with.
func decodeNotice(text string) (node string, n engine.Notice) {
	node, text, _ = strings.Cut(text, " ")
	letters, message, _ := strings.Cut(text, " ")
	return node, engine.Notice{Changes: engine.Changes{Events: strings.Contains(letters, "e"), Due: strings.Contains(letters, "d")}, Message: message}
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

// Listen calls hear for what others tell, until the database is closed. Where the connection breaks,
// it does so with [Everything] when there is a new one.
func (p *Database) Listen(ctx context.Context, hear func(engine.Notice)) error {
	conn, err := p.openChannel(ctx)
	if err != nil {
		return err
	}
	p.listening.Go(func() {
		for conn != nil {
			_ = p.follow(conn, hear) // why it broke says less than whether there is a new one
			if conn = p.reopenChannel(); conn != nil {
				hear(engine.Everything)
			}
		}
	})
	return nil
}

// reopenChannel opens a channel in the place of one that broke; it gives nil at the end. As one is always open,
// it is what notices that the database is away: it says so once, and when it is back. Meanwhile nobody waits for a
// database that does not even refuse.
func (p *Database) reopenChannel() *pgx.Conn {
	lost := time.Now()
	defer p.line.Mend()
	for told := false; p.ending.Err() == nil; told = true {
		conn, err := p.openChannel(p.ending)
		p.away.Store(err != nil) // before others see what it leads to
		if errors.Is(err, context.DeadlineExceeded) {
			p.line.Cut()
		}
		switch {
		case err == nil && told:
			p.log.InfoContext(p.ending, "the database is back", slog.String("database", p.Name()),
				slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return conn
		case err == nil:
			p.log.InfoContext(p.ending, "a connection to the database was ended, and there is a new one", slog.String("database", p.Name()))
			return conn
		case !told && p.ending.Err() == nil:
			p.log.WarnContext(p.ending, "the database cannot be reached: requests that need it are answered with 503, and jobs wait "+
				"until it is back",
				slog.String("database", p.Name()), slog.Any("cause", err))
		}
		retry.Sleep(p.ending, retryInterval)
	}
	return nil
}

// answerTime is how long the database may leave the shortest of questions unanswered, which is asked each time that
// nothing came over the channel for a beat, and how long each of its hosts may take to let somebody in who asks it.
const answerTime = 4 * time.Second

func (p *Database) openChannel(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, p.Config)
	if err != nil {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if _, err := conn.Exec(asking, `LISTEN `+channel); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// follow calls hear for what comes over a connection, until that breaks.
func (p *Database) follow(conn *pgx.Conn, hear func(engine.Notice)) error {
	ctx := context.WithoutCancel(p.ending)
	defer conn.Close(ctx) // it is of no use any more
	// A context that ends would leave the connection open for some seconds.
	defer context.AfterFunc(p.ending, func() { _ = conn.PgConn().Conn().Close() })()
	for {
		notification, err := p.await(ctx, conn)
		if err != nil {
			return err
		}
		if node, n := decodeNotice(notification.Payload); node != p.id {
			hear(n)
		}
	}
}

// await waits for a notification, while the database answers.
func (p *Database) await(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		p.answered.Store(time.Now().UnixNano())
		waiting, cancel := context.WithTimeout(ctx, beat)
		notification, err := conn.WaitForNotification(waiting)
		silent := waiting.Err() != nil
		cancel()
		if err == nil || !silent {
			return notification, err
		}
		asking, cancel := context.WithTimeout(ctx, answerTime)
		err = conn.Ping(asking)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}
