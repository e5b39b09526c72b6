package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
)

// TestSamples looks at the templates that a library without any begins with, once: what was deleted
// does not come back.
func TestSamples(t *testing.T) {
	t.Parallel()
	s := start(t, "--samples")
	if got, want := s.templateNames(), []string{"Invoice", "Offer letter", "Quarterly deck"}; !slices.Equal(got, want) {
		t.Fatalf("the templates are %q, want %q", got, want)
	}
	for name, pages := range map[string]int{"Invoice": 1, "Offer letter": 2, "Quarterly deck": 9} {
		if seen := s.preview(url.PathEscape(name), s.tryOf(name)); seen.PageCount != pages || len(seen.Problems) > 0 {
			t.Errorf("%s has %d pages, want %d; problems: %v", name, seen.PageCount, pages, seen.Problems)
		}
	}
	for _, name := range s.templateNames() {
		s.fieldsOf(http.StatusNoContent, http.MethodDelete, "/v1/template/"+url.PathEscape(name), nil)
	}
	s.stop()
	s = startOn(t, s.data, nil, "--samples")
	if got := s.templateNames(); len(got) > 0 {
		t.Errorf("%q came back", got)
	}
}

// TestSamplesOfAnOlderLibrary opens a library that was there before.
func TestSamplesOfAnOlderLibrary(t *testing.T) {
	t.Parallel()
	s := start(t)
	if got := s.templateNames(); len(got) > 0 {
		t.Errorf("nobody wanted %q", got)
	}
	s.stop()
	s = startOn(t, s.data, nil, "--samples")
	if got := s.templateNames(); len(got) != 3 {
		t.Errorf("an empty one has %q", got)
	}

	s = start(t)
	s.createTemplate("offer", template("Dear {name}"))
	s.stop()
	s = startOn(t, s.data, []string{"LECTERN_SAMPLES=true"})
	if got := s.templateNames(); !slices.Equal(got, []string{"offer"}) {
		t.Errorf("one with a template has %q", got)
	}
}

// templateNames gives the names of all templates, newest first.
func (s *instance) templateNames() (names []string) {
	s.t.Helper()
	for _, one := range read[[]madeTemplate](s, http.MethodGet, s.URL+"/v1/template") {
		names = append(names, one.Name)
	}
	return names
}

// tryOf gives the body of a preview of a template as the window begins with: its first set of
// parameters, or else the sample.
func (s *instance) tryOf(name string) string {
	s.t.Helper()
	path := s.URL + "/v1/template/" + url.PathEscape(name) + "/data"
	sets := read[[]struct{ Name string }](s, http.MethodGet, path)
	if len(sets) == 0 {
		return "{}"
	}
	return fmt.Sprintf(`{"params":%s}`, read[struct{ Params json.RawMessage }](s, http.MethodGet,
		path+"/"+url.PathEscape(sets[0].Name)).Params)
}
