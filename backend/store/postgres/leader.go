package postgres

import (
	"context"
	"sync"

	"lectern/backend/internal/notify"
)

// watchedFlag is a flag whose changes can be waited for.
type watchedFlag struct {
	mu       sync.Mutex
	value    bool
	disabled bool // whether value stays false
	changed  notify.Signal
}

// disable sets the flag to false permanently.
func (s *watchedFlag) disable() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disabled = true
	s.update(false)
}

func (s *watchedFlag) set(value bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.update(value && !s.disabled)
}

func (s *watchedFlag) update(value bool) {
	if s.value != value {
		s.value = value
		s.changed.Notify()
	}
}

// get returns the flag, and a channel that is closed when it changes.
func (s *watchedFlag) get() (value bool, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value, s.changed.Wait()
}

// updateLeading reads from the database whether River's election has made this node the leader.
func (p *Database) updateLeading(ctx context.Context) error {
	var leads bool
	err := p.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM river_leader WHERE leader_id = $1 AND expires_at > NOW())`, p.id).Scan(&leads)
	if err == nil {
		p.leading.set(leads)
	}
	return err
}

// Lead calls do while River's election makes this node the leader.
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

// leadWhile calls do once and cancels its context when changed is closed. It returns when that context has ended.
func (p *Database) leadWhile(ctx context.Context, changed <-chan struct{}, do func(context.Context)) {
	p.leaderWork.RLock()
	defer p.leaderWork.RUnlock()
	select {
	case <-changed: // the leader changed while waiting for the lock
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
	<-ctx.Done() // do is called only once while this node leads, even if it returns early
}
