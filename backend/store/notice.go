package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/retry"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// channel is where programs tell each other what a transaction has brought
// (https://www.postgresql.org/docs/current/sql-notify.html): and what else they have to tell.
const channel = "lectern_news"

// tell has PostgreSQL notify the others when the transaction is committed, which is on its disk then where
// it is to last or has events: who has seen one goes on behind its id, so that it may not be gone, nor
// another one have that id, when the database has fallen.
func (p *postgres) tell(ctx context.Context, tx *Tx) error {
	if !tx.lasting && !tx.told {
		if err := tx.later(ctx, `SET LOCAL synchronous_commit TO OFF`); err != nil {
			return fmt.Errorf("end transaction: %w", err)
		}
	}
	if tx.news == (news{}) {
		return nil
	}
	if err := tx.later(ctx, `SELECT pg_notify(?, ?)`, channel, notice{from: p.id, news: tx.news}.text()); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

// notice is what one program tells the others.
type notice struct {
	from string // its id
	news
	message string // what it says beside that; the database knows nothing of it
}

// text spells a notice as it goes over the channel.
func (n notice) text() string {
	letters := ""
	if n.told {
		letters += "e"
	}
	if n.due {
		letters += "d"
	}
	return n.from + " " + letters + " " + n.message
}

func readNotice(text string) (n notice) {
	var letters string
	n.from, text, _ = strings.Cut(text, " ")
	letters, n.message, _ = strings.Cut(text, " ")
	n.told, n.due = strings.Contains(letters, "e"), strings.Contains(letters, "d")
	return n
}

// broadcast sends messages in their order.
func (p *postgres) broadcast(ctx context.Context, messages []string) error {
	texts := make([]string, len(messages))
	for i, message := range messages {
		texts[i] = notice{from: p.id, message: message}.text()
	}
	_, err := p.pool.Exec(ctx, `SELECT pg_notify($1, text) FROM UNNEST($2::TEXT[]) AS text`, channel, texts)
	return err
}

// everything is what there may be when nobody knows what was missed.
var everything = notice{news: news{told: true, due: true}}

// listen calls hear for what others tell, until the database is closed. Where the connection breaks,
// it does so with everything when there is a new one.
func (p *postgres) listen(ctx context.Context, hear func(notice)) error {
	conn, err := p.openChannel(ctx)
	if err != nil {
		return err
	}
	p.listening.Go(func() {
		for conn != nil {
			_ = p.follow(conn, hear) // why it broke says less than whether there is a new one
			if conn = p.reopenChannel(); conn != nil {
				hear(everything)
			}
		}
	})
	return nil
}

// reopenChannel opens a channel in the place of one that broke; it gives nil at the end. As one is always open,
// it is what notices that the database is away: it says so once, and when it is back. Meanwhile nobody waits for a
// database that does not even refuse.
func (p *postgres) reopenChannel() *pgx.Conn {
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
			p.log.InfoContext(p.ending, "the database is back", slog.String("database", p.name()),
				slog.Duration("away", time.Since(lost).Round(time.Millisecond)))
			return conn
		case err == nil:
			p.log.InfoContext(p.ending, "a connection to the database was ended, and there is a new one", slog.String("database", p.name()))
			return conn
		case !told && p.ending.Err() == nil:
			p.log.WarnContext(p.ending, "the database cannot be reached: requests that need it are answered with 503, and jobs wait "+
				"until it is back",
				slog.String("database", p.name()), slog.Any("cause", err))
		}
		retry.Sleep(p.ending, retryInterval)
	}
	return nil
}

// answerTime is how long the database may leave the shortest of questions unanswered, which is asked each time that
// nothing came over the channel for a beat, and how long each of its hosts may take to let somebody in who asks it.
const answerTime = 4 * time.Second

func (p *postgres) openChannel(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, p.config)
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
func (p *postgres) follow(conn *pgx.Conn, hear func(notice)) error {
	ctx := context.WithoutCancel(p.ending)
	defer conn.Close(ctx) // it is of no use any more
	// A context that ends would leave the connection open for some seconds.
	defer context.AfterFunc(p.ending, func() { _ = conn.PgConn().Conn().Close() })()
	for {
		notification, err := p.await(ctx, conn)
		if err != nil {
			return err
		}
		if n := readNotice(notification.Payload); n.from != p.id {
			hear(n)
		}
	}
}

// await waits for a notification, while the database answers.
func (p *postgres) await(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
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

// retryInterval is how long to wait before another try to reach the database.
const retryInterval = time.Second

// wait waits until the database answers. What waiting does not mend is an error at once.
func (p *postgres) wait(ctx context.Context) error {
	var once sync.Once
	tell := func(err error) {
		once.Do(func() { p.log.WarnContext(ctx, "waiting for the database at "+p.name(), slog.Any("error", err)) })
	}
	slow := time.AfterFunc(answerTime, func() { tell(errors.New("it has not answered yet")) })
	defer slow.Stop()
	for {
		trying, cancel := context.WithTimeout(ctx, startTime)
		err := p.pool.Ping(trying)
		cancel()
		if err == nil {
			return nil
		}
		if lasting := wordRefusal(err); lasting != nil {
			return lasting
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tell(err)
		retry.Sleep(ctx, retryInterval)
	}
}

// startTime is how long all hosts of the database together may take to let a program in.
const startTime = 30 * time.Second

// wordRefusal words what the database says to whom it does not let in; nil where it may let in later.
func wordRefusal(err error) error {
	switch {
	case hasCode(err, "28P01", "28000"):
		return errors.New("the database does not know this user and password")
	case hasCode(err, "3D000"):
		return errors.New("there is no such database on the server: make it with CREATE DATABASE")
	case hasCode(err, "42501"):
		return errors.New("the user may not use this database")
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok && e.IsNotFound {
		return fmt.Errorf("there is no host %q", e.Name)
	}
	return nil
}

// Refuses says whether an error is that the database does not let this program in.
func Refuses(err error) bool { return hasCode(err, "28P01", "28000", "3D000", "42501") }

// errAddress says what is wrong with an address, without what it has.
func errAddress() error {
	return errors.New("the address is none of a database: write it as postgres://user:password@host:5432/database")
}
