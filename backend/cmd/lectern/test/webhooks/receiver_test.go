package webhooks_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// postHeld posts a document by its URL. The document's source does not send it before the webhook receiver has got the
// first event.
func postHeld(s *lecterntest.Server, r *lecterntest.Receiver, content []byte) (id string) {
	s.T.Helper()
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		r.Await("the first call", func(calls []lecterntest.WebhookCall) bool { return len(calls) > 0 })
		_, _ = w.Write(content)
	}))
	s.T.Cleanup(source.Close)
	return s.Want(http.StatusOK, http.MethodPost,
		"/document?url="+url.QueryEscape(source.URL)+"&webhookURL="+url.QueryEscape(r.Server.URL), nil).ID
}
