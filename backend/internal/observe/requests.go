package observe

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"time"

	"lectern/backend/internal/notify"
)

// Kept is how many requests are kept in memory.
const Kept = 500

// The bounds of what is kept of a request, in bytes: who sends it needs no key, and its line may
// be a megabyte.
const (
	maxMethod = 20
	maxPath   = 300
)

// Request is a request that was answered.
type Request struct {
	Number int64 // its place in the sequence of all
	At     time.Time
	Method string // its beginning
	Path   string // its beginning, without what is secret in it, and without its parameters
	Status int
	Bytes  int64 // of the answer's body
	Took   time.Duration
	ID     string
	Key    string // id of the API key that it had, where that is a good one
}

// Requests are the last requests, in memory. The zero value is ready.
type Requests struct {
	mu    sync.Mutex
	ring  [Kept]Request
	last  int64         // number of the newest; 0 for none
	added notify.Signal // of the next request
}

// add keeps a request in the place of the oldest, and gives it its number.
func (r *Requests) add(request Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	request.Number = r.last
	request.Method, request.Path = cut(request.Method, maxMethod), cut(request.Path, maxPath)
	r.ring[r.last%Kept] = request
	r.added.Notify()
}

// cut gives the beginning of a text that is longer than so many bytes, without the rest in memory.
func cut(text string, most int) string {
	if len(text) <= most {
		return strings.Clone(text) // it may be a part of a longer one
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

// note is what handlers add to what is known of a request.
type note struct {
	key    string
	hidden bool
	cause  error // that it was refused for, where the line of the request has that
	failed bool  // whether the log has a line of its own of why it failed
}

type noteKey struct{}

// NoteKey notes the id of the API key that a request has.
func NoteKey(ctx context.Context, id string) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.key = id
	}
}

// NoteCause has the line of a request in the log say why it was refused.
func NoteCause(ctx context.Context, err error) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.cause = err
	}
}

// NoteFailure says whether it is the first failure of a request that is noted: only that one is for the log.
func NoteFailure(ctx context.Context) bool {
	n, ok := ctx.Value(noteKey{}).(*note)
	if !ok {
		return true
	}
	first := !n.failed
	n.failed = true
	return first
}

// Hide keeps a request out of [Requests]: that of who looks at them.
func Hide(ctx context.Context) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.hidden = true
	}
}

// hiddenPart stands for what a path has that is secret.
const hiddenPart = "…"

// longPart is from how many letters on a part of a path that no route fits may be a secret that was
// called by a wrong name.
const longPart = 20

// shownPath gives the path of a request, when its route is known, without the ids of sessions: they
// are grants.
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

// isGrant says whether what stands in the place of a name in a route's pattern opens something to
// whoever knows it.
func isGrant(pattern, name string) bool {
	return name == "session" || name == "view" || strings.Contains(pattern, "/session/{id}")
}
