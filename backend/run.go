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
	"lectern/backend/store"
)

// farewell is how long running work may take to end when the server stops; what is
// not done by then is put back. Nothing is lost by it, so nobody is kept waiting.
const farewell = time.Second / 2

// Run serves until ctx ends, then stops gracefully: running requests and jobs are
// finished or put back.
func (s *Server) Run(ctx context.Context) error {
	jobs, err := s.work(ctx)
	for ; err != nil && isLost(err) && ctx.Err() == nil; jobs, err = s.work(ctx) {
		s.log.WarnContext(ctx, "no jobs are done yet", slog.Any("cause", err))
		pause(ctx, restartInterval)
	}
	if err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(context.WithoutCancel(ctx))
	var upkeep sync.WaitGroup
	upkeep.Go(func() { s.upkeep(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.tidy) })
	upkeep.Go(func() { s.relay(keeping) })
	upkeep.Go(func() { s.db.Lead(keeping, s.tidyContent) })
	upkeep.Go(func() { s.docs.RecordFindings(keeping) })
	upkeep.Go(func() {
		s.db.Lead(keeping, func(ctx context.Context) { s.docs.CheckContent(ctx, s.config.ContentCheck) })
	})
	upkeep.Go(func() { s.dropCopies(keeping) })
	upkeep.Go(func() { s.restWithoutContent(keeping) })
	upkeep.Go(func() { s.watchForGap(keeping) })
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
		s.drain(context.WithoutCancel(ctx), jobs)
	}
	endDeliveries()
	err = errors.Join(err, s.stop(context.WithoutCancel(ctx), server, jobs))
	delivering.Wait()
	return err
}

// maxStreams is how many requests a connection of HTTP/2 may have at once. Each may hold an open file and a part of its answer, as a
// connection of HTTP/1 does; a viewer has fewer pages under way.
const maxStreams = 20

func (s *Server) serve(server *http.Server) error {
	var err error
	listener := connection.NewListener(s.listener, s.log)
	listener.Refusal = refuseBytes
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

func (s *Server) work(ctx context.Context) (*store.Jobs, error) {
	workers := river.NewWorkers()
	s.docs.Register(workers)
	s.tasks.Register(workers)
	return s.db.Work(ctx, workers, s.config.queues(), look, river.WorkerMiddlewareFunc(observe.NewJobs(s.log, s.traces).Around))
}

// look is how often the server looks for jobs that have ended without a word.
const look = time.Minute

// drain has a server of several go on answering for a while after it was told to end, while /readyz
// says so, no new work is begun and that which runs may end: a balancer sends requests to the others
// before this one refuses any.
func (s *Server) drain(ctx context.Context, jobs *store.Jobs) {
	if s.config.Blobs == "" || s.config.Drain == 0 {
		return
	}
	s.draining.Store(true)
	s.log.InfoContext(ctx, "ending: requests are still answered, no new work is begun", slog.Duration("for", s.config.Drain))
	ctx, cancel := context.WithTimeout(ctx, s.config.Drain)
	defer cancel()
	jobs.Finish(ctx)
	<-ctx.Done()
}

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
