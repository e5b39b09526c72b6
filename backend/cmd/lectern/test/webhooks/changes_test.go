package webhooks_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestChanges checks that the stream of changes reports every kind of change made by another client.
func TestChanges(t *testing.T) {
	t.Parallel()
	received := lecterntest.NewReceiver(t, nil)
	s := lecterntest.Start(t, "--allow-host", "127.0.0.1")
	news := s.FollowChanges()
	id := s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename=a.pdf&webhookURL="+url.QueryEscape(received.Server.URL),
		strings.NewReader(string(lecterntest.Sample(t, "sample.pdf")))).ID
	news.Until("document", id)
	s.Wait(id)
	news.Until("delivery", "any")
	granted := s.Want(http.StatusOK, http.MethodPost, "/session?documentId="+id, nil).ID
	reference := s.Fields(http.StatusOK, http.MethodGet, "/session/"+granted, "")["reference"].(string)
	news.Until("session", reference)
	for _, test := range []struct{ method, path, body, topic, id string }{
		{http.MethodPatch, "/document/" + id, `{"name":"Other"}`, "document", id},
		{http.MethodDelete, "/session/" + granted, "", "session", reference},
		{http.MethodPatch, "/settings", `{"maxQueue":7}`, "settings", ""},
		{http.MethodPut, "/settings/viewer/profile/mine", `{}`, "profile", "mine"},
		{http.MethodDelete, "/settings/viewer/profile/mine", "", "profile", "mine"},
		{http.MethodPut, "/settings/viewer/theme/mine", `{}`, "theme", "mine"},
		{http.MethodDelete, "/settings/viewer/theme/mine", "", "theme", "mine"},
		{http.MethodPost, "/key?name=other", "", "key", "any"},
		{http.MethodDelete, "/document/" + id, "", "document", id},
	} {
		if status, text := s.Call(test.method, test.path, http.Header{"Content-Type": {"application/json"}},
			strings.NewReader(test.body)); status >= 300 {
			t.Fatalf("%s %s: %d %s", test.method, test.path, status, text)
		}
		news.Until(test.topic, test.id)
	}
	if status, _ := s.Call(http.MethodGet, "/changes", http.Header{"Authorization": {"wrong"}}, nil); status != http.StatusUnauthorized {
		t.Errorf("without a key it has status %d", status)
	}
	s.Stop()
	for ok := true; ok; {
		_, _, ok = news.Next()
	}
}
