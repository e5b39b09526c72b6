package settings

import (
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/outbound"
)

// The highest values of settings.
const (
	maxBytes   = 1 << 40
	maxDays    = 36_500
	maxWaiting = 1_000_000
)

// validate returns an error that describes the valid values of the first setting that is not valid. Some limits depend
// on the flags.
func (s *Settings) validate(flags *Settings) error {
	for _, check := range []func() error{s.validateAddresses, s.validatePlatforms} {
		if err := check(); err != nil {
			return err
		}
	}
	for _, number := range []struct {
		name             string
		value, low, high int64
	}{
		{"maxUpload", s.MaxUpload, 1, maxBytes},
		{"maxQueue", int64(s.MaxQueue), 1, maxWaiting},
		{"deadlineSeconds", int64(s.DeadlineSecs), 1, int64(flags.DeadlineSecs)},
		{"retentionDays", int64(s.RetentionDays), 0, maxDays},
		{"trashDays", int64(s.TrashDays), 0, maxDays},
		{"taskDays", int64(s.TaskDays), 0, maxDays},
		{"auditDays", int64(s.AuditDays), 0, maxDays},
		{"retentionBytes", s.RetentionBytes, 0, 1 << 60},
	} {
		if number.value < number.low || number.value > number.high {
			return fault.Field("/"+number.name, "The setting %s must be from %d to %d, but is %d.",
				number.name, number.low, number.high, number.value)
		}
	}
	return nil
}

// maxList is the maximum number of entries of a list.
const maxList = 1000

func (s *Settings) validateAddresses() error {
	for name, list := range map[string][]string{"hostNames": s.HostNames, "allowedHosts": s.AllowedHosts, "allowedOrigins": s.AllowedOrigins,
		"crmHosts": s.CRMHosts} {
		if len(list) > maxList {
			return fault.Field("/"+name, "The setting %s can have at most %d entries.", name, maxList)
		}
	}
	if !IsListenAddr(s.Addr) {
		return fault.Field("/addr", "The addr must be HOST:PORT, such as 127.0.0.1:7420, with a port from 0 to 65535, but is %q.", s.Addr)
	}
	if !IsPublicURL(s.PublicURL) {
		return fault.Field("/publicURL", "The publicURL must be an address such as https://example.com/documents, or empty.")
	}
	for _, name := range s.HostNames {
		if !IsHostName(name) {
			return fault.Field("/hostNames", "%q is not a host name, such as papers.example.com.", name)
		}
	}
	for _, origin := range s.AllowedOrigins {
		if !IsOrigin(origin) {
			return fault.Field("/allowedOrigins", "%q is not an origin, such as https://app.example.com.", origin)
		}
	}
	if err := outbound.ValidateAllowed(s.AllowedHosts); err != nil {
		return fault.Field("/allowedHosts", "The allowedHosts are not valid: %v.", err)
	}
	return nil
}

// maxPath is the maximum length of a path, in bytes.
const maxPath = 4096

func (s *Settings) validatePlatforms() error {
	if _, err := outbound.ParseHosts(s.CRMHosts); err != nil {
		return fault.Field("/crmHosts", "The crmHosts are not valid: %v.", err)
	}
	if s.CRMFolder != "" && (!filepath.IsAbs(s.CRMFolder) || len(s.CRMFolder) > maxPath || strings.ContainsRune(s.CRMFolder, 0)) {
		return fault.Field("/crmFolder", "The crmFolder must be the absolute path of a folder, such as /srv/templates, or empty.")
	}
	return nil
}

// IsListenAddr reports whether text is an address to listen on: a host, which may be empty, and a port from 0 to 65535.
func IsListenAddr(text string) bool {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return false
	}
	host, _, _ = strings.Cut(host, "%") // without the zone of an IPv6 address
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil && (host == "" || IsHostName(host))
}

// IsPublicURL reports whether text is empty or an address that can be sent to readers.
func IsPublicURL(text string) bool {
	u, err := url.Parse(text)
	return text == "" || err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" &&
		u.RawQuery == "" && u.Fragment == "" && u.User == nil
}

var hostName = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?)*$`)

// IsHostName reports whether text is a host name or an IP address without a port.
func IsHostName(text string) bool {
	return len(text) <= 253 && hostName.MatchString(text) || net.ParseIP(text) != nil
}

// IsOrigin reports whether text is an origin such as https://app.example.com:8443: a scheme and a host in lower case,
// and optionally a port, without a path.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme != "" && u.Host != "" && text == u.Scheme+"://"+u.Host && text == strings.ToLower(text)
}
