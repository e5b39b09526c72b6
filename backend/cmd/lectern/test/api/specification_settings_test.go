package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// These tests follow the specification of the viewing interface: its rows about profiles and themes.

func TestSpecificationOfSettings(t *testing.T) {
	t.Parallel()
	testRows(t, newExemplar(t), slices.Concat(profileRows, themeRows, settingsRows, viewerRows))
}

// post stores a profile or a theme with a single property and returns the status.
func (e *exemplar) post(kind, property, value string) int {
	e.T.Helper()
	status, _ := sendJSON(e.Server, http.MethodPost, "/settings/viewer/"+kind+"/row", fmt.Sprintf(`{%q:%s}`, property, value))
	return status
}

// viewerConfig contains the effective configuration that a viewer page states, and the HTML of the page.
type viewerConfig struct {
	Profile map[string]any
	html    string
}

var embeddedState = regexp.MustCompile(`(?s)<script type="application/json" id="state"[^>]*>(.*?)</script>`)

// open requests the viewer page of the exemplar's session with additional query parameters.
func (e *exemplar) open(parameters url.Values) (l viewerConfig) {
	e.T.Helper()
	status, page := e.CallWithoutKey(http.MethodGet, fmt.Sprint(e.session["viewerURL"])+"&"+parameters.Encode(), "")
	state := embeddedState.FindSubmatch(page)
	if status != http.StatusOK || state == nil || json.Unmarshal(state[1], &l) != nil {
		e.T.Fatalf("the viewer answers %d %.300s", status, page)
	}
	l.html = string(page)
	return l
}

// inForce stores a profile with one property, and returns the effective value of the property in the viewer.
func (e *exemplar) inForce(property, value string) any {
	e.T.Helper()
	equal(e.T.(*testing.T), e.post("profile", property, value), http.StatusOK)
	return e.open(url.Values{"profile": {"row"}}).Profile[property]
}

// accepted returns a test that checks that a property accepts the values in good and rejects the values in bad. All
// values are JSON.
func accepted(kind, property string, good, bad []string) func(*testing.T, *exemplar) {
	return func(t *testing.T, e *exemplar) {
		for _, value := range good {
			if status := e.post(kind, property, value); status != http.StatusOK {
				t.Errorf("%s has status %d", value, status)
			}
		}
		for _, value := range bad {
			if status := e.post(kind, property, value); status != http.StatusUnprocessableEntity {
				t.Errorf("%s has status %d", value, status)
			}
		}
	}
}

var profileRows = []row{
	{"2.3 homeURL is a URL", accepted("profile", "homeURL", []string{`"https://example.com/"`, `"http://example.com/a?b=c"`},
		[]string{`"javascript:alert(1)"`, `7`})},
	{"2.3 homeURL is the target of the viewer's logo", func(t *testing.T, e *exemplar) {
		equal(t, e.inForce("homeURL", `"https://example.com/home"`), "https://example.com/home")
		equal(t, strings.Contains(e.open(url.Values{"profile": {"row"}}).html, `href="https://example.com/home"`), true)
	}},
	{"2.3 openedPage is an integer of at least 1", accepted("profile", "openedPage", []string{"1", "7"},
		[]string{"0", "-1", "1.5", `"first"`})},
	{"2.3 the viewer opens at openedPage, and at the last page where it is above the page count", func(t *testing.T, e *exemplar) {
		for opened, shown := range map[string]string{"1": "1", "2": "2", "99": "2"} {
			e.inForce("openedPage", opened)
			equal(t, strings.Contains(e.open(url.Values{"profile": {"row"}}).html, `data-page="`+shown+`"`), true)
		}
	}},
	{"2.3 output is html, img, text or thumbnails", accepted("profile", "output", []string{`"html"`, `"img"`, `"text"`, `"thumbnails"`},
		[]string{`"pdf"`, `"HTML"`, `1`})},
	{"2.3 output is the kind of output", func(t *testing.T, e *exemplar) {
		for _, kind := range []string{"html", "img", "text", "thumbnails"} {
			equal(t, e.inForce("output", `"`+kind+`"`), kind)
		}
		e.inForce("output", `"img"`)
		equal(t, strings.Contains(e.open(url.Values{"profile": {"row"}}).html, "<img"), true)
	}},
	{"2.3 thumbnailsShown is a boolean", func(t *testing.T, e *exemplar) {
		accepted("profile", "thumbnailsShown", nil, []string{`"yes"`, "1"})(t, e)
		equal(t, []any{e.inForce("thumbnailsShown", "false"), e.inForce("thumbnailsShown", "true")}, "[false true]")
	}},
	{"2.3 ribbon is ribbon controls instead of default controls", func(t *testing.T, e *exemplar) {
		equal(t, []any{e.inForce("ribbon", "true"), e.open(url.Values{"profile": {"row"}}).Profile["initialLayout"]}, "[true horizontal]")
	}},
	{"2.3 initialLayout is normal, twoPages, poster or horizontal", func(t *testing.T, e *exemplar) {
		accepted("profile", "initialLayout", nil, []string{`"vertical"`, `"twopages"`, "2"})(t, e)
		for _, layout := range []string{"normal", "twoPages", "poster", "horizontal"} {
			equal(t, e.inForce("initialLayout", `"`+layout+`"`), layout)
		}
	}},
	{"2.3 all properties are optional", func(t *testing.T, e *exemplar) {
		status, _ := sendJSON(e.Server, http.MethodPost, "/settings/viewer/profile/empty", "{}")
		p := e.open(url.Values{"profile": {"empty"}}).Profile
		equal(t, []any{status, p["output"], p["openedPage"], p["thumbnailsShown"], p["initialLayout"], p["ribbon"]},
			"[200 html 1 true normal false]")
	}},
}

// colors are valid and invalid CSS colors.
var colors = [2][]string{
	{`"red"`, `"RebeccaPurple"`, `"rgba(1, 2, 3, 0.5)"`, `"#abc"`, `"#aabbcc"`, `"#aabbccdd"`},
	{`"reddish"`, `"#ab"`, `"url(https://example.com/)"`, `"red;}"`, `7`},
}

// pictures are valid and invalid values for a picture.
var pictures = [2][]string{
	{`"http://example.com/a.png"`, `"https://example.com/a.png"`, `"data:image/gif;base64,R0lGODlhAQABAAAAACw="`},
	{`"javascript:alert(1)"`, `"data:text/html;base64,PGI+"`, `"a.png"`, "7"},
}

var themeRows = []row{
	{"2.4 logo is a URL or a base64 GIF", accepted("theme", "logo", pictures[0], pictures[1])},
	{"2.4 favicon is a URL or a base64 GIF", accepted("theme", "favicon", pictures[0], pictures[1])},
	{"2.4 buttonColor is a color", accepted("theme", "buttonColor", colors[0], colors[1])},
	{"2.4 viewerBackgroundColor is a color", accepted("theme", "viewerBackgroundColor", colors[0], colors[1])},
	{"2.4 topbarBackgroundColor is a color", accepted("theme", "topbarBackgroundColor", colors[0], colors[1])},
	{"2.4 buttonHoverBackgroundColor is a color", accepted("theme", "buttonHoverBackgroundColor", colors[0], colors[1])},
	{"2.4 font is CSS font-family notation", accepted("theme", "interfaceFontFamily", []string{`"Georgia"`, `"\"Times New Roman\", serif"`},
		[]string{`"a;b"`, `""`, "7"})},
	{"2.4 visibility is visible or hidden", accepted("theme", "previousButtonVisibility", []string{`"visible"`, `"hidden"`},
		[]string{`"collapse"`, "true"})},
	{"2.4 the areas that can be customized", func(t *testing.T, e *exemplar) {
		var lists struct {
			Theme []struct{ Name, State string }
		}
		_, text := e.Call(http.MethodGet, "/settings/viewer/properties", nil, nil)
		if err := json.Unmarshal(text, &lists); err != nil {
			t.Fatal(err)
		}
		states := map[string]string{}
		for _, p := range lists.Theme {
			states[p.Name] = p.State
		}
		for _, name := range []string{
			"logo", "favicon", "interfaceFontFamily", "topbarBackgroundColor", "viewerBackgroundColor", "pageBorderColor",
			"buttonColor", "previousButtonVisibility", "alternativeButtonColor", "thumbnailsButtonVisibility",
			"ribbonLeftButtonVisibility", "ribbonRightButtonVisibility", "pageNumberVisibility", "pageNumberColor", "pageNumberBackgroundColor",
		} {
			if state, ok := states[name]; !ok || state != "" {
				t.Errorf("%s is not there, or for the state %q", name, state)
			}
		}
		equal(t, states["buttonHoverBackgroundColor"], "hover")
	}},
	{"2.4 a property that is not given has its default", func(t *testing.T, e *exemplar) {
		equal(t, e.post("theme", "buttonColor", `"#010203"`), http.StatusOK)
		styled := e.open(url.Values{"theme": {"row"}}).html
		equal(t, []bool{strings.Contains(styled, "button-color:#010203"), strings.Contains(styled, "--theme-viewer-background-color:")},
			"[true false]")
	}},
}

var settingsRows = []row{
	{"2.5, 4.6 and 4.7 a post is answered with an object of one field, message", func(t *testing.T, e *exemplar) {
		for _, kind := range []string{"profile", "theme"} {
			status, text := sendJSON(e.Server, http.MethodPost, "/settings/viewer/"+kind+"/a", "{}")
			var fields map[string]any
			err := json.Unmarshal(text, &fields)
			message, _ := fields["message"].(string)
			equal(t, []any{status, err, len(fields), message != ""}, "[200 <nil> 1 true]")
		}
	}},
	{"4.6 and 4.7 the body is JSON", func(t *testing.T, e *exemplar) {
		for _, kind := range []string{"profile", "theme"} {
			status, _ := e.Call(http.MethodPost, "/settings/viewer/"+kind+"/a", http.Header{"Content-Type": {"text/plain"}}, strings.NewReader("{}"))
			equal(t, status, http.StatusUnsupportedMediaType)
		}
	}},
	{"5 profiles and themes are posted with the key", func(t *testing.T, e *exemplar) {
		for _, kind := range []string{"profile", "theme"} {
			status, _ := e.CallWithoutKey(http.MethodPost, e.APIBase+"/settings/viewer/"+kind+"/a", "{}")
			equal(t, status, http.StatusUnauthorized)
		}
	}},
}

var viewerRows = []row{
	{"4.8 profile is the name of a stored profile", func(t *testing.T, e *exemplar) {
		equal(t, e.inForce("initialLayout", `"poster"`), "poster")
		equal(t, e.open(nil).Profile["initialLayout"], "normal")
	}},
	{"4.8 theme is the name of a stored theme", func(t *testing.T, e *exemplar) {
		equal(t, e.post("theme", "viewerBackgroundColor", `"#040506"`), http.StatusOK)
		equal(t, strings.Contains(e.open(url.Values{"theme": {"row"}}).html, "viewer-background-color:#040506"), true)
		equal(t, strings.Contains(e.open(nil).html, "#040506"), false)
	}},
	{"4.8 profileOverrides take precedence over the profile, by property", func(t *testing.T, e *exemplar) {
		sendJSON(e.Server, http.MethodPost, "/settings/viewer/profile/row", `{"initialLayout":"poster","thumbnailsShown":false}`)
		p := e.open(url.Values{"profile": {"row"}, "profileOverrides": {`{"initialLayout":"twoPages"}`}}).Profile
		equal(t, []any{p["initialLayout"], p["thumbnailsShown"]}, "[twoPages false]")
	}},
	{"4.8 themeOverrides take precedence over the theme, by property", func(t *testing.T, e *exemplar) {
		sendJSON(e.Server, http.MethodPost, "/settings/viewer/theme/row", `{"buttonColor":"#010203","viewerBackgroundColor":"#040506"}`)
		styled := e.open(url.Values{"theme": {"row"}, "themeOverrides": {`{"buttonColor":"#070809"}`}}).html
		equal(t, []bool{strings.Contains(styled, "button-color:#070809"), strings.Contains(styled, "#010203"),
			strings.Contains(styled, "#040506")}, "[true false true]")
	}},
	{"4.8 an unknown name or a wrong override is told, and the document is shown", func(t *testing.T, e *exemplar) {
		l := e.open(url.Values{"profile": {"none"}, "theme": {"none"}, "profileOverrides": {`{"openedPage":0}`}, "themeOverrides": {"{"}})
		equal(t, []any{strings.Count(l.html, "<li>"), strings.Contains(l.html, ` data-page="1"`)}, "[4 true]")
	}},
}
