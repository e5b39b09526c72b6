package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"syscall"

	"lectern/backend/convert"
	"lectern/backend/internal/connection"
	"lectern/backend/library"
	"lectern/backend/library/doctor"
	"lectern/backend/store"
	"lectern/backend/web/api"
	"lectern/backend/web/api/route"
)

// listen listens on FallbackAddr of the configuration if it is set. Otherwise it listens on the address of the --addr
// flag or, without that flag, on the address in the settings. If the machine no longer has the address in the settings,
// for example in another network, the server listens on the loopback address only.
func (s *Server) listen(ctx context.Context) (net.Listener, error) {
	addr := s.settings.Get().Addr
	if s.config.FallbackAddr != "" {
		s.takenAddr = cmp.Or(s.config.Addr, addr)
	}
	if flag := cmp.Or(s.config.FallbackAddr, s.config.Addr); flag != "" {
		return connection.Listen(flag)
	}
	listener, err := connection.Listen(addr)
	_, unknown := errors.AsType[*net.DNSError](err)
	if !unknown && !errors.Is(err, syscall.EADDRNOTAVAIL) {
		return listener, err
	}
	_, port, _ := net.SplitHostPort(addr) // the address was validated when it was set
	s.log.WarnContext(ctx, "the address in the settings is not one of this machine", slog.String("addr", addr), slog.Any("error", err))
	return connection.Listen(net.JoinHostPort("127.0.0.1", port))
}

// ListenAddr returns the address that a server with this configuration would listen on. If the library exists already,
// the address in its settings is considered.
func (c Config) ListenAddr() string {
	if c.Addr != "" {
		return c.Addr
	}
	addr := DefaultAddr
	path, err := library.FindDatabase(c.Place().Data)
	if err != nil {
		return addr
	}
	if text, err := store.PeekSetting(context.Background(), path, "addr"); err == nil {
		_ = json.Unmarshal([]byte(text), &addr) // another type leaves the default
	}
	return addr
}

// URL returns the address under which this machine reaches the server, without a trailing slash.
func (s *Server) URL() string {
	return connection.LocalURL(s.config.scheme(), s.listener.Addr())
}

// APIBase returns the base address of the API for programs on this machine.
func (s *Server) APIBase() string { return s.URL() + route.Base }

// PublicURL returns the address under which readers reach the server.
func (s *Server) PublicURL() string {
	if public := strings.TrimRight(s.settings.Get().PublicURL, "/"); public != "" {
		return public
	}
	return s.URL()
}

// isPrivate reports whether only programs of this machine reach the server: it listens on a loopback address, and no
// public address is set.
func (s *Server) isPrivate() bool {
	addr, ok := s.listener.Addr().(*net.TCPAddr)
	return ok && addr.IP.IsLoopback() && s.settings.Get().PublicURL == ""
}

// pathPrefix returns the escaped path of the public address, such as "/our%20documents", or "".
func (s *Server) pathPrefix() string {
	u, err := url.Parse(strings.TrimRight(s.settings.Get().PublicURL, "/"))
	if err != nil {
		return "" // the address was validated when the server was opened
	}
	return u.EscapedPath()
}

// Status returns the addresses under which the server is reached, and the limits that its flags set.
func (s *Server) Status() api.ServerStatus {
	status := api.ServerStatus{
		Version:       s.version,
		URL:           s.URL(),
		PublicURL:     s.PublicURL(),
		Addr:          s.listener.Addr().String(),
		AddrFlag:      s.config.Addr != "",
		AddrTaken:     s.takenAddr,
		Reach:         "network",
		NetworkURLs:   connection.NetworkURLs(s.config.scheme(), s.listener.Addr()),
		DataFolder:    s.library.Folder.Path,
		Office:        s.office.Usable() == nil,
		Memory:        s.config.Memory,
		Workers:       s.config.Workers,
		MaxPages:      s.config.MaxPages,
		MaxInflation:  s.config.MaxInflation,
		FetchSecs:     s.config.FetchTime.Seconds(),
		DeadlineLimit: s.config.flagSettings().DeadlineSecs,

		RestorePending: s.library.Folder.RestorePending(),
		RestoreProblem: s.library.RestoreProblem(),
	}
	if addr, ok := s.listener.Addr().(*net.TCPAddr); ok && addr.IP.IsLoopback() {
		status.Reach = "machine"
	}
	return status
}

// Examine checks the machine that the server runs on. Concurrent callers share one check.
func (s *Server) Examine(ctx context.Context) ([]doctor.Finding, error) {
	return s.checks.Run(ctx, s.machine().Examine)
}

// machine describes the machine and the parts of the server for [doctor.Machine.Examine].
func (s *Server) machine() *doctor.Machine {
	config := s.config
	config.Fonts = "" // checked separately, so that a wrong folder of fonts does not fail the check of the converters
	return &doctor.Machine{
		Folder:      s.library.Folder.Path,
		Addr:        s.listener.Addr().String(),
		Fonts:       s.config.Fonts,
		Temp:        s.library.Folder.Temp(),
		Server:      func(context.Context) (string, error) { return s.URL(), nil },
		Database:    config.Place().InspectDatabase(),
		Bucket:      config.Place().InspectBucket(),
		Faults:      config.Place().InspectContent(),
		Certificate: config.CertificateLoader(),
		Converters:  func(temp string) (convert.Config, error) { return ConverterConfig(config, temp) },
	}
}

// whyNotReady returns the reason why the server cannot do its work, in the same form as
// [library.Library.WhyNotReady]. It returns "" if the server can work.
func (s *Server) whyNotReady(ctx context.Context) string {
	if s.draining.Load() {
		return "it is stopping"
	}
	return s.library.WhyNotReady(ctx)
}

func (s *Server) measureStorage(ctx context.Context) (api.Storage, error) {
	u, err := s.storage.Usage(ctx)
	return api.Storage{
		Documents: u.Documents, Originals: u.Originals, PDFs: u.PDFs, Database: u.Database, Temp: u.Temp, SetAside: u.SetAside,
		Waiting:       u.PendingRestore,
		SetAsideFiles: u.SetAsideFiles, Free: u.Free, Trash: api.TrashStorage{Count: u.Trash, Bytes: u.TrashBytes},
	}, err
}
