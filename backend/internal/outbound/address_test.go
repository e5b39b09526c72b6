package outbound

import (
	"net/netip"
	"testing"
)

// Addresses are classified as public or not.
//
// SECURITY.md, promise 1 (private addresses)
func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "93.184.216.34": true, "172.15.255.255": true, "172.32.0.1": true, "100.63.255.255": true, "100.128.0.1": true,
		"223.255.255.255": true, "2606:4700::1111": true, "2a00:1450:4001:80b::200e": true, "::ffff:8.8.8.8": true, "64:ff9b::808:808": true,
		"192.0.0.8": false, "192.88.99.1": false, "198.19.255.255": false, "203.0.113.9": false, "239.255.255.250": false, "240.0.0.1": false,
		"64:ff9b::a00:1": false, "64:ff9b::c0a8:101": false, "64:ff9b:1::808:808": false, "::8.8.8.8": false, "::ffff:0:8.8.8.8": false,
		"2002:808:808::1": false, "2001::1": false, "2001:2::1": false, "2001:20::1": false, "3fff::1": false, "5f00::1": false, "100::1": false,
		"fe80::1%eth0": false, "2606:4700::1111%eth0": false, "ff0e::1": false, "4000::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
	if isPublic(netip.Addr{}) {
		t.Error("no address is public")
	}
}
