package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// exemplar is a running server with the objects that the tests of the specification of the viewing interface use.
type exemplar struct {
	*lecterntest.Server
	receiver *lecterntest.Receiver
	source   *httptest.Server
	address  string         // URL of a document that source serves
	empty    string         // the list of documents before the first one was posted
	posted   map[string]any // the response to posting address
	viewable map[string]any // the same document when it became viewable
	ready    map[string]any // the same document when it was ready
	failed   map[string]any // a document whose address does not exist
	session  map[string]any // a session of the ready document, valid for 60 minutes
	asked    time.Time      // when session was created
}

func newExemplar(t *testing.T) *exemplar {
	e := &exemplar{Server: lecterntest.Start(t, lecterntest.AllowReceivers...), receiver: lecterntest.NewReceiver(t, nil)}
	content := lecterntest.Sample(t, "sample.pdf")
	e.source = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/letters/first letter.pdf" && r.URL.RawQuery == "a=b&c=d" {
			_, _ = w.Write(content)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(e.source.Close)
	_, empty := e.Call(http.MethodGet, "/document", nil, nil)
	e.empty = strings.TrimSpace(string(empty))
	e.address = e.source.URL + "/letters/first%20letter.pdf?a=b&c=d"
	e.posted = e.postURL(e.address)
	e.viewable = e.document(e.posted["id"], "viewable")
	e.ready = e.document(e.posted["id"], "ready")
	e.failed = e.document(e.postURL(e.source.URL + "/none.pdf")["id"], "ready")
	e.asked = time.Now()
	e.session = e.Fields(http.StatusOK, http.MethodPost, fmt.Sprintf("/session?documentId=%v&duration=60", e.posted["id"]), "")
	for _, doc := range []map[string]any{e.ready, e.failed} {
		e.receiver.AwaitEvent(fmt.Sprint(doc["id"]), "document."+fmt.Sprint(doc["status"]))
	}
	return e
}

// postURL posts a document by its URL. The events of the document go to the receiver.
func (e *exemplar) postURL(address string) map[string]any {
	e.T.Helper()
	return e.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(address)+"&webhookURL="+
		url.QueryEscape(e.receiver.Server.URL), "")
}

func (e *exemplar) document(id any, state string) map[string]any {
	e.T.Helper()
	return e.Fields(http.StatusOK, http.MethodGet, fmt.Sprintf("/document/%v", id)+lecterntest.WaitQuery(state), "")
}

// events returns the events of a document that the receiver got. It ignores repeated deliveries.
func (e *exemplar) events(document any) (events []map[string]any) {
	e.T.Helper()
	seen := map[string]bool{}
	for _, c := range e.receiver.Await("nothing", func([]lecterntest.WebhookCall) bool { return true }) {
		var all []map[string]any
		if err := json.Unmarshal([]byte(c.Body), &all); err != nil || seen[c.ID] {
			continue
		}
		seen[c.ID] = true
		for _, event := range all {
			if data, ok := event["data"].(map[string]any); ok && data["id"] == document {
				events = append(events, event)
			}
		}
	}
	return events
}

// row is a statement of the specification of the viewing interface, with the test that checks it.
type row struct {
	name  string
	holds func(t *testing.T, e *exemplar)
}

func testRows(t *testing.T, e *exemplar, rows []row) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			here, at := *e, *e.Server
			here.Server, at.T = &at, t
			r.holds(t, &here)
		})
	}
}

// equal fails the test unless both values print the same.
func equal(t *testing.T, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("it is %v, not %v", got, want)
	}
}

func matches(t *testing.T, got any, want *regexp.Regexp) {
	t.Helper()
	if text, ok := got.(string); !ok || !want.MatchString(text) {
		t.Errorf("it is %v", got)
	}
}
