package profile_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/internal/fault"
	"lectern/backend/profile"
	"lectern/backend/property"
	"lectern/backend/store"
)

// library opens a service with stored profiles. The argument profiles maps the name of each profile to its values in
// JSON.
func library(t *testing.T, profiles map[string]string) *profile.Service {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "lectern.db"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	service := profile.New(db.ViewerSettings, nil)
	for name, text := range profiles {
		if err := service.Save(t.Context(), name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return service
}

func TestTheBuiltInProfile(t *testing.T) {
	got, notices, err := library(t, nil).Resolve(t.Context(), profile.Request{})
	want := profile.Profile{OpenedPage: 1, Output: "html", ThumbnailsShown: true, InitialLayout: "normal", Print: true,
		Download: "pdf", TextSelection: true, Search: true, FrameAncestors: "*"}
	if err != nil || got != want || len(notices) > 0 {
		t.Errorf("%+v, %q, %v", got, notices, err)
	}
}

func TestOverridesWinOverTheNamedOverTheStandard(t *testing.T) {
	s := library(t, map[string]string{
		"default": `{"openedPage":2,"print":false,"initialLayout":"twoPages"}`,
		"bound":   `{"openedPage":3,"search":false}`,
		"named":   `{"openedPage":4}`,
	})
	for name, test := range map[string]struct {
		request profile.Request
		page    int
		search  bool
		notices int
	}{
		"nothing asked":        {profile.Request{}, 2, true, 0},
		"the session's":        {profile.Request{Bound: "bound"}, 3, false, 0},
		"the address's":        {profile.Request{Bound: "bound", Named: "named"}, 4, true, 0},
		"an override":          {profile.Request{Bound: "bound", Named: "named", Overrides: `{"openedPage":5}`}, 5, true, 0},
		"an unknown name":      {profile.Request{Bound: "bound", Named: "nobody"}, 2, true, 1},
		"a session's unknown":  {profile.Request{Bound: "nobody"}, 2, true, 1},
		"the standard by name": {profile.Request{Bound: "bound", Named: "default"}, 2, true, 0},
		"a wrong override":     {profile.Request{Overrides: `{"openedPage":0,"search":false}`}, 2, false, 1},
		"no JSON":              {profile.Request{Overrides: `{"openedPage":5`}, 2, true, 1},
	} {
		got, notices, err := s.Resolve(t.Context(), test.request)
		if err != nil || got.OpenedPage != test.page || got.Search != test.search || got.Print || got.InitialLayout != "twoPages" ||
			len(notices) != test.notices {
			t.Errorf("%s: %+v, %q, %v", name, got, notices, err)
		}
	}
}

// TestALockedProfileIsNotLoosened passes overrides in the address that request everything that the locked profile
// forbids.
func TestALockedProfileIsNotLoosened(t *testing.T) {
	const owner = `{"print":false,"download":"none","textSelection":false,"search":false,"watermark":"Draft","frameAncestors":"'self'",` +
		`"output":"img","homeURL":"https://example.com/","openedPage":2}`
	const loose = `{"print":true,"download":"original","textSelection":true,"search":true,"watermark":"","frameAncestors":"*",` +
		`"output":"html","homeURL":"","openedPage":3,"initialLayout":"poster"}`
	s := library(t, map[string]string{"tight": owner, "loose": loose})
	want := profile.Profile{HomeURL: "https://example.com/", OpenedPage: 3, Output: "img", ThumbnailsShown: true, InitialLayout: "poster",
		Download: "none", Watermark: "Draft", FrameAncestors: "'self'", TextWithheld: true}
	for name, request := range map[string]profile.Request{
		"by a profile":    {Named: "loose"},
		"by an override":  {Overrides: loose},
		"by text as well": {Overrides: strings.NewReplacer("true", `"true"`).Replace(loose)},
		"by both":         {Named: "loose", Overrides: loose},
	} {
		request.Bound, request.Enforcement = "tight", profile.Locked
		got, notices, err := s.Resolve(t.Context(), request)
		if err != nil || got != want || len(notices) != 1 || !strings.Contains(notices[0].String(), "download") ||
			strings.Contains(notices[0].String(), "openedPage") {
			t.Errorf("%s: %+v, %q, %v", name, got, notices, err)
		}
	}
	got, notices, err := s.Resolve(t.Context(), profile.Request{Bound: "tight", Enforcement: profile.Locked, Overrides: `{"print":false}`})
	if err != nil || got.Print || len(notices) != 0 {
		t.Errorf("asked for what is: %+v, %q, %v", got, notices, err)
	}
}

// TestDeletedEnforcedProfile checks sessions whose profile was deleted. What the profile forbade is not known, so
// all permissions are denied.
func TestDeletedEnforcedProfile(t *testing.T) {
	s := library(t, map[string]string{"default": `{"download":"original","openedPage":2}`})
	for _, e := range []profile.Enforcement{profile.Enforced, profile.Locked} {
		request := profile.Request{Bound: "deleted", Enforcement: e, Named: "default", Overrides: `{"print":true}`}
		got, notices, err := s.Resolve(t.Context(), request)
		if err != nil || len(notices) < 1 || got.Print || got.Search || got.Text() || got.PDF() || got.Original() ||
			got.FrameAncestors != "'self'" || got.OpenedPage != 2 {
			t.Errorf("%d: %+v, %q, %v", e, got, notices, err)
		}
	}
}

// A session that is locked without a profile uses the default profile.
func TestALockWithoutAProfile(t *testing.T) {
	s := library(t, map[string]string{"default": `{"download":"none"}`, "loose": `{"download":"original"}`})
	got, _, err := s.Resolve(t.Context(), profile.Request{Enforcement: profile.Locked, Named: "loose"})
	if err != nil || got.PDF() {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTheAddressOnlyTightens requests values of every property in the address of a session that enforces its profile.
// The presentation follows the address. Permissions follow it only if they get tighter. The reader is not notified of
// ignored values.
func TestTheAddressOnlyTightens(t *testing.T) {
	const middle = `{"print":true,"download":"pdf","textSelection":true,"search":true,"frameAncestors":"https://a.example https://b.example"}`
	const tight = `{"print":false,"download":"none","textSelection":false,"search":false,"watermark":"Draft","frameAncestors":"'self'"}`
	s := library(t, map[string]string{"middle": middle, "tight": tight, "any": `{}`,
		"overview": `{"output":"thumbnails","textSelection":false}`})
	for _, test := range []struct{ bound, asked, want string }{
		{"middle", `{"print":false}`, `{"print":false}`},
		{"tight", `{"print":true}`, `{"print":false}`},
		{"middle", `{"download":"none"}`, `{"download":"none"}`},
		{"middle", `{"download":"original"}`, `{"download":"pdf"}`},
		{"tight", `{"download":"pdf"}`, `{"download":"none"}`},
		{"any", `{"download":"original"}`, `{"download":"pdf"}`},
		{"middle", `{"textSelection":false}`, `{"textSelection":false,"download":"pdf","output":"html"}`},
		{"any", `{"textSelection":"false"}`, `{"textSelection":false,"download":"none","output":"html"}`},
		{"tight", `{"textSelection":true}`, `{"textSelection":false,"output":"img"}`},
		{"middle", `{"search":false}`, `{"search":false}`},
		{"tight", `{"search":true}`, `{"search":false}`},
		{"middle", `{"watermark":"Copy"}`, `{"watermark":"Copy"}`},
		{"tight", `{"watermark":""}`, `{"watermark":"Draft"}`},
		{"tight", `{"watermark":"Copy"}`, `{"watermark":"Draft"}`},
		{"middle", `{"frameAncestors":"https://b.example"}`, `{"frameAncestors":"https://b.example"}`},
		{"middle", `{"frameAncestors":"'none'"}`, `{"frameAncestors":"'none'"}`},
		{"middle", `{"frameAncestors":"https://b.example https://c.example"}`, `{"frameAncestors":"https://a.example https://b.example"}`},
		{"middle", `{"frameAncestors":"*"}`, `{"frameAncestors":"https://a.example https://b.example"}`},
		{"any", `{"frameAncestors":"'self' https://c.example"}`, `{"frameAncestors":"'self' https://c.example"}`},
		{"middle", `{"output":"text"}`, `{"output":"text","textSelection":true}`},
		{"middle", `{"output":"img"}`, `{"output":"img","textSelection":false}`},
		{"tight", `{"output":"html"}`, `{"output":"img"}`},
		{"tight", `{"output":"text"}`, `{"output":"img"}`},
		{"tight", `{"output":"thumbnails"}`, `{"output":"thumbnails","textSelection":false}`},
		{"overview", `{"output":"html"}`, `{"output":"thumbnails","textSelection":false,"download":"none"}`},
		{"overview", `{"output":"img"}`, `{"output":"img","textSelection":false}`},
		{"tight", `{"homeURL":"https://example.com/","openedPage":3,"initialLayout":"poster","thumbnailsShown":false,"ribbon":false}`,
			`{"homeURL":"https://example.com/","openedPage":3,"initialLayout":"poster","thumbnailsShown":false,"ribbon":false}`},
		{"tight", `{"ribbon":true}`, `{"ribbon":true,"initialLayout":"horizontal"}`},
	} {
		if err := s.Save(t.Context(), "asked", []byte(strings.ReplaceAll(test.asked, `"false"`, `false`))); err != nil {
			t.Fatal(err)
		}
		for _, request := range []profile.Request{{Overrides: test.asked}, {Named: "asked"}} {
			request.Bound, request.Enforcement = test.bound, profile.Enforced
			got, notices, err := s.Resolve(t.Context(), request)
			if err != nil || len(notices) > 0 || !includes(t, got, test.want) {
				t.Errorf("%s, asked for %+v: %+v, %q, %v", test.bound, request, got, notices, err)
			}
		}
	}
}

// includes reports whether a profile has all values of a JSON object.
func includes(t *testing.T, p profile.Profile, want string) bool {
	t.Helper()
	text, err := json.Marshal(p)
	var values, wanted map[string]any
	if err := errors.Join(err, json.Unmarshal(text, &values), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatal(err)
	}
	for name, value := range wanted {
		if values[name] != value {
			return false
		}
	}
	return true
}

// TestEveryPropertyHasItsPlace checks that each property is a permission or presentation as documented. A new property
// must be added to one of the two lists, so that it is not enforced, or left open, by accident.
func TestEveryPropertyHasItsPlace(t *testing.T) {
	permissions := []string{"output", "print", "download", "textSelection", "search", "watermark", "frameAncestors"}
	presentation := []string{"homeURL", "openedPage", "output", "thumbnailsShown", "ribbon", "initialLayout"}
	for _, p := range profile.List().Properties {
		if is := slices.Contains(permissions, p.Name); p.Permission() != is || !is && !slices.Contains(presentation, p.Name) {
			t.Errorf("%s is a permission: %v", p.Name, p.Permission())
		}
	}
}

// TestTheAddressNamesAnotherPresentation names a profile in the address of a session that enforces its own profile. The
// named profile replaces the presentation. If the session is locked, the named profile replaces only the properties
// that it sets itself. The named profile can also be the profile named default.
func TestTheAddressNamesAnotherPresentation(t *testing.T) {
	s := library(t, map[string]string{
		"default": `{"openedPage":2,"homeURL":"https://default.example/"}`,
		"bound":   `{"openedPage":3,"initialLayout":"poster","output":"text","homeURL":"https://bound.example/","download":"none"}`,
		"other":   `{"initialLayout":"twoPages","download":"original"}`,
		"images":  `{"output":"img"}`,
	})
	for _, test := range []struct {
		bound, named string
		enforcement  profile.Enforcement
		want         string
	}{
		{"bound", "", profile.Enforced,
			`{"openedPage":3,"initialLayout":"poster","output":"text","homeURL":"https://bound.example/","download":"none"}`},
		{"bound", "default", profile.Enforced,
			`{"openedPage":2,"initialLayout":"normal","output":"html","homeURL":"https://default.example/","download":"none"}`},
		{"bound", "other", profile.Enforced,
			`{"openedPage":2,"initialLayout":"twoPages","output":"html","homeURL":"https://default.example/","download":"none"}`},
		{"bound", "bound", profile.Enforced, `{"openedPage":3,"initialLayout":"poster","output":"text","download":"none"}`},
		{"bound", "nobody", profile.Enforced, `{"openedPage":3,"initialLayout":"poster","output":"text","download":"none"}`},
		{"images", "default", profile.Enforced, `{"output":"img","textSelection":false,"download":"none","search":false}`},
		{"bound", "other", profile.Locked,
			`{"openedPage":3,"initialLayout":"twoPages","output":"text","homeURL":"https://bound.example/","download":"none"}`},
	} {
		got, _, err := s.Resolve(t.Context(), profile.Request{Bound: test.bound, Named: test.named, Enforcement: test.enforcement})
		if err != nil || !includes(t, got, test.want) || got.ThumbnailsRequested {
			t.Errorf("%+v: %+v, %v", test, got, err)
		}
	}
}

func TestImpliedPermissions(t *testing.T) {
	s := library(t, nil)
	for overrides, right := range map[string]func(profile.Profile) bool{
		`{"ribbon":true}`:                        func(p profile.Profile) bool { return p.InitialLayout == "horizontal" },
		`{"output":"img"}`:                       func(p profile.Profile) bool { return !p.PDF() && !p.Text() && !p.TextSelection },
		`{"output":"img","download":"original"}`: func(p profile.Profile) bool { return p.PDF() && p.Original() && !p.Text() },
		`{"download":"pdf"}`:                     func(p profile.Profile) bool { return p.PDF() && !p.Original() },
		`{"textSelection":false}`:                func(p profile.Profile) bool { return !p.Text() && !p.PDF() && p.Output == "html" },
		`{"watermark":"{date} {session} {name} {name}"}`: func(p profile.Profile) bool {
			p.FillWatermark(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), "abcdefghijkl", "Ada")
			return p.Watermark == "2026-01-02 abcdefgh Ada Ada"
		},
	} {
		if got, _, err := s.Resolve(t.Context(), profile.Request{Overrides: overrides}); err != nil || !right(got) {
			t.Errorf("%s: %+v, %v", overrides, got, err)
		}
	}
}

// SVG pages contain their text as letters. A locked profile that forbids text therefore allows pages as images only.
func TestLockedTextRequiresImages(t *testing.T) {
	s := library(t, map[string]string{"mute": `{"textSelection":false}`, "overview": `{"textSelection":false,"output":"thumbnails"}`})
	for name, want := range map[string]string{"mute": "img", "overview": "thumbnails"} {
		request := profile.Request{Bound: name, Enforcement: profile.Locked, Overrides: `{"output":"html","download":"pdf"}`}
		got, notices, err := s.Resolve(t.Context(), request)
		if err != nil || got.Output != want || got.Text() || got.PDF() || len(notices) != 1 || !strings.Contains(notices[0].String(),
			"output, download.") {
			t.Errorf("%s: %+v, %q, %v", name, got, notices, err)
		}
	}
}

// TestALockOnTextInheritsNoSearch checks that a locked profile that withholds text allows search and PDF downloads only
// if its own values allow them. It does not inherit them from the profile named default.
//
// SECURITY.md, promise 49 (enforced profiles)
func TestALockOnTextInheritsNoSearch(t *testing.T) {
	for _, test := range []struct {
		standard, bound, named string
		search, pdf            bool
	}{
		{`{"search":true,"download":"pdf"}`, "pictures", `{"output":"img"}`, false, false},
		{`{"search":true,"download":"pdf"}`, "pictures", `{"textSelection":false}`, false, false},
		{`{"search":true,"download":"pdf"}`, "pictures", `{"output":"img","search":true}`, true, false},
		{`{"search":true,"download":"pdf"}`, "pictures", `{"output":"img","download":"pdf"}`, false, true},
		{`{"search":true,"download":"pdf"}`, "pictures", `{"openedPage":2}`, true, true},
		{`{"search":true,"download":"pdf","output":"img"}`, "pictures", `{"openedPage":2}`, false, false},
		{`{"search":true,"download":"pdf","output":"img"}`, "default", `{}`, true, true},
		{`{"search":true,"download":"pdf","output":"img"}`, "", `{}`, true, true},
		{`{"output":"img"}`, "", `{}`, false, false},
	} {
		s := library(t, map[string]string{"default": test.standard, "pictures": test.named})
		got, _, err := s.Resolve(t.Context(), profile.Request{Bound: test.bound, Enforcement: profile.Locked})
		if err != nil || got.Search != test.search || got.PDF() != test.pdf {
			t.Errorf("default %s, bound to %q %s: %+v, %v", test.standard, test.bound, test.named, got, err)
		}
	}
}

func TestPagesThatAreShownAsPictures(t *testing.T) {
	s := library(t, nil)
	for overrides, want := range map[string]bool{
		`{}`: false, `{"textSelection":false}`: false, `{"output":"img"}`: true, `{"output":"text"}`: false,
		`{"output":"thumbnails"}`: false, `{"output":"thumbnails","textSelection":false}`: true,
	} {
		got, _, err := s.Resolve(t.Context(), profile.Request{Overrides: overrides})
		if err != nil || got.Pictures() != want {
			t.Errorf("%s: %t, %v", overrides, got.Pictures(), err)
		}
	}
}

func TestNamesOfProfiles(t *testing.T) {
	s := library(t, nil)
	for name, good := range map[string]bool{
		"a": true, "Acme_2-b.c": true, strings.Repeat("a", 100): true, ".a": true,
		"": false, strings.Repeat("a", 101): false, ".": false, "..": false, "a/b": false, "a b": false, "ä": false, "a\x00": false,
	} {
		if err := s.Save(t.Context(), name, []byte(`{}`)); (err == nil) != good || (err != nil && !fault.Is(err, fault.Invalid)) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestTheStandardProfileIsAlwaysThere(t *testing.T) {
	ctx, s := t.Context(), library(t, nil)
	page := func() any {
		set, err := s.Find(ctx, property.Standard)
		if err != nil {
			t.Fatal(err)
		}
		return set.Values["openedPage"]
	}
	if page() != 1 {
		t.Errorf("at first: %v", page())
	}
	if err := s.Save(ctx, property.Standard, []byte(`{"openedPage":7}`)); err != nil || page() != 7 {
		t.Errorf("replaced: %v, %v", page(), err)
	}
	for range 2 {
		if err := s.Delete(ctx, property.Standard); err != nil || page() != 1 {
			t.Errorf("deleted: %v, %v", page(), err)
		}
	}
	if err := s.Delete(ctx, "nobody"); !fault.Is(err, fault.NotFound) {
		t.Errorf("what is not there is deleted: %v", err)
	}
	for name, want := range map[string]bool{property.Standard: true, "nobody": false} {
		if there, err := s.Exists(ctx, name); err != nil || there != want {
			t.Errorf("%s exists: %v, %v", name, there, err)
		}
	}
	if all, next, err := s.Page(t.Context(), "", 1); err != nil || next != "" || len(all) != 1 || all[0].Name != property.Standard {
		t.Errorf("%+v, %v", all, err)
	}
}
