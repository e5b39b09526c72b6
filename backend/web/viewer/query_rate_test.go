package viewer

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"lectern/backend/internal/fault"
)

// TestQueryRate checks that a client may send only a limited number of different queries within a minute.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestQueryRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rate queryRate
		for i := range maxQueries {
			if err := rate.count("one", fmt.Sprint(i)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
		err, _ := errors.AsType[*fault.Error](rate.count("one", "more"))
		if err == nil || err.Kind != fault.Busy || err.RetryAfter != queryTime-maxQueries*time.Second {
			t.Fatalf("one more: %+v", err)
		}
		if rate.count("one", "7") != nil || rate.count("another", "more") != nil {
			t.Error("what was asked before, or by another, is refused")
		}
		time.Sleep(err.RetryAfter)
		if rate.count("one", "more") != nil || rate.count("one", "still more") == nil {
			t.Error("after a minute there is not one query more")
		}
	})
}

// TestTrackedClientsAreLimited sends queries from more clients than the server tracks. Further clients must wait until
// the server has stopped tracking earlier clients.
func TestTrackedClientsAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var rate queryRate
		for i := range maxClients {
			if err := rate.count(fmt.Sprint(i), "query"); err != nil {
				t.Fatal(err)
			}
		}
		if rate.count("further", "query") == nil {
			t.Error("one client more is remembered")
		}
		time.Sleep(queryTime)
		if rate.count("further", "query") != nil || len(rate.queries) != 1 {
			t.Errorf("%d clients are remembered", len(rate.queries))
		}
	})
}

func TestClients(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64",
		"[fe80::1%eth0]:80": "fe80::/64", "pipe": "pipe",
	} {
		if got := clientOf(&http.Request{RemoteAddr: remote}); got != want {
			t.Errorf("%s: %s, not %s", remote, got, want)
		}
	}
}
