package crm

import (
	"net/netip"
	"net/url"
	"strings"

	"lectern/backend/internal/guard"
	"lectern/backend/sentence"
)

// salesforceHosts are the hosts of Salesforce.
var salesforceHosts, _ = guard.ParseHosts([]string{"*.salesforce.com", "*.force.com", "*.my.salesforce.com"})

// origin returns the origin of a server's address, such as https://acme.my.salesforce.com/services/Soap/u/60.0, if the
// session may be sent to it.
func (s *salesforce) origin(address string) (string, *Error) {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" || u.User != nil || u.Hostname() == "" || strings.ContainsFunc(u.Host,
		func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errAddress()
	}
	own, host := s.own.Load(), strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	named := own.Has(host)
	switch {
	case u.Scheme == "http" && named && isLoopback(host):
	case u.Scheme != "https":
		return "", errAddress()
	}
	if !named && !salesforceHosts.Has(host) {
		return "", failed("platform-host", sentence.New("crm-host", "The host {host} is not known as one of Salesforce: the owner of this "+
			"server can allow it with the setting crmHosts.").With("host", host))
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	return u.Scheme + "://" + host, nil
}

func errAddress() *Error {
	return failed("platform-address",
		sentence.New("crm-address", "The serverURL of the integration is an address such as https://example.my.salesforce.com."))
}

// isLoopback reports whether a host is this machine, judging by its name or address alone.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
