package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"lectern/backend/internal/notify"
	"lectern/backend/store/jobs"
)

// How often a program says that it lives, after how long without that it ends its jobs, and after
// how long others take it for dead and do them: so nothing is done by two.
const (
	beat   = 2 * time.Second
	giveUp = 10 * time.Second
	dead   = 15 * time.Second
)

// Join has the others at this database know that this program lives. The database's clock counts.
func (p *Database) Join(ctx context.Context, lost, back func()) (jobs.Membership, error) {
	if err := p.Heartbeat(ctx); err != nil {
		return nil, fmt.Errorf("join the other nodes: %w", AsLost(err))
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	m := &membership{Database: p, end: end}
	m.attending.Go(func() { p.keepAlive(ctx, lost, back) })
	return m, nil
}

// membership is the attendance of one program of several.
type membership struct {
	*Database
	end       func()
	attending sync.WaitGroup
}

func (m *membership) Retire() {
	m.leading.end()
	m.atLead.Lock() // when what led has ended
	defer m.atLead.Unlock()
}

func (m *membership) Leave() {
	m.end()
	m.attending.Wait()
	m.Retire()
	m.SignOff(context.Background())
}

func (p *Database) keepAlive(ctx context.Context, lost, back func()) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for seen, failed, ended := time.Now(), false, false; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		trying, cancel := context.WithTimeout(ctx, beat)
		err := p.Heartbeat(trying)
		cancel()
		if err == nil {
			if failed {
				back()
			}
			if p.setStall(ctx, nil); ended {
				p.log.InfoContext(ctx, "jobs go on")
			}
			seen, failed, ended = time.Now(), false, false
			continue
		}
		failed = true
		if time.Since(seen) > giveUp {
			if !ended {
				p.tellEnded(ctx, err)
			}
			ended = true
			p.setStall(ctx, err)
			p.leading.set(false)
			lost()
		}
	}
}

// tellEnded warns where nobody has told yet that the database is away.
func (p *Database) tellEnded(ctx context.Context, err error) {
	level := slog.LevelWarn
	if p.away.Load() || errors.Is(err, context.DeadlineExceeded) {
		level = slog.LevelInfo
	}
	p.log.Log(ctx, level, "jobs are ended: the database cannot be told that they run", slog.Any("cause", err))
}

// setStall has writers know whether the database takes things in. One that does not is there: that one is away is told
// by who follows it.
func (p *Database) setStall(ctx context.Context, err error) {
	answers := time.Since(time.Unix(0, p.answered.Load())) < 2*beat
	is, was := answers && errors.Is(err, context.DeadlineExceeded), p.stall.is()
	switch {
	case is && !was:
		p.log.WarnContext(ctx, "the database answers, and takes nothing in: requests that change something are answered with 503, and jobs wait",
			slog.String("database", p.Name()))
	case was && !is:
		p.log.InfoContext(ctx, "the database takes things in again", slog.String("database", p.Name()))
	}
	p.stall.set(is)
}

// Heartbeat says that this program lives, and puts back what those that are dead had begun.
func (p *Database) Heartbeat(ctx context.Context) error {
	_, err := p.pool.Exec(ctx, `INSERT INTO node (id, name, knows, started_at, seen_at) VALUES ($1, $2, $3, NOW(), NOW())
		ON CONFLICT (id) DO UPDATE SET seen_at = NOW()`, p.id, p.host, p.newest)
	if err == nil {
		err = p.checkBeside(ctx)
	}
	if err == nil {
		_, err = p.pool.Exec(ctx, `DELETE FROM node WHERE seen_at < NOW() - $1::INTERVAL`, dead.String())
	}
	if err == nil {
		err = jobs.Requeue(ctx, p.write, lastRunBy+` NOT IN (SELECT id FROM node)`)
	}
	var leads bool
	if err == nil {
		err = p.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM river_leader WHERE leader_id = $1 AND expires_at > NOW())`, p.id).Scan(&leads)
	}
	if err == nil {
		p.leading.set(leads)
		err = p.reclaim(ctx)
	}
	return err
}

// SignOff ends the program's part: what it had begun and not ended others take at once.
func (p *Database) SignOff(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, beat)
	defer cancel()
	if _, err := p.pool.Exec(ctx, `DELETE FROM node WHERE id = $1`, p.id); err != nil {
		p.log.WarnContext(ctx, "the other nodes take this one's jobs later", slog.Any("error", err))
	}
}

func (p *Database) Node() string { return p.id }

// DeclareDead also ends its lead: the next one is elected at once.
func (p *Database) DeclareDead(ctx context.Context, node string) error {
	for _, statement := range []string{`DELETE FROM node WHERE id = $1`, `DELETE FROM river_leader WHERE leader_id = $1`} {
		if _, err := p.pool.Exec(ctx, statement, node); err != nil {
			return fmt.Errorf("bury node: %w", AsLost(err))
		}
	}
	return nil
}

// lastRunBy is the client of the queue that a job ran in last.
const lastRunBy = `attempted_by[ARRAY_UPPER(attempted_by, 1)]`

// OwnJobs is by the id, which has letters and digits only.
func (p *Database) OwnJobs() string { return lastRunBy + ` = '` + p.id + `'` }

// state is something that is so or not, and changes.
type state struct {
	mu      sync.Mutex
	is      bool
	ended   bool // it is not so any more, for good
	changed notify.Signal
}

// end has it be not so, for good.
func (s *state) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.put(false)
}

func (s *state) set(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(is && !s.ended)
}

func (s *state) put(is bool) {
	if s.is != is {
		s.is = is
		s.changed.Notify()
	}
}

// get gives the present state, and a channel that is closed when there is another.
func (s *state) get() (is bool, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.is, s.changed.Wait()
}

// Lead follows the queue's own election of a leader.
func (p *Database) Lead(ctx context.Context, do func(context.Context)) {
	for ctx.Err() == nil {
		leading, changed := p.leading.get()
		if leading {
			p.leadWhile(ctx, changed, do)
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// leadWhile runs do until something has changed.
func (p *Database) leadWhile(ctx context.Context, changed <-chan struct{}, do func(context.Context)) {
	p.atLead.RLock()
	defer p.atLead.RUnlock()
	select {
	case <-changed: // while the lock was waited for
		return
	default:
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	go func() {
		select {
		case <-changed:
			end()
		case <-ctx.Done():
		}
	}()
	do(ctx)
	<-ctx.Done() // what has nothing more to do does not begin anew
}
