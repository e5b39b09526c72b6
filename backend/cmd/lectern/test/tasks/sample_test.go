package tasks_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestChosenSamples adds the sample templates one by one to a new library without templates. Each template must work at
// once.
func TestChosenSamples(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	if got := templateNames(s); len(got) > 0 {
		t.Errorf("a new library has %q", got)
	}
	for _, test := range []struct {
		sample, name string
		pages        int
	}{{"deck", "Quarterly deck", 9}, {"invoice", "Invoice", 1}, {"letter", "Offer letter", 2}} {
		made := lecterntest.ReadJSON[lecterntest.Template](s, http.MethodPost, s.URL+"/v1/sample/"+test.sample)
		if made.Name != test.name || made.ID == "" {
			t.Errorf("%s becomes %+v", test.sample, made)
		}
		if seen := preview(s, url.PathEscape(test.name), previewBody(s, test.name)); seen.PageCount != test.pages || len(seen.Problems) > 0 {
			t.Errorf("%s has %d pages, want %d; problems: %v", test.sample, seen.PageCount, test.pages, seen.Problems)
		}
	}
	fieldsOf(s, http.StatusConflict, http.MethodPost, "/v1/sample/deck", nil)
	fieldsOf(s, http.StatusUnprocessableEntity, http.MethodPost, "/v1/sample/none", nil)
	if got, want := templateNames(s), []string{"Offer letter", "Invoice", "Quarterly deck"}; !slices.Equal(got, want) {
		t.Errorf("the templates are %q, want %q", got, want)
	}
}

// TestSamples checks the sample templates, which the flag --samples adds once to a new library: after they are deleted, a
// restart does not add them again.
func TestSamples(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, "--samples")
	if got, want := templateNames(s), []string{"Invoice", "Offer letter", "Quarterly deck"}; !slices.Equal(got, want) {
		t.Fatalf("the templates are %q, want %q", got, want)
	}
	for name, pages := range map[string]int{"Invoice": 1, "Offer letter": 2, "Quarterly deck": 9} {
		if seen := preview(s, url.PathEscape(name), previewBody(s, name)); seen.PageCount != pages || len(seen.Problems) > 0 {
			t.Errorf("%s has %d pages, want %d; problems: %v", name, seen.PageCount, pages, seen.Problems)
		}
	}
	for _, name := range templateNames(s) {
		fieldsOf(s, http.StatusNoContent, http.MethodDelete, "/v1/template/"+url.PathEscape(name), nil)
	}
	s.Stop()
	s = lecterntest.StartIn(t, s.Data, nil, "--samples")
	if got := templateNames(s); len(got) > 0 {
		t.Errorf("%q came back", got)
	}
}

// TestSamplesOfAnOlderLibrary starts a server with --samples on existing libraries. The samples must be added to a
// library without templates, but not to a library with a template.
func TestSamplesOfAnOlderLibrary(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	if got := templateNames(s); len(got) > 0 {
		t.Errorf("nobody wanted %q", got)
	}
	s.Stop()
	s = lecterntest.StartIn(t, s.Data, nil, "--samples")
	if got := templateNames(s); len(got) != 3 {
		t.Errorf("an empty one has %q", got)
	}

	s = lecterntest.Start(t)
	s.CreateTemplate("offer", lecterntest.WordTemplate("Dear {name}"))
	s.Stop()
	s = lecterntest.StartIn(t, s.Data, []string{"LECTERN_SAMPLES=true"})
	if got := templateNames(s); !slices.Equal(got, []string{"offer"}) {
		t.Errorf("one with a template has %q", got)
	}
}

// templateNames returns the names of all templates, newest first.
func templateNames(s *lecterntest.Server) (names []string) {
	s.T.Helper()
	for _, one := range lecterntest.ReadJSON[[]lecterntest.Template](s, http.MethodGet, s.URL+"/v1/template") {
		names = append(names, one.Name)
	}
	return names
}

// previewBody returns the body of the preview request that the templates page of the desktop window sends first. The
// body contains the first saved set of parameters. Without saved parameters it is an empty object, so that the server
// uses the sample parameters of the template.
func previewBody(s *lecterntest.Server, name string) string {
	s.T.Helper()
	path := s.URL + "/v1/template/" + url.PathEscape(name) + "/data"
	sets := lecterntest.ReadJSON[[]struct{ Name string }](s, http.MethodGet, path)
	if len(sets) == 0 {
		return "{}"
	}
	return fmt.Sprintf(`{"params":%s}`, lecterntest.ReadJSON[struct{ Params json.RawMessage }](s, http.MethodGet,
		path+"/"+url.PathEscape(sets[0].Name)).Params)
}
