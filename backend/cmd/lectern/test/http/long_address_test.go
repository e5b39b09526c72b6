package http_test

import (
	"bytes"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestLongAddresses sends URLs of more than 64 KiB to each operation that accepts a URL. They must be rejected, because
// a backup that contains such a URL could not be restored. URLs of up to 64 KiB must be accepted.
//
// SECURITY.md, promise 29 (backup and restore)
func TestLongAddresses(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.UniqueSample(t, "sample.pdf")).ID)
	watched := t.TempDir()
	base := "http://u:p@receiver.invalid/?token="
	for _, test := range []struct{ name, request, body string }{
		{"query", "POST /document?url=ADDRESS", ""},
		{"query of a webhook", "POST /document?url=http://a.invalid&webhookURL=ADDRESS", ""},
		{"form of an upload", "POST /document/upload", "FORM"},
		{"new version", "PUT /document/" + doc.ID + "?url=ADDRESS", ""},
		{"webhook test", "POST /webhook/test?url=ADDRESS", ""},
		{"task", "POST " + s.URL + "/v1/task", `{"template":"a","webhookURL":"ADDRESS"}`},
		{"folder", "POST /folder", `{"path":"` + watched + `","webhookURL":"ADDRESS"}`},
	} {
		address := base + strings.Repeat("+", 64<<10)
		method, path, _ := strings.Cut(strings.ReplaceAll(test.request, "ADDRESS", url.QueryEscape(address)), " ")
		body, header := []byte(strings.ReplaceAll(test.body, "ADDRESS", address)), http.Header{"Content-Type": {"application/json"}}
		switch test.body {
		case "":
			header = nil
		case "FORM":
			var kind string
			body, kind = lecterntest.RawForm(`name="webhookURL"`, address, `name="file"; filename="a.rtf"`, `{\rtf1 hi}`)
			header = http.Header{"Content-Type": {kind}}
		}
		status, text := s.Call(method, path, header, bytes.NewReader(body))
		if refused := lecterntest.DecodeProblem(t, text); status != http.StatusUnprocessableEntity || refused.Code != "invalid-address" ||
			!strings.Contains(string(text), "longer than 65536 bytes") {
			t.Errorf("%s: %d %.300s", test.name, status, text)
		}
	}
	// A URL of the maximum length must be accepted, although it gets longer when it is encrypted for storage.
	longest := base + strings.Repeat("é", (64<<10-len(base))/2)
	body, kind := lecterntest.RawForm(`name="webhookURL"`, longest, `name="file"; filename="a.rtf"`, `{\rtf1 hi}`)
	if status, text := s.Call(http.MethodPost, "/document/upload", http.Header{"Content-Type": {kind}},
		bytes.NewReader(body)); status != http.StatusOK {
		t.Errorf("the longest address: %d %.300s", status, text)
	}
	s.Stop()
	if !lecterntest.OnPostgres() {
		file := filepath.Join(t.TempDir(), "backup.tar")
		lecterntest.Run(t, 0, "backup", "--data", s.Data, file)
		lecterntest.Run(t, 0, "restore", "--data", filepath.Join(t.TempDir(), "data"), file)
	}
}
