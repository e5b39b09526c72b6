package outbound

import (
	"errors"
	"testing"

	"lectern/backend/internal/fault"
)

// An address that the client would refuse to call is rejected in any spelling, before anything is stored.
//
// SECURITY.md, promise 1 (private addresses)
func TestValidateHook(t *testing.T) {
	refused := []string{
		"127.0.0.1", "127.0.0.1.", "10.1.2.3", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
		"[64:ff9b::7f00:1]",
		"[2002:7f00:1::]", "[fe80::1%25eth0]", "2130706433", "0x7f000001", "0X7F000001", "017700000001", "127.1", "127.0.1", "0x7f.1",
		"0177.0.0.1", "0",
		"0.0.0.0", "localhost", "LOCALHOST", "localhost.", "a.localhost", "１２７.０.０.１", "127。0。0。1", "user:secret@127.0.0.1",
	}
	taken := []string{"example.com", "8.8.8.8", "134744072", "[2606:4700::1111]", "localhost.example.com", "127.0.0.1.example.com",
		"1.2.3.4.5", "256.1.1.1", "0x.example", "intranet"}
	for _, host := range refused {
		err := newClient(t, func(c *Config) { c.Allow = nil }).ValidateHook("webhookURL", "http://"+host+":8080/hook")
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code() != fault.AddressForbidden || f.Field != "webhookURL" {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range taken {
		if err := newClient(t, func(c *Config) { c.Allow = nil }).ValidateHook("webhookURL", "http://"+host+"/hook"); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, test := range []struct {
		allow, host string
		taken       bool
	}{
		{"127.0.0.0/8", "127.0.0.1", true}, {"127.0.0.0/8", "2130706433", true}, {"127.0.0.1", "localhost", true}, {"::1", "localhost", true},
		{"localhost", "localhost", true}, {"localhost", "LOCALHOST.", true}, {"localhost", "127.0.0.1", false}, {"10.0.0.0/8",
			"127.0.0.1", false},
		{"10.0.0.0/8", "10.1.2.3", true}, {"10.0.0.0/8", "[::ffff:10.1.2.3]", true}, {"intranet", "10.1.2.3", false},
	} {
		err := newClient(t, func(c *Config) { c.Allow = []string{test.allow} }).ValidateHook("webhookURL", "http://"+test.host+"/")
		if (err == nil) != test.taken {
			t.Errorf("%s where %s is allowed: %v", test.host, test.allow, err)
		}
	}
	err := newClient(t, nil).ValidateHook("webhookURL", "ftp://example.com/")
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code() != fault.AddressInvalid {
		t.Errorf("no address: %v", err)
	}
}
