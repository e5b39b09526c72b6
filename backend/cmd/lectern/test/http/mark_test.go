package http_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/build"
)

var iconLink = regexp.MustCompile(`<link rel="icon" href="([^"]*)"`)

// All pages of the server have the same icon, which is Lectern's logo. The viewer, its error pages, the demo and the
// documentation show the icon next to the name as well.
func TestPagesShowOneMark(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	viewer := s.View(s.Upload("marked.txt.rtf", []byte(`{\rtf1 Hello}`)).ID)
	for path, times := range map[string]int{
		"/": 1, "/viewer/view?session=none": 2, viewer: 2, "/demo": 2, "/docs": 2, "/docs/guide": 2, "/docs/changes": 2,
	} {
		page := getPage(t, s, path)
		link := iconLink.FindStringSubmatch(page)
		if link == nil {
			t.Errorf("%s has no icon", path)
			continue
		}
		address := html.UnescapeString(link[1])
		if got := picture(t, s, address); got != build.Mark {
			t.Errorf("the icon of %s is %.80q", path, got)
		}
		if shown := strings.Count(page, link[1]) + strings.Count(page, build.Mark); shown != times {
			t.Errorf("%s contains the mark %d times, not %d", path, shown, times)
		}
	}
}

// getPage returns the page at an address, whatever its status is.
func getPage(t *testing.T, s *lecterntest.Server, path string) string {
	t.Helper()
	if !strings.HasPrefix(path, "http") {
		path = s.URL + path
	}
	_, text := s.Call(http.MethodGet, path, http.Header{"Authorization": nil}, nil)
	return string(text)
}

// picture returns the content of an icon: of a data URL, or of a file next to the page.
func picture(t *testing.T, s *lecterntest.Server, address string) string {
	t.Helper()
	encoded, inline := strings.CutPrefix(address, "data:image/svg+xml,")
	if !inline {
		return getPage(t, s, "/"+strings.TrimPrefix(address, "./"))
	}
	content, err := url.PathUnescape(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
