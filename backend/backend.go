// Package backend is the server: it wires the domain packages, the converters and
// the interfaces over HTTP, and runs them.
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

	"gocloud.dev/blob"

	"lectern/backend/account"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/convert"
	"lectern/backend/crm"
	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/internal/dial"
	"lectern/backend/internal/disk"
	"lectern/backend/internal/fault"
	"lectern/backend/internal/guard"
	"lectern/backend/internal/news"
	"lectern/backend/internal/observe"
	"lectern/backend/internal/tracing"
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
	folder      *folder
	db          *store.DB
	bucket      *blob.Bucket
	toBucket    dial.Line // where that is of several servers
	content     *document.Content
	office      *convert.Nested
	pdf         *convert.PDF
	metrics     *convert.Metrics
	accounts    *account.Service
	audit       *audit.Service
	traces      *tracing.Tracer // nil for none
	settings    *settings.Service
	client      *guard.Client
	clock       *session.SteadyClock
	sessions    *session.Service
	profiles    *profile.Service
	themes      *theme.Service
	docs        *document.Service
	folders     *watch.Service
	collections *collection.Service
	hooks       *webhook.Service
	events      *event.Feed
	news        news.Stream // of all changes
	own         news.Stream // of those that were made here, for other nodes
	requests    observe.Requests
	engine      *convert.Templates
	templates   *template.Service
	tasks       *task.Service
	platforms   *crm.Platforms
	pages       *document.Pages
	search      *search.Service
	handler     http.Handler
	listener    net.Listener
	taken       string           // the address that was wanted, where another program has its port
	certificate *tls.Certificate // nil for plain HTTP
	localKey    string
	window      window
	ready       chan struct{}
	draining    atomic.Bool // whether it was told to end, and still answers
	examining   sync.Mutex  // held while the machine is checked
	restoring   sync.Mutex  // held while a backup is read, or given up
	newRestore  atomic.Bool // whether what this start found waiting has been replaced, or given up
	close       func() error
}

// Open opens the data folder and its database, and takes the address. The server
// answers once it runs. It must be closed. An engine that is lost meanwhile is waited for.
func Open(ctx context.Context, config Config, version string, log *slog.Logger) (*Server, error) {
	config, err := config.complete()
	if err != nil {
		return nil, err
	}
	for {
		s, err := open(ctx, config, version, log)
		if err == nil || !isLost(err) || ctx.Err() != nil {
			return s, err
		}
		log.WarnContext(ctx, "an engine was lost while the server started, which begins anew", slog.Any("cause", err))
		pause(ctx, restartInterval)
	}
}

func open(ctx context.Context, config Config, version string, log *slog.Logger) (*Server, error) {
	s := &Server{config: config, version: version, log: log, ready: make(chan struct{})}
	s.close = sync.OnceValue(s.release)
	ctx = disk.WithReserve(ctx)
	for _, open := range []func(context.Context) error{s.openTraces, s.openFolder, s.openStores, s.openDomains, s.addSamples, s.openHTTP} {
		if err := open(ctx); err != nil {
			return nil, errors.Join(config.nameFullDisk(err), s.Close())
		}
	}
	s.keepReserve(ctx)
	return s, nil
}

// nameFullDisk is [fault.NameFullDisk] for the disk of the data folder.
func (c Config) nameFullDisk(err error) error {
	if c.Database != "" && !errors.Is(err, syscall.ENOSPC) { // the disk of PostgreSQL may be another
		return err
	}
	return fault.NameFullDisk(c.Data, err)
}

// keepReserve makes the reserve of the disk that a part of the library lies on.
func (s *Server) keepReserve(ctx context.Context) {
	if s.config.Database != "" && s.config.Blobs != "" {
		return
	}
	if !s.folder.reserve.Keep() {
		s.log.WarnContext(ctx, "there is no room for the reserve: where the disk gets full, nothing may be deletable", slog.String("folder", s.folder.path))
	}
}

// restartInterval is how long to wait before another try to start.
const restartInterval = time.Second

// isLost says whether a start failed as an engine could not be reached any more.
func isLost(err error) bool {
	network, ok := errors.AsType[*net.OpError](err)
	own := ok && network.Op == "listen" // which is of the server's own address
	return !own && (problem.IsUnavailable(err) || fault.Is(err, fault.Unavailable))
}

// pause waits for a time, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func (s *Server) openTraces(ctx context.Context) (err error) {
	s.traces, err = tracing.Open(ctx, s.config.TraceEndpoint, s.version, s.log)
	return err
}

func (s *Server) openFolder(ctx context.Context) (err error) {
	if s.folder, err = openFolder(s.config.Data); err != nil {
		return err
	}
	if s.folder.unrestored != nil {
		s.log.WarnContext(ctx, "backup not restored: the present library stays; without the folder it is not tried again",
			slog.String("folder", s.folder.restored()), slog.Any("error", s.folder.unrestored))
	}
	return nil
}

func (s *Server) openStores(ctx context.Context) (err error) {
	if s.config.Database == "" {
		for _, check := range []func(context.Context) error{s.folder.checkMoving, s.folder.checkUnfinished, s.folder.checkDatabase, s.folder.checkDamage} {
			if err := check(ctx); err != nil {
				return err
			}
		}
	}
	if s.db, err = store.Open(ctx, s.config.database(s.folder.path), s.log); err != nil {
		return err
	}
	if s.folder.indexDamaged {
		if err := store.MendIndex(ctx, s.config.database(s.folder.path), s.log); err != nil {
			return err
		}
	}
	if !s.db.Shared() {
		s.db.UseReserve(s.folder.reserve)
	}
	if source, err := s.db.Moving(ctx); err != nil || source != "" {
		return errors.Join(err, errMoving(source))
	}
	if target, err := s.db.Moved(ctx); err != nil || target != "" {
		return errors.Join(err, store.ErrMoved(target))
	}
	if before := s.folder.before.Node; before != "" { // whose folder this one holds now
		if err := s.db.Bury(ctx, before); err != nil {
			return err
		}
	}
	return s.openContent(ctx)
}

func (s *Server) openDomains(ctx context.Context) error {
	converters, err := ConverterConfig(s.config, s.folder.temp())
	if err != nil {
		return err
	}
	converters.Metrics = convert.NewMetrics()
	s.metrics = converters.Metrics
	s.office = convert.NewNested(convert.NewOffice(converters, s.log))
	s.pdf = convert.NewPDF(converters, s.log)
	if s.pages, err = document.NewPages(s.pdf, s.content, s.config.Workers, uint64(s.config.PageCache)); err != nil {
		return err
	}
	s.client, err = guard.New(guard.Config{Allow: s.config.AllowHosts, Timeout: s.config.FetchTime, MaxBytes: manyBytes}) // documents bound themselves
	if err != nil {
		return err
	}
	sealer, err := s.secrets().open(ctx)
	if err != nil {
		return err
	}
	s.folder.open = s.db
	if s.config.Blobs == "" {
		key := sealer.Key()
		s.folder.key = &key
	}
	if err := s.db.SealAddresses(ctx, sealer); err != nil {
		return err
	}
	s.events = event.NewFeed(s.db, heartbeat)
	if err := s.openWebhooks(ctx, sealer); err != nil {
		return err
	}
	s.docs = document.New(document.Parts{
		Store: s.db, Content: s.content, Pages: s.pages, Converter: s.office, Looker: convert.NewOOXML(converters), Client: s.client,
		Sealer:  sealer,
		Limits:  document.Limits{Upload: s.config.MaxUpload, Inflation: s.config.MaxInflation, Time: s.config.Deadline},
		Changed: s.tell(news.Document),
		Log:     s.log,
	})
	s.collections = collection.New(s.db)
	s.collections.Changed = s.tell(news.Collection)
	s.search = search.New(s.db, pageWords{s.docs, s.pages})
	if s.clock, err = session.NewSteadyClock(ctx, s.db); err != nil {
		return err
	}
	s.accounts = account.New(s.db, s.clock)
	s.localKey = s.accounts.CreateLocal()
	s.audit = audit.New(s.db, s.log)
	s.sessions = session.New(s.db, s.clock)
	s.openTasks(converters, sealer)
	if s.settings, err = settings.New(ctx, s.db, s.config.flagSettings(), s.apply); err != nil {
		return err
	}
	s.profiles, s.themes = profile.New(s.db, time.Now), theme.New(s.db, time.Now)
	s.accounts.Changed, s.sessions.Changed, s.settings.Changed = s.tell(news.Key), s.tell(news.Session), s.tell(news.Settings)
	s.profiles.Changed, s.themes.Changed = s.tell(news.Profile), s.tell(news.Theme)
	s.openFolders(sealer)
	if s.config.Blobs == "" {
		err = s.takeStock(ctx)
	} else {
		err = s.db.KeepMark(ctx)
	}
	if err == nil {
		s.lookForGap(ctx)
	}
	return err
}

// openWebhooks has a secret there before anybody asks for it.
func (s *Server) openWebhooks(ctx context.Context, sealer webhook.Sealer) error {
	s.hooks = webhook.New(webhook.Parts{
		Store: s.db, Client: s.client, Sealer: sealer, Retry: s.config.WebhookRetry, Version: s.version,
		Changed: s.tell(news.Delivery), Log: s.log,
	})
	return s.hooks.MakeSecret(ctx)
}

// heartbeat is how long a stream of events is silent at most, so that nobody on the way takes
// it for dead.
const heartbeat = 15 * time.Second

// Close gives up the address, ends the converters and lets the data folder go.
func (s *Server) Close() error { return s.close() }

func (s *Server) release() error {
	var errs []error
	if s.listener != nil {
		if err := s.listener.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if s.office != nil {
		errs = append(errs, s.office.Close(), s.pdf.Close())
	}
	if s.engine != nil {
		errs = append(errs, s.engine.Close())
	}
	if s.bucket != nil {
		errs = append(errs, s.bucket.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	s.traces.Close(ctx)
	s.restoring.Lock() // for good: what is under way ends with its request, and nothing begins any more
	if s.folder != nil {
		errs = append(errs, s.folder.close(s.docs == nil || !s.docs.Untidy()))
	}
	return errors.Join(errs...)
}

// LocalKey gives an API key that is good for this run, for the window and the
// command line of the same user.
func (s *Server) LocalKey() string { return s.localKey }

// Ready is closed when the server answers.
func (s *Server) Ready() <-chan struct{} { return s.ready }

// DataDir gives the data folder.
func (s *Server) DataDir() string { return s.folder.path }

// Instance says how programs of this machine reach the server.
func (s *Server) Instance() Instance {
	instance := Instance{PID: os.Getpid(), URL: s.URL(), APIBase: s.APIBase(), Key: s.localKey, Node: s.db.Node()}
	if s.certificate != nil {
		instance.Certificate = s.certificate.Certificate[0]
	}
	return instance
}
