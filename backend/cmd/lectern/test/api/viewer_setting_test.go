package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// sendJSON sends a body as JSON.
func sendJSON(s *lecterntest.Server, method, path, text string) (int, []byte) {
	s.T.Helper()
	return s.Call(method, path, http.Header{"Content-Type": {"application/json"}}, strings.NewReader(text))
}

// mistakes is the error response of the API for invalid fields.
type mistakes struct {
	Detail string `json:"detail"`
	Errors []struct {
		Location string `json:"location"`
		Message  string `json:"message"`
		Nearest  string `json:"nearest"`
	} `json:"errors"`
}

func TestProfilesAndThemes(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for noun, test := range map[string]struct{ first, second string }{
		"profile": {`{"openedPage":3,"print":false}`, `{"initialLayout":"poster"}`},
		"theme":   {`{"buttonColor":"RebeccaPurple"}`, `{"logo":"https://example.com/logo.gif"}`},
	} {
		base := "/settings/viewer/" + noun
		for _, method := range []string{http.MethodPost, http.MethodPut} {
			for _, text := range []string{test.first, test.second} {
				status, answer := sendJSON(s, method, base+"/Acme_1.b-c", text)
				var fields map[string]any
				if err := json.Unmarshal(answer, &fields); status != 200 || err != nil || len(fields) != 1 || fields["message"] == "" {
					t.Errorf("%s of a %s: %d %s", method, noun, status, answer)
				}
				if status, answer := s.Call(http.MethodGet, base+"/Acme_1.b-c", nil, nil); status != 200 || strings.TrimSpace(string(answer)) != text {
					t.Errorf("the %s as posted: %d %s", noun, status, answer)
				}
			}
		}
		_, list := s.Call(http.MethodGet, base, nil, nil)
		var sets []struct {
			Name, UpdatedAt string
			Properties      json.RawMessage
		}
		if err := json.Unmarshal(list, &sets); err != nil || len(sets) != 2 || sets[0].Name != "default" || sets[0].UpdatedAt != "" ||
			sets[1].Name != "Acme_1.b-c" || sets[1].UpdatedAt == "" || string(sets[1].Properties) != test.second {
			t.Errorf("%ss are %s", noun, list)
		}
		if status, _ := s.Call(http.MethodGet, base+"/acme_1.b-c", nil, nil); status != 404 {
			t.Errorf("a %s by its name in another case: %d", noun, status)
		}
		for _, want := range []int{204, 404} {
			if status, answer := s.Call(http.MethodDelete, base+"/Acme_1.b-c", nil, nil); status != want {
				t.Errorf("delete a %s: %d %s", noun, status, answer)
			}
		}
	}
}

// TestIfMatchPreventsLostUpdates checks that a request with If-Match does not overwrite a change that was made since
// the sender read the profile.
func TestIfMatchPreventsLostUpdates(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	save := func(name, tag, text string) int {
		header := http.Header{"Content-Type": {"application/json"}, "If-Match": {tag}}
		status, _ := s.Call(http.MethodPut, "/settings/viewer/theme/"+name, header, strings.NewReader(text))
		return status
	}
	tagOf := func(name string) string {
		one, _ := s.Get("/settings/viewer/theme/"+name, nil)
		_, list := s.Call(http.MethodGet, "/settings/viewer/theme", nil, nil)
		var sets []struct{ Name, ETag string }
		if err := json.Unmarshal(list, &sets); err != nil {
			t.Fatalf("%v: %s", err, list)
		}
		for _, set := range sets {
			if set.Name == name && set.ETag == one.Header.Get("ETag") {
				return set.ETag
			}
		}
		t.Fatalf("%s has %q: %s", name, one.Header.Get("ETag"), list)
		return ""
	}
	for _, name := range []string{"default", "acme"} {
		if name == "acme" {
			for _, tag := range []string{"*", `"4f9c"`} {
				if status := save(name, tag, `{}`); status != 412 {
					t.Errorf("one that there is not, with %s: %d", tag, status)
				}
			}
			save(name, "", `{}`)
		}
		before := tagOf(name)
		if status := save(name, before, `{"buttonColor":"red"}`); status != 200 {
			t.Errorf("%s as it was seen: %d", name, status)
		}
		for tag, want := range map[string]int{before: 412, "W/" + tagOf(name): 412, `"*"`: 412, `""`: 412, ",": 412, before + `, "4f9c"`: 412} {
			if status := save(name, tag, `{"buttonColor":"blue"}`); status != want {
				t.Errorf("%s with %s: %d, want %d", name, tag, status, want)
			}
		}
		if _, text := s.Call(http.MethodGet, "/settings/viewer/theme/"+name, nil,
			nil); strings.TrimSpace(string(text)) != `{"buttonColor":"red"}` {
			t.Errorf("%s is %s", name, text)
		}
		for _, tag := range []string{before + ", " + tagOf(name), "*", ""} {
			if status := save(name, tag, `{"buttonColor":"red"}`); status != 200 {
				t.Errorf("%s with %q: %d", name, tag, status)
			}
		}
	}
}

func TestTheDefaultProfileCanBeReplaced(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	const path = "/settings/viewer/profile/default"
	_, builtIn := s.Call(http.MethodGet, path, nil, nil)
	if !strings.Contains(string(builtIn), `"download":"pdf"`) || !strings.Contains(string(builtIn), `"frameAncestors":"*"`) {
		t.Errorf("built in is %s", builtIn)
	}
	if status, _ := sendJSON(s, http.MethodPost, path, `{"download":"none"}`); status != 200 {
		t.Errorf("replaced: %d", status)
	}
	if _, text := s.Call(http.MethodGet, path, nil, nil); strings.TrimSpace(string(text)) != `{"download":"none"}` {
		t.Errorf("replaced it is %s", text)
	}
	for range 2 {
		if status, _ := s.Call(http.MethodDelete, path, nil, nil); status != 204 {
			t.Errorf("deleted: %d", status)
		}
	}
	if _, text := s.Call(http.MethodGet, path, nil, nil); string(text) != string(builtIn) {
		t.Errorf("afterwards it is %s", text)
	}
}

// The default profile and the default theme can be read and posted again.
func TestTheDefaultsAreValid(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for _, noun := range []string{"profile", "theme"} {
		_, text := s.Call(http.MethodGet, "/settings/viewer/"+noun+"/default", nil, nil)
		if status, answer := sendJSON(s, http.MethodPost, "/settings/viewer/"+noun+"/copy", string(text)); status != 200 {
			t.Errorf("%s: %d %s", noun, status, answer)
		}
	}
}

func TestWrongProperties(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	status, text := sendJSON(s, http.MethodPost, "/settings/viewer/theme/acme",
		`{"buttonHoverBackgroundColour":"red","buttonColor":"reddish","logo":"https://example.com/"}`)
	var problem mistakes
	if err := json.Unmarshal(text, &problem); err != nil || status != 422 || len(problem.Errors) != 2 {
		t.Fatalf("%d %s", status, text)
	}
	first, second := problem.Errors[0], problem.Errors[1]
	if first.Location != "/buttonHoverBackgroundColour" || first.Nearest != "buttonHoverBackgroundColor" ||
		second.Location != "/buttonColor" || !strings.Contains(second.Message, "a CSS color") {
		t.Errorf("%s", text)
	}
	if status, _ := s.Call(http.MethodGet, "/settings/viewer/theme/acme", nil, nil); status != 404 {
		t.Errorf("it is stored: %d", status)
	}
}

func TestInvalidProfiles(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	const base = "/settings/viewer/profile/"
	for name, test := range map[string]struct {
		path, kind, text string
		status           int
	}{
		"another type":       {base + "a", "text/plain", "{}", 415},
		"no type":            {base + "a", "", "{}", 415},
		"a form":             {base + "a", "application/x-www-form-urlencoded", "openedPage=2", 415},
		"a charset":          {base + "a", "application/json; charset=utf-8", "{}", 200},
		"malformed":          {base + "a", "application/json", `{"openedPage":`, 400},
		"empty":              {base + "a", "application/json", "", 400},
		"an array":           {base + "a", "application/json", "[]", 422},
		"twice":              {base + "a", "application/json", `{"print":true,"print":false}`, 422},
		"too large":          {base + "a", "application/json", `{"watermark":"` + strings.Repeat("a", 1<<20) + `"}`, 413},
		"a name too long":    {base + strings.Repeat("a", 101), "application/json", "{}", 422},
		"a foreign name":     {base + "%D0%B0", "application/json", "{}", 422},
		"a name with spaces": {base + "a%20b", "application/json", "{}", 422},
		"a path for a name":  {base + "a%2Fb", "application/json", "{}", 422},
	} {
		status, text := s.Call(http.MethodPost, test.path, http.Header{"Content-Type": {test.kind}}, strings.NewReader(test.text))
		var problem mistakes
		if err := json.Unmarshal(text, &problem); err != nil || status != test.status || (status != 200 && problem.Detail == "") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}

// TestDesignerPropertiesMatchTheAPI compares the properties that the designer's form is built from with the properties
// in the API description.
func TestDesignerPropertiesMatchTheAPI(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	_, text := s.Call(http.MethodGet, "/settings/viewer/properties", nil, nil)
	var lists map[string][]struct{ Name, Kind, Area, Description, CSS, State string }
	if err := json.Unmarshal(text, &lists); err != nil {
		t.Fatal(err)
	}
	_, described := s.Call(http.MethodGet, s.URL+"/openapi.json", nil, nil)
	var description struct {
		Components struct {
			Schemas map[string]struct {
				Properties           map[string]map[string]any
				AdditionalProperties any
			}
		}
	}
	if err := json.Unmarshal(described, &description); err != nil {
		t.Fatal(err)
	}
	for list, schema := range map[string]string{"profile": "Profile", "theme": "Theme"} {
		known := description.Components.Schemas[schema]
		if len(lists[list]) < 12 || len(lists[list]) != len(known.Properties) || known.AdditionalProperties != false {
			t.Errorf("%s: %d told, %d described", list, len(lists[list]), len(known.Properties))
		}
		for _, p := range lists[list] {
			if p.Kind == "" || p.Area == "" || p.Description == "" || known.Properties[p.Name]["description"] != p.Description {
				t.Errorf("%s: %+v", list, p)
			}
		}
	}
	output, _ := description.Components.Schemas["Profile"].Properties["output"]["enum"].([]any)
	if !slices.Equal(output, []any{"html", "img", "text", "thumbnails"}) {
		t.Errorf("output is one of %v", output)
	}
}

// A profile or theme can be renamed. Sessions that refer to it then refer to its new name.
func TestRenameASet(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	for _, noun := range []string{"profile", "theme"} {
		base := "/settings/viewer/" + noun
		for _, name := range []string{"acme", "other"} {
			if status, answer := sendJSON(s, http.MethodPut, base+"/"+name, `{}`); status != 200 {
				t.Fatalf("%d %s", status, answer)
			}
		}
		status, text := s.Call(http.MethodPost, "/session?documentId="+doc.ID+"&"+noun+"=acme", nil, nil)
		var made struct{ ID string }
		if err := json.Unmarshal(text, &made); err != nil || status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		for body, want := range map[string]int{`{"name":"other"}`: 409, `{"name":"default"}`: 409, `{"name":"a b"}`: 422, `{"name":""}`: 422} {
			if status, answer := sendJSON(s, http.MethodPatch, base+"/acme", body); status != want {
				t.Errorf("%s: %d %s", body, status, answer)
			}
		}
		for _, name := range []string{"default", "nobody", "acme"} { // only the rename of acme is possible
			want := map[string]int{"default": 409, "nobody": 404, "acme": 200}[name]
			if status, answer := sendJSON(s, http.MethodPatch, base+"/"+name, `{"name":"acme-2"}`); status != want {
				t.Errorf("%s: %d %s", name, status, answer)
			}
		}
		if status, _ := s.Call(http.MethodGet, base+"/acme", nil, nil); status != 404 {
			t.Errorf("the old name of a %s: %d", noun, status)
		}
		_, list := s.Call(http.MethodGet, "/session?"+noun+"=acme-2", nil, nil)
		if !strings.Contains(string(list), made.ID) {
			t.Errorf("sessions of the %s by its new name: %s", noun, list)
		}
		if _, list = s.Call(http.MethodGet, "/session?"+noun+"=acme", nil, nil); strings.TrimSpace(string(list)) != "[]" {
			t.Errorf("sessions of the %s by its old name: %s", noun, list)
		}
	}
}

// The session of a preview is not listed. Creating a preview requires the right to store settings.
func TestPreviewOfSettings(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	status, text := s.Call(http.MethodPost, "/settings/viewer/preview?documentId="+doc.ID, nil, nil)
	var made struct{ ID, ViewerURL string }
	if err := json.Unmarshal(text, &made); err != nil || status != 200 || made.ViewerURL == "" {
		t.Fatalf("%d %s", status, text)
	}
	if _, list := s.Call(http.MethodGet, "/session?all=true", nil, nil); strings.Contains(string(list), made.ID) {
		t.Errorf("it is listed: %s", list)
	}
}
