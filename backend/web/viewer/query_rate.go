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

// A client may send at most maxQueries different queries within queryTime to a session that withholds the document's
// text.
const (
	maxQueries = 30
	queryTime  = time.Minute
)

// maxClients is the maximum number of clients that are tracked.
const maxClients = 10_000

// queryRate limits the number of distinct queries of each client. The zero value is ready to use.
type queryRate struct {
	mu      sync.Mutex
	queries map[string][]pastQuery // by client, oldest first
}

type pastQuery struct {
	hash [sha256.Size]byte
	at   time.Time
}

// count counts a query of a client. A query that the client has sent within [queryTime] before is not counted again. If
// there are too many queries, the error is a fault of kind Busy.
func (q *queryRate) count(client, query string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	now, sum := time.Now(), sha256.Sum256([]byte(query))
	recent := recentQueries(q.queries[client], now)
	switch {
	case slices.ContainsFunc(recent, func(a pastQuery) bool { return a.hash == sum }):
		return nil
	case len(recent) == maxQueries:
		return errTooManyQueries(recent[0].at.Add(queryTime).Sub(now))
	case len(recent) == 0 && !q.hasRoom(now):
		return errTooManyQueries(queryTime)
	}
	q.queries[client] = append(recent, pastQuery{sum, now})
	return nil
}

// recentQueries returns the queries that are recent enough to count.
func recentQueries(queries []pastQuery, now time.Time) []pastQuery {
	return slices.DeleteFunc(queries, func(a pastQuery) bool { return now.Sub(a.at) >= queryTime })
}

// hasRoom reports whether another client can be tracked. If there are too many clients, it first removes clients that
// have sent no query within [queryTime].
func (q *queryRate) hasRoom(now time.Time) bool {
	if q.queries == nil {
		q.queries = make(map[string][]pastQuery)
	}
	if len(q.queries) < maxClients {
		return true
	}
	for client, queries := range q.queries {
		if now.Sub(queries[len(queries)-1].at) >= queryTime {
			delete(q.queries, client)
		}
	}
	return len(q.queries) < maxClients
}

func errTooManyQueries(wait time.Duration) error {
	busy := fault.Translatable(fault.Busy, sentence.New("search-rate", "This document can be searched for at most {count} "+
		"different texts per minute. Try again in a minute.").With("count", maxQueries))
	busy.RetryAfter = wait
	return busy
}

// clientOf returns the IP address of a client. For IPv6 it returns the /64 network, because a client can use all
// addresses of its network.
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
	network, _ := address.Prefix(64) // an IPv6 address is long enough
	return network.String()
}

// clientKey returns a name for the client of a session, which is used to schedule the work for different clients
// fairly.
func clientKey(r *http.Request, g *grant) string { return g.session.ID + " " + clientOf(r) }
