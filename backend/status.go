package backend

import (
	"context"
	"net"
	"net/netip"

	"lectern/backend/convert"
	"lectern/backend/internal/fault"
	"lectern/backend/library/doctor"
	"lectern/backend/web/api"
)

// Status tells how the server is reached, and what its flags say for good.
func (s *Server) Status() api.ServerStatus {
	status := api.ServerStatus{
		Version:       s.version,
		URL:           s.URL(),
		PublicURL:     s.PublicURL(),
		Addr:          s.listener.Addr().String(),
		AddrFlag:      s.config.Addr != "",
		AddrTaken:     s.taken,
		Reach:         "network",
		NetworkURLs:   s.networkURLs(),
		DataFolder:    s.folder.path,
		Office:        s.office.Usable() == nil,
		Memory:        s.config.Memory,
		Workers:       s.config.Workers,
		MaxPages:      s.config.MaxPages,
		MaxInflation:  s.config.MaxInflation,
		FetchSecs:     s.config.FetchTime.Seconds(),
		DeadlineLimit: s.config.flagSettings().DeadlineSecs,

		RestorePending: s.folder.restorePending(),
		RestoreProblem: s.restoreProblem(),
	}
	if addr, ok := s.listener.Addr().(*net.TCPAddr); ok && addr.IP.IsLoopback() {
		status.Reach = "machine"
	}
	return status
}

// networkURLs gives the addresses by which others of this machine's networks would reach the
// port; those of IPv4, which people can type, and where there is none those of IPv6.
func (s *Server) networkURLs() []string {
	_, port, err := net.SplitHostPort(s.listener.Addr().String())
	if err != nil {
		return []string{}
	}
	addresses, _ := net.InterfaceAddrs() // where they cannot be had, none is offered
	urls := map[bool][]string{true: {}, false: {}}
	for _, address := range addresses {
		prefix, err := netip.ParsePrefix(address.String())
		if ip := prefix.Addr(); err == nil && ip.IsGlobalUnicast() {
			urls[ip.Is4()] = append(urls[ip.Is4()], s.config.scheme()+"://"+net.JoinHostPort(ip.String(), port))
		}
	}
	if len(urls[true]) > 0 {
		return urls[true]
	}
	return urls[false]
}

// Examine checks the machine that the server runs on. It is a fault of kind Busy while that goes
// on for somebody else.
func (s *Server) Examine(ctx context.Context) ([]doctor.Finding, error) {
	if !s.examining.TryLock() {
		return nil, fault.New(fault.Busy, "The machine is being checked already: ask again in a few seconds.")
	}
	defer s.examining.Unlock()
	config := s.config
	config.Fonts = "" // they have a check of their own
	machine := doctor.Machine{
		Folder:      s.folder.path,
		Addr:        s.listener.Addr().String(),
		Fonts:       s.config.Fonts,
		Temp:        s.folder.temp(),
		Server:      func(context.Context) (string, error) { return s.URL(), nil },
		Database:    config.LookAtDatabase(),
		Bucket:      config.LookAtBucket(),
		Faults:      config.LookAtContent(),
		Certificate: config.CertificateLoader(),
		Converters:  func(temp string) (convert.Config, error) { return ConverterConfig(config, temp) },
	}
	return machine.Examine(ctx), nil
}
