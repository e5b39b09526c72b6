package viewer_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"testing"
)

// Text is sent compressed to clients that accept compression, and decompresses to the same text. Files are sent
// uncompressed.
func TestPacked(t *testing.T) {
	room := openTestViewer(t, "")
	view := "/viewer/view?sessionId=" + room.session.ID
	_, html := room.get(view)
	script := regexp.MustCompile(`/viewer/public/[^"]+\.js`).FindString(html)
	for _, test := range []struct {
		path   string
		packed bool
	}{
		{view, true},
		{script, true},
		{room.base() + "/page/1.svg", true},
		{room.base() + "/page/1.json", true},
		{room.base() + "/page/1.png", false},
		{room.base() + "/pdf", false},
	} {
		plain, wanted := room.getEncoded(test.path, "identity")
		answer, body := room.getEncoded(test.path, "gzip")
		if plain.StatusCode != http.StatusOK || answer.StatusCode != http.StatusOK || plain.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: %d, %d, %v", test.path, plain.StatusCode, answer.StatusCode, plain.Header)
		}
		if packed := answer.Header.Get("Content-Encoding") == "gzip"; packed != test.packed {
			t.Errorf("%s: packed is %t", test.path, packed)
		}
		if test.path != view && body != wanted { // the viewer page has a new nonce each time
			t.Errorf("%s: %d bytes, and %d unpacked", test.path, len(wanted), len(body))
		}
	}
}

// getEncoded requests an encoding and returns the decoded response.
func (r *testViewer) getEncoded(path, encoding string) (*http.Response, string) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, r.server.URL+path, nil)
	check(r.t, err)
	request.Header.Set("Accept-Encoding", encoding)
	answer, err := http.DefaultClient.Do(request)
	check(r.t, err)
	defer answer.Body.Close()
	var body io.Reader = answer.Body
	if answer.Header.Get("Content-Encoding") == "gzip" {
		body, err = gzip.NewReader(body)
		check(r.t, err)
	}
	text, err := io.ReadAll(body)
	check(r.t, err)
	return answer, string(text)
}
