package viewer

import (
	"crypto/sha256"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// The queries that one client may ask of a session whose text is withheld, and over what time.
const (
	mostQueries = 30
	queryTime   = time.Minute
)

// mostAsking limits the clients that are remembered.
const mostAsking = 10_000

// queryRate limits the distinct queries of clients. The zero value is ready.
type queryRate struct {
	mu    sync.Mutex
	asked map[string][]askedQuery // by client, the oldest query first
}

type askedQuery struct {
	sum [sha256.Size]byte
	at  time.Time
}

// ask counts a query of a client, unless it was counted within the time. One too many is a fault of kind Busy.
func (q *queryRate) ask(client, query string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, sum := time.Now(), sha256.Sum256([]byte(query))
	recent := sinceOf(q.asked[client], now)
	switch {
	case slices.ContainsFunc(recent, func(a askedQuery) bool { return a.sum == sum }):
		return nil
	case len(recent) == mostQueries:
		return errTooManyQueries(recent[0].at.Add(queryTime).Sub(now))
	case len(recent) == 0 && !q.hasRoom(now):
		return errTooManyQueries(queryTime)
	}
	q.asked[client] = append(recent, askedQuery{sum, now})
	return nil
}

// sinceOf returns the queries that still count.
func sinceOf(asked []askedQuery, now time.Time) []askedQuery {
	return slices.DeleteFunc(asked, func(a askedQuery) bool { return now.Sub(a.at) >= queryTime })
}

// hasRoom reports whether a further client can be remembered. It forgets those whose queries do not count any more.
func (q *queryRate) hasRoom(now time.Time) bool {
	if q.asked == nil {
		q.asked = make(map[string][]askedQuery)
	}
	if len(q.asked) < mostAsking {
		return true
	}
	for client, asked := range q.asked {
		if now.Sub(asked[len(asked)-1].at) >= queryTime {
			delete(q.asked, client)
		}
	}
	return len(q.asked) < mostAsking
}

func errTooManyQueries(wait time.Duration) error {
	busy := fault.Told(fault.Busy, sentence.New("search-rate", "This document can be searched for at most {count} different texts a minute: "+
		"try again in a minute.").With("count", mostQueries))
	busy.RetryAfter = wait
	return busy
}

// clientOf returns the address that a request comes from. Of IPv6 it is the network, of which a client has all addresses.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	address, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	network, _ := address.Prefix(64) // there are that many bits
	return network.String()
}

// readerOf names who reads with a session: its clients have turns of their own.
func readerOf(r *http.Request, g *grant) string { return g.session.ID + " " + clientOf(r) }
