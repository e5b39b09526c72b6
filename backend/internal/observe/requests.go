package observe

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/notify"
)

// Kept is the number of requests that are kept in memory.
const Kept = 500

// The bounds of what is kept of a request, in bytes: who sends it needs no key, and its line may
// be a megabyte.
const (
	maxMethod = 20
	maxPath   = 300
)

// Request is a request that was answered.
type Request struct {
	Number int64 // position in the sequence of all requests
	At     time.Time
	Method string // may be shortened
	Path   string // may be shortened; without secrets and parameters
	Status int
	Bytes  int64 // size of the response body
	Took   time.Duration
	ID     string
	Key    string // id of the API key, if it is valid
}

// Requests keeps the last requests in memory. The zero value is ready.
type Requests struct {
	mu    sync.Mutex
	ring  [Kept]Request
	last  int64         // number of the newest request; 0 for none
	added notify.Signal // notified of each request
}

// add replaces the oldest request by a new one, and assigns the next number to it.
func (r *Requests) add(request Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	request.Number = r.last
	request.Method, request.Path = cut(request.Method, maxMethod), cut(request.Path, maxPath)
	r.ring[r.last%Kept] = request
	r.added.Notify()
}

// cut returns a copy of text. If text has more than most bytes, the rest is replaced by hiddenPart. The copy does not
// keep the memory of the original in use.
func cut(text string, most int) string {
	if len(text) <= most {
		return strings.Clone(text) // it may share the memory of a longer one
	}
	return strings.ToValidUTF8(text[:most], "") + hiddenPart
}

// Close ends all calls of [Requests.Follow], also later ones.
func (r *Requests) Close() { r.added.Close() }

// List returns the requests that are kept, oldest first.
func (r *Requests) List() []Request { return r.after(0) }

// Follow calls visit with the requests that are kept, then with each new one, oldest first, and with none after each heartbeat
// without one. Requests are gathered for a tenth of a second. Follow returns nil when ctx ends or the requests are closed, or
// the error of visit.
func (r *Requests) Follow(ctx context.Context, heartbeat time.Duration, visit func([]Request) error) error {
	last := int64(0)
	return r.added.Follow(ctx, heartbeat, func(notified bool) error {
		found := r.after(last)
		if len(found) > 0 {
			last = found[len(found)-1].Number
		} else if notified {
			return nil // the last call had them
		}
		return visit(found)
	})
}

// after returns the requests that are kept and have a higher number, oldest first.
func (r *Requests) after(number int64) (found []Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n := max(number, r.last-Kept) + 1; n <= r.last; n++ {
		found = append(found, r.ring[n%Kept])
	}
	return found
}

// note is what handlers record about a request.
type note struct {
	key    string
	hidden bool
	cause  error // why the request was rejected, for its log line
	failed bool  // a failure was logged already
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

// NoteFailure reports whether it is the first recorded failure of a request, which is the only one to be logged.
func NoteFailure(ctx context.Context) bool {
	n, ok := ctx.Value(noteKey{}).(*note)
	if !ok {
		return true
	}
	first := !n.failed
	n.failed = true
	return first
}

// Hide keeps a request out of [Requests], such as one that reads them.
func Hide(ctx context.Context) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.hidden = true
	}
}

// hiddenPart replaces secret parts of a path.
const hiddenPart = "…"

// longPart is the length from which on a part of an unknown path may be a secret.
const longPart = 20

// shownPath returns the path of a request without secrets: ids of sessions if the route is known, otherwise all long parts.
func shownPath(r *http.Request) string {
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
		case isGrant(pattern, name):
			parts[i] = hiddenPart
		default:
			parts[i] = r.PathValue(name)
		}
	}
	return strings.Join(parts, "/")
}

// isGrant reports whether the value of a wildcard in the pattern of a route grants access to everybody who knows it.
func isGrant(pattern, name string) bool {
	return name == "session" || name == "view" || strings.Contains(pattern, "/session/{id}")
}
