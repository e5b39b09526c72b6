package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"lectern/backend/cmd/client"
)

// endingLinksEvent is sent by the page when its list of links that are about to end changes. The user can still undo
// the ending of these links. The event carries an increasing number, because events may arrive out of order, and the
// references (identifiers) of the sessions that the links open.
const endingLinksEvent = "ending-links"

// linkEndings holds the shared links that the user has asked to end. The page ends them after a delay, during which the
// user can undo this. If the program quits earlier, the program ends them itself, because the last requests of a
// closing page may be lost.
type linkEndings struct {
	server *client.Client
	log    *slog.Logger

	mu         sync.Mutex
	latest     float64 // number of the newest event that has arrived
	references []string
}

// receive replaces the list of links with the list of an [endingLinksEvent], unless a newer event has already arrived.
func (l *linkEndings) receive(data ...any) {
	if len(data) != 2 {
		return
	}
	number, _ := data[0].(float64)
	list, _ := data[1].([]any)
	l.mu.Lock()
	defer l.mu.Unlock()
	if number <= l.latest {
		return
	}
	l.latest, l.references = number, nil
	for _, item := range list {
		if reference, ok := item.(string); ok {
			l.references = append(l.references, reference)
		}
	}
	l.log.Debug("links are about to end", slog.Int("count", len(l.references)))
}

// endLinks ends the links in the list. It only logs errors, because the page ends the remaining links at the next
// start.
func (l *linkEndings) endLinks() {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	l.mu.Lock()
	references := slices.Clone(l.references)
	l.mu.Unlock()
	for _, reference := range references {
		address := l.server.Instance.APIBase + "/session/" + url.PathEscape(reference)
		if err := l.server.Do(ctx, http.MethodDelete, address, nil, nil); err != nil && !isGone(err) {
			l.log.Warn("a link could not be ended", slog.Any("error", err))
		}
	}
}

// isGone reports whether an error states that the session or its document no longer exists.
func isGone(err error) bool {
	refused, ok := errors.AsType[*client.Refusal](err)
	return ok && (refused.Status == http.StatusNotFound || refused.Status == http.StatusGone)
}
