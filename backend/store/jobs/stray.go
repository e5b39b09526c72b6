package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/riverqueue/river/rivertype"
)

// strays finds jobs that are recorded as running in this process but are not running, and makes them available again.
// The end of such a job could not be recorded, for example on a full disk.
type strays struct {
	db      *sql.DB
	ownJobs string // SQL condition that a job is recorded as running here
	log     *slog.Logger

	mu       sync.Mutex
	cancels  map[int64]func() // cancel functions of the jobs that this process runs, by job id
	previous map[int64]int    // attempt numbers of the strays of the last search, by job id

	restored chan struct{} // has an element when the database is available again
}

func newStrays(db *sql.DB, ownJobs string, log *slog.Logger) *strays {
	return &strays{db: db, ownJobs: ownJobs, log: log, cancels: map[int64]func(){}, previous: map[int64]int{},
		restored: make(chan struct{}, 1)}
}

// track is a River middleware that tracks which jobs are running.
func (s *strays) track(ctx context.Context, job *rivertype.JobRow, run func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.setRunning(job.ID, cancel)
	defer s.setRunning(job.ID, nil)
	return run(ctx)
}

func (s *strays) setRunning(job int64, cancel func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.previous, job)
	if cancel != nil {
		s.cancels[job] = cancel
	} else {
		delete(s.cancels, job)
	}
}

// cancelAll cancels all jobs that this process runs.
func (s *strays) cancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, cancel := range s.cancels {
		cancel()
	}
}

// settleTime is the time that River needs, once the database answers again, to record the ends of jobs that it could
// not record before. An attempt to record an end takes at most 10 seconds, and the next attempt begins at most 2
// seconds later.
const settleTime = 15 * time.Second

// searchSoon requests two searches without waiting for the regular interval. It is called after an outage of the
// database, because the ends of many jobs may not have been recorded.
func (s *strays) searchSoon() {
	select {
	case s.restored <- struct{}{}:
	default: // a search is already requested
	}
}

// watch searches regularly until ctx ends.
func (s *strays) watch(ctx context.Context, interval time.Duration) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.restored:
			s.forget() // River may now record the ends of the jobs that the last search found
			tick.Reset(settleTime)
		case <-tick.C:
			tick.Reset(interval)
		}
		if err := s.rescueStrays(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "jobs that ended without a result were not returned to the queue", slog.Any("error", err))
		}
	}
}

// forget discards the result of the last search, so that the next search counts as the first one.
func (s *strays) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.previous)
}

// rescueStrays searches for strays, and makes those available that the previous search has found too. Between two
// searches, River has started the jobs that it had fetched, and has recorded the ends of finished jobs or given up
// recording them.
func (s *strays) rescueStrays(ctx context.Context) error {
	running, err := s.recordedRunning(ctx)
	if err != nil {
		return err
	}
	for id, attempt := range s.confirmStrays(running) {
		if err := Requeue(ctx, s.db, "id = ? AND attempt = ?", id, attempt); err != nil {
			return err
		}
		s.log.WarnContext(ctx, "job that ended without a result returned to the queue", slog.Int64("job", id))
	}
	return nil
}

// recordedRunning returns the attempt numbers of the jobs that are recorded as running, by job id.
func (s *strays) recordedRunning(ctx context.Context) (map[int64]int, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT id, attempt FROM river_job WHERE state = 'running' AND `+s.ownJobs)
	if err != nil {
		return nil, fmt.Errorf("look for jobs: %w", err)
	}
	defer rows.Close()
	running := map[int64]int{}
	for rows.Next() {
		var id int64
		var attempt int
		if err := rows.Scan(&id, &attempt); err != nil {
			return nil, fmt.Errorf("look for jobs: %w", err)
		}
		running[id] = attempt
	}
	return running, rows.Err()
}

// confirmStrays returns the strays among the running jobs that were strays in the previous search, too. It remembers
// the other strays for the next search.
func (s *strays) confirmStrays(running map[int64]int) (confirmed map[int64]int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := map[int64]int{}
	confirmed = map[int64]int{}
	for id, attempt := range running {
		if s.cancels[id] != nil {
			continue
		}
		if before, was := s.previous[id]; was && before == attempt {
			confirmed[id] = attempt
		} else {
			now[id] = attempt
		}
	}
	s.previous = now
	return confirmed
}

// Requeue makes jobs available again that are recorded as running and match a condition. Their last attempt does not
// count toward the maximum number of attempts.
func Requeue(ctx context.Context, db *sql.DB, condition string, arguments ...any) error {
	_, err := db.ExecContext(ctx,
		`UPDATE river_job SET state = 'available', attempt = CASE WHEN attempt > 0 THEN attempt - 1 ELSE 0 END WHERE state = 'running' AND `+
			condition, arguments...)
	if err != nil {
		return fmt.Errorf("return interrupted jobs to the queue: %w", err)
	}
	return nil
}
