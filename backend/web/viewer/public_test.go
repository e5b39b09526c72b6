package viewer_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"lectern/backend/session"
)

// getPublic requests a public file and returns the response without decoding it.
func (r *testViewer) getPublic(name string, header http.Header) (*http.Response, string) {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodGet, r.server.URL+"/viewer/public/"+name, nil)
	check(r.t, err)
	request.Header = header
	answer, err := http.DefaultTransport.RoundTrip(request)
	check(r.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(r.t, err)
	return answer, string(text)
}

func TestPublicFilesAreForPagesOfAnyOrigin(t *testing.T) {
	room := openTestViewer(t, "")
	for name, mediaType := range map[string]string{"embed.js": "text/javascript", "embed-frames.js": "text/javascript",
		"embed.d.ts": "text/plain"} {
		answer, text := room.getPublic(name, http.Header{"Accept-Encoding": {"identity"}})
		if answer.StatusCode != http.StatusOK || (name != "embed-frames.js") != strings.Contains(text, "SvcViewEmbed") {
			t.Errorf("%s: %d %.200s", name, answer.StatusCode, text)
		}
		for header, want := range map[string]string{
			"Content-Type": mediaType, "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
			"X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding", "Cache-Control": "max-age=300",
		} {
			if got := answer.Header.Get(header); !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, want %q in it", name, header, got, want)
			}
		}
	}
}

func TestPublicFilesAreNotSentTwice(t *testing.T) {
	room := openTestViewer(t, "")
	for _, encoding := range []string{"identity", "gzip"} {
		first, text := room.getPublic("embed.js", http.Header{"Accept-Encoding": {encoding}})
		if got := first.Header.Get("Content-Encoding"); (got == "gzip") != (encoding == "gzip") || text == "" {
			t.Errorf("asked for %s, it is %q", encoding, got)
		}
		again, text := room.getPublic("embed.js", http.Header{"Accept-Encoding": {encoding}, "If-None-Match": {first.Header.Get("ETag")}})
		if again.StatusCode != http.StatusNotModified || text != "" {
			t.Errorf("%s again: %d with %d bytes", encoding, again.StatusCode, len(text))
		}
	}
}

// The compressed size of embed.js, which web pages load, is at most 4 KB. The compressed size of embed-frames.js, which
// embed.js imports for frames, is at most 8 KB. Both decompress to the uncompressed response.
func TestEmbedIsSmall(t *testing.T) {
	room := openTestViewer(t, "")
	for name, limit := range map[string]int{"embed.js": 4 << 10, "embed-frames.js": 8 << 10} {
		_, plain := room.getPublic(name, http.Header{"Accept-Encoding": {"identity"}})
		_, packed := room.getPublic(name, http.Header{"Accept-Encoding": {"gzip"}})
		r, err := gzip.NewReader(strings.NewReader(packed))
		check(t, err)
		unpacked, err := io.ReadAll(r)
		check(t, err)
		if string(unpacked) != plain || plain == "" {
			t.Errorf("%s: of %d bytes %d were packed", name, len(plain), len(unpacked))
		}
		if len(packed) > limit {
			t.Errorf("%s has %d bytes, packed; at most %d are allowed", name, len(packed), limit)
		}
	}
}

// Browsers may cache the script for frames permanently if embed.js requests it with its version. A page with an
// embed.js of another version, for example during an update, gets the current script without permanent caching.
func TestTheScriptForFramesIsKeptByItsVersion(t *testing.T) {
	room := openTestViewer(t, "")
	_, loader := room.getPublic("embed.js", http.Header{"Accept-Encoding": {"identity"}})
	version := regexp.MustCompile(`embed-frames\.js.{0,20}\?v=([0-9a-f]{16})`).FindStringSubmatch(loader)
	if version == nil {
		t.Fatal("embed.js names no version of embed-frames.js")
	}
	for query, kept := range map[string]bool{"?v=" + version[1]: true, "?v=0123456789abcdef": false, "": false} {
		answer, text := room.getPublic("embed-frames.js"+query, http.Header{})
		if got := strings.Contains(answer.Header.Get("Cache-Control"), "immutable"); got != kept ||
			answer.StatusCode != http.StatusOK || text == "" {
			t.Errorf("%q: %d, %q", query, answer.StatusCode, answer.Header.Get("Cache-Control"))
		}
	}
}

// TestFontOfTheInterface checks that the viewer page preloads the font of the interface, except when the theme uses
// another font. The link is in the body, because in the head it would delay the first paint.
func TestFontOfTheInterface(t *testing.T) {
	room := openTestViewer(t, "/documents")
	address, _ := room.open(session.Options{})
	_, page := room.get(address)
	pattern := regexp.MustCompile(`<body[^>]*>\n<link rel="preload" as="font" type="font/woff2" ` +
		`href="/documents(/viewer/public/[^"]+)" crossorigin>`)
	link := pattern.FindStringSubmatch(page)
	if link == nil {
		t.Fatal("the page does not preload the font")
	}
	if face := `url(public/` + strings.TrimPrefix(link[1], "/viewer/public/") + `)`; !strings.Contains(page, face) {
		t.Errorf("the style sheet lacks %s", face)
	}
	answer, font := room.get(link[1])
	header := answer.Header
	if answer.StatusCode != http.StatusOK || header.Get("Content-Type") != "font/woff2" || !strings.HasPrefix(font, "wOF2") ||
		!strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("%d, %v", answer.StatusCode, header)
	}
	_, page = room.get(address + parameter("themeOverrides", `{"interfaceFontFamily":"Georgia, serif"}`))
	if strings.Contains(page, "preload") {
		t.Error("a page in a theme's font preloads Lectern's")
	}
}

func TestDemoLoadsOnlyOwnFiles(t *testing.T) {
	room := openTestViewer(t, "/documents")
	answer, page := room.get("/demo")
	policy := answer.Header.Get("Content-Security-Policy")
	if answer.StatusCode != http.StatusOK || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("%d, %q", answer.StatusCode, policy)
	}
	assets := regexp.MustCompile(`(?:src|href)="/documents(/viewer/public/(?:demo|fonts|inter)-[^"]+)"`)
	for _, asset := range assets.FindAllStringSubmatch(page, -1) {
		if answer, _ := room.get(asset[1]); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", asset[1], answer.StatusCode)
		}
	}
	if regexp.MustCompile(`(?:src|href)="(?:https?:)?//`).MatchString(page) {
		t.Error("the page names an address elsewhere")
	}
}

func TestPageOfAnEndedSessionNotifiesItsHost(t *testing.T) {
	room := openTestViewer(t, "")
	for address, expired := range map[string]bool{"/viewer/view?sessionId=unknown": false, "/viewer/view?sessionId=" + room.session.ID: true} {
		room.setClock(room.session.ExpiresAt)
		if _, page := room.get(address); !strings.Contains(page, `tell("hello")`) || strings.Contains(page, `tell("expired")`) != expired {
			t.Errorf("%s: %s", address, page)
		}
	}
}
