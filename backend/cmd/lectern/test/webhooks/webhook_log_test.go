package webhooks_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

func TestTestCall(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	r := lecterntest.NewReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ lecterntest.WebhookCall) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, strings.Repeat("ä", 1000))
	})
	tried := lecterntest.ReadJSON[lecterntest.Attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.Server.URL))
	if tried.Status != http.StatusTeapot || !strings.Contains(tried.Error, "418 I'm a teapot") || tried.Answer != strings.Repeat("ä", 512) {
		t.Errorf("it is answered %+v", tried)
	}
	c := r.Await("the call", func(calls []lecterntest.WebhookCall) bool { return len(calls) == 1 })[0]
	if events := lecterntest.Events(t, c.Body); len(events) != 1 || events[0].Type != "webhook.test" || events[0].Data.ID == "" {
		t.Errorf("the body is %s", c.Body)
	}
	if err := verify(t, lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret").Secret,
		c); err != nil {
		t.Error(err)
	}
	if log := lecterntest.ReadJSON[[]lecterntest.Delivery](s, http.MethodGet, "/webhook/delivery"); len(log) != 0 {
		t.Errorf("it is in the log: %+v", log)
	}
	for _, wrong := range []string{"", "?url=", "?url=ftp://example.com", "?url=/path"} {
		s.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, "/webhook/test"+wrong)
	}
}

// While the secret is being replaced, the signatures of deliveries can be verified with the old and the new secret.
//
// SECURITY.md, promise 37 (signed webhooks)
func TestSecretRotation(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	r := lecterntest.NewReceiver(t, nil)
	try := func() lecterntest.WebhookCall {
		lecterntest.ReadJSON[lecterntest.Attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.Server.URL))
		calls := r.Await("the call", func(calls []lecterntest.WebhookCall) bool { return len(calls) > 0 })
		return calls[len(calls)-1]
	}
	first := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodGet, "/settings/webhook/secret")
	if first.Previous != nil || !strings.HasPrefix(first.Secret, "whsec_") {
		t.Fatalf("at first it is %+v", first)
	}
	second := lecterntest.ReadJSON[lecterntest.WebhookSecrets](s, http.MethodPost, "/settings/webhook/secret")
	if second.Previous == nil || second.Previous.Secret != first.Secret || second.Secret == first.Secret {
		t.Fatalf("rotated it is %+v", second)
	}
	s.Stop()
	s = lecterntest.StartIn(t, data, nil, lecterntest.AllowReceivers...)
	c := try()
	for _, secret := range []string{first.Secret, second.Secret} {
		if err := verify(t, secret, c); err != nil {
			t.Errorf("%s: %v", c.Header.Get("Webhook-Signature"), err)
		}
	}
	own := "whsec_" + strings.Repeat("QUJD", 8)
	status, text := s.Call(http.MethodPost, "/settings/webhook/secret", nil, strings.NewReader(`{"secret":"`+own+`"}`))
	if status != http.StatusOK || !strings.Contains(string(text), own) {
		t.Fatalf("%d %s", status, text)
	}
	c = try()
	if verify(t, own, c) != nil || verify(t, second.Secret, c) != nil || verify(t, first.Secret, c) == nil {
		t.Errorf("after two rotations the signatures are %s", c.Header.Get("Webhook-Signature"))
	}
	for body, want := range map[string]int{`{"secret":"hunter2"}`: 422, `{"secret":"whsec_QUJD"}`: 422, `{"secret":5}`: 422, `{"secrets":"` +
		own + `"}`: 422, `{`: 400} {
		status, text := s.Call(http.MethodPost, "/settings/webhook/secret", nil, strings.NewReader(body))
		if status != want || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
}

// The log of deliveries is read page by page.
func TestDeliveryLog(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	r := lecterntest.NewReceiver(t, nil)
	var ids []string
	for range 3 {
		id := s.PostWithWebhook("sample.pdf", lecterntest.Sample(t, "sample.pdf"), r.Server.URL)
		r.AwaitEvent(id, "document.ready")
		s.Deliveries(id, func(found []lecterntest.Delivery) bool {
			return lecterntest.AllDelivered(found) && strings.Contains(found[len(found)-1].Body, "document.ready")
		})
		ids = append(ids, id)
	}
	all := lecterntest.ReadJSON[[]lecterntest.Delivery](s, http.MethodGet, "/webhook/delivery?state=delivered")
	var parts []lecterntest.Delivery
	for path := s.APIBase + "/webhook/delivery?limit=2"; path != ""; {
		var part []lecterntest.Delivery
		part, path = deliveryPage(s, path)
		parts = append(parts, part...)
	}
	if whole, next := deliveryPage(s, s.APIBase+"/webhook/delivery?limit="+fmt.Sprint(len(all))); len(whole) != len(all) || next != "" {
		t.Errorf("after all of them it goes on at %q", next)
	}
	if len(all) < 3 || fmt.Sprint(all) != fmt.Sprint(parts) || all[0].DocumentID != ids[2] || all[len(all)-1].DocumentID != ids[0] {
		t.Errorf("all: %+v\nin parts: %+v", all, parts)
	}
	if one := lecterntest.ReadJSON[lecterntest.Delivery](s, http.MethodGet,
		"/webhook/delivery/"+all[1].ID); fmt.Sprint(one) != fmt.Sprint(all[1]) {
		t.Errorf("one is %+v", one)
	}
	for path, want := range map[string]int{
		"?state=lost": 422, "?limit=0": 422, "?limit=501": 422, "?after=msg_none": 422, "?after=0": 422, "/msg_none": 404,
	} {
		s.WantRefused(want, http.MethodGet, "/webhook/delivery"+path)
	}
	s.WantRefused(404, http.MethodPost, "/webhook/delivery/msg_none/replay")
	if none := lecterntest.ReadJSON[[]lecterntest.Delivery](s, http.MethodGet, "/webhook/delivery?documentId=none"); len(none) != 0 {
		t.Errorf("of no document there is %+v", none)
	}
}

// deliveryPage returns a page of a list of deliveries and the address of the next page.
func deliveryPage(s *lecterntest.Server, address string) (part []lecterntest.Delivery, next string) {
	s.T.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Authorization", s.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&part); err != nil {
		s.T.Fatal(err)
	}
	if link, rest, found := strings.Cut(answer.Header.Get("Link"), ">"); found && rest == `; rel="next"` {
		next = strings.TrimPrefix(link, "<")
	}
	return part, next
}
