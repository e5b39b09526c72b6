package template

import (
	"bytes"
	"context"
	"errors"
	"testing"
)

// counting is a fetcher that counts its calls by address.
type counting struct {
	asked map[string]int
	has   map[string][]byte
}

func (c *counting) Fetch(_ context.Context, address string, most int64) ([]byte, error) {
	c.asked[address]++
	if content, found := c.has[address]; found && int64(len(content)) <= most {
		return content, nil
	}
	return nil, errors.New("there is nothing")
}

// Shared content is fetched once, an address that fails is tried maxFailures times, and the size of the cache is
// limited.
func TestFetchCache(t *testing.T) {
	large := bytes.Repeat([]byte("x"), maxCacheSize)
	c := &counting{asked: map[string]int{}, has: map[string][]byte{"logo": []byte("logo"), "large": large}}
	shared := &FetchCache{}
	for range 10 {
		for _, test := range []struct{ address, want string }{{"logo", "logo"}, {"large", string(large)}, {"dead", ""}} {
			content, err := shared.Fetch(t.Context(), c, test.address, 1<<30)
			if string(content) != test.want || (err == nil) != (test.want != "") {
				t.Fatalf("%s: %d bytes, %v", test.address, len(content), err)
			}
		}
		if content, err := shared.Fetch(t.Context(), c, "logo", 3); err == nil {
			t.Errorf("got %d bytes, more than it may", len(content))
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range maxFailures {
		_, _ = shared.Fetch(ended, c, "later", 1) // a cancelled attempt does not count against the address
	}
	c.has["later"] = []byte("l")
	if content, err := shared.Fetch(t.Context(), c, "later", 1); err != nil || string(content) != "l" {
		t.Errorf("later: %q, %v", content, err)
	}
	if c.asked["dead"] != maxFailures || c.asked["logo"] != 1 || c.asked["large"] != 10 {
		t.Errorf("asked %v", c.asked)
	}
	var none *FetchCache
	if content, err := none.Fetch(t.Context(), c, "logo", 10); err != nil || string(content) != "logo" {
		t.Errorf("of nobody: %q, %v", content, err)
	}
}
