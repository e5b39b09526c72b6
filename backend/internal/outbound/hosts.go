package outbound

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"
)

// Hosts is a list of host patterns. The zero value matches no host.
type Hosts struct {
	names   map[string]bool
	domains []string // each begins with a dot
}

var hostPattern = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$`)

// ParseHosts parses a list of host names, addresses, and patterns such as *.example.com. Such a pattern matches all
// names below the domain, but not the domain itself.
func ParseHosts(patterns []string) (Hosts, error) {
	hosts := Hosts{names: make(map[string]bool)}
	for _, pattern := range patterns {
		domain, below := strings.CutPrefix(pattern, "*.")
		key := hostKey(domain)
		switch address, err := netip.ParseAddr(strings.Trim(pattern, "[]")); {
		case err == nil:
			hosts.names[address.String()] = true
		case !hostPattern.MatchString(key):
			return Hosts{}, fmt.Errorf("%q is not a host name, an address, or a pattern such as *.example.com", pattern)
		case below:
			hosts.domains = append(hosts.domains, "."+key)
		default:
			hosts.names[key] = true
		}
	}
	return hosts, nil
}

// Has reports whether a host, without a port, matches the list.
func (h Hosts) Has(host string) bool {
	key := hostKey(host)
	if h.names[key] {
		return true
	}
	for _, domain := range h.domains {
		if strings.HasSuffix(key, domain) && hostPattern.MatchString(key) {
			return true
		}
	}
	return false
}
