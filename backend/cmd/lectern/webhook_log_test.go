package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestTestCall(t *testing.T) {
	t.Parallel()
	s := start(t, allowReceivers...)
	r := receive(t, func(w http.ResponseWriter, _ *http.Request, _ call) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, strings.Repeat("ä", 1000))
	})
	tried := read[attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.server.URL))
	if tried.Status != http.StatusTeapot || !strings.Contains(tried.Error, "418 I'm a teapot") || tried.Answer != strings.Repeat("ä", 512) {
		t.Errorf("it is answered %+v", tried)
	}
	c := r.await("the call", func(calls []call) bool { return len(calls) == 1 })[0]
	if events := eventsOf(t, c.body); len(events) != 1 || events[0].Type != "webhook.test" || events[0].Data.ID == "" {
		t.Errorf("the body is %s", c.body)
	}
	if err := verify(t, read[secrets](s, http.MethodGet, "/settings/webhook/secret").Secret, c); err != nil {
		t.Error(err)
	}
	if log := read[[]delivery](s, http.MethodGet, "/webhook/delivery"); len(log) != 0 {
		t.Errorf("it is in the log: %+v", log)
	}
	for _, wrong := range []string{"", "?url=", "?url=ftp://example.com", "?url=/path"} {
		s.refused(http.StatusUnprocessableEntity, http.MethodPost, "/webhook/test"+wrong)
	}
}

// Deliveries verify with either secret while it is being replaced.
//
// promise 37
func TestSecretRotation(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := startOn(t, data, nil, allowReceivers...)
	r := receive(t, nil)
	try := func() call {
		read[attempt](s, http.MethodPost, "/webhook/test?url="+url.QueryEscape(r.server.URL))
		calls := r.await("the call", func(calls []call) bool { return len(calls) > 0 })
		return calls[len(calls)-1]
	}
	first := read[secrets](s, http.MethodGet, "/settings/webhook/secret")
	if first.Previous != nil || !strings.HasPrefix(first.Secret, "whsec_") {
		t.Fatalf("at first it is %+v", first)
	}
	second := read[secrets](s, http.MethodPost, "/settings/webhook/secret")
	if second.Previous == nil || second.Previous.Secret != first.Secret || second.Secret == first.Secret {
		t.Fatalf("rotated it is %+v", second)
	}
	s.stop()
	s = startOn(t, data, nil, allowReceivers...)
	c := try()
	for _, secret := range []string{first.Secret, second.Secret} {
		if err := verify(t, secret, c); err != nil {
			t.Errorf("%s: %v", c.header.Get("Webhook-Signature"), err)
		}
	}
	own := "whsec_" + strings.Repeat("QUJD", 8)
	status, text := s.call(http.MethodPost, "/settings/webhook/secret", nil, strings.NewReader(`{"secret":"`+own+`"}`))
	if status != http.StatusOK || !strings.Contains(string(text), own) {
		t.Fatalf("%d %s", status, text)
	}
	c = try()
	if verify(t, own, c) != nil || verify(t, second.Secret, c) != nil || verify(t, first.Secret, c) == nil {
		t.Errorf("after two rotations the signatures are %s", c.header.Get("Webhook-Signature"))
	}
	for body, want := range map[string]int{`{"secret":"hunter2"}`: 422, `{"secret":"whsec_QUJD"}`: 422, `{"secret":5}`: 422, `{"secrets":"` +
		own + `"}`: 422, `{`: 400} {
		status, text := s.call(http.MethodPost, "/settings/webhook/secret", nil, strings.NewReader(body))
		if status != want || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s: %d %s", body, status, text)
		}
	}
}

// The log of deliveries is read in parts.
func TestDeliveryLog(t *testing.T) {
	t.Parallel()
	s := start(t, allowReceivers...)
	r := receive(t, nil)
	var ids []string
	for range 3 {
		id := s.postWithHook("sample.pdf", sample(t, "sample.pdf"), r.server.URL)
		r.awaitEvent(id, "document.ready")
		s.deliveries(id, func(found []delivery) bool {
			return allEnded(found) && strings.Contains(found[len(found)-1].Body, "document.ready")
		})
		ids = append(ids, id)
	}
	all := read[[]delivery](s, http.MethodGet, "/webhook/delivery?state=delivered")
	var parts []delivery
	for path := s.APIBase + "/webhook/delivery?limit=2"; path != ""; {
		var part []delivery
		part, path = s.part(path)
		parts = append(parts, part...)
	}
	if whole, next := s.part(s.APIBase + "/webhook/delivery?limit=" + fmt.Sprint(len(all))); len(whole) != len(all) || next != "" {
		t.Errorf("after all of them it goes on at %q", next)
	}
	if len(all) < 3 || fmt.Sprint(all) != fmt.Sprint(parts) || all[0].DocumentID != ids[2] || all[len(all)-1].DocumentID != ids[0] {
		t.Errorf("all: %+v\nin parts: %+v", all, parts)
	}
	if one := read[delivery](s, http.MethodGet, "/webhook/delivery/"+all[1].ID); fmt.Sprint(one) != fmt.Sprint(all[1]) {
		t.Errorf("one is %+v", one)
	}
	for path, want := range map[string]int{
		"?state=lost": 422, "?limit=0": 422, "?limit=501": 422, "?after=msg_none": 422, "?after=0": 422, "/msg_none": 404,
	} {
		s.refused(want, http.MethodGet, "/webhook/delivery"+path)
	}
	s.refused(404, http.MethodPost, "/webhook/delivery/msg_none/replay")
	if none := read[[]delivery](s, http.MethodGet, "/webhook/delivery?documentId=none"); len(none) != 0 {
		t.Errorf("of no document there is %+v", none)
	}
}

// part reads a part of a list, and gives the address of the next.
func (s *instance) part(address string) (part []delivery, next string) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Authorization", s.key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&part); err != nil {
		s.t.Fatal(err)
	}
	if link, rest, found := strings.Cut(answer.Header.Get("Link"), ">"); found && rest == `; rel="next"` {
		next = strings.TrimPrefix(link, "<")
	}
	return part, next
}
