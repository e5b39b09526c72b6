package outbound

import (
	"fmt"
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

// The special-purpose address ranges come from IANA's registries for IPv4 and IPv6 (RFC 6890, and later additions).
var (
	// globalUnicast is the range of IPv6 from which public internet addresses have been assigned so far.
	globalUnicast = netip.MustParsePrefix("2000::/3")
	// nat64 is a range of IPv6 addresses that stand for IPv4 addresses. The last four bytes of each address are the
	// IPv4 address (RFC 6052).
	nat64 = netip.MustParsePrefix("64:ff9b::/96")

	special = prefixes(
		"0.0.0.0/8",       // this network
		"10.0.0.0/8",      // private
		"100.64.0.0/10",   // shared by a carrier's customers
		"127.0.0.0/8",     // loopback
		"169.254.0.0/16",  // link-local; also used for the metadata services of clouds
		"172.16.0.0/12",   // private
		"192.0.0.0/24",    // protocol assignments
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // 6to4 relays
		"192.168.0.0/16",  // private
		"198.18.0.0/15",   // benchmarking
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"224.0.0.0/4",     // multicast
		"240.0.0.0/4",     // reserved, and broadcast
		"2001::/23",       // protocol assignments: Teredo, benchmarking, ORCHID
		"2001:db8::/32",   // documentation
		"2002::/16",       // 6to4; these addresses can reach any IPv4 address
		"3fff::/20",       // documentation
	)
)

func prefixes(texts ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// isPublic reports whether an address belongs to the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if a.Zone() != "" {
		return false
	}
	if nat64.Contains(a) {
		b := a.As16()
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return a.IsValid()
}

// allowed contains the hosts and addresses to which the client may connect in addition to public addresses.
type allowed struct {
	hosts  map[string]bool
	ranges []netip.Prefix
}

// ValidateAllowed returns an error if an entry of an allow list has none of the forms that [Config] describes.
func ValidateAllowed(entries []string) error {
	_, err := parseAllowed(entries)
	return err
}

func parseAllowed(entries []string) (allowed, error) {
	list := allowed{hosts: make(map[string]bool)}
	for _, entry := range entries {
		if p, err := netip.ParsePrefix(entry); err == nil {
			list.ranges = append(list.ranges, p.Masked())
			continue
		}
		if a, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
			a = a.Unmap()
			list.ranges = append(list.ranges, netip.PrefixFrom(a, a.BitLen()))
			continue
		}
		if host := hostKey(entry); host != "" && !strings.ContainsAny(host, "/:*@ ") {
			list.hosts[host] = true
			continue
		}
		return allowed{}, fmt.Errorf("%q is not a host name, an address, or a range such as 10.0.0.0/8", entry)
	}
	return list, nil
}

// allowsHost reports whether a host name is allowed. All addresses of an allowed host name are allowed.
func (l *allowed) allowsHost(name string) bool { return l.hosts[hostKey(name)] }

// allowsAddr reports whether the client may connect to an address.
func (l *allowed) allowsAddr(a netip.Addr) bool {
	for _, p := range l.ranges {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return isPublic(a)
}

// hostKey returns a host name in a form that is the same for all spellings of the name.
func hostKey(name string) string {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	return name
}
