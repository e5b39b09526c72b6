package observe

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/notify"
)

// MaxRequests is the number of requests that are kept in memory.
const MaxRequests = 500

// Size limits of the recorded parts of a request, in bytes. The limits are necessary because a client needs no key to
// send a request, and a request line can be a megabyte long.
const (
	maxMethod = 20
	maxPath   = 300
)

// Request is a request to which the server has responded.
type Request struct {
	Number int64 // position in the sequence of all requests
	At     time.Time
	Method string // may be shortened
	Path   string // without secrets and parameters; may be shortened
	Status int
	Bytes  int64 // size of the response body
	Took   time.Duration
	ID     string
	Key    string // id of the API key, if it is valid
}

// Requests keeps the most recent requests in memory. The zero value is ready to use; it may be used concurrently.
type Requests struct {
	mu    sync.Mutex
	ring  [MaxRequests]Request
	last  int64         // number of the newest request; 0 for none
	added notify.Signal // notified of each new request
}

// add adds a new request in place of the oldest request, and assigns the next number to it.
func (r *Requests) add(request Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	request.Number = r.last
	request.Method, request.Path = shorten(request.Method, maxMethod), shorten(request.Path, maxPath)
	r.ring[r.last%MaxRequests] = request
	r.added.Notify()
}

// shorten returns a copy of text, so that the memory of the original can be freed. The argument maxBytes is the maximum
// number of bytes; the rest of a longer text is replaced by hiddenPart.
func shorten(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return strings.Clone(text) // a copy, because text may be a part of a longer string that would stay in memory
	}
	return strings.ToValidUTF8(text[:maxBytes], "") + hiddenPart
}

// Close ends all present and future calls of [Requests.Follow].
func (r *Requests) Close() { r.added.Close() }

// List returns the requests that are in memory, oldest first.
func (r *Requests) List() []Request { return r.after(0) }

// Follow calls visit with the requests that are in memory, and then with new requests, oldest first. If there was no
// new request for the duration heartbeat, it calls visit without requests. New requests are collected for a tenth of a
// second. Follow returns nil when ctx ends or Requests is closed. If visit fails, Follow returns its error.
func (r *Requests) Follow(ctx context.Context, heartbeat time.Duration, visit func([]Request) error) error {
	last := int64(0)
	return r.added.Follow(ctx, heartbeat, func(notified bool) error {
		found := r.after(last)
		if len(found) > 0 {
			last = found[len(found)-1].Number
		} else if notified {
			return nil // the last call of visit had the last requests
		}
		return visit(found)
	})
}

// after returns those requests in memory that have a greater number than the given number, oldest first.
func (r *Requests) after(number int64) (found []Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := max(number, r.last-MaxRequests) + 1; n <= r.last; n++ {
		found = append(found, r.ring[n%MaxRequests])
	}
	return found
}

// note contains what handlers have recorded about a request.
type note struct {
	key    string
	hidden bool
	cause  error // why the request was rejected, for its log line
	failed bool  // whether a failure has already been logged
}

type noteKey struct{}

// NoteKey records the id of a request's API key.
func NoteKey(ctx context.Context, id string) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.key = id
	}
}

// NoteCause records why a request was rejected, for its log line.
func NoteCause(ctx context.Context, err error) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.cause = err
	}
}

// NoteFailure records a failure of a request. It returns true for the first failure of the request, because only the
// first failure is logged.
func NoteFailure(ctx context.Context) bool {
	n, ok := ctx.Value(noteKey{}).(*note)
	if !ok {
		return true
	}
	first := !n.failed
	n.failed = true
	return first
}

// Hide excludes a request from [Requests]. It is for requests that read the list of recorded requests.
func Hide(ctx context.Context) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.hidden = true
	}
}

// hiddenPart replaces secret parts of a path.
const hiddenPart = "…"

// longPart is the length, in bytes, from which a part of the path may be a secret if the route is unknown.
const longPart = 20

// redactedPath returns the path of a request without its secrets. If the route is known, the ids of sessions are
// replaced. Otherwise all long parts of the path are replaced.
func redactedPath(r *http.Request) string {
	_, pattern, _ := strings.Cut(r.Pattern, " ")
	parts := strings.Split(r.URL.Path, "/")
	for i, part := range parts {
		if pattern == "" && len(part) >= longPart {
			parts[i] = hiddenPart
		}
	}
	if pattern == "" || strings.HasSuffix(pattern, "/") || strings.HasSuffix(pattern, "/{$}") {
		return strings.Join(parts, "/")
	}
	parts = strings.Split(pattern, "/")
	for i, part := range parts {
		name, isWildcard := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{")
		switch {
		case !isWildcard:
		case grantsAccess(pattern, name):
			parts[i] = hiddenPart
		default:
			parts[i] = r.PathValue(name)
		}
	}
	return strings.Join(parts, "/")
}

// grantsAccess reports whether the value of a wildcard in the pattern of a route grants access to everyone who knows
// it.
func grantsAccess(pattern, name string) bool {
	return name == "session" || name == "view" || strings.Contains(pattern, "/session/{id}")
}
