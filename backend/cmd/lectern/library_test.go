package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// document gives a document with all that is known of it.
func (s *instance) details(id any) map[string]any {
	s.t.Helper()
	return s.fields(http.StatusOK, http.MethodGet, fmt.Sprintf("/document/%v?details=true", id), "")
}

// TestWhatAPersonDoesWithADocument notes favorites and openings, by which lists are narrowed.
func TestWhatAPersonDoesWithADocument(t *testing.T) {
	s := start(t)
	s.fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/reading", `{}`)
	s.fields(http.StatusOK, http.MethodPost, "/settings/viewer/theme/night", `{}`)
	first := s.upload("a.docx", fresh(t, "sample.docx")).ID
	second := s.want(http.StatusOK, http.MethodPost, "/document/upload?filename=b.pdf&profile=reading&theme=night", bytes.NewReader(sample(t, "sample.pdf"))).ID
	s.wait(first)
	s.wait(second)
	plain := s.fields(http.StatusOK, http.MethodGet, "/document/"+first, "")
	for _, field := range []string{"favorite", "openedAt", "size", "type", "revision", "profile", "collections", "progress", "sourcePath"} {
		if plain[field] != nil {
			t.Errorf("nobody has asked for %s, and it is %v", field, plain[field])
		}
	}
	doc := s.details(first)
	if doc["type"] != "docx" || doc["size"].(float64) < 1000 || doc["revision"].(float64) < 2 || doc["progress"] != nil {
		t.Errorf("its details are %v", doc)
	}
	before := doc["revision"].(float64)
	s.fields(http.StatusOK, http.MethodPatch, "/document/"+first, `{"favorite":true,"opened":true,"theme":"night"}`)
	doc = s.details(first)
	if doc["favorite"] != true || !offsetTime.MatchString(fmt.Sprint(doc["openedAt"])) || doc["theme"] != "night" || doc["revision"].(float64) <= before {
		t.Errorf("it becomes %v", doc)
	}
	if other := s.details(second); other["profile"] != "reading" || other["theme"] != "night" {
		t.Errorf("posted so, it is %v", other)
	}
	for query, want := range map[string]string{"favorite=true": "a.docx", "opened=true&sort=-openedAt": "a.docx", "sort=-openedAt": "a.docx b.pdf"} {
		if names, _ := s.list(query); strings.Join(names, " ") != want {
			t.Errorf("%s lists %v", query, names)
		}
	}
	doc = s.fields(http.StatusOK, http.MethodPatch, "/document/"+first, `{"favorite":false,"opened":false,"theme":""}`)
	if doc["favorite"] != nil || doc["openedAt"] == nil || doc["theme"] != nil {
		t.Errorf("afterwards it is %v", doc)
	}
	for _, wrong := range []string{`{"profile":"none"}`, `{"theme":"none"}`, `{"favorite":7}`} {
		s.fields(http.StatusUnprocessableEntity, http.MethodPatch, "/document/"+first, wrong)
	}
	s.refused(http.StatusUnprocessableEntity, http.MethodPost, "/document/upload?filename=a.pdf&profile=none")
}

// TestSessionsTakeTheirDocumentsSettings opens documents that have a profile, with and without
// another one in the address and in the session.
func TestSessionsTakeTheirDocumentsSettings(t *testing.T) {
	s := start(t)
	for _, name := range []string{"one", "two", "three"} {
		s.fields(http.StatusOK, http.MethodPost, "/settings/viewer/profile/"+name, fmt.Sprintf(`{"homeURL":"http://%s.example/"}`, name))
		s.fields(http.StatusOK, http.MethodPost, "/settings/viewer/theme/"+name, fmt.Sprintf(`{"logo":"http://%s.example/logo.png"}`, name))
	}
	id := s.upload("a.pdf", sample(t, "sample.pdf")).ID
	s.wait(id)
	s.fields(http.StatusOK, http.MethodPatch, "/document/"+id, `{"profile":"one","theme":"one"}`)
	for _, test := range []struct{ session, address, want string }{
		{"", "", "one"}, {"&profile=two&theme=two", "", "two"}, {"", "&profile=three&theme=three", "three"}, {"&profile=two&theme=two", "&profile=three&theme=three", "three"},
		{"&lockedProfile=true", "&profile=three", "one"},
	} {
		granted := s.want(http.StatusOK, http.MethodPost, "/session?documentId="+id+test.session, nil)
		_, page := s.call(http.MethodGet, granted.ViewerURL+test.address, nil, nil)
		if !strings.Contains(string(page), "http://"+test.want+".example/") || !strings.Contains(string(page), "example/logo.png") {
			t.Errorf("%+v: not %s in force", test, test.want)
		}
	}
}

// TestProgress watches a document that is fetched slowly: a window is told how far it has come.
func TestProgress(t *testing.T) {
	content := sample(t, "sample.pdf")
	more := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		_, _ = w.Write(content[:1000])
		w.(http.Flusher).Flush()
		<-more
		_, _ = w.Write(content[1000:])
	}))
	defer server.Close()
	s := start(t, "--allow-host", "127.0.0.1")
	news := s.followChanges()
	id := s.want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(server.URL+"/a.pdf"), nil).ID
	want := fmt.Sprint(map[string]any{"step": "fetching", "done": 1000, "total": len(content)})
	for got := ""; got != want; {
		news.until("document", id)
		got = fmt.Sprint(s.details(id)["progress"])
	}
	close(more)
	if doc := s.wait(id); doc.Status != "ready" {
		t.Errorf("it is %+v", doc)
	}
	if doc := s.details(id); doc["progress"] != nil {
		t.Errorf("afterwards it is at %v", doc["progress"])
	}
}
