package sealedurl_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/internal/sealedurl"
)

// shapes are URLs with %s in the place of a credential.
var shapes = []string{
	"https://%s@e.com/", "https://me:%s@e.com/", "https://e.com/?token=%s", "https://e.com/?a=1&sig=%s&b=2",
	"https://e.com/?a=1;key=%s", "https://e.com/a;jsessionid=%s/b", "https://e.com/#access_token=%s", "https://e.com/#/p?token=%s",
}

// nests are URLs with %s in the place of an encoded text.
var nests = []string{
	"https://e.com/h?x=%s", "https://e.com/h?%s", "https://e.com/#next=%s", "https://e.com/p/a%%3F%s",
	"https://e.com/h?a=1&next=/a%%3Fb=c%%26%s",
}

// inner are texts with %s in the place of a credential. They are encoded and inserted into the URLs of nests.
var inner = []string{
	"token=%s", "https://h/?x=1&token=%s", "https://me:%s@h/", "a?key=%s", `{"token":"%s"}`, `{"a":{"b": 1, "api_key" : "%s"}}`,
}

// generate returns a random URL that contains the given credential.
func generate(random *rand.Rand, credential string) string {
	pick := func(texts []string) string { return texts[random.IntN(len(texts))] }
	if random.IntN(3) == 0 {
		return fmt.Sprintf(pick(shapes), url.QueryEscape(credential))
	}
	text := fmt.Sprintf(pick(inner), url.QueryEscape(credential))
	for range 1 + random.IntN(2) {
		text = url.QueryEscape(text)
		if random.IntN(2) == 0 {
			text = strings.NewReplacer("%3A", "%3a", "%2F", "%2f", "%3D", "%3d", "%3F", "%3f").Replace(text)
		}
	}
	return fmt.Sprintf(pick(nests), text)
}

// TestRedactEchoHidesWhatRedactHides generates addresses with credentials. If Redact hides a credential of an address,
// RedactEcho must hide it in every text that repeats the credential or the address, in every spelling.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestRedactEchoHidesWhatRedactHides(t *testing.T) {
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 1))
		plain := fmt.Sprintf("T0K%x", random.Uint32())
		credential := plain + []string{"", "/x", "&x", "=", " x", "%2f", "é", `"x`}[random.IntN(8)]
		address := generate(random, credential)
		if strings.Contains(sealedurl.Redact(address), plain) {
			t.Errorf("%s is redacted to %s", address, sealedurl.Redact(address))
			continue
		}
		quoted, err := json.Marshal(address)
		if err != nil {
			t.Fatal(err)
		}
		once, _ := url.QueryUnescape(address)
		twice, _ := url.QueryUnescape(once)
		for _, text := range []string{address, string(quoted), html.EscapeString(address), url.QueryEscape(address), once, twice, credential,
			url.QueryEscape(credential), url.PathEscape(credential), url.QueryEscape(url.QueryEscape(credential)), html.EscapeString(credential)} {
			if got := sealedurl.RedactEcho("you sent "+text+".", address); strings.Contains(got, plain) {
				t.Errorf("%s\nechoes %s\nas %s", address, text, got)
			}
		}
	}
}

// TestRedactEcho redacts the credentials of nested URLs in a text that repeats them. The rest of the text must not
// change.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestRedactEcho(t *testing.T) {
	for _, test := range []struct{ address, text, want string }{
		{"http://e.com/h?x=token%3DT0KSECRET2", "/h?x=token%3DT0KSECRET2 token=T0KSECRET2 T0KSECRET2",
			"/h?x=token%3DREDACTED token=REDACTED REDACTED"},
		{"http://e.com/h?x=token%3DT0K%2fS", "/h?x=token%3DT0K%2fS T0K/S T0K%2fS T0K%2FS", "/h?x=token%3DREDACTED REDACTED REDACTED REDACTED"},
		{"http://e.com/h?data=%7B%22token%22%3A%22T0K%22%7D", `{"token":"T0K"} T0K`, `{"token":"REDACTED"} REDACTED`},
		{"http://e.com/h?data=%7B%22token%22%3A%22T0K%5C%22x%5C%2Fy%22%7D", `T0K"x/y {"token":"T0K\"x\/y"}`, `REDACTED {"token":"REDACTED"}`},
		{"http://e.com/h?token=ab", "take it", "take it"},
		{"http://e.com/h?token=ab", "token=ab", "REDACTED"},
		{"http://e.com/h?token=%61b", "taken aback", "REDACTED"},
		{"http://me:pw@e.com/", "password pw", "REDACTED"},
		{"http://me:passw0rd@e.com/", "some passw0rd", "some REDACTED"},
		{"http://me@e.com/", "some", "REDACTED"},
		{"http://e.com/h?token=", "token=", "token="},
	} {
		if got := sealedurl.RedactEcho(test.text, test.address); got != test.want {
			t.Errorf("%s\nechoes %s\nas %s, want %s", test.address, test.text, got, test.want)
		}
	}
}
