package documents_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestTheReasonOfAFailure checks the machine-readable reason of failed documents, for example that a password is
// needed. The reason must be the same after a restart.
func TestTheReasonOfAFailure(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	data := t.TempDir()
	s := lecterntest.StartIn(t, data, nil)
	want := make(map[string]string)
	for _, test := range []struct{ name, password, reason string }{
		{"protected.docx", "", "password-protected"},
		{"protected.docx", "sesame", "wrong-password"},
		{"protected.pdf", "", "password-protected"},
		{"protected.pdf", "sesame", "wrong-password"},
		{"damaged.docx", "", "damaged"},
		{"damaged.pdf", "", "damaged"},
		{"sample.odt", "", "unsupported"},
		{"sample.pdf", "", ""},
	} {
		header := http.Header{}
		if test.password != "" {
			header.Set("Document-Password", test.password)
		}
		_, text := s.Call(http.MethodPost, "/document/upload?filename="+test.name, header, bytes.NewReader(lecterntest.Sample(t, test.name)))
		if doc := s.Wait(lecterntest.DecodeDocument(t, text).ID); doc.Reason != test.reason || (doc.Status == "failed") != (test.reason != "") {
			t.Errorf("%s with %q: %+v, want the reason %q", test.name, test.password, doc, test.reason)
		}
		want[lecterntest.DecodeDocument(t, text).ID] = test.reason
	}
	s.Stop()
	s = lecterntest.StartIn(t, data, nil)
	_, text := s.Call(http.MethodGet, "/document", nil, nil)
	var docs []map[string]any
	if err := json.Unmarshal(text, &docs); err != nil || len(docs) != len(want) {
		t.Fatalf("%d documents of %d are listed: %v", len(docs), len(want), err)
	}
	for _, doc := range docs {
		reason, has := doc["reason"]
		if expected := want[doc["id"].(string)]; has != (expected != "") || has && reason != expected {
			t.Errorf("after a restart: %v, want the reason %q", doc, expected)
		}
	}
}
