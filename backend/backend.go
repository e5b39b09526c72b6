// Package backend is the server: it wires the domain packages, the converters and
// the interfaces over HTTP, and runs them.
package backend

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"gocloud.dev/blob"

	"lectern/backend/account"
	"lectern/backend/api"
	"lectern/backend/audit"
	"lectern/backend/collection"
	"lectern/backend/convert"
	"lectern/backend/crm"
	"lectern/backend/dial"
	"lectern/backend/disk"
	"lectern/backend/document"
	"lectern/backend/event"
	"lectern/backend/fault"
	"lectern/backend/guard"
	"lectern/backend/intake"
	"lectern/backend/internal/bodies"
	"lectern/backend/internal/connection"
	"lectern/backend/news"
	"lectern/backend/observe"
	"lectern/backend/problem"
	"lectern/backend/profile"
	"lectern/backend/search"
	"lectern/backend/session"
	"lectern/backend/settings"
	"lectern/backend/store"
	"lectern/backend/studio"
	"lectern/backend/task"
	"lectern/backend/telling"
	"lectern/backend/template"
	"lectern/backend/theme"
	"lectern/backend/tracing"
	"lectern/backend/viewer"
	"lectern/backend/watch"
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
			return nil, errors.Join(err, s.Close())
		}
	}
	s.keepReserve(ctx)
	return s, nil
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

func (s *Server) openHTTP(ctx context.Context) error {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		documentGauge{s.docs}, contentGauge{s.docs}, s.metrics, loadGauge{s.office, s.pdf})
	handler, err := s.routes(registry)
	if err != nil {
		return err
	}
	if err := s.loadCertificate(ctx); err != nil {
		return err
	}
	handler = &connection.Handler{Next: handler, Stalled: answerStalled}
	s.handler = observe.NewHTTP(s.log, registry, &s.requests, s.traces).Wrap(handler)
	s.listener, err = s.listen(ctx)
	return err
}

func (s *Server) loadCertificate(ctx context.Context) error {
	pair, err := s.config.LoadCertificate()
	if err != nil || pair == nil {
		return err
	}
	for _, warning := range pair.Warnings {
		s.log.WarnContext(ctx, warning, slog.String("file", s.config.TLSCert))
	}
	s.certificate = &pair.Certificate
	return nil
}

// answerStalled answers a request whose body has stopped arriving.
func answerStalled(w http.ResponseWriter, r *http.Request) {
	problem.Write(w, r, problem.New(r.Context(), http.StatusRequestTimeout,
		"The body of the request stopped arriving: send the request again. The server waits 30 seconds for the next byte."))
}

func (s *Server) routes(registry prometheus.Gatherer) (http.Handler, error) {
	mux := http.NewServeMux()
	languages, err := telling.Load()
	if err != nil {
		return nil, err
	}
	interface0 := &api.API{
		Documents:   s.docs,
		Pages:       s.pages,
		Intake:      intake.New(intake.Parts{Library: s.docs, Own: s.folder.path}),
		Window:      s.window.show,
		Sessions:    s.sessions,
		Search:      s.search,
		Accounts:    s.accounts,
		Settings:    s.settings,
		Server:      s.Status,
		Started:     time.Now(),
		Doctor:      s.Examine,
		Requests:    &s.requests,
		Backup:      s.Backup,
		BackupTo:    s.BackupTo,
		Restore:     s.Restore,
		DropRestore: s.DropRestore,
		Webhooks:    s.hooks,
		Events:      s.events,
		News:        &s.news,
		Profiles:    s.profiles,
		Themes:      s.themes,
		Folders:     s.folders,
		Tasks:       s.tasks,
		Templates:   s.templates,
		Metrics:     registry,
		Audit:       s.audit,
		Private:     s.private,
		Hindrance:   s.hindrance,
		Warnings:    s.warnings,
		URL:         s.PublicURL,
		Version:     s.version,
		Collections: s.collections,
		Storage:     s.storage,
		Clean:       s.clean,
		Languages:   languages,
	}
	if !s.config.answers() {
		interface0.ConverterRoutes(mux)
		return s.guardRoutes(mux), nil
	}
	if err := interface0.Routes(mux); err != nil {
		return nil, err
	}
	readers, err := viewer.New(viewer.Parts{
		Documents: s.docs, Pages: s.pages, Sessions: s.sessions, Profiles: s.profiles, Themes: s.themes,
		Search: s.search, Languages: languages, Prefix: s.prefix, Log: s.log,
	})
	if err != nil {
		return nil, err
	}
	readers.Routes(mux)
	window, err := studio.New()
	if err != nil {
		return nil, err
	}
	if err := window.Routes(mux); err != nil {
		return nil, err
	}
	return s.guardRoutes(mux), nil
}

// mostInBodies is how many bytes the bodies of all requests have in memory, those that are small aside. What is made of
// them takes up some times as much.
const mostInBodies = 20 << 20

// guardRoutes returns a handler that serves the routes of mux to those who may call them.
func (s *Server) guardRoutes(mux *http.ServeMux) http.Handler {
	routes := router{mux: mux, prefix: s.prefix, bodies: bodies.New(s.folder.temp(), mostInBodies)}
	return routes.canonical(s.protect(routes))
}

// ConverterConfig finds the converters and gives them the configured bounds; temp
// is a private folder for their work.
func ConverterConfig(config Config, temp string) (convert.Config, error) {
	if hasControl(temp) {
		return convert.Config{}, fmt.Errorf("the folder for temporary files, %q, has a line break, a tab or another control character, which converters cannot be told: set TMPDIR to another folder", temp)
	}
	config.Data, config.TLSCert, config.TLSKey = "", "", "" // which are no matter of converters
	if err := config.ValidateHere(); err != nil {
		return convert.Config{}, err
	}
	converter, err := convert.FindConverter()
	if err != nil {
		return convert.Config{}, err
	}
	return convert.Config{
		Converter:   converter,
		LibreOffice: convert.FindLibreOffice(),
		Soffice:     convert.FindSoffice(),
		Fonts:       config.Fonts,
		TempDir:     temp,
		Deadline:    config.Deadline,
		Memory:      config.Memory,
		Workers:     config.Workers,
		MaxPages:    config.MaxPages,
		MaxSide:     config.MaxSide,
		MaxPixels:   config.MaxPixels,
		MaxSVG:      config.MaxSVG,
		MaxNesting:  config.MaxNesting,
		Idle:        idle,
	}, nil
}

// heartbeat is how long a stream of events is silent at most, so that nobody on the way takes
// it for dead.
const heartbeat = 15 * time.Second

// idle is how long a converter process without work is kept.
const idle = 3 * time.Minute

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
