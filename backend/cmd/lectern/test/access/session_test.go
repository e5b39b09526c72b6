package access_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// resources are paths of resources, relative to the base path of a session.
var resources = []string{"/state", "/page/1.svg", "/page/1.png", "/page/1.json", "/page/1.txt", "/outline", "/fonts"}

func TestListSessions(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	first, second := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")), s.Upload("b.pdf", lecterntest.Sample(t, "sample.pdf"))
	var ids []string
	for i := range 3 {
		made, _ := s.CreateSession("documentId=" + first.ID + "&reader=Zo%C3%AB&duration=" + fmt.Sprint(i+1))
		if len(made) != 3 {
			t.Errorf("the answer has more than the specification lists: %v", made)
		}
		ids = append(ids, fmt.Sprint(made["id"]))
	}
	s.CreateSession("documentId=" + second.ID)
	s.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+ids[0], "")
	for query, want := range map[string]int{"": 3, "?documentId=" + first.ID: 2, "?documentId=" + first.ID + "&all=true": 3,
		"?documentId=none": 0, "?limit=1": 1} {
		var listed []struct{ DocumentID, State, Reader string }
		if _, text := s.Call(http.MethodGet, "/session"+query, nil, nil); json.Unmarshal(text, &listed) != nil || len(listed) != want {
			t.Errorf("%s lists %s", query, text)
		}
	}
	ended := s.Fields(http.StatusOK, http.MethodGet, "/session/"+ids[0], "")
	if ended["state"] != "ended" || ended["endedAt"] == nil || ended["reader"] != "Zoë" {
		t.Errorf("ended: %v", ended)
	}
	s.Fields(http.StatusNotFound, http.MethodDelete, "/session/none", "")
	for _, wrong := range []string{"documentId=" + first.ID + "&maxViews=-1", "documentId=" + first.ID + "&duration=0", "duration=5",
		"documentId=" + first.ID + "&reader=a%0Ab"} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPost, "/session?"+wrong, "")
	}
}

// TestEndedSessionRejectsRequests ends a session while a request waits for its changes. That request and all later ones
// must return status 410.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestEndedSessionRejectsRequests(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	made, base := s.CreateSession("documentId=" + doc.ID)
	_, text := s.CallWithoutKey(http.MethodGet, base+"/state", "")
	var state struct{ Revision int64 }
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	_, other := s.CreateSession("documentId=" + doc.ID)
	type answer struct {
		base   string
		status int
	}
	held := make(chan answer, 2)
	for _, base := range []string{base, other} {
		go func() {
			status, _ := s.CallWithoutKey(http.MethodGet, base+fmt.Sprintf("/state?revision=%d", state.Revision), "")
			held <- answer{base, status}
		}()
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+fmt.Sprint(made["id"]), "")
	// A request that waits for changes of another session is not interrupted.
	if first := <-held; first.base != base || first.status != http.StatusGone {
		t.Errorf("a waiting request has status %d", first.status)
	}
	for _, path := range resources {
		if status, _ := s.CallWithoutKey(http.MethodGet, base+path, ""); status != http.StatusGone {
			t.Errorf("%s has status %d", path, status)
		}
	}
	if status, _ := s.CallWithoutKey(http.MethodGet, fmt.Sprint(made["viewerURL"]), ""); status != http.StatusGone {
		t.Errorf("the viewer has status %d", status)
	}
}

// TestSessionStaysOverWhenTheClockIsSetBack checks that an expired session stays expired after the machine's clock is
// set back to a time earlier than the server has already seen.
//
// SECURITY.md, promise 34 (session ids and their expiry)
func TestSessionStaysOverWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	_, base := s.CreateSession("documentId=" + doc.ID + "&duration=60")
	_, path, _ := strings.Cut(base, s.URL)
	s.Stop()
	lecterntest.AdvanceClock(t, s.Data, time.Now().Add(time.Hour))
	s = lecterntest.StartIn(t, s.Data, nil)
	for _, resource := range resources {
		if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+path+resource, ""); status != http.StatusGone {
			t.Errorf("%s has status %d", resource, status)
		}
	}
}

// TestCountedViews opens a session as often as its limit of views permits, and once more.
func TestCountedViews(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	made, base := s.CreateSession("documentId=" + doc.ID + "&maxViews=2")
	viewer := fmt.Sprint(made["viewerURL"])
	for range 5 { // requests for the viewer page do not count as views, and do not return the document
		status, page := s.CallWithoutKey(http.MethodGet, viewer, "")
		if status != http.StatusOK || bytes.Contains(page, []byte(` data-page="1"`)) {
			t.Fatalf("%d %s", status, page)
		}
	}
	for _, path := range resources {
		if status, _ := s.CallWithoutKey(http.MethodGet, base+path, ""); status != http.StatusConflict {
			t.Errorf("%s before it is opened: %d", path, status)
		}
	}
	var opened struct{ Base, Report string }
	for range 2 {
		status, text := s.CallWithoutKey(http.MethodPost, base+"/view", "")
		if err := json.Unmarshal(text, &opened); status != http.StatusOK || err != nil {
			t.Fatalf("%d %s", status, text)
		}
		for _, path := range resources {
			if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+opened.Base+path, ""); status != http.StatusOK {
				t.Errorf("%s of a view: %d", path, status)
			}
		}
	}
	for what, request := range map[string][2]string{"a third view": {http.MethodPost, base + "/view"},
		"a page": {http.MethodGet, base + "/page/1.svg"}, "the viewer": {http.MethodGet, viewer}} {
		if status, _ := s.CallWithoutKey(request[0], request[1], ""); status != http.StatusGone {
			t.Errorf("%s has status %d", what, status)
		}
	}
	if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+opened.Base+"/page/1.svg", ""); status != http.StatusOK {
		t.Errorf("the second view has status %d", status)
	}
	s.Fields(http.StatusNoContent, http.MethodDelete, "/session/"+fmt.Sprint(made["id"]), "")
	if status, _ := s.CallWithoutKey(http.MethodGet, s.URL+opened.Base+"/page/1.svg", ""); status != http.StatusGone {
		t.Errorf("ended, the second view has status %d", status)
	}
}

// TestReadings sends reading reports, which state how long and which pages somebody has read. The server must accept
// valid reports of sessions that were created with notify, and reject all others.
func TestReadings(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	made, base := s.CreateSession("documentId=" + doc.ID + "&notify=true")
	open := func(base string) (report string) {
		var opened struct{ Report string }
		if _, text := s.CallWithoutKey(http.MethodPost, base+"/view", ""); json.Unmarshal(text, &opened) != nil {
			t.Fatalf("%s", text)
		}
		return s.URL + opened.Report
	}
	report := open(base)
	for payload, want := range map[string]int{
		`{"seconds":42,"pages":[[1,3],[7,7]]}`: 204, `{"seconds":-1}`: 422, `{"pages":[[3,1]]}`: 422, `{"pages":[[1,2],[2,3]]}`: 422,
		`{"pages":"all"}`: 422, `{"secs":1}`: 422, `[]`: 400, ``: 400, `{"seconds":1e99}`: 422,
	} {
		if status, text := s.CallWithoutKey(http.MethodPost, report, payload); status != want {
			t.Errorf("%s: %d %s", payload, status, text)
		}
	}
	s.CallWithoutKey(http.MethodPost, report, `{"seconds":42,"pages":[[1,3],[7,7]]}`)
	open(base)
	read := s.Fields(http.StatusOK, http.MethodGet, "/session/"+fmt.Sprint(made["id"]), "")
	if read["views"] != 2.0 || !strings.HasPrefix(fmt.Sprint(read["readings"]), "[map[openedAt:") ||
		!strings.Contains(fmt.Sprint(read["readings"]), "pages:[[1 3] [7 7]] seconds:42") {
		t.Errorf("read: %v", read)
	}
	_, silent := s.CreateSession("documentId=" + doc.ID)
	if status, _ := s.CallWithoutKey(http.MethodPost, open(silent), `{"seconds":1}`); status != http.StatusConflict {
		t.Errorf("unasked, it has status %d", status)
	}
	if status, _ := s.CallWithoutKey(http.MethodPost, s.URL+"/viewer/view/none/reading", `{"seconds":1}`); status != http.StatusNotFound {
		t.Errorf("of no view: %d", status)
	}
}

// TestOpenedSessionNotifiesWebhook checks that a webhook reports the opening of a session only if the session was
// created with notify.
func TestOpenedSessionNotifiesWebhook(t *testing.T) {
	t.Parallel()
	r := lecterntest.NewReceiver(t, nil)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	id := s.PostWithWebhook("a.pdf", lecterntest.Sample(t, "sample.pdf"), r.Server.URL)
	s.Wait(id)
	_, silent := s.CreateSession("documentId=" + id)
	made, base := s.CreateSession("documentId=" + id + "&notify=true&reader=Zo%C3%AB")
	s.CallWithoutKey(http.MethodPost, silent+"/view", "")
	s.CallWithoutKey(http.MethodPost, base+"/view", "")
	all := bodies(r.AwaitEvent(id, "session.opened"))
	known := s.Fields(http.StatusOK, http.MethodGet, "/session/"+fmt.Sprint(made["id"]), "")
	if strings.Count(all, "session.opened") != 1 || !strings.Contains(all, fmt.Sprintf(`"session":%q`, known["reference"])) ||
		!strings.Contains(all, `"reader":"Zoë"`) {
		t.Errorf("told: %s, want that of %v", all, known)
	}
	if listed := lecterntest.ReadJSON[[]map[string]any](s, http.MethodGet, "/session"); len(listed) != 2 ||
		listed[0]["reference"] != known["reference"] ||
		listed[1]["reference"] == known["reference"] {
		t.Errorf("listed are %v", listed)
	}
	// Events and deliveries can be read with other keys. So they must contain neither the ID of the session nor an
	// address that opens it.
	_, kept := s.Call(http.MethodGet, "/webhook/delivery", nil, nil)
	if strings.Contains(all+string(kept), fmt.Sprint(made["id"])) {
		t.Errorf("the session's id is listed: %s, stored: %s", all, kept)
	}
	reference := fmt.Sprint(known["reference"])
	for _, address := range []string{s.URL + "/viewer/view?sessionId=" + reference, s.URL + "/viewer/session/" + reference + "/page/1.svg"} {
		if status, _ := s.CallWithoutKey(http.MethodGet, address, ""); status != http.StatusNotFound {
			t.Errorf("%s has status %d", address, status)
		}
	}
}

// TestWebhookGetsEventsOfBothVersions replaces a document. Its webhook must get all events of both versions.
func TestWebhookGetsEventsOfBothVersions(t *testing.T) {
	t.Parallel()
	r := lecterntest.NewReceiver(t, nil)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	id := s.PostWithWebhook("a.pdf", lecterntest.Sample(t, "sample.pdf"), r.Server.URL)
	s.Wait(id)
	r.AwaitEvent(id, "document.ready")
	s.Want(http.StatusOK, http.MethodPut, "/document/"+id+"?filename=b.pdf", bytes.NewReader(lecterntest.UniqueSample(t, "sample.pdf")))
	calls := r.AwaitBothVersions()
	const once = "posted processingStarted firstPageReady ready"
	if got := lecterntest.EventTypes(t, calls); got != once+" "+once {
		t.Errorf("told: %s", got)
	}
}

// bodies returns the bodies of webhook calls as one text.
func bodies(calls []lecterntest.WebhookCall) string {
	var all strings.Builder
	for _, c := range calls {
		all.WriteString(c.Body)
	}
	return all.String()
}
