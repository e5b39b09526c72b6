package http_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// A doubled or trailing slash reaches the same route, without a redirect.
func TestSlashesReachTheSameRoute(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--public-url", "http://papers.example/our%20papers")
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	for request, want := range map[string]int{
		"GET /api/v0/document/":                               200,
		"GET //api///v0//document":                            200,
		"GET /api/v0/document/" + doc.ID + "/":                200,
		"POST /api/v0/session/?documentId=" + doc.ID:          200,
		"POST /api/v0//session?documentId=" + doc.ID:          200,
		"GET /v1//task/":                                      200,
		"GET /healthz/":                                       200,
		"GET /openapi.json/":                                  200,
		"GET /docs/":                                          200,
		"GET //demo//":                                        200,
		"GET //":                                              200,
		"GET /viewer//public/embed.js/":                       200,
		"GET /viewer/public":                                  404,
		"GET /viewer/view/?sessionId=none":                    404,
		"GET /our%20papers//api/v0/document/":                 200,
		"GET //our%20papers/viewer/public//embed.js":          200,
		"GET /our%20papers":                                   200,
		"GET /api/v0/document/../settings":                    404,
		"GET /api/v0/./document":                              404,
		"DELETE /api/v0/document/" + doc.ID + "/../" + doc.ID: 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		if answer := s.DoWithoutRedirects(method, s.URL+path, nil); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", request, answer.StatusCode, want)
		}
	}
}

// A percent-encoded slash is part of an ID, with and without the path of the public URL.
func TestEncodedSlashesStayInTheirSegment(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t, "--public-url", "http://papers.example/papers")
	s.CreateTemplate(url.QueryEscape("offer/2026"), lecterntest.WordTemplate("Dear {name}"))
	for path, want := range map[string]int{
		"/v1/template/offer%2F2026": 200, "/v1//template/offer%2F2026/": 200, "/papers/v1/template/offer%2F2026": 200,
		"/v1/template/offer/2026": 404, "/papers/v1/template/offer/2026": 404, "/v1/template%2Foffer%2F2026": 404, "/v1%2Ftemplate": 404,
	} {
		if answer := s.DoWithoutRedirects(http.MethodGet, s.URL+path, nil); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
	}
}

// However a path is spelled, a page of another origin can request only the viewer's files.
//
// SECURITY.md, promise 31 (foreign web pages)
func TestPathSpellingsGrantNoCrossOriginAccess(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--public-url", "http://papers.example/papers")
	for _, path := range []string{
		"/api/v0/document", "//api/v0/document", "/api//v0/document/", "/viewer/public/../../api/v0/document",
		"/viewer/public//../../api/v0/document",
		"/papers/api/v0/document", "//papers//api/v0/document", "/viewer/view/../../api/v0/document", "/%61pi/v0/document",
		"/metrics/", "//v1/task",
	} {
		if answer := s.DoWithoutRedirects(http.MethodGet, s.URL+path,
			http.Header{"Origin": {"https://evil.example"}}); answer.StatusCode != 403 &&
			answer.StatusCode != 404 {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	for _, path := range []string{"/viewer/public/embed.js", "//viewer//public/embed.js", "/papers/viewer/public/embed.js/"} {
		if answer := s.DoWithoutRedirects(http.MethodGet, s.URL+path, http.Header{"Origin": {"https://any.example"}}); answer.StatusCode != 200 {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
}

// TestAllow checks that the response to OPTIONS, with and without a key, and the rejection of an unsupported method
// list the methods of a path.
func TestAllow(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--allow-origin", "https://app.example")
	methods := map[string][]string{"/healthz": {"GET", "HEAD"}, "/viewer/view": {"GET"}, "/viewer/session/none/state": {"GET"},
		"/viewer/session/none/view": {"POST"}, "/demo": {"GET"}, "/": {"GET"}, "/viewer/public/embed.js": {"GET"}}
	for operation := range s.Operations() {
		method, path, _ := strings.Cut(operation, " ")
		methods[path] = append(methods[path], method)
	}
	for path, want := range methods {
		path = strings.NewReplacer("{", "", "}", "").Replace(path)
		for _, header := range []http.Header{{"Authorization": {""}}, {"Origin": {"https://app.example"}}} {
			if header.Get("Origin") != "" && !strings.HasPrefix(path, "/api/") {
				continue
			}
			answer := s.DoWithoutRedirects(http.MethodOptions, s.URL+path, header)
			allow := strings.Split(answer.Header.Get("Allow"), ", ")
			if answer.StatusCode != http.StatusNoContent || !slices.Contains(allow, "OPTIONS") ||
				slices.ContainsFunc(want, func(m string) bool { return !slices.Contains(allow, m) }) {
				t.Errorf("OPTIONS %s: %d, %q, want %q", path, answer.StatusCode, allow, want)
			}
		}
		if answer := s.DoWithoutRedirects("PROPFIND", s.URL+path, nil); answer.StatusCode != http.StatusMethodNotAllowed ||
			!strings.Contains(answer.Header.Get("Allow"), want[0]) {
			t.Errorf("PROPFIND %s: %d, %q", path, answer.StatusCode, answer.Header.Get("Allow"))
		}
	}
	if answer := s.DoWithoutRedirects(http.MethodOptions, s.URL+"/none", nil); answer.StatusCode != 404 || answer.Header.Get("Allow") != "" {
		t.Errorf("OPTIONS of an unknown path: %d %q", answer.StatusCode, answer.Header.Get("Allow"))
	}
	if answer := s.DoWithoutRedirects(http.MethodOptions, s.URL+"/api/v0/document",
		http.Header{"Origin": {"https://evil.example"}}); answer.StatusCode != 403 {
		t.Errorf("OPTIONS of a foreign page: %d", answer.StatusCode)
	}
}

// A 401 response has a WWW-Authenticate header. The header has a scheme for which browsers do not open a password
// dialog.
func TestAuthenticateHeader(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--public-url", "http://papers.example")
	for path, want := range map[string]string{"/api/v0/document": "ApiKey ", "/v1/task": "ApiKey ", "/v1/task/a/result/b?token=c": "ApiKey ",
		"/metrics": "Bearer"} {
		for _, key := range []string{"", "wrong", "Bearer " + s.Key + "x", "Basic YTpi"} {
			answer := s.DoWithoutRedirects(http.MethodGet, s.URL+path, http.Header{"Authorization": {key}})
			if got := answer.Header.Get("WWW-Authenticate"); answer.StatusCode != 401 || !strings.HasPrefix(got, want) {
				t.Errorf("%s with %q: %d %q", path, key, answer.StatusCode, got)
			}
		}
	}
}

// Unless the host is local, the scheme of an Origin header must be that of the public URL. Without a public URL, both
// schemes are accepted.
//
// SECURITY.md, promise 31 (foreign web pages)
func TestSchemeOfOrigin(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--host-name", "other.example", "--allow-origin", "https://app.example")
	for _, test := range []struct {
		public, host, origin string
		status               int
	}{
		{"https://papers.example/docs", "papers.example", "https://papers.example", 200},
		{"https://papers.example/docs", "papers.example:443", "https://papers.example", 200},
		{"https://papers.example/docs", "papers.example", "https://papers.example:443", 200},
		{"https://papers.example:443", "papers.example", "https://PAPERS.example", 200},
		{"https://papers.example/docs", "papers.example", "http://papers.example", 403},
		{"https://papers.example/docs", "papers.example", "http://papers.example:443", 403},
		{"https://papers.example/docs", "papers.example", "https://papers.example:8443", 403},
		{"https://papers.example/docs", "other.example", "http://other.example", 403},
		{"https://papers.example/docs", "other.example", "https://other.example", 200},
		{"https://papers.example/docs", "127.0.0.1:7420", "http://127.0.0.1:7420", 200},
		{"https://papers.example/docs", "localhost:7420", "http://localhost:7420", 200},
		{"https://papers.example/docs", "localhost:7420", "http://localhost:7421", 403},
		{"http://papers.example:80", "papers.example", "http://papers.example", 200},
		{"http://papers.example", "papers.example:80", "http://papers.example", 200},
		{"http://papers.example", "papers.example", "https://papers.example", 403},
		{"", "other.example", "http://other.example", 200},
		{"", "other.example", "https://other.example", 200},
		{"", "other.example:443", "https://other.example", 200},
		{"", "other.example", "http://other.example:80", 200},
		{"", "other.example", "http://other.example:443", 403},
		{"", "other.example", "https://other.example:80", 403},
		{"", "other.example", "https://evil.example", 403},
		{"", "other.example", "ftp://other.example", 403},
		{"", "other.example", "null", 403},
		{"", "other.example", "https://app.example:443", 200},
		{"", "other.example", "http://app.example", 403},
	} {
		s.SendJSON(http.StatusOK, http.MethodPatch, "/settings", `{"publicURL":"`+test.public+`"}`, nil)
		answer := s.DoWithoutRedirects(http.MethodGet, s.APIBase+"/document", http.Header{"Host": {test.host}, "Origin": {test.origin}})
		if answer.StatusCode != test.status {
			t.Errorf("with the public address %q, as %s, a page of %s: %d, want %d", test.public, test.host, test.origin,
				answer.StatusCode, test.status)
		}
	}
}
