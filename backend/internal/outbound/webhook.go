package outbound

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// ValidateHook rejects webhook addresses that can never be called. An address is rejected if it is not a complete http
// or https URL. It is also rejected if its host is localhost or an IP address, in any spelling, and the owner of the
// server has not allowed this host. Host names are not resolved, because they may resolve to another address when the
// webhook is called. The error is a fault of kind Invalid about the field.
func (c *Client) ValidateHook(field, address string) error {
	if err := ValidateURL(address); err != nil {
		return fault.Field(field, "The webhook address is not valid: %v", err).WithCode(fault.AddressInvalid)
	}
	u, err := url.Parse(address)
	if err != nil || c.allowed.Load().mayReach(u.Hostname()) {
		return err
	}
	return fault.TranslatableField(field, sentence.New("webhook-forbidden", "The webhook address cannot be used: {host} leads to "+
		"this machine or a private network. An administrator can add it to allowedHosts in the settings, or with --allow-host.").
		With("host", u.Hostname())).
		WithCode(fault.AddressForbidden)
}

// mayReach reports whether the client may connect to a host. Host names are not resolved: every name except localhost
// is treated as permitted.
func (l *allowed) mayReach(host string) bool {
	if l.allowsHost(host) {
		return true
	}
	name := hostKey(host)
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return l.allowsAddr(netip.AddrFrom4([4]byte{127, 0, 0, 1})) || l.allowsAddr(netip.IPv6Loopback())
	}
	address, isAddress := parseLiteral(name)
	return !isAddress || l.allowsAddr(address)
}

// parseLiteral parses an IP address in all forms that resolvers accept. These include the forms of inet_aton, such as
// 2130706433, 0x7f.1 and 0177.0.0.1.
func parseLiteral(host string) (netip.Addr, bool) {
	if address, err := netip.ParseAddr(host); err == nil {
		return address, true
	}
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var bits uint64
	for i, part := range parts {
		width := 8
		if i == len(parts)-1 { // the last number stands for all remaining bytes
			width = 8 * (4 - i)
		}
		number, err := parseNumber(part)
		if err != nil || number>>width != 0 {
			return netip.Addr{}, false
		}
		bits = bits<<width | number
	}
	return netip.AddrFrom4([4]byte{byte(bits >> 24), byte(bits >> 16), byte(bits >> 8), byte(bits)}), true
}

// parseNumber parses a number in decimal, in hexadecimal after 0x, or in octal after 0.
func parseNumber(text string) (uint64, error) {
	if digits, ok := strings.CutPrefix(text, "0x"); ok {
		return strconv.ParseUint("0"+digits, 16, 64) // the 0 makes 0x alone parse as 0
	}
	if digits, ok := strings.CutPrefix(text, "0"); ok && digits != "" {
		return strconv.ParseUint(digits, 8, 64)
	}
	return strconv.ParseUint(text, 10, 64)
}
