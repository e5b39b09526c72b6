package main

import (
	"bytes"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestGetChangesNothing asks for all that there is, and looks whether it is as before.
//
// promise 33
func TestGetChangesNothing(t *testing.T) {
	s := start(t)
	doc := s.upload("a.pdf", sample(t, "sample.pdf"))
	s.wait(doc.ID)
	made, base := s.granted("documentId=" + doc.ID + "&maxViews=3&notify=true")
	_, plain := s.granted("documentId=" + doc.ID)
	lastUsed := regexp.MustCompile(`"lastUsedAt":"[^"]*",?`) // a note, to the minute, and no change
	state := func() string {
		var all bytes.Buffer
		for _, path := range []string{"/document", "/session?all=true", "/settings", "/key", "/document/" + doc.ID + "/report"} {
			_, text := s.call(http.MethodGet, path, nil, nil)
			all.Write(lastUsed.ReplaceAll(text, nil))
		}
		return all.String()
	}
	before := state()
	for _, operation := range slices.Sorted(maps.Keys(s.operations())) {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodGet || strings.HasSuffix(path, "/events") { // which goes on and on
			continue
		}
		for _, id := range []string{doc.ID, base[strings.LastIndexByte(base, '/')+1:]} {
			s.call(http.MethodGet, s.URL+strings.NewReplacer("{id}", id, "{page}", "1.svg", "{name}", "default").Replace(path)+"?q=a", nil, nil)
		}
	}
	for _, session := range []string{base, plain} {
		for _, path := range append(resources, "/view") {
			s.asReader(http.MethodGet, session+path, "")
		}
	}
	s.asReader(http.MethodGet, made["viewerURL"].(string), "")
	if after := state(); after != before {
		t.Errorf("before %s\nafter %s", before, after)
	}
}
