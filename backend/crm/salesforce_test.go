package crm_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/crm/crmtest"
)

// Each error of Salesforce is reported with the right code, in every kind of request.
func TestRefusals(t *testing.T) {
	h := open(t)
	document, _ := h.org.AddFile("Offer", "docx", []byte("x"))
	template := func() error { _, _, err := h.template(document); return err }
	store := func() error { _, err := h.store("", "a.docx", "x"); return err }
	query := func() error {
		_, err := h.Query(t.Context(), h.in, map[string]string{"files": "SELECT Id FROM ContentVersion"}, nil)
		return err
	}
	const anywhere, secret = "/v67.0/", "{session}"
	for _, test := range []struct {
		refusal crmtest.Refusal
		do      func() error
		want    string
	}{
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID", Message: "Session expired or invalid " + secret}, template,
			"platform-session"},
		{crmtest.Refusal{Path: "VersionData", Status: 401, Message: "<html>"}, template, "platform-session"},
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID"}, store, "platform-session"},
		{crmtest.Refusal{Path: anywhere, Status: 401, Code: "INVALID_SESSION_ID"}, query, "platform-session"},
		{crmtest.Refusal{Path: "VersionData", Status: 403, Code: "INSUFFICIENT_ACCESS_OR_READONLY"}, template, "platform-permission"},
		{crmtest.Refusal{Path: anywhere, Status: 400, Code: "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY"}, store, "platform-permission"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Message: "no"}, query, "platform-permission"},
		{crmtest.Refusal{Path: "VersionData", Status: 404, Code: "ENTITY_IS_DELETED"}, template, "platform-file-gone"},
		{crmtest.Refusal{Path: "VersionData", Status: 404, Message: "?"}, template, "platform-file-gone"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Code: "REQUEST_LIMIT_EXCEEDED"}, template, "platform-limit"},
		{crmtest.Refusal{Path: anywhere, Status: 429, Code: "REQUEST_LIMIT_EXCEEDED"}, query, "platform-limit"},
		{crmtest.Refusal{Path: anywhere, Method: "POST", Status: 400, Code: "STORAGE_LIMIT_EXCEEDED"}, store, "platform-storage"},
		{crmtest.Refusal{Path: anywhere, Status: 403, Code: "API_DISABLED_FOR_ORG"}, template, "platform-api-disabled"},
		{crmtest.Refusal{Path: "/services/data/", Status: 403, Code: "API_DISABLED_FOR_ORG"}, template, "platform-api-disabled"},
		{crmtest.Refusal{Path: "query", Status: 400, Code: "MALFORMED_QUERY", Message: "unexpected " + secret}, query, "platform-query"},
		{crmtest.Refusal{Path: "query", Status: 400, Code: "QUERY_TIMEOUT"}, query, "platform-query-timeout"},
		{crmtest.Refusal{Path: "query", Status: 414, Message: "too long"}, query, "platform-query"},
		{crmtest.Refusal{Path: anywhere, Status: 400, Code: "FIELD_CUSTOM_VALIDATION_EXCEPTION", Message: "No\n\x1b[1m " + secret +
			strings.Repeat(" no", 1000)}, store, "platform-refused"},
		{crmtest.Refusal{Path: anywhere, Status: 503, Code: "SERVER_UNAVAILABLE"}, template, "platform-busy"},
		{crmtest.Refusal{Path: anywhere, Status: 500, Code: "UNKNOWN_EXCEPTION"}, query, "platform-busy"},
		{crmtest.Refusal{Path: anywhere, Status: 502, Message: "<html>"}, store, "platform-busy"},
		{crmtest.Refusal{Path: "query", Status: 200, Message: "<html>Sign in</html>"}, query, "platform-answer-broken"},
		{crmtest.Refusal{Path: "query", Status: 200, Message: "<html>Sign in</html>"}, template, "platform-answer-broken"},
		{crmtest.Refusal{Path: anywhere, Status: 201, Message: `{"id":"x","success":true}`}, store, "platform-answer-broken"},
		{crmtest.Refusal{Path: anywhere, Status: 307, Message: "", Header: http.Header{"Location": {"/elsewhere"}}}, store,
			"platform-answer-broken"},
	} {
		if err := template(); err != nil { // succeeds, and caches the version of the API
			t.Fatal(err)
		}
		if test.refusal.Path == "/services/data/" {
			h.forget()
		}
		test.refusal.Message = strings.ReplaceAll(test.refusal.Message, secret, h.org.Session)
		h.org.Refuse(test.refusal)
		err := test.do()
		h.wantCode(err, test.want)
		if err != nil && len(err.Error()) > 500 {
			t.Errorf("the error has %d bytes, want at most 500", len(err.Error()))
		}
		h.org.ClearRefusals()
	}
	if stored := h.org.Stored(); len(stored) != 0 {
		t.Errorf("stored %v", stored)
	}
}

// If the server is busy, the request is repeated once after the delay in Retry-After. It is not repeated if the delay
// is too long, or if the first request may already have created something.
func TestBusyServer(t *testing.T) {
	h := open(t)
	document, _ := h.org.AddFile("Offer", "docx", []byte("x"))
	for _, test := range []struct {
		status, times int
		after, path   string
		want          string
		paused        []time.Duration
	}{
		{503, 1, "3", "VersionData", "", []time.Duration{3 * time.Second}},
		{502, 1, "", "VersionData", "", []time.Duration{time.Second}},
		{429, 1, "0", "query", "", []time.Duration{0}},
		{429, 1, time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), "query", "", []time.Duration{0}},
		{503, 2, "3", "VersionData", "platform-busy", []time.Duration{3 * time.Second}},
		{503, 1, "21", "VersionData", "platform-busy", nil},
		{503, 1, "99999999999999", "VersionData", "platform-busy", nil},
		{500, 1, "1", "VersionData", "platform-busy", nil},
		{503, 1, "1", "ContentVersion", "", []time.Duration{time.Second}},
		{502, 1, "1", "ContentVersion", "platform-busy", nil},
	} {
		h.paused = nil
		refusal := crmtest.Refusal{Path: test.path, Status: test.status, Times: test.times, Code: "SERVER_UNAVAILABLE",
			Header: http.Header{"Retry-After": {test.after}}}
		var err error
		if test.path == "ContentVersion" {
			refusal.Method = http.MethodPost
			h.org.Refuse(refusal)
			_, err = h.store("", "a.docx", "all of it")
			if stored := h.org.Stored(); err == nil && string(stored[len(stored)-1].Content) != "all of it" {
				t.Errorf("stored %q", stored)
			}
		} else {
			h.org.Refuse(refusal)
			_, _, err = h.template(document)
		}
		if h.org.ClearRefusals(); test.want != "" {
			h.wantCode(err, test.want)
		} else if err != nil {
			t.Errorf("%+v: %v", test, err)
		}
		if !slices.Equal(h.paused, test.paused) {
			t.Errorf("%+v: put off by %v", test, h.paused)
		}
	}
}
