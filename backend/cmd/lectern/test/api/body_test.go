package api_test

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestInvalidBodiesHaveTheSameErrors sends the same kinds of invalid bodies to every operation that accepts a body. All
// operations must return the same errors.
func TestInvalidBodiesHaveTheSameErrors(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	p := &prober{Server: s, t: t, described: s.Description(), receiver: lecterntest.NewReceiver(t, nil), codes: documentedCodes(t)}
	p.document = s.PostWithWebhook("a.pdf", lecterntest.Sample(t, "sample.pdf"), p.receiver.Server.URL)
	s.Wait(p.document)
	p.receiver.AwaitEvent(p.document, "document.ready")
	operations := s.Operations()
	for _, name := range slices.Sorted(maps.Keys(operations)) {
		operation := operations[name]
		if operation.RequestBody == nil {
			continue
		}
		sound := p.validRequest(name, operation)
		_, isFile := operation.RequestBody.Content["application/octet-stream"]
		for _, test := range refusedBodies(t, sound, operation.RequestBody.Required && !isFile) {
			status, text := p.send(sound, test.kind, test.coding, test.body)
			refused := lecterntest.DecodeProblem(t, text)
			if status != test.status || refused.Code != test.code || !strings.Contains(refused.Message, test.words) {
				t.Errorf("%s, %s: %d %s", name, test.what, status, text)
			}
		}
	}
}

// refusedBody is an invalid body, and the error that every operation must return for it.
type refusedBody struct {
	what, kind, coding, body string
	status                   int
	code, words              string
}

// refusedBodies returns invalid bodies for an operation. The argument sound is a valid request of this operation. If
// needsObject is true, the bodies include JSON that is not an object.
func refusedBodies(t *testing.T, sound request, needsObject bool) []refusedBody {
	kind := sound.header.Get("Content-Type")
	zipped, deflated, bare := string(lecterntest.Encode(t, "gzip", []byte(sound.body))),
		string(lecterntest.Encode(t, "deflate", []byte(sound.body))),
		string(lecterntest.Encode(t, "raw", []byte(sound.body)))
	const trailing, malformed, unknown = "more bytes follow", "malformed-body", "unsupported-encoding"
	bodies := []refusedBody{
		{"gzip with a byte behind it", kind, "gzip", zipped + "x", 400, malformed, trailing},
		{"gzip with a text behind it", kind, "gzip", zipped + "a text that is longer than a head of gzip", 400, malformed, trailing},
		{"deflate with a byte behind it", kind, "deflate", deflated + "x", 400, malformed, trailing},
		{"bare deflate with a byte behind it", kind, "deflate", bare + "x", 400, malformed, trailing},
		{"no gzip", kind, "gzip", "a text", 400, malformed, "not valid gzip"},
		{"an unknown coding", kind, "br", sound.body, 415, unknown, "gzip or deflate"},
		{"two codings", kind, "gzip, gzip", zipped, 415, unknown, "Encode it once"},
	}
	if !needsObject {
		return bodies
	}
	const nothing = "The request has no body, or null"
	return append(bodies,
		refusedBody{"no body", "", "", "", 400, malformed, nothing},
		refusedBody{"no body of JSON", "application/json", "", "", 400, malformed, nothing},
		refusedBody{"an empty form", "application/x-www-form-urlencoded", "", "", 400, malformed, nothing},
		refusedBody{"null", "", "", " null\n", 400, malformed, nothing},
		refusedBody{"null of JSON", "application/json", "", "null", 400, malformed, nothing},
		refusedBody{"null of a kind of JSON", "application/merge-patch+json", "", "null", 400, malformed, nothing},
		refusedBody{"null of text", "text/plain", "", "null", 400, malformed, nothing},
		refusedBody{"encoded null", "application/json", "gzip", string(lecterntest.Encode(t, "gzip", []byte("null"))), 400, malformed, nothing},
		refusedBody{"encoded nothing", "text/plain", "gzip", string(lecterntest.Encode(t, "gzip", nil)), 400, malformed, nothing},
		refusedBody{"an object of text", "text/plain", "", "{}", 415, "unsupported-media-type", "application/json"},
		refusedBody{"an object of no type", "", "", "{}", 415, "unsupported-media-type", "application/json"},
	)
}

// send sends a valid request, but with another body.
func (p *prober) send(sound request, kind, coding, body string) (int, []byte) {
	p.t.Helper()
	path := sound.path
	for name, v := range sound.named {
		path = strings.ReplaceAll(path, "{"+name+"}", url.PathEscape(v))
	}
	r, err := http.NewRequestWithContext(p.t.Context(), sound.method, p.URL+path+"?"+sound.query.Encode(), strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Authorization", p.keyFor(sound.path))
	for name, value := range map[string]string{"Content-Type": kind, "Content-Encoding": coding} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	answer, err := p.client.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.StatusCode, text
}
