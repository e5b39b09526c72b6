package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"lectern/backend/store/jobs"
)

// heartbeatInterval is the interval of heartbeats. cancelAfter is the time without a recorded heartbeat after which a
// program cancels its own jobs. deadAfter is the time without a recorded heartbeat after which other programs consider
// a program dead and take over its jobs. deadAfter is longer than cancelAfter, so that no job runs in two programs at
// once.
const (
	heartbeatInterval = 2 * time.Second
	cancelAfter       = 10 * time.Second
	deadAfter         = 15 * time.Second
)

// Join records in the table of nodes that this program is alive. All times in the table are those of the database's
// clock.
func (p *Database) Join(ctx context.Context, onLost, onRestored func()) (jobs.Membership, error) {
	if err := p.Heartbeat(ctx); err != nil {
		return nil, fmt.Errorf("register node: %w", AsLost(err))
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	m := &membership{db: p, end: end}
	m.goroutines.Go(func() { m.keepAlive(ctx, onLost, onRestored) })
	return m, nil
}

// membership is the [jobs.Membership] of a program that shares the database with other nodes.
type membership struct {
	db         *Database
	end        func()
	goroutines sync.WaitGroup
}

func (m *membership) Retire() {
	m.db.leading.disable()
	m.db.leaderWork.Lock() // waits until the work that only the leader does has ended
	defer m.db.leaderWork.Unlock()
}

func (m *membership) Leave() {
	m.end()
	m.goroutines.Wait()
	m.Retire()
	m.db.SignOff(context.Background())
}

func (m *membership) keepAlive(ctx context.Context, onLost, onRestored func()) {
	tick := time.NewTicker(heartbeatInterval)
	defer tick.Stop()
	for seen, failed, ended := time.Now(), false, false; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		trying, cancel := context.WithTimeout(ctx, heartbeatInterval)
		err := m.db.Heartbeat(trying)
		cancel()
		if err == nil {
			if failed {
				onRestored()
			}
			if m.setStall(ctx, nil); ended {
				m.db.log.InfoContext(ctx, "jobs continue because the heartbeat of this server reaches the database again")
			}
			seen, failed, ended = time.Now(), false, false
			continue
		}
		failed = true
		if time.Since(seen) > cancelAfter {
			if !ended {
				m.logCancelledJobs(ctx, err)
			}
			ended = true
			m.setStall(ctx, err)
			m.db.leading.set(false)
			onLost()
		}
	}
}

// logCancelledJobs logs that jobs were cancelled. The level is warning, or info if the loss of the database has already
// been logged.
func (m *membership) logCancelledJobs(ctx context.Context, err error) {
	level := slog.LevelWarn
	if m.db.lossLogged.Load() || errors.Is(err, context.DeadlineExceeded) {
		level = slog.LevelInfo
	}
	m.db.log.Log(ctx, level, "jobs are stopped because the heartbeat of this server does not reach the database", slog.Any("cause", err))
}

// setStall records whether the database has stalled, which means that it answers but completes no changes. A database
// that does not answer has not stalled; the listener for notifications logs its loss.
func (m *membership) setStall(ctx context.Context, err error) {
	answers := time.Since(time.Unix(0, m.db.answered.Load())) < 2*heartbeatInterval
	is, was := answers && errors.Is(err, context.DeadlineExceeded), m.db.stall.hasStalled()
	switch {
	case is && !was:
		m.db.log.WarnContext(ctx, "the database responds but accepts no changes: requests that change data are answered with 503, "+
			"and jobs wait",
			slog.String("database", m.db.Name()))
	case was && !is:
		m.db.log.InfoContext(ctx, "the database accepts changes again", slog.String("database", m.db.Name()))
	}
	m.db.stall.set(is)
}

// Heartbeat records that this node is alive, and makes the jobs of dead nodes available. It also updates whether this
// node leads.
func (p *Database) Heartbeat(ctx context.Context) error {
	_, err := p.pool.Exec(ctx, `INSERT INTO node (id, name, knows, started_at, seen_at) VALUES ($1, $2, $3, NOW(), NOW())
		ON CONFLICT (id) DO UPDATE SET seen_at = NOW()`, p.id, p.host, p.newestMigration)
	if err == nil {
		err = p.checkCompatible(ctx)
	}
	if err == nil {
		_, err = p.pool.Exec(ctx, `DELETE FROM node WHERE seen_at < NOW() - $1::INTERVAL`, deadAfter.String())
	}
	if err == nil {
		err = jobs.Requeue(ctx, p.write, lastRunBy+` NOT IN (SELECT id FROM node)`)
	}
	if err == nil {
		err = p.updateLeading(ctx)
	}
	if err == nil {
		err = p.server.reclaim(ctx)
	}
	return err
}

// SignOff removes this node from the table of nodes, so that other nodes take over its unfinished jobs at once.
func (p *Database) SignOff(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, heartbeatInterval)
	defer cancel()
	if _, err := p.pool.Exec(ctx, `DELETE FROM node WHERE id = $1`, p.id); err != nil {
		p.log.WarnContext(ctx, "the other nodes take over the jobs of this one later", slog.Any("error", err))
	}
}

func (p *Database) Node() string { return p.id }

// DeclareDead implements [engine.Cluster]. It also ends the leadership of the node, so that the next leader is elected
// at once.
func (p *Database) DeclareDead(ctx context.Context, node string) error {
	for _, statement := range []string{`DELETE FROM node WHERE id = $1`, `DELETE FROM river_leader WHERE leader_id = $1`} {
		if _, err := p.pool.Exec(ctx, statement, node); err != nil {
			return fmt.Errorf("declare a node dead: %w", AsLost(err))
		}
	}
	return nil
}

// lastRunBy is the SQL expression for the id of the node that ran a job last.
const lastRunBy = `attempted_by[ARRAY_UPPER(attempted_by, 1)]`

// OwnJobs returns a condition that contains the id of this node without escaping, because the id consists of letters
// and digits.
func (p *Database) OwnJobs() string { return lastRunBy + ` = '` + p.id + `'` }

func (p *Database) FindServer(ctx context.Context) (host string, found bool, err error) {
	err = p.pool.QueryRow(ctx, `SELECT COALESCE(MIN(name || ''), ''), COUNT(*) > 0 FROM node WHERE seen_at > NOW() - $1::INTERVAL`,
		deadAfter.String()).Scan(&host, &found)
	return host, found, err
}
