package watch

import (
	"strings"
	"testing"

	"lectern/backend/internal/fault"
)

func TestPatterns(t *testing.T) {
	settings := DefaultSettings()
	settings.Exclude = append(settings.Exclude, "drafts", "**/old/*.pdf", "2024/**/scan?.pdf")
	m := newMatcher(&settings)
	for name, want := range map[string]string{
		"a.pdf":                     "taken",
		"A.PDF":                     "taken",
		"sub/deep/Letter.DocX":      "taken",
		"line\nbreak.pdf":           "taken",
		"\xff\xfe.pdf":              "taken",
		"~$Letter.docx":             "excluded",
		".~lock.Letter.odt#":        "excluded",
		".hidden.pdf":               "excluded",
		".git/a.pdf":                "excluded",
		"a.pdf.part":                "excluded",
		"a.pdf.crdownload":          "excluded",
		"~WRD0001.tmp":              "excluded",
		"drafts/a.pdf":              "excluded",
		"sub/Drafts/deep/a.pdf":     "excluded",
		"sub/old/a.pdf":             "excluded",
		"old/a.pdf":                 "excluded",
		"old/deep/a.pdf":            "taken",
		"2024/05/x/scan1.pdf":       "excluded",
		"2024/scan1.pdf":            "excluded",
		"2025/scan1.pdf":            "taken",
		".lectern-7":                "excluded",
		"sub/.lectern-7.part/a.pdf": "excluded",
		"photo.jpg":                 "other",
		"README":                    "other",
		"pdf":                       "other",
	} {
		got := "other"
		switch {
		case m.excludes(name):
			got = "excluded"
		case m.includes(name):
			got = "taken"
		}
		if got != want {
			t.Errorf("%q is %s, want %s", name, got, want)
		}
	}
}

// TestPatternsAreQuick matches malicious names and patterns. With exponential running time the test would not end.
func TestPatternsAreQuick(t *testing.T) {
	hostile := Settings{Include: []string{strings.Repeat("*a", 90) + "b"}, Exclude: []string{"**/" + strings.Repeat("*a", 40) + "/**/x"}}
	m := newMatcher(&hostile)
	m.excludes(strings.Repeat("aaaaaaaa/", 400))
	m.includes(strings.Repeat("a", 4000))
}

func TestWrongPatterns(t *testing.T) {
	for _, pattern := range []string{"[", "", "/", "**/**/**/a", strings.Repeat("x", 201)} {
		s := DefaultSettings()
		s.Exclude = []string{pattern}
		if err := s.normalize(); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", pattern, err)
		}
	}
}
