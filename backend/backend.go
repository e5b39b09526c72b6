// Package backend is the server. It contains the configuration of the server, connects the library, the domains, the
// converters and the HTTP handlers, and runs them.
package backend

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/convert"
	"lectern/backend/convert/office"
	"lectern/backend/convert/pdf"
	converttemplate "lectern/backend/convert/template"
	"lectern/backend/crm"
	"lectern/backend/document"
	"lectern/backend/document/conversion"
	"lectern/backend/document/pages"
	"lectern/backend/document/report"
	"lectern/backend/event"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/observe"
	"lectern/backend/internal/outbound"
	"lectern/backend/internal/retry"
	"lectern/backend/internal/tracing"
	"lectern/backend/library"
	"lectern/backend/library/doctor"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/store"
	"lectern/backend/task"
	"lectern/backend/template"
	"lectern/backend/theme"
	"lectern/backend/watch"
	"lectern/backend/web/problem"
	"lectern/backend/webhook"
)

// Server is a Lectern server over one data folder.
type Server struct {
	config      Config
	version     string
	log         *slog.Logger
	library     *library.Library
	db          *store.DB // database of the library
	storage     *library.Storage
	office      *office.NestingGuard
	pdf         *pdf.Reader
	metrics     *convert.Metrics
	accounts    *account.Service
	audit       *audit.Service
	traces      *tracing.Tracer // nil if there are no traces
	settings    *settings.Service
	client      *outbound.Client
	clock       *session.SteadyClock
	sessions    *session.Service
	profiles    *profile.Service
	themes      *theme.Service
	docs        *document.Service
	folders     *watch.Service
	collections *collection.Service
	hooks       *webhook.Service
	events      *event.Feed
	changes     event.Publisher
	requests    observe.Requests
	engine      *converttemplate.Renderer
	templates   *template.Service
	tasks       *task.Service
	platforms   *crm.Platforms
	pages       *pages.Cache
	reports     *report.Reports
	conversions *conversion.Worker
	search      *search.Service
	handler     http.Handler
	listener    net.Listener
	takenAddr   string           // the configured address, if another program uses its port
	certificate *tls.Certificate // nil for plain HTTP
	localKey    string
	window      window
	ready       chan struct{}
	draining    atomic.Bool // whether the server is stopping but still serves requests
	checks      *doctor.SharedChecks
	close       func() error
}

// Open opens the library and listens on the configured address. The server responds to requests only while [Server.Run]
// is running. The caller closes the server. If the database or the bucket becomes unavailable while Open starts the
// server, Open retries until it is available again.
func Open(ctx context.Context, config Config, version string, log *slog.Logger) (*Server, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	var s *Server
	err = retry.Do(ctx, restartInterval, func() (err error) {
		s, err = open(ctx, config, version, log)
		return err
	}, func(err error) bool {
		if !isStorageLost(err) {
			return false
		}
		log.WarnContext(ctx, "the database or storage was lost while the server started: starting again", slog.Any("cause", err))
		return true
	})
	return s, err
}

func open(ctx context.Context, config Config, version string, log *slog.Logger) (*Server, error) {
	s := &Server{config: config, version: version, log: log, ready: make(chan struct{}), checks: doctor.NewSharedChecks()}
	s.close = sync.OnceValue(s.release)
	ctx = disk.WithReserve(ctx)
	for _, open := range []func(context.Context) error{s.openTraces, s.openLibrary, s.openDomains, s.addSamples, s.openHTTP} {
		if err := open(ctx); err != nil {
			return nil, errors.Join(config.nameFullDisk(err), s.Close())
		}
	}
	s.library.KeepReserve(ctx)
	return s, nil
}

// nameFullDisk adds the path of the data folder to an error that means that the disk of that folder is full. It returns
// other errors unchanged.
func (c Config) nameFullDisk(err error) error {
	if c.Database != "" && !errors.Is(err, syscall.ENOSPC) { // PostgreSQL may be on another disk
		return err
	}
	return fault.NameFullDisk(c.Data, err)
}

// restartInterval is the pause before another attempt to start.
const restartInterval = time.Second

// isStorageLost reports whether a start failed because the database or the bucket became unavailable.
func isStorageLost(err error) bool {
	network, ok := errors.AsType[*net.OpError](err)
	own := ok && network.Op == "listen" // the error concerns the address that this server listens on
	return !own && (problem.IsUnavailable(err) || fault.Is(err, fault.Unavailable))
}

// heartbeat is the maximum time without data on a stream of events. The server sends data at least this often because
// proxies may close a silent connection.
const heartbeat = 15 * time.Second

// Close stops listening, ends the converters and closes the library.
func (s *Server) Close() error { return s.close() }

func (s *Server) release() error {
	var errs []error
	if s.listener != nil {
		if err := s.listener.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	s.checks.Close()
	if s.office != nil {
		errs = append(errs, s.office.Close(), s.pdf.Close())
	}
	if s.engine != nil {
		errs = append(errs, s.engine.Close())
	}
	if s.library != nil {
		errs = append(errs, s.library.Close())
	}
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	s.traces.Close(ctx)
	return errors.Join(errs...)
}

// Ready returns a channel that is closed when the server starts to respond to requests.
func (s *Server) Ready() <-chan struct{} { return s.ready }

// DataDir returns the path of the data folder.
func (s *Server) DataDir() string { return s.library.Folder.Path }

// Instance returns the data with which programs on this machine find and call the server.
func (s *Server) Instance() library.Instance {
	instance := library.Instance{PID: os.Getpid(), URL: s.URL(), APIBase: s.APIBase(), Key: s.localKey, Node: s.db.Node()}
	if s.certificate != nil {
		instance.Certificate = s.certificate.Certificate[0]
	}
	return instance
}

// window forwards requests to the window of the desktop application, if there is one.
type window struct {
	callback atomic.Pointer[func(show bool, documents, files []string)]
}

func (w *window) show(show bool, documents, files []string) bool {
	callback := w.callback.Load()
	if callback == nil {
		return false
	}
	(*callback)(show, documents, files)
	return true
}

// OnWindow sets the function that is called for requests from other programs of this user to the window: to come to the
// front, to open documents by their ids, or to import files by their paths. The paths are in the form of
// [lectern/backend/sentence/pathname.Text]. A nil function means that there is no window.
func (s *Server) OnWindow(callback func(show bool, documents, files []string)) {
	if callback == nil {
		s.window.callback.Store(nil)
		return
	}
	s.window.callback.Store(&callback)
}
