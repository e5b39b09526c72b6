package api_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestDescription compares the OpenAPI description with the golden file, so that nobody changes the contract unnoticed.
func TestDescription(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	status, text := s.Call(http.MethodGet, s.URL+"/openapi.json", http.Header{"Authorization": nil}, nil)
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	var description map[string]any
	if err := json.Unmarshal(text, &description); err != nil {
		t.Fatal(err)
	}
	description["info"].(map[string]any)["version"] = "golden" // the version of the build is not part of the contract
	got, err := json.MarshalIndent(description, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	golden := filepath.Join("testdata", "openapi.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("/openapi.json differs from %s: look at the difference after 'go test -run TestDescription -update'", golden)
	}
}

// TestMetricsWantAKey checks that a server that other machines can reach returns its metrics only with a key.
func TestMetricsWantAKey(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for name, args := range map[string][]string{
		"beyond loopback": {"--addr", "0.0.0.0:0"},
		"behind a proxy":  {"--public-url", "https://example.com/documents"},
	} {
		s := lecterntest.Start(t, args...)
		for authorization, want := range map[string]int{"": 401, "wrong": 401, "Bearer wrong": 401, "Bearer ": 401, s.Key: 200,
			"Bearer " + s.Key: 200, "bearer " + s.Key: 200} {
			status, text := s.Call(http.MethodGet, s.URL+"/metrics", http.Header{"Authorization": {authorization}}, nil)
			if status != want || bytes.Contains(text, []byte("lectern_documents")) != (want == 200) {
				t.Errorf("%s, with %q: %d %.200s", name, authorization, status, text)
			}
		}
		if status, _ := s.Call(http.MethodGet, s.URL+"/healthz", http.Header{"Authorization": nil}, nil); status != 200 {
			t.Errorf("%s: health has status %d", name, status)
		}
	}
}

func TestSystemRoutesNeedNoKey(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for path, part := range map[string]string{
		"/healthz": `"ok"`, "/readyz": `"ready"`, "/metrics": "lectern_documents", "/openapi.json": `"openapi":"3.1`,
		"/openapi-3.0.json": `"openapi":"3.0.3"`, "/docs": "<title>API reference",
		"/docs/templates": "<title>The language of templates", "/docs/guide": "<title>The API: a guide", "/docs/errors": "<title>Error codes",
		"/docs/documents": "<title>Documents", "/docs/installing": "<title>Installing", "/docs/operating": "<title>Operating a server",
		"/docs/capacity": "<title>Capacity", "/docs/security": "<title>Security", "/docs/changes": "<title>Changelog",
	} {
		status, text := s.Call(http.MethodGet, s.URL+path, http.Header{"Authorization": nil}, nil)
		if status != http.StatusOK || !bytes.Contains(text, []byte(part)) {
			t.Errorf("%s: %d %.200s", path, status, text)
		}
	}
}

// TestReferenceBehindAProxy loads the API reference page behind a proxy, the files that it links to, compressed and
// not, and the API description.
func TestReferenceBehindAProxy(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, path := range []string{"", "/docs", "/my%20docs"} {
		s := lecterntest.Start(t, "--public-url", "http://public.example"+path)
		get := func(address string, header http.Header) string {
			status, text := s.Call(http.MethodGet, s.URL+path+"/"+address, header, nil)
			if status != http.StatusOK {
				t.Errorf("%s under %q: %d %.200s", address, path, status, text)
			}
			return string(text)
		}
		parts := regexp.MustCompile(`(?:src|href)="(docs/public/[^"]+)"`).FindAllStringSubmatch(get("docs", nil), -1)
		if len(parts) != 3 {
			t.Fatalf("the page has %v", parts)
		}
		for _, part := range parts {
			if packed, plain := get(part[1], nil), get(part[1], http.Header{"Accept-Encoding": {"identity"}}); packed != plain || len(plain) < 100 {
				t.Errorf("%s has %d bytes, and packed %d", part[1], len(plain), len(packed))
			}
		}
		for _, name := range []string{"openapi.json", "openapi-3.0.json"} {
			if want := fmt.Sprintf(`"url":%q`, cmp.Or(path, "/")); !strings.Contains(get(name, nil), want) {
				t.Errorf("%s lacks %s", name, want)
			}
		}
	}
}

// TestDocumentationBehindAProxy loads every page below /docs, and follows its links to the style sheet, pictures, other
// pages and their headings.
func TestDocumentationBehindAProxy(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	for _, below := range []string{"", "/docs"} {
		s := lecterntest.Start(t, "--public-url", "http://public.example"+below)
		loaded := map[string]string{}
		get := func(address string) string {
			if text, ok := loaded[address]; ok {
				return text
			}
			status, text := s.Call(http.MethodGet, s.URL+below+path.Join("/docs", address), http.Header{"Authorization": nil}, nil)
			if status != http.StatusOK {
				t.Errorf("%s under %q: %d %.200s", address, below, status, text)
			}
			loaded[address] = string(text)
			return loaded[address]
		}
		pages := regexp.MustCompile(`href="\.\./docs/([a-z]+)"`).FindAllStringSubmatch(get("templates"), -1)
		if len(pages) < 9 {
			t.Fatalf("the pages are %v", pages)
		}
		for _, page := range pages {
			for _, link := range regexp.MustCompile(`(?:src|href)="([^":]+)"`).FindAllStringSubmatch(get(page[1]), -1) {
				address, anchor, _ := strings.Cut(link[1], "#")
				content := get(cmp.Or(address, page[1]))
				switch {
				case anchor != "":
					if !strings.Contains(content, `id="`+anchor+`"`) {
						t.Errorf("%s leads to %s, which has no such heading", page[1], link[1])
					}
				case strings.HasSuffix(address, ".png"):
					if !strings.HasPrefix(content, "\x89PNG") {
						t.Errorf("%s is %.20q", address, content)
					}
				}
			}
		}
		if len(loaded) < 25 {
			t.Errorf("only %d pages and parts were loaded", len(loaded))
		}
	}
}

// TestDescriptionIsComplete checks that each operation has an ID, a summary, descriptions, examples and error
// responses.
func TestDescriptionIsComplete(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for name, operation := range s.Operations() {
		if operation.ID == "" || operation.Summary == "" || operation.Description == "" || len(operation.Tags) != 1 || operation.Tags[0] == "" {
			t.Errorf("%s lacks its id, summary, description or area: %+v", name, operation)
		}
		for _, p := range operation.Parameters {
			if p.Description == "" || !p.IsShown() {
				t.Errorf("%s: the parameter %s lacks its description or an example", name, p.Name)
			}
		}
		for status, response := range operation.Responses {
			if response.Description == "" {
				t.Errorf("%s: the answer %s lacks its description", name, status)
			}
			if _, ok := response.Content["application/problem+json"]; status >= "400" && (!ok || len(response.Content) != 1) {
				t.Errorf("%s: the answer %s is %v", name, status, response.Content)
			}
		}
	}
}
