package viewer

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// longPollTime is how long a request that waits for a newer state is kept open. It is shorter than the idle timeout of
// common proxies.
const longPollTime = 25 * time.Second

// state serves the state of the document. If the request contains a revision, state waits until the document has a
// newer revision. The wait ends after the time [longPollTime], or when the session ends.
func (v *Viewer) state(w http.ResponseWriter, r *http.Request, g grant) error {
	if known := r.URL.Query().Get("revision"); known != "" {
		revision, err := strconv.ParseInt(known, 10, 64)
		if err != nil {
			return fault.Field("revision", "The revision must be a number.")
		}
		if g, err = v.awaitChange(r.Context(), g, revision); err != nil {
			return err
		}
	}
	sizes, err := v.documents.Sizes(r.Context(), &g.document)
	if err != nil {
		return err
	}
	return sendJSON(w, r, v.newState(g, v.languages.forRequest(r), sizes))
}

// awaitChange waits until the document has a newer revision than the given revision. The wait ends after the time
// [longPollTime], or when the session ends. awaitChange returns the current grant.
func (v *Viewer) awaitChange(ctx context.Context, g grant, revision int64) (grant, error) {
	wait, cancel := v.sessions.UntilEnd(ctx, g.session)
	defer cancel()
	wait, stop := context.WithTimeout(wait, longPollTime)
	defer stop()
	// The grant is loaded again, because it may have changed before the subscription or during the wait.
	g, err := v.findGrant(ctx, g.id)
	if err != nil {
		return g, err
	}
	_, err = v.documents.Await(wait, g.document.ID, func(d document.Document) bool { return d.Revision > revision })
	if err != nil && !fault.Is(err, fault.NotFound) {
		return g, err
	}
	return v.findGrant(ctx, g.id)
}
