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

	"lectern/backend/internal/connection"
	"lectern/backend/internal/observe"
	"lectern/backend/internal/retry"
	"lectern/backend/store/jobs"
	"lectern/backend/web/router"
)

// shutdownTimeout is how long the server waits for running work when it stops. Unfinished jobs are then put back into
// the queue, so that nothing is lost.
const shutdownTimeout = time.Second / 2

// Run serves requests and runs jobs until ctx ends, and then calls drain. After that, it waits for running requests and
// jobs, at most for shutdownTimeout, and puts unfinished jobs back into the queue.
func (s *Server) Run(ctx context.Context) error {
	var jobs *jobs.Workers
	err := retry.Do(ctx, restartInterval, func() (err error) {
		jobs, err = s.startWorkers(ctx)
		return err
	}, func(err error) bool {
		if !isStorageLost(err) {
			return false
		}
		s.log.WarnContext(ctx, "no jobs are processed yet", slog.Any("cause", err))
		return true
	})
	if err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(context.WithoutCancel(ctx))
	var upkeep sync.WaitGroup
	upkeep.Go(func() { s.saveRegularly(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.pruneRegularly) })
	upkeep.Go(func() { s.relayChanges(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.library.TidyContent) })
	upkeep.Go(func() { s.library.Checker.RecordFindings(keeping) })
	upkeep.Go(func() {
		s.db.Lead(keeping, func(ctx context.Context) { s.library.Checker.Run(ctx, s.config.ContentCheck) })
	})
	upkeep.Go(func() { s.library.DropCopies(keeping) })
	upkeep.Go(func() { s.library.PauseJobsWithoutContent(keeping) })
	upkeep.Go(func() { s.library.WatchGap(keeping) })
	defer upkeep.Wait()
	defer stopKeeping()
	server := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ConnContext:       connection.Context,
		ConnState:         connection.State,
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: maxStreams},
	}
	deliver, endDeliveries := context.WithCancel(context.WithoutCancel(ctx))
	var delivering sync.WaitGroup
	delivering.Go(func() {
		s.db.Lead(deliver, func(ctx context.Context) { s.hooks.Run(ctx, shutdownTimeout) })
	})
	delivering.Go(func() { s.db.Lead(deliver, s.folders.Run) })
	served := make(chan error, 1)
	go func() { served <- s.serve(server) }()
	if err := s.library.Folder.Announce(s.Instance()); err != nil {
		s.log.WarnContext(ctx, "other programs will not find this server", slog.Any("error", err))
	}
	close(s.ready)

	select {
	case err = <-served: // the HTTP server has stopped unexpectedly
	case <-ctx.Done():
		s.drain(context.WithoutCancel(ctx), jobs)
	}
	endDeliveries()
	err = errors.Join(err, s.stop(context.WithoutCancel(ctx), server, jobs))
	delivering.Wait()
	return err
}

// maxStreams is how many requests an HTTP/2 connection may have at the same time. Each request may hold an open file
// and a part of its response, like a connection in HTTP/1. A viewer requests fewer pages at a time.
const maxStreams = 20

func (s *Server) serve(server *http.Server) error {
	var err error
	listener := connection.NewListener(s.listener, connection.Config{Refusal: router.RefuseMalformed, Log: s.log})
	if s.certificate != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*s.certificate}}
		err = server.ServeTLS(listener, "", "")
	} else {
		err = server.Serve(listener)
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

func (s *Server) startWorkers(ctx context.Context) (*jobs.Workers, error) {
	workers := river.NewWorkers()
	s.conversions.Register(workers)
	s.tasks.Register(workers)
	return s.db.Work(ctx, workers, s.config.queues(), rescueInterval, river.WorkerMiddlewareFunc(observe.NewJobs(s.log, s.traces).Around))
}

// rescueInterval is how often the server looks for jobs whose worker has died.
const rescueInterval = time.Minute

// drain keeps a node serving requests for a while after its context has ended. Meanwhile, /readyz reports that the node
// is stopping, so that a load balancer sends requests to other nodes before this node rejects requests. The node starts
// no new jobs during this time, and running jobs may end.
func (s *Server) drain(ctx context.Context, jobs *jobs.Workers) {
	if s.config.Blobs == "" || s.config.Drain == 0 {
		return
	}
	s.draining.Store(true)
	s.log.InfoContext(ctx, "stopping: requests are still answered, but no new jobs are started", slog.Duration("for", s.config.Drain))
	ctx, cancel := context.WithTimeout(ctx, s.config.Drain)
	defer cancel()
	jobs.Drain(ctx)
	<-ctx.Done()
}

func (s *Server) stop(ctx context.Context, server *http.Server, jobs *jobs.Workers) error {
	ctx, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	s.docs.Close()
	s.tasks.Close()
	s.events.Close()
	s.changes.Close()
	s.requests.Close()
	stopped := make(chan error, 1)
	go func() { stopped <- jobs.Stop(ctx) }()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Close() // this ends the contexts of the requests
	}
	return errors.Join(err, <-stopped)
}
