package backend

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"lectern/backend/document"
	"lectern/backend/observe"
	"lectern/backend/store"
	"lectern/backend/task"
)

// farewell is how long running work may take to end when the server stops; what is
// not done by then is put back. Nothing is lost by it, so nobody is kept waiting.
const farewell = time.Second / 2

// Run serves until ctx ends, then stops gracefully: running requests and jobs are
// finished or put back.
func (s *Server) Run(ctx context.Context) error {
	jobs, err := s.work(ctx)
	if err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(ctx)
	var upkeep sync.WaitGroup
	upkeep.Go(func() { s.upkeep(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.tidy) })
	upkeep.Go(func() { s.relay(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.tidyContent) })
	upkeep.Go(func() { s.dropCopies(keeping) })
	defer upkeep.Wait()
	defer stopKeeping()
	server := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	deliver, endDeliveries := context.WithCancel(context.WithoutCancel(ctx))
	var delivering sync.WaitGroup
	delivering.Go(func() {
		s.db.Lead(deliver, func(ctx context.Context) { s.hooks.Run(ctx, farewell) })
	})
	delivering.Go(func() { s.db.Lead(deliver, s.folders.Run) })
	served := make(chan error, 1)
	go func() { served <- s.serve(server) }()
	if err := s.folder.announce(s.Instance()); err != nil {
		s.log.WarnContext(ctx, "other programs will not find this server", slog.Any("error", err))
	}
	close(s.ready)

	select {
	case err = <-served: // it stopped by itself, which it should not
	case <-ctx.Done():
	}
	endDeliveries()
	err = errors.Join(err, s.stop(context.WithoutCancel(ctx), server, jobs))
	delivering.Wait()
	return err
}

func (s *Server) serve(server *http.Server) error {
	var err error
	if s.certificate != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*s.certificate}}
		err = server.ServeTLS(s.listener, "", "")
	} else {
		err = server.Serve(s.listener)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

func (s *Server) work(ctx context.Context) (*store.Jobs, error) {
	workers := river.NewWorkers()
	s.docs.Register(workers)
	s.tasks.Register(workers)
	return s.db.Work(ctx, workers, map[string]river.QueueConfig{
		document.QuickQueue: {MaxWorkers: 16},
		// The converters have turns of their own, see convert's schedule.
		document.OfficeQueue:     {MaxWorkers: waiting},
		document.OfficeLongQueue: {MaxWorkers: s.config.Workers + waitingLong},
		document.PDFQueue:        {MaxWorkers: waiting},
		document.PDFLongQueue:    {MaxWorkers: s.config.Workers + waitingLong},
		task.Queue:               {MaxWorkers: tasksAtOnce * s.config.Workers},
		task.RowsQueue:           {MaxWorkers: s.config.Workers},
	}, look, river.WorkerMiddlewareFunc(observe.NewJobs(s.log, s.traces).Around))
}

// waitingLong is how many jobs are begun that wait for one that takes long: so few that
// those come first that were stopped less often.
const waitingLong = 4

// waiting is how many jobs of a kind are begun and wait for a converter's turn. Those that
// take long wait there for another one: while there are fewer of them than that, they hold up
// no other job. Each has its document open: many systems allow a process 1,024 files.
const waiting = 250

// tasksAtOnce is how many tasks are begun for each worker, so that while some wait for a converter
// others are filled. Each may have its template and results in memory.
const tasksAtOnce = 4

// look is how often the server looks for jobs that have ended without a word.
const look = time.Minute

func (s *Server) stop(ctx context.Context, server *http.Server, jobs *store.Jobs) error {
	ctx, cancel := context.WithTimeout(ctx, farewell)
	defer cancel()
	s.docs.Close()
	s.tasks.Close()
	s.events.Close()
	s.news.Close()
	s.own.Close()
	s.requests.Close()
	stopped := make(chan error, 1)
	go func() { stopped <- jobs.Stop(ctx) }()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close() // which ends the requests' contexts
	}
	return errors.Join(err, <-stopped)
}
