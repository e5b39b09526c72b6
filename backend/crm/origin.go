package crm

import (
	"net/netip"
	"net/url"
	"strings"

	"lectern/backend/internal/outbound"
	"lectern/backend/sentence"
)

// salesforceHosts are the host names of Salesforce's servers.
var salesforceHosts, _ = outbound.ParseHosts([]string{"*.salesforce.com", "*.force.com", "*.my.salesforce.com"})

// origin returns the origin of a server address such as https://acme.my.salesforce.com/services/Soap/u/60.0. It returns
// an error if the session must not be sent to that server.
func (s *salesforce) origin(address string) (string, *Error) {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" || u.User != nil || u.Hostname() == "" || strings.ContainsFunc(u.Host,
		func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errAddress()
	}
	own, host := s.allowedHosts.Load(), strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	named := own.Has(host)
	switch {
	case u.Scheme == "http" && named && isLoopback(host):
	case u.Scheme != "https":
		return "", errAddress()
	}
	if !named && !salesforceHosts.Has(host) {
		return "", failed("platform-host", sentence.New("crm-host", "The host {host} is not known as a server of Salesforce. An "+
			"administrator of this server can allow it with the setting crmHosts.").With("host", host))
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
		sentence.New("crm-address", "The serverURL of the integration must be an address such as "+
			"https://example.my.salesforce.com."))
}

// isLoopback reports whether a host is the local machine. It considers only the name or address, without a DNS lookup.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
