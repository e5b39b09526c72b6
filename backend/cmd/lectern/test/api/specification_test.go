package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// The tests of this file follow the specification of the viewing interface: one test for each of its rows, in the same
// order. The rows about profiles and themes are in specification_settings_test.go.

func TestSpecification(t *testing.T) {
	t.Parallel()
	e := newExemplar(t)
	testRows(t, e, slices.Concat(documentRows, sessionRows, eventRows, stateRows, endpointRows, authenticationRows, errorRows))
}

var documentRows = []row{
	{"2.1 id identifies the document", func(t *testing.T, e *exemplar) {
		equal(t, e.ready["id"], e.posted["id"])
		if id, ok := e.posted["id"].(string); !ok || id == "" {
			t.Errorf("it is %v", e.posted["id"])
		}
	}},
	{"2.1 name is the display name", func(t *testing.T, e *exemplar) { equal(t, e.posted["name"], "first letter.pdf") }},
	{"2.1 status is the processing status", func(t *testing.T, e *exemplar) {
		equal(t, []any{e.posted["status"], e.ready["status"], e.failed["status"]}, "[processing ready failed]")
	}},
	{"2.1 pageCount is 0 directly after posting", func(t *testing.T, e *exemplar) { equal(t, e.posted["pageCount"], 0) }},
	{"2.1 pageCount becomes at least 1", func(t *testing.T, e *exemplar) {
		if n, ok := e.viewable["pageCount"].(float64); !ok || n < 1 {
			t.Errorf("it is %v", e.viewable["pageCount"])
		}
	}},
	{"2.1 createdAt is ISO 8601 with a UTC offset and milliseconds", func(t *testing.T, e *exemplar) {
		matches(t, e.posted["createdAt"],
			lecterntest.OffsetTime)
	}},
	{"2.1 originalURL is where it was fetched from", func(t *testing.T, e *exemplar) { equal(t, e.ready["originalURL"], e.address) }},
	{"2.1 downloadFilename is the name offered for downloading", func(t *testing.T, e *exemplar) {
		answer, _ := e.Get("/document/"+e.ready["id"].(string)+"/original", nil)
		if disposition := answer.Header.Get("Content-Disposition"); !strings.Contains(disposition,
			fmt.Sprintf("filename=%q", e.ready["downloadFilename"])) {
			t.Errorf("%v is offered as %s", e.ready["downloadFilename"], disposition)
		}
	}},
	{"2.1 originalDocumentSaved says whether the original is kept", func(t *testing.T, e *exemplar) {
		equal(t, e.ready["originalDocumentSaved"], true)
		_, kept := e.Call(http.MethodGet, fmt.Sprintf("/document/%v/original", e.ready["id"]), nil, nil)
		equal(t, bytes.Equal(kept, lecterntest.Sample(t, "sample.pdf")), true)
		dropped := e.Want(http.StatusOK, http.MethodPost, "/document/upload?filename=a.pdf&keepOriginal=false",
			bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
		equal(t, e.Wait(dropped.ID).OriginalDocumentSaved, false)
	}},
	{"2.1 viewable is false when just posted, and true once the first page is processed", func(t *testing.T, e *exemplar) {
		equal(t, []any{e.posted["viewable"], e.viewable["viewable"], e.failed["viewable"]}, "[false true false]")
	}},
	{"2.1 a document has these fields and no others", func(t *testing.T, e *exemplar) {
		equal(t, slices.Sorted(maps.Keys(e.ready)), "[createdAt downloadFilename id name originalDocumentSaved originalURL pageCount "+
			"status viewable]")
	}},
	{"2.1 supported document types", func(t *testing.T, e *exemplar) {
		ids := map[string]string{}
		for mediaType, extensions := range supported {
			for extension := range strings.FieldsSeq(extensions) {
				header := http.Header{"Content-Type": {mediaType}}
				_, text := e.Call(http.MethodPost, "/document/upload?filename=sample."+extension, header,
					bytes.NewReader(lecterntest.Sample(t, "sample."+extension)))
				ids[mediaType+" ."+extension] = lecterntest.DecodeDocument(t, text).ID
			}
		}
		for name, id := range ids {
			t.Run(name, func(t *testing.T) { equal(t, e.Wait(id).Status, "ready") })
		}
	}},
}

// supported maps the supported media types to file extensions.
var supported = map[string]string{
	"application/msword": "doc",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
	"application/vnd.openxmlformats-officedocument.wordprocessingml.template": "dotx",
	"application/vnd.ms-pps":   "ppt pps pot ppa",
	"application/mspowerpoint": "ppt pps pot ppa",
	"application/vnd.openxmlformats-officedocument.presentationml.template":     "potx",
	"application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
	"application/vnd.openxmlformats-officedocument.presentationml.slideshow":    "ppsx",
	"application/vnd.ms-excel": "xls",
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
	"application/pdf": "pdf",
	"application/rtf": "rtf",
}

var sessionRows = []row{
	{"2.2 id is random and cannot be guessed", func(t *testing.T, e *exemplar) {
		matches(t, e.session["id"], regexp.MustCompile(`^[\w-]{22,}$`)) // 128 bits in base64
		second, _ := e.CreateSession(fmt.Sprintf("documentId=%v", e.posted["id"]))
		equal(t, second["id"] != e.session["id"], true)
	}},
	{"2.2 expiresAt is ISO 8601 with an offset",
		func(t *testing.T, e *exemplar) { matches(t, e.session["expiresAt"], lecterntest.OffsetTime) }},
	{"2.2 viewerURL is {viewer_url}/viewer/view?sessionId=<session_id>", func(t *testing.T, e *exemplar) {
		equal(t, e.session["viewerURL"], e.URL+"/viewer/view?sessionId="+fmt.Sprint(e.session["id"]))
	}},
	{"2.2 a session has these fields and no others", func(t *testing.T, e *exemplar) {
		equal(t, slices.Sorted(maps.Keys(e.session)), "[expiresAt id viewerURL]")
	}},
}

var eventRows = []row{
	{"2.7 type is one of the event types", func(t *testing.T, e *exemplar) {
		for _, event := range slices.Concat(e.events(e.ready["id"]), e.events(e.failed["id"])) {
			matches(t, event["type"], regexp.MustCompile(`^document\.(posted|processingStarted|firstPageReady|ready|failed)$`))
		}
	}},
	{"2.7 data has the document's id, and of a failed one a message", func(t *testing.T, e *exemplar) {
		for _, event := range e.events(e.ready["id"]) {
			equal(t, event["data"], map[string]any{"id": e.ready["id"]})
		}
		failed := e.events(e.failed["id"])
		equal(t, failed[len(failed)-1]["data"], map[string]any{"id": e.failed["id"], "message": e.failed["message"]})
	}},
	{"2.7 triggered_at is ISO 8601 in UTC with milliseconds", func(t *testing.T, e *exemplar) {
		for _, event := range e.events(e.ready["id"]) {
			matches(t, event["triggered_at"], lecterntest.UtcTime)
			equal(t, len(event), 3)
		}
	}},
}

var stateRows = []row{
	{"3.1 accepted: processing, not viewable, no pages, document.posted", func(t *testing.T, e *exemplar) {
		equal(t, []any{e.posted["status"], e.posted["viewable"], e.posted["pageCount"]}, "[processing false 0]")
		equal(t, e.events(e.posted["id"])[0]["type"], "document.posted")
	}},
	{"3.1 processing begins, first page, success: their events in order", func(t *testing.T, e *exemplar) {
		var types []any
		for _, event := range e.events(e.ready["id"]) {
			types = append(types, event["type"])
		}
		equal(t, types, "[document.posted document.processingStarted document.firstPageReady document.ready]")
	}},
	{"3.1 a download that fails: failed, document.failed", func(t *testing.T, e *exemplar) {
		events := e.events(e.failed["id"])
		equal(t, e.failed["status"], "failed")
		equal(t, events[len(events)-1]["type"], "document.failed")
	}},
	{"3.2 a session is usable from its creation", func(t *testing.T, e *exemplar) {
		status, _ := e.CallWithoutKey(http.MethodGet, fmt.Sprint(e.session["viewerURL"]), "")
		equal(t, status, http.StatusOK)
	}},
}

var endpointRows = []row{
	{"4.1 the list is an empty array when no document was processed", func(t *testing.T, e *exemplar) { equal(t, e.empty, "[]") }},
	{"4.1 the list is an array of documents", func(t *testing.T, e *exemplar) {
		all := lecterntest.ReadJSON[[]map[string]any](e.Server, http.MethodGet, "/document")
		equal(t, slices.ContainsFunc(all, func(doc map[string]any) bool { return maps.Equal(doc, e.ready) }), true)
	}},
	{"4.2 url is the address, URL-encoded", func(t *testing.T, e *exemplar) {
		equal(t, e.ready["status"], "ready") // the source serves the document only at its complete URL, with the query
		e.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, "/document")
	}},
	{"4.2 webhookURL receives notifications and is optional", func(t *testing.T, e *exemplar) {
		silent := e.Fields(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(e.address), "")
		e.document(silent["id"], "ready")
		equal(t, len(e.events(silent["id"])), 0)
		equal(t, len(e.events(e.posted["id"])), 4)
	}},
	{"4.3 a file is sent directly instead of a URL, with webhookURL", func(t *testing.T, e *exemplar) {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, err := w.CreateFormFile("file", "b.pdf")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(lecterntest.Sample(t, "sample.pdf"))
		_ = w.Close()
		status, text := e.Call(http.MethodPost, "/document/upload?webhookURL="+url.QueryEscape(e.receiver.Server.URL),
			http.Header{"Content-Type": {w.FormDataContentType()}}, &form)
		doc := lecterntest.DecodeDocument(t, text)
		equal(t, []any{status, doc.Name, doc.Status, doc.OriginalURL, doc.Viewable}, "[200 b.pdf processing  false]")
		e.receiver.AwaitEvent(doc.ID, "document.ready")
	}},
	{"4.4 a document is got by its id, with why it failed", func(t *testing.T, e *exemplar) {
		equal(t, e.Fields(http.StatusOK, http.MethodGet, fmt.Sprintf("/document/%v", e.ready["id"]), ""), e.ready)
		equal(t, strings.Contains(fmt.Sprint(e.failed["message"]), "404"), true)
		e.WantRefused(http.StatusNotFound, http.MethodGet, "/document/none")
	}},
	{"4.5 documentId is required", func(t *testing.T, e *exemplar) {
		e.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, "/session?duration=60")
		e.WantRefused(http.StatusNotFound, http.MethodPost, "/session?documentId=none&duration=60")
	}},
	{"4.5 duration is the minutes of validity", func(t *testing.T, e *exemplar) {
		end, err := time.Parse(time.RFC3339, fmt.Sprint(e.session["expiresAt"]))
		if lasts := end.Sub(e.asked); err != nil || lasts < time.Hour-time.Second || lasts > time.Hour+time.Minute {
			t.Errorf("it lasts %v, %v", lasts, err)
		}
		e.WantRefused(http.StatusUnprocessableEntity, http.MethodPost, fmt.Sprintf("/session?documentId=%v&duration=an+hour", e.ready["id"]))
	}},
	{"4.8 the viewer page wants a sessionId", func(t *testing.T, e *exemplar) {
		status, _ := e.CallWithoutKey(http.MethodGet, e.URL+"/viewer/view", "")
		unknown, _ := e.CallWithoutKey(http.MethodGet, e.URL+"/viewer/view?sessionId=none", "")
		equal(t, []int{status, unknown}, "[400 404]")
	}},
	{"4.8 the viewer can be placed in an iframe", func(t *testing.T, e *exemplar) {
		answer, err := http.Get(fmt.Sprint(e.session["viewerURL"]))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		page, _ := io.ReadAll(answer.Body)
		equal(t, []any{answer.StatusCode, answer.Header.Get("X-Frame-Options"), bytes.Contains(page, []byte("<svg"))}, "[200  true]")
		equal(t, strings.Contains(answer.Header.Get("Content-Security-Policy"), "frame-ancestors *"), true)
	}},
}

var authenticationRows = []row{
	{"5 every request carries the key as it stands", func(t *testing.T, e *exemplar) {
		for authorization, want := range map[string]int{e.Key: 200, "": 401, "wrong": 401, "Bearer " + e.Key: 401} {
			status, _ := e.Call(http.MethodGet, "/document", http.Header{"Authorization": {authorization}}, nil)
			equal(t, status, want)
		}
		for name := range e.Operations() {
			method, path, _ := strings.Cut(name, " ")
			if status, _ := e.Call(method, e.URL+path, http.Header{"Authorization": nil}, nil); status != http.StatusUnauthorized {
				t.Errorf("%s without a key: %d", name, status)
			}
		}
	}},
	{"5 the viewer page needs no key, but a session", func(t *testing.T, e *exemplar) {
		status, page := e.CallWithoutKey(http.MethodGet, fmt.Sprint(e.session["viewerURL"]), "")
		equal(t, []any{status, bytes.Contains(page, []byte("first letter.pdf"))}, "[200 true]")
	}},
	{"6 a call is a POST whose body is a JSON array of events", func(t *testing.T, e *exemplar) {
		for _, c := range e.receiver.Await("a call", func(calls []lecterntest.WebhookCall) bool { return len(calls) > 0 }) {
			equal(t, c.Header.Get("Content-Type"), "application/json")
			equal(t, len(lecterntest.Events(t, c.Body)) > 0, true)
		}
	}},
	{"6 one URL receives the events of several documents", func(t *testing.T, e *exemplar) {
		equal(t, []bool{len(e.events(e.ready["id"])) > 0, len(e.events(e.failed["id"])) > 0}, "[true true]")
	}},
}

var errorRows = []row{
	{"7 what cannot be fetched or is no supported file ends as failed, with an event and its message", func(t *testing.T, e *exemplar) {
		for _, name := range []string{"sample.odt", "html.doc", "damaged.docx", "damaged.pdf"} {
			id := e.PostWithWebhook(name, lecterntest.Sample(t, name), e.receiver.Server.URL)
			doc := e.Wait(id)
			e.receiver.AwaitEvent(id, "document.failed")
			events := e.events(id)
			equal(t, []any{doc.Status, doc.Message != ""}, "[failed true]")
			equal(t, events[len(events)-1]["data"], map[string]any{"id": id, "message": doc.Message})
		}
	}},
	{"7 the body of an error is a problem with its message", func(t *testing.T, e *exemplar) {
		answer, text := e.Get("/document/none", nil)
		equal(t, []any{answer.StatusCode, answer.Header.Get("Content-Type")}, "[404 application/problem+json]")
		var problem struct{ Message string }
		equal(t, json.Unmarshal(text, &problem), nil)
		equal(t, problem.Message, `There is no document "none".`)
	}},
	{"8 only the document types of 2.1 are supported", func(t *testing.T, e *exemplar) {
		doc := e.Wait(e.Upload("letter.docx", lecterntest.Sample(t, "sample.odt")).ID)
		equal(t, []any{doc.Status, doc.Reason}, "[failed unsupported]")
	}},
	{"9 the interfaces have their versions in their paths", func(t *testing.T, e *exemplar) {
		equal(t, e.APIBase, e.URL+"/api/v0")
		for name := range e.Operations() {
			equal(t, strings.Contains(name, " /api/v0/") || strings.Contains(name, " /v1/"), true)
		}
	}},
	{"7, 8 and 3.2 a viewer URL does not work after expiresAt", func(t *testing.T, e *exemplar) {
		_, path, _ := strings.Cut(fmt.Sprint(e.session["viewerURL"]), e.URL)
		e.Stop()
		lecterntest.AdvanceClock(t, e.Data, e.asked.Add(time.Hour))
		later := lecterntest.StartIn(t, e.Data, nil)
		status, page := later.CallWithoutKey(http.MethodGet, later.URL+path, "")
		equal(t, []any{status, bytes.Contains(page, []byte("first letter.pdf"))}, "[410 false]")
	}},
}
