package webhooks_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// A webhook address that is not permitted is rejected wherever it can be set, and the message names the setting that
// permits it. Host names are not resolved.
//
// SECURITY.md, promise 1 (private addresses)
func TestWebhookAddresses(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--allow-host", "127.0.0.9")
	folder, document := s.Watch(t.TempDir(), "").ID, s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID
	s.Wait(document)
	post := func(method, path, kind, body string) (int, []byte) {
		return s.Call(method, path, http.Header{"Content-Type": {kind}}, strings.NewReader(body))
	}
	pdf := string(lecterntest.Sample(t, "sample.pdf"))
	status, text := s.Call("POST", "/folder", http.Header{"Content-Type": {"application/json"}, "Accept-Language": {"de"}},
		strings.NewReader(`{"path":"`+t.TempDir()+`","webhookURL":"http://127.0.0.1/"}`))
	if status != http.StatusUnprocessableEntity || !strings.Contains(string(text),
		`"localMessage":"Die Webhook-Adresse kann nicht verwendet werden: 127.0.0.1 `) {
		t.Errorf("in German: %d %s", status, text)
	}
	for name, ask := range map[string]func(hook string) (int, []byte){
		"a post by address": func(hook string) (int, []byte) {
			return post("POST", "/document?url=http://papers.invalid/&webhookURL="+url.QueryEscape(hook), "", "")
		},
		"a post by a form": func(hook string) (int, []byte) {
			return post("POST", "/document?url=http://papers.invalid/", "application/x-www-form-urlencoded", "webhookURL="+url.QueryEscape(hook))
		},
		"an upload": func(hook string) (int, []byte) {
			return post("POST", "/document/upload?webhookURL="+url.QueryEscape(hook), "application/pdf", pdf)
		},
		"a new version": func(hook string) (int, []byte) {
			return post("PUT", "/document/"+document+"?webhookURL="+url.QueryEscape(hook), "application/pdf", pdf)
		},
		"one by its address": func(hook string) (int, []byte) {
			return post("PUT", "/document/"+document+"?url=http://papers.invalid/&webhookURL="+url.QueryEscape(hook), "", "")
		},
		"an upload by a form": func(hook string) (int, []byte) {
			body, kind := lecterntest.RawForm(`name="file"; filename="a.pdf"`, pdf, `name="webhookURL"`, hook)
			return post("POST", "/document/upload", kind, string(body))
		},
		"a task": func(hook string) (int, []byte) {
			return post("POST", s.URL+"/v1/task", "application/json", fmt.Sprintf(`{"template":"none","webhookURL":%q}`, hook))
		},
		"a task by a form": func(hook string) (int, []byte) {
			body, kind := lecterntest.MultipartForm(t,
				lecterntest.FormPart{Name: "template", File: "a.docx", Content: lecterntest.WordTemplate("Dear {name}")},
				lecterntest.JSONPart("data", fmt.Sprintf(`{"webhookURL":%q}`, hook)))
			return s.Call("POST", s.URL+"/v1/task", http.Header{"Content-Type": {kind}}, bytes.NewReader(body))
		},
		"a folder": func(hook string) (int, []byte) {
			return post("POST", "/folder", "application/json", fmt.Sprintf(`{"path":%q,"webhookURL":%q}`, t.TempDir(), hook))
		},
		"a folder's change": func(hook string) (int, []byte) {
			return post("PATCH", "/folder/"+folder, "application/json", fmt.Sprintf(`{"webhookURL":%q}`, hook))
		},
	} {
		for _, host := range []string{"127.0.0.1", "localhost:7", "LocalHost", "[::1]", "[::ffff:127.0.0.1]:80", "2130706433", "0x7f.1",
			"169.254.169.254", "10.1.2.4"} {
			status, text := ask("http://" + host + "/hook")
			refused := lecterntest.DecodeProblem(t, text)
			if status != http.StatusUnprocessableEntity || refused.Code != "forbidden-address" || !strings.Contains(refused.Message,
				"allowedHosts") ||
				len(refused.Errors) != 1 || strings.TrimPrefix(refused.Errors[0].Location, "/") != "webhookURL" {
				t.Errorf("%s with %s: %d %s", name, host, status, text)
			}
		}
		for _, host := range []string{"hooks.invalid", "127.0.0.9"} {
			if status, text := ask("http://" + host + "/hook"); status >= 300 {
				t.Errorf("%s with %s: %d %s", name, host, status, text)
			}
		}
	}
}
