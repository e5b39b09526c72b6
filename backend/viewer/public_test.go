package viewer_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// askPublic asks for a file as it stands, packed where encoding says so.
func (r *readingRoom) askPublic(name string, header http.Header) (*http.Response, string) {
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
	room := openReadingRoom(t, "")
	for name, mediaType := range map[string]string{"embed.js": "text/javascript", "embed.d.ts": "text/plain"} {
		answer, text := room.askPublic(name, http.Header{"Accept-Encoding": {"identity"}})
		if answer.StatusCode != http.StatusOK || !strings.Contains(text, "SvcViewEmbed") {
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
	room := openReadingRoom(t, "")
	for _, encoding := range []string{"identity", "gzip"} {
		first, text := room.askPublic("embed.js", http.Header{"Accept-Encoding": {encoding}})
		if got := first.Header.Get("Content-Encoding"); (got == "gzip") != (encoding == "gzip") || text == "" {
			t.Errorf("asked for %s, it is %q", encoding, got)
		}
		again, text := room.askPublic("embed.js", http.Header{"Accept-Encoding": {encoding}, "If-None-Match": {first.Header.Get("ETag")}})
		if again.StatusCode != http.StatusNotModified || text != "" {
			t.Errorf("%s again: %d with %d bytes", encoding, again.StatusCode, len(text))
		}
	}
}

// The script is at most 6 KB, packed, and unpacks to what is sent plain.
func TestEmbedIsSmall(t *testing.T) {
	room := openReadingRoom(t, "")
	_, plain := room.askPublic("embed.js", http.Header{"Accept-Encoding": {"identity"}})
	_, packed := room.askPublic("embed.js", http.Header{"Accept-Encoding": {"gzip"}})
	r, err := gzip.NewReader(strings.NewReader(packed))
	check(t, err)
	unpacked, err := io.ReadAll(r)
	check(t, err)
	if string(unpacked) != plain {
		t.Errorf("of %d bytes %d were packed", len(plain), len(unpacked))
	}
	if len(packed) > 6<<10 {
		t.Errorf("embed.js has %d bytes, packed", len(packed))
	}
}

func TestDemoLoadsNothingFromElsewhere(t *testing.T) {
	room := openReadingRoom(t, "/documents")
	answer, page := room.get("/demo")
	policy := answer.Header.Get("Content-Security-Policy")
	if answer.StatusCode != http.StatusOK || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("%d, %q", answer.StatusCode, policy)
	}
	for _, asset := range regexp.MustCompile(`(?:src|href)="/documents(/viewer/public/demo-[^"]+)"`).FindAllStringSubmatch(page, -1) {
		if answer, _ := room.get(asset[1]); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", asset[1], answer.StatusCode)
		}
	}
	if regexp.MustCompile(`(?:src|href)="(?:https?:)?//`).MatchString(page) {
		t.Error("the page names an address elsewhere")
	}
}

func TestPageOfAnEndedSessionTellsItsHost(t *testing.T) {
	room := openReadingRoom(t, "")
	for address, expired := range map[string]bool{"/viewer/view?sessionId=unknown": false, "/viewer/view?sessionId=" + room.session.ID: true} {
		room.setClock(room.session.ExpiresAt)
		if _, page := room.get(address); !strings.Contains(page, `tell("hello")`) || strings.Contains(page, `tell("expired")`) != expired {
			t.Errorf("%s: %s", address, page)
		}
	}
}
