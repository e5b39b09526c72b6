package access_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// Resources of a session with the file, with the text, and with results of a search.
var (
	fileResources   = []string{"/pdf", "/original"}
	textResources   = []string{"/page/1.svg", "/page/1.json", "/page/1.txt", "/text", "/outline", "/properties"}
	searchResources = []string{"/search?q=lectern", "/search/counts?q=lectern"}
	openResources   = []string{"/state", "/page/1.png", "/thumbnail", "/fonts"}
)

// Resources that the profiles of the tests forbid.
var forbidden = map[string][]string{
	"":         nil,
	"closed":   fileResources,
	"pdfonly":  {"/original"},
	"original": nil,
	"unsought": searchResources,
	"images":   slices.Concat(fileResources, textResources, searchResources),
	"sought":   slices.Concat(fileResources, textResources),
	"deleted":  slices.Concat(fileResources, textResources, searchResources),
}

// addresses are query parameters that request, in different ways, that the viewer allows everything.
var addresses = []string{"", "&profile=default", "&profile=original", "&profile=nobody", "&profileOverrides=" + url.QueryEscape(
	`{"download":"original","textSelection":true,"search":true,"output":"html","print":true,"watermark":"","frameAncestors":"*"}`),
	"&profile=original&profileOverrides=" + url.QueryEscape(`{"Download":"original","TEXTSELECTION":"true","output":"text"}`)}

func saveProfiles(s *lecterntest.Server) {
	for name, text := range map[string]string{
		"closed":   `{"download":"none","print":false,"watermark":"Draft","homeURL":"https://owner.example/","initialLayout":"poster"}`,
		"pdfonly":  `{}`,
		"original": `{"download":"original"}`,
		"unsought": `{"search":false,"download":"original"}`,
		"images":   `{"output":"img"}`,
		"sought":   `{"textSelection":false,"search":true}`,
		"deleted":  `{"download":"original"}`,
	} {
		s.SendJSON(http.StatusOK, http.MethodPost, "/settings/viewer/profile/"+name, text, nil)
	}
}

// wantForbidden requests all resources of a session with query parameters. The resources that the profile forbids must
// return 403, and all other resources 200.
func wantForbidden(s *lecterntest.Server, what, base, profile string) {
	s.T.Helper()
	refused, known := forbidden[profile]
	if !known {
		s.T.Fatalf("there is no profile %q", profile)
	}
	for _, path := range slices.Concat(fileResources, textResources, searchResources, openResources) {
		want := http.StatusOK
		if slices.Contains(refused, path) {
			want = http.StatusForbidden
		}
		if status, text := s.CallWithoutKey(http.MethodGet, base+path, ""); status != want {
			s.T.Errorf("%s: %s is answered %d, want %d: %.200q", what, path, status, want, text)
		}
	}
}

// viewerProfile contains properties of the profile that a viewer page states.
type viewerProfile struct {
	HomeURL, Output, InitialLayout, Download, Watermark string
	Print, TextSelection, Search                        bool
}

// viewerPage requests a viewer page. It returns the effective profile, the number of notices, and the HTML of the page.
func viewerPage(s *lecterntest.Server, address string) (p viewerProfile, notices int, page []byte) {
	s.T.Helper()
	status, page := s.CallWithoutKey(http.MethodGet, address, "")
	found := regexp.MustCompile(`(?s)id="state"[^>]*>(.*?)</script>`).FindSubmatch(page)
	if status != http.StatusOK || found == nil {
		s.T.Fatalf("%s is answered %d %.200s", address, status, page)
	}
	var state struct{ Profile viewerProfile }
	if err := json.Unmarshal(found[1], &state); err != nil {
		s.T.Fatal(err)
	}
	section := regexp.MustCompile(`(?s)<section class="notification"[^>]*>(.*?)</section>`).FindSubmatch(page)
	return state.Profile, bytes.Count(section[1], []byte("<li>")), page
}

// TestProfilesAreEnforced creates sessions whose profile comes from the session, its document or the folder of the
// document, with and without lockedProfile. Resources that the profile forbids must be refused, whatever parameters the
// address has.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestProfilesAreEnforced(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	saveProfiles(s)
	content := lecterntest.Sample(t, "sample.pdf")
	plain, bound := s.Upload("plain.pdf", content).ID, s.Want(http.StatusOK, http.MethodPost,
		"/document/upload?filename=bound.pdf&profile=closed", bytes.NewReader(content)).ID
	inbox := t.TempDir()
	lecterntest.WriteFile(t, filepath.Join(inbox, "a.pdf"), content)
	watched := s.AwaitFile(s.Watch(inbox, `,"profile":"closed"`).ID, "a.pdf", "taken").DocumentID
	for _, id := range []string{plain, bound, watched} {
		s.Wait(id)
	}
	for _, test := range []struct {
		document, session string
		want              string // the profile that is enforced
		stated            any    // lockedProfile in the session's description
	}{
		{plain, "", "", nil},
		{plain, "&profile=closed", "closed", nil},
		{plain, "&profile=closed&lockedProfile=true", "closed", true},
		{plain, "&profile=closed&lockedProfile=false", "", false},
		{plain, "&profile=closed&own=true", "", nil},
		{plain, "&profile=closed&own=true&lockedProfile=true", "closed", true},
		{plain, "&profile=default", "pdfonly", nil},
		{plain, "&lockedProfile=true", "pdfonly", true},
		{plain, "&lockedProfile=false", "", false},
		{plain, "&profile=pdfonly", "pdfonly", nil},
		{plain, "&profile=original", "original", nil},
		{plain, "&profile=unsought", "unsought", nil},
		{plain, "&profile=images", "images", nil},
		{plain, "&profile=images&lockedProfile=true", "images", true},
		{plain, "&profile=images&lockedProfile=false", "", false},
		{plain, "&profile=sought", "sought", nil},
		{bound, "", "closed", nil},
		{bound, "&lockedProfile=true", "closed", true},
		{bound, "&lockedProfile=false", "", false},
		{bound, "&own=true", "", nil},
		{bound, "&profile=images", "images", nil},
		{bound, "&profile=original", "original", nil},
		{watched, "", "closed", nil},
		{watched, "&lockedProfile=true", "closed", true},
		{watched, "&lockedProfile=false", "", false},
	} {
		made, base := s.CreateSession("documentId=" + test.document + test.session)
		what := fmt.Sprintf("%s%s", map[string]string{plain: "plain", bound: "bound", watched: "watched"}[test.document], test.session)
		wantForbidden(s, what, base, test.want)
		if known := s.Fields(http.StatusOK, http.MethodGet, "/session/"+fmt.Sprint(made["id"]), ""); known["lockedProfile"] != test.stated {
			t.Errorf("%s: lockedProfile is %v", what, known["lockedProfile"])
		}
		if test.want == "" {
			continue
		}
		locked := test.stated == true
		for _, address := range addresses {
			p, notices, page := viewerPage(s, fmt.Sprint(made["viewerURL"])+address)
			wantAtMost(t, what+address, p, test.want, page)
			asksForMore := address != "" && address != "&profile=default"
			if notified := locked && asksForMore || address == "&profile=nobody"; notices > 0 != notified {
				t.Errorf("%s%s: there are %d notices", what, address, notices)
			}
		}
	}
}

// wantAtMost checks that a viewer page offers nothing that the profile forbids.
func wantAtMost(t *testing.T, what string, p viewerProfile, profile string, page []byte) {
	t.Helper()
	refused := forbidden[profile]
	withheld := slices.Contains(refused, "/text")
	if slices.Contains(refused, "/pdf") && p.Download != "none" || slices.Contains(refused, "/original") && p.Download == "original" ||
		slices.Contains(refused, searchResources[0]) && p.Search || withheld && (p.TextSelection || p.Output != "img") ||
		withheld && bytes.Contains(page, []byte("</text>")) || profile == "closed" && (p.Print || p.Watermark != "Draft") {
		t.Errorf("%s: the page has %+v", what, p)
	}
}

// TestProfilesAreEnforcedAsTheyAre changes and deletes the profile of a document, and the profile itself, while
// sessions are open. The change must apply at once to all resources of the sessions that do not state lockedProfile.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestProfilesAreEnforcedAsTheyAre(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	saveProfiles(s)
	var doc struct {
		ID      string
		Session struct{ ID string }
	}
	status, answer := s.Call(http.MethodPost, "/document/upload?filename=a.pdf&session=60", nil,
		bytes.NewReader(lecterntest.Sample(t, "sample.pdf")))
	if err := json.Unmarshal(answer, &doc); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	s.Wait(doc.ID)
	posted := s.URL + "/viewer/session/" + doc.Session.ID
	_, unset := s.CreateSession("documentId=" + doc.ID)
	_, free := s.CreateSession("lockedProfile=false&documentId=" + doc.ID)
	_, named := s.CreateSession("profile=deleted&documentId=" + doc.ID)
	_, counted := s.CreateSession("profile=original&maxViews=1&documentId=" + doc.ID)
	view := struct{ Base string }{}
	if _, text := s.CallWithoutKey(http.MethodPost, counted+"/view", `{}`); json.Unmarshal(text, &view) != nil {
		t.Fatalf("a view is answered %s", text)
	}
	preview := s.URL + "/viewer/session/" + s.Want(http.StatusOK, http.MethodPost, "/settings/viewer/preview?documentId="+doc.ID, nil).ID
	want := func(what string, profiles map[string]string) {
		t.Helper()
		for base, profile := range profiles {
			wantForbidden(s, what, base, profile)
		}
	}
	want("at first", map[string]string{posted: "", unset: "", free: "", named: "", preview: "", s.URL + view.Base: "original"})
	bind := func(profile string) {
		s.SendJSON(http.StatusOK, http.MethodPatch, "/document/"+doc.ID, fmt.Sprintf(`{"profile":%q}`, profile), nil)
	}
	bind("images")
	want("bound", map[string]string{posted: "images", unset: "images", free: "", named: "", preview: ""})
	s.SendJSON(http.StatusOK, http.MethodPost, "/settings/viewer/profile/images", `{"search":false,"download":"original"}`, nil)
	want("changed", map[string]string{posted: "unsought", unset: "unsought", free: ""})
	s.SendJSON(http.StatusOK, http.MethodPost, "/settings/viewer/profile/original", `{"download":"none"}`, nil)
	want("changed", map[string]string{s.URL + view.Base: "closed"})
	bind("deleted")
	s.Fields(http.StatusNoContent, http.MethodDelete, "/settings/viewer/profile/deleted", "")
	want("deleted", map[string]string{posted: "deleted", unset: "deleted", free: "", named: "deleted", preview: ""})
	bind("")
	want("released", map[string]string{posted: "", unset: "", free: "", named: "deleted", preview: ""})
}

// TestTheAddressOfAViewer checks what query parameters can change about an enforced profile: its presentation,
// including the link of the logo, and permissions, which can only be restricted. With lockedProfile, the link of the
// logo cannot be changed.
func TestTheAddressOfAViewer(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	saveProfiles(s)
	doc := s.Wait(s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf")).ID).ID
	overrides := func(text string) string { return "&profileOverrides=" + url.QueryEscape(text) }
	asIs := viewerProfile{HomeURL: "https://owner.example/", Output: "html", InitialLayout: "poster", Download: "none", Watermark: "Draft",
		TextSelection: true, Search: true}
	changed := func(change func(*viewerProfile)) viewerProfile {
		p := asIs
		change(&p)
		return p
	}
	for _, test := range []struct {
		session, address string
		want             viewerProfile
	}{
		{"", "", asIs},
		{"", overrides(`{"download":"pdf","print":"true","watermark":"none"}`), asIs},
		{"", overrides(`{"homeURL":"https://reader.example/","initialLayout":"twoPages"}`),
			changed(func(p *viewerProfile) { p.HomeURL, p.InitialLayout = "https://reader.example/", "twoPages" })},
		{"", "&profile=default", changed(func(p *viewerProfile) { p.HomeURL, p.InitialLayout = "", "normal" })},
		{"", overrides(`{"search":false,"output":"text"}`), changed(func(p *viewerProfile) { p.Search, p.Output = false, "text" })},
		{"", overrides(`{"output":"img"}`), changed(func(p *viewerProfile) { p.Output, p.TextSelection = "img", false })},
		{"&lockedProfile=true", overrides(`{"homeURL":"https://reader.example/","output":"text","initialLayout":"twoPages"}`),
			changed(func(p *viewerProfile) { p.InitialLayout = "twoPages" })},
		{"&lockedProfile=true", overrides(`{"search":false}`), changed(func(p *viewerProfile) { p.Search = false })},
		{"&lockedProfile=false", overrides(`{"download":"original","print":true,"watermark":""}`),
			changed(func(p *viewerProfile) { p.Download, p.Print, p.Watermark = "original", true, "" })},
	} {
		made, _ := s.CreateSession("profile=closed&documentId=" + doc + test.session)
		if got, _, _ := viewerPage(s, fmt.Sprint(made["viewerURL"])+test.address); got != test.want {
			t.Errorf("%s%s: the page has %+v, want %+v", test.session, test.address, got, test.want)
		}
	}
}
