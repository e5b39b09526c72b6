package viewer_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/session"
	"lectern/backend/web/viewer"
)

// open creates a session with options. It returns the address of its viewer and the base path of its resources.
func (r *testViewer) open(options session.Options) (address, base string) {
	r.t.Helper()
	s := session.Session{ID: rand.Text(), DocumentID: r.document.ID,
		CreatedAt: *r.now.Load(), ExpiresAt: r.now.Load().Add(time.Hour), Options: options}
	check(r.t, r.store.Sessions.CreateSession(r.t.Context(), s))
	return "/viewer/view?sessionId=" + url.QueryEscape(s.ID), "/viewer/session/" + url.PathEscape(s.ID)
}

// state requests a viewer page and returns its initial state, its HTML and its header.
func (r *testViewer) state(address string) (viewer.PageState, string, http.Header) {
	r.t.Helper()
	answer, page := r.get(address)
	if answer.StatusCode != 200 {
		r.t.Fatalf("%s: %d %s", address, answer.StatusCode, page)
	}
	var state viewer.PageState
	text := regexp.MustCompile(`(?s)id="state"[^>]*>(.*?)</script>`).FindStringSubmatch(page)
	check(r.t, json.Unmarshal([]byte(text[1]), &state))
	return state, page, answer.Header
}

// noticesOf returns the notices in a page about settings that are not valid.
func noticesOf(page string) []string {
	section := regexp.MustCompile(`<section class="notification"[^>]*>\s*<ul>(.*?)</ul>`).FindStringSubmatch(page)
	var notices []string
	for _, item := range regexp.MustCompile(`<li>(.*?)</li>`).FindAllStringSubmatch(section[1], -1) {
		notices = append(notices, html.UnescapeString(item[1]))
	}
	return notices
}

func parameter(name, value string) string { return "&" + name + "=" + url.QueryEscape(value) }

func TestAddressOverridesSettings(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.profiles.Save(t.Context(), "acme",
		[]byte(`{"openedPage":2,"search":false,"homeURL":"https://example.com/home","frameAncestors":"https://example.com"}`)))
	check(t, room.themes.Save(t.Context(), "night", []byte(`{"viewerBackgroundColor":"navy","logo":"https://pictures.example/logo.gif"}`)))
	address, _ := room.open(session.Options{})
	state, page, header := room.state(address + "&profile=acme&theme=night" + parameter("profileOverrides", `{"SEARCH":"true"}`) +
		parameter("themeOverrides", `{"topbarBackgroundColor":"rgb(1,2,3)"}`))
	if p := state.Profile; p.OpenedPage != 2 || !p.Search || p.HomeURL != "https://example.com/home" || len(noticesOf(page)) > 0 {
		t.Errorf("%+v", state)
	}
	for _, part := range []string{
		`:root{--theme-topbar-background-color:#010203;--theme-viewer-background-color:#000080;}`,
		`<a class="logo" href="https://example.com/home" target="_blank" rel="noopener noreferrer"`,
		`<img src="https://pictures.example/logo.gif" alt="">`,
		`data-page="2"`, `aria-label="Page 2"`, `value="2"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	policy := header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "img-src 'self' data: blob: https://pictures.example;") ||
		!strings.HasSuffix(policy, "frame-ancestors https://example.com wails://wails") {
		t.Errorf("policy is %q", policy)
	}
}

func TestSessionFixesSettings(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.profiles.Save(t.Context(), "bound", []byte(`{"watermark":"{name} {session}","initialLayout":"poster"}`)))
	check(t, room.themes.Save(t.Context(), "bound", []byte(`{"buttonColor":"red"}`)))
	check(t, room.profiles.Save(t.Context(), "other", []byte(`{"initialLayout":"twoPages"}`)))
	address, _ := room.open(session.Options{Profile: "bound", Theme: "bound", Reader: "Ada"})
	state, page, _ := room.state(address)
	if state.Profile.InitialLayout != "poster" || !strings.HasPrefix(state.Profile.Watermark, "Ada ") ||
		len(state.Profile.Watermark) != len("Ada ")+8 || !strings.Contains(page, "--theme-button-color:#ff0000;") {
		t.Errorf("%+v", state)
	}
	if state, page, _ := room.state(address + "&profile=other&theme=default"); state.Profile.InitialLayout != "twoPages" ||
		strings.Contains(page, ":root{--theme-") {
		t.Errorf("the address asks for others: %+v", state)
	}
}

func TestTheLastPageIsOpenedWhereThereAreFewer(t *testing.T) {
	room := openTestViewer(t, "")
	address, _ := room.open(session.Options{})
	for overrides, want := range map[string]string{`{"openedPage":1}`: ` data-page="1"`, `{"openedPage":2}`: ` data-page="2"`,
		`{"openedPage":"900"}`: ` data-page="2"`} {
		if _, page, _ := room.state(address + parameter("profileOverrides", overrides)); !strings.Contains(page, want) ||
			strings.Count(page, "<article") != 1 {
			t.Errorf("%s: no %s", overrides, want)
		}
	}
}

// TestUnknownSettingsHaveNotices requests profiles, themes and values that do not exist. The document is shown with the
// defaults, and the page has a notice for each mistake.
func TestUnknownSettingsHaveNotices(t *testing.T) {
	room := openTestViewer(t, "")
	address, _ := room.open(session.Options{})
	standard, plain, _ := room.state(address)
	if strings.Contains(plain, ":root{--theme-") {
		t.Error("without a theme there are rules of one")
	}
	for query, notice := range map[string]string{
		"&profile=nobody": `the profile “nobody” in its link does not exist`,
		"&theme=nobody":   `the theme “nobody” in its link does not exist`,
		parameter("profileOverrides", `{"openedPage":0}`):            "openedPage must be a whole number",
		parameter("profileOverrides", `{"openedPag":2}`):             `did you mean "openedPage"`,
		parameter("profileOverrides", `nonsense`):                    "not a JSON object",
		parameter("themeOverrides", `{"buttonColor":"reddish"}`):     "buttonColor must be a CSS color",
		parameter("themeOverrides", `{"logo":"javascript:alert()"}`): "logo must be an address",
		"&profile=" + strings.Repeat("x", 5000):                      "shown with standard settings because the profile",
	} {
		state, page, _ := room.state(address + query)
		if told := noticesOf(page); len(told) != 1 || !strings.Contains(told[0], notice) || len(told[0]) > 300 ||
			state.Profile != standard.Profile || strings.Contains(page, ":root{--theme-") {
			t.Errorf("%.80s: %+v", query, state)
		}
		if !strings.Contains(page, "<svg") || strings.Contains(page, `id="notification" role="status" hidden`) {
			t.Errorf("%.80s: the page shows no notice, or no document", query)
		}
	}
	if !strings.Contains(plain, `id="notification" role="status" hidden`) {
		t.Error("the page shows a notification without a text")
	}
}

// TestOverridesAreNeverScript passes scripts and styles as values of settings in the address. None of them takes
// effect.
//
// SECURITY.md, promise 35 (no injected scripts)
func TestOverridesAreNeverScript(t *testing.T) {
	room := openTestViewer(t, "")
	address, _ := room.open(session.Options{})
	for _, attack := range []string{`</style><script>alert(1)</script>`, `</script><script>alert(1)</script>`,
		`red;}body{background:url(https://evil.example)`, `"><img src=x onerror=alert(1)>`, `javascript:alert(1)`} {
		quoted, _ := json.Marshal(map[string]string{"buttonColor": attack, "interfaceFontFamily": `"` + attack + `"`, "logo": attack,
			"homeURL": attack, "watermark": attack, attack: attack})
		_, page, header := room.state(address + parameter("profileOverrides", string(quoted)) + parameter("themeOverrides", string(quoted)) +
			parameter("profile", attack) + parameter("theme", attack))
		style, _, _ := strings.Cut(page, "</style>")
		style = strings.ReplaceAll(style, "url(public/inter-", "") // Lectern's own font
		if strings.Contains(page, "<script>alert") || strings.Contains(style, "url(") || strings.Contains(style, "alert(") ||
			strings.Contains(page, "<img src=x") || strings.Contains(page, `="javascript:`) {
			t.Errorf("%s is in the page", attack)
		}
		if strings.Contains(header.Get("Content-Security-Policy"), "evil") {
			t.Errorf("%s is in the policy", attack)
		}
	}
}

// TestAnEnforcedProfileRefusesBytes requests every resource of a session, for each permission that a profile can deny.
// Sessions enforce the profile unless enforcement is switched off or the session is the owner's own.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestAnEnforcedProfileRefusesBytes(t *testing.T) {
	room := openTestViewer(t, "")
	all := []string{"/page/1.png", "/thumbnail", "/page/1.svg", "/page/1.json", "/page/1.txt", "/text", "/outline", "/pdf", "/original",
		"/search?q=lectern", "/search/counts?q=lectern"}
	for name, test := range map[string]struct {
		profile string
		refused []string
	}{
		"free":     {`{"download":"original"}`, nil},
		"standard": {`{}`, []string{"/original"}},
		"kept":     {`{"download":"none"}`, []string{"/pdf", "/original"}},
		"mute": {`{"textSelection":false,"download":"pdf"}`, []string{"/page/1.svg", "/page/1.json", "/page/1.txt", "/text", "/outline",
			"/original", "/search?q=lectern", "/search/counts?q=lectern"}},
		"sought": {`{"textSelection":false,"download":"pdf","search":true}`, []string{"/page/1.svg", "/page/1.json", "/page/1.txt", "/text",
			"/outline", "/original"}},
		"unsought": {`{"search":false}`, []string{"/original", "/search?q=lectern", "/search/counts?q=lectern"}},
		"pictures": {`{"output":"img"}`, all[2:]},
		"searched": {`{"output":"img","search":true}`, all[2:9]},
		"gone":     {"", all[2:]},
	} {
		if test.profile != "" {
			check(t, room.profiles.Save(t.Context(), name, []byte(test.profile)))
		}
		for _, lock := range []session.Lock{session.LockUnset, session.LockOn} {
			_, base := room.open(session.Options{Profile: name, Lock: lock})
			for _, path := range all {
				answer, text := room.get(base + path)
				want := http.StatusOK
				if slices.Contains(test.refused, path) {
					want = http.StatusForbidden
				}
				if answer.StatusCode != want || (want == http.StatusForbidden && !strings.Contains(text, `"detail":"This link `)) {
					t.Errorf("%s, lock %d: %s has status %d %.100q", name, lock, path, answer.StatusCode, text)
				}
			}
		}
	}
	for name, options := range map[string]session.Options{
		"switched off": {Profile: "pictures", Lock: session.LockOff}, "of the owner": {Profile: "pictures", ByOwner: true},
		"a preview": {Profile: "pictures", Preview: true}, "without a profile": {},
	} {
		_, base := room.open(options)
		for _, path := range all {
			if answer, text := room.get(base + path); answer.StatusCode != http.StatusOK {
				t.Errorf("%s: %s has status %d %s", name, path, answer.StatusCode, text)
			}
		}
	}
}

// If text is withheld, a search returns only the positions of matches and no text.
func TestLockedSearchReturnsPositionsOnly(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.store.PDFs.AddTexts(t.Context(), room.document.PDF, document.Texts{First: 1, Count: 2, Pages: []string{"a Sample of text",
		"a Sample of text"}}))
	check(t, room.profiles.Save(t.Context(), "pictures", []byte(`{"output":"img","search":true}`)))
	for _, test := range []struct {
		locked  bool
		query   string
		hasText bool // whether the response contains text
		want    int
	}{
		{false, "q=sample&lines=true", true, 200},
		{false, "q=ampl", true, 200},
		{true, "q=sample", false, 200},
		{true, "q=sample&snippets=false&lines=false", false, 200},
		{true, "q=sample&lines=true", false, 403},
		{true, "q=sample&snippets=true", false, 403},
		{true, "q=%E4%BA%AC", false, 422},
	} {
		_, base := room.open(session.Options{Profile: "pictures", Lock: session.NewLock(test.locked, true)})
		answer, text := room.get(base + "/search?" + test.query)
		found := test.want == 200
		if answer.StatusCode != test.want || strings.Contains(text, `"boxes":[[[10,20,50,30]]]`) != found ||
			strings.Contains(text, "of text") != test.hasText || strings.Contains(text, "Sample") != test.hasText {
			t.Errorf("locked %v, %s: %d %s", test.locked, test.query, answer.StatusCode, text)
		}
	}
	check(t, room.profiles.Save(t.Context(), "default", []byte(`{"search":true,"download":"pdf"}`)))
	check(t, room.profiles.Save(t.Context(), "silent", []byte(`{"output":"img"}`)))
	_, silent := room.open(session.Options{Profile: "silent", Lock: session.LockOn})
	for _, path := range []string{"/search?q=sample", "/search/counts?q=sample", "/pdf"} {
		if answer, text := room.get(silent + path); answer.StatusCode != 403 {
			t.Errorf("%s by what the profile default allows: %d %s", path, answer.StatusCode, text)
		}
	}
	_, base := room.open(session.Options{Profile: "pictures", Lock: session.LockOn})
	for _, path := range []string{"/search?q=ampl", "/search?q=ampl&word=false", "/search?q=sam*"} {
		if answer, text := room.get(base + path); answer.StatusCode != 200 || !strings.Contains(text, `"pages":[]`) {
			t.Errorf("%s: %d %s", path, answer.StatusCode, text)
		}
	}
}

// TestQueriesOfWithheldTextAreFew sends more different queries within a minute than the limit allows. Further queries
// are rejected with 429, and repeated queries are accepted.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestQueriesOfWithheldTextAreFew(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.profiles.Save(t.Context(), "pictures", []byte(`{"output":"img","search":true}`)))
	_, base := room.open(session.Options{Profile: "pictures", Lock: session.LockOn})
	for i := range 30 {
		if answer, text := room.get(fmt.Sprintf("%s/search?q=word%d", base, i)); answer.StatusCode != 200 {
			t.Fatalf("query %d: %d %s", i, answer.StatusCode, text)
		}
	}
	for path, want := range map[string]int{
		"/search?q=word7&after=1": 200, "/search?q=%20word7": 200, "/search/counts?q=word7": 200, "/search?q=word7&limit=1&boxes=false": 200,
		"/search?q=another": 429, "/search/counts?q=another": 429, "/search?q=word7&case=true": 429,
	} {
		answer, text := room.get(base + path)
		if wait, _ := strconv.Atoi(answer.Header.Get("Retry-After")); answer.StatusCode != want || want == 429 && (wait < 1 || wait > 60) {
			t.Errorf("%s: %d %s, Retry-After %d", path, answer.StatusCode, text, wait)
		}
	}
	_, other := room.open(session.Options{Profile: "pictures", Lock: session.LockOn})
	_, free := room.open(session.Options{Profile: "pictures", Lock: session.LockOff})
	for _, base := range []string{other, free} {
		if answer, text := room.get(base + "/search?q=another"); answer.StatusCode != 200 {
			t.Errorf("another session: %d %s", answer.StatusCode, text)
		}
	}
}

// TestLockedPageContainsNoText opens viewers of sessions that withhold text, with addresses whose overrides request
// the text. Only if the session locks its profile does the page have a notice that the overrides are ignored.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestLockedPageContainsNoText(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.profiles.Save(t.Context(), "pictures", []byte(`{"output":"img","frameAncestors":"'self'","openedPage":2}`)))
	overrides := parameter("profileOverrides", `{"output":"html","textSelection":true,"frameAncestors":"*","download":"original"}`)
	check(t, room.profiles.Save(t.Context(), "loose", []byte(`{"output":"html","frameAncestors":"*","download":"original","openedPage":1}`)))
	for _, test := range []struct {
		lock    session.Lock
		query   string
		notices int
	}{
		{session.LockOn, "", 0}, {session.LockOn, "&profile=loose", 1}, {session.LockOn, overrides, 1},
		{session.LockUnset, "", 0}, {session.LockUnset, "&profile=loose", 0}, {session.LockUnset, overrides, 0},
		{session.LockUnset, "&profile=default", 0},
	} {
		query := test.query
		address, base := room.open(session.Options{Profile: "pictures", Lock: test.lock})
		state, page, header := room.state(address + query)
		if state.Profile.Output != "img" || state.Profile.Download != "none" || state.Profile.TextSelection || !state.Withheld ||
			len(noticesOf(page)) != test.notices {
			t.Errorf("%+v: %+v, %q", test, state, noticesOf(page))
		}
		picture := regexp.MustCompile(`<article[^>]*><div class="face"><img src="([^"]+)" alt=""></div>`).FindStringSubmatch(page)
		if picture == nil || strings.Contains(page, "data-text") || strings.Contains(page, "</text>") ||
			!strings.HasSuffix(header.Get("Content-Security-Policy"), "frame-ancestors 'self' wails://wails") {
			t.Fatalf("%s: the page holds %.200s", query, page)
		}
		face := strings.ReplaceAll(picture[1], "&amp;", "&")
		if answer, _ := room.get(face); !strings.HasPrefix(face, base+"/page/") || answer.StatusCode != 200 ||
			answer.Header.Get("Content-Type") != "image/png" || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %s has status %d", query, picture[1], answer.StatusCode)
		}
	}
}

func TestDownloadsOfReaders(t *testing.T) {
	room := openTestViewer(t, "")
	_, base := room.open(session.Options{})
	for path, want := range map[string][2]string{"/pdf": {"application/pdf", "attachment; filename="}, "/original": {"application/pdf",
		"attachment; filename="}, "/text": {"text/plain; charset=utf-8", ""}, "/thumbnail?width=32": {"image/png", ""}} {
		answer, body := room.get(base + path)
		if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != want[0] ||
			!strings.HasPrefix(answer.Header.Get("Content-Disposition"), want[1]) || len(body) == 0 {
			t.Errorf("%s: %d %v", path, answer.StatusCode, answer.Header)
		}
	}
	request, err := http.NewRequest(http.MethodGet, room.server.URL+base+"/pdf", nil)
	check(t, err)
	request.Header.Set("Range", "bytes=0-3")
	answer, err := http.DefaultClient.Do(request)
	check(t, err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusPartialContent || answer.ContentLength != 4 {
		t.Errorf("a range of it: %d, %d bytes", answer.StatusCode, answer.ContentLength)
	}
	if answer, _ := room.get(base + "/thumbnail?width=wide"); answer.StatusCode != 422 {
		t.Errorf("a width that is none: %d", answer.StatusCode)
	}
}

// TestPreview checks that the overrides in the address of a preview replace stored settings, and that only pages of the
// server may embed it.
func TestPreview(t *testing.T) {
	room := openTestViewer(t, "/docs")
	check(t, room.profiles.Save(t.Context(), "default", []byte(`{"search":false,"watermark":"stored"}`)))
	check(t, room.themes.Save(t.Context(), "default", []byte(`{"buttonColor":"red"}`)))
	address, _ := room.open(session.Options{Preview: true, Reader: "Ada"})
	state, page, header := room.state(address + parameter("profileOverrides", `{"openedPage":2,"watermark":"for {name}"}`) +
		parameter("themeOverrides", `{"buttonColor":"blue"}`))
	if p := state.Profile; p.OpenedPage != 2 || !p.Search || p.Watermark != "for Ada" {
		t.Errorf("%+v", p)
	}
	if strings.Contains(page, ":root{--theme-") {
		t.Error("a theme is in force that the page around did not tell")
	}
	if !strings.Contains(page, `src="/docs/viewer/public/preview-`) {
		t.Error("nothing in the page listens")
	}
	if policy := header.Get("Content-Security-Policy"); !strings.HasSuffix(policy, "frame-ancestors 'self' wails://wails") {
		t.Errorf("policy is %q", policy)
	}
	for name, options := range map[string]session.Options{"a reader's": {}, "one that counts": {MaxViews: 2}} {
		address, _ := room.open(options)
		if _, page := room.get(address); strings.Contains(page, "preview-") {
			t.Errorf("%s page has the script of previews", name)
		}
	}
}
