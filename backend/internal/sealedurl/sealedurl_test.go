package sealedurl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/internal/seal"
	"lectern/backend/internal/sealedurl"
)

// TestRedact redacts URLs with the credentials that common services use.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestRedact(t *testing.T) {
	const s = "s3cr3t"
	for address, want := range map[string]string{
		"https://example.com/a.pdf?page=2#top":  "https://example.com/a.pdf?page=2#top",
		"https://u:" + s + "@example.com/a":     "https://REDACTED@example.com/a",
		"https://" + s + "@example.com":         "https://REDACTED@example.com",
		"https://u:p@" + s + "@example.com/@me": "https://REDACTED@example.com/@me",
		"HTTPS://u:" + s + "@[::1]:8443/a?b=c":  "HTTPS://REDACTED@[::1]:8443/a?b=c",
		"https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Credential=" + s + "%2F2026&X-Amz-Date=1&X-Amz-Security-Token=" + s +
			"&x-amz-signature=" +
			s: "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Credential=REDACTED&X-Amz-Date=1&X-Amz-Security-Token=REDACTED" +
			"&x-amz-signature=REDACTED",
		"https://b.s3.amazonaws.com/k?AWSAccessKeyId=" + s + "&Expires=1&Signature=" +
			s: "https://b.s3.amazonaws.com/k?AWSAccessKeyId=REDACTED&Expires=1&Signature=REDACTED",
		"https://storage.googleapis.com/b/o?X-Goog-Signature=" + s: "https://storage.googleapis.com/b/o?X-Goog-Signature=REDACTED",
		"https://a.blob.core.windows.net/c/b?sv=2022&se=2026&sp=r&sig=" +
			s: "https://a.blob.core.windows.net/c/b?sv=2022&se=2026&sp=r&sig=REDACTED",
		"https://f.azurewebsites.net/api/f?code=" + s:                      "https://f.azurewebsites.net/api/f?code=REDACTED",
		"https://e.com/?KEY=" + s + "&monkey=1&keyboard=2&barcode=3":       "https://e.com/?KEY=REDACTED&monkey=1&keyboard=2&barcode=3",
		"https://e.com/?access_token=" + s + "&api_key=" + s:               "https://e.com/?access_token=REDACTED&api_key=REDACTED",
		"https://e.com/?userPassword=" + s + "&client_secret=" + s:         "https://e.com/?userPassword=REDACTED&client_secret=REDACTED",
		"https://e.com/?%74oken=" + s + "&%2574oken=" + s:                  "https://e.com/?%74oken=REDACTED&%2574oken=REDACTED",
		"https://e.com/?to%6Ben=" + s + "&auth%5Btoken%5D=" + s:            "https://e.com/?to%6Ben=REDACTED&auth%5Btoken%5D=REDACTED",
		"https://e.com/?auth[key]=" + s + "&a.sig=" + s:                    "https://e.com/?auth[key]=REDACTED&a.sig=REDACTED",
		"https://e.com/?a=1;token=" + s + ";b=2":                           "https://e.com/?a=1;token=REDACTED",
		"https://e.com/?token=a;" + s:                                      "https://e.com/?token=REDACTED",
		"https://e.com/?token=a=" + s + "&b":                               "https://e.com/?token=REDACTED&b",
		"https://e.com/?token=&key&sig=":                                   "https://e.com/?token=&key&sig=",
		"https://e.com/?%zz=1&token=%zz" + s:                               "https://e.com/?%zz=1&token=REDACTED",
		"https://e.com/a;jsessionid=" + s + "/b;v=1":                       "https://e.com/a;jsessionid=REDACTED/b;v=1",
		"https://e.com/#access_token=" + s + "&x=1":                        "https://e.com/#access_token=REDACTED&x=1",
		"https://e.com/#/page?token=" + s:                                  "https://e.com/#/page?token=REDACTED",
		"https://e.com/get?url=https%3A%2F%2Fu%3A" + s + "%40h%2F%3Fa%3Db": "https://e.com/get?url=https%3A%2F%2FREDACTED%40h%2F%3Fa%3Db",
		"https://e.com/get?url=https://h/?token=" + s:                      "https://e.com/get?url=https%3A%2F%2Fh%2F%3Ftoken%3DREDACTED",
		"https://e.com/?status=REDACTED&q=a%3DREDACTED":                    "https://e.com/?status=REDACTED&q=a%3DREDACTED",
		"https://e.com/get?url=https%3A%2F%2Fh%2F":                         "https://e.com/get?url=https%3A%2F%2Fh%2F",
		"": "",
	} {
		got := sealedurl.Redact(address)
		if got != want || strings.Contains(got, s) {
			t.Errorf("%s\n is %s\nwant %s", address, got, want)
		}
		if again := sealedurl.Redact(got); again != got {
			t.Errorf("%s is redacted again: %s", got, again)
		}
		if hidden := got != address; sealedurl.IsRedacted(got) != hidden || sealedurl.IsRedacted(address) {
			t.Errorf("%s: is redacted %v, %v", got, sealedurl.IsRedacted(got), sealedurl.IsRedacted(address))
		}
	}
}

// TestRedactEncoded redacts credentials in encoded parts of URLs. Other parts must not change.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestRedactEncoded(t *testing.T) {
	const s = "s3cr3t"
	for address, want := range map[string]string{
		"?url=b.s3.amazonaws.com/k.pdf%3FX-Amz-Signature%3D" + s:  "?url=b.s3.amazonaws.com%2Fk.pdf%3FX-Amz-Signature%3DREDACTED",
		"?next=%2Ffile%3Faccess_token%3D" + s:                     "?next=%2Ffile%3Faccess_token%3DREDACTED",
		"?next=%252Ffile%253Faccess_token%253D" + s:               "?next=%2Ffile%3Faccess_token%3DREDACTED",
		"?next=/a/b?token=" + s:                                   "?next=%2Fa%2Fb%3Ftoken%3DREDACTED",
		"?next=/a/b%23sig=" + s + "%26x=1":                        "?next=%2Fa%2Fb%23sig%3DREDACTED",
		"?to=/pdf/get%3Bjsessionid=" + s:                          "?to=%2Fpdf%2Fget%3Bjsessionid%3DREDACTED",
		"?q=a%26token%3D" + s:                                     "?q=a%26token%3DREDACTED",
		"?q=a%26token%3D" + s + "%2526" + s + "%26b%3D2":          "?q=a%26token%3DREDACTED%26b%3D2",
		"?q=a%26token%3D1%253B" + s:                               "?q=a%26token%3DREDACTED",
		"?q=token%3D" + s:                                         "?q=token%3DREDACTED",
		"?a%26token%3D" + s:                                       "?a%26token%3DREDACTED",
		"?a%26sig=" + s:                                           "?a%26sig=REDACTED",
		"?a=%2F%2Fu:" + s + "%40h%26b=//u:" + s + "@h":            "?a=%2F%2FREDACTED%40h%26b%3D%2F%2FREDACTED%40h",
		"#next=%2Ffile%3Fkey%3D" + s:                              "#next=%2Ffile%3Fkey%3DREDACTED",
		"a.pdf%3Ftoken%3D" + s:                                    "a.pdf%3Ftoken=REDACTED",
		"a.pdf%253Ftoken%253D" + s + "/b%20c":                     "a.pdf%3Ftoken=REDACTED/b%20c",
		"a%3Btoken=" + s:                                          "a%3Btoken=REDACTED",
		"a%3Bsig=" + s + "%26" + s:                                "a%3Bsig=REDACTED",
		"a.pdf%3ftoken%3d" + s + ";" + s:                          "a.pdf%3Ftoken=REDACTED",
		"a.pdf%23v%3D1%26key%3D" + s:                              "a.pdf%23v=1&key=REDACTED",
		"proxy/https%3A%2F%2Fu%3A" + s + "%40h%2Fx":               "proxy/https:%2F%2FREDACTED@h%2Fx",
		"what%3f/a%3bb=1/key=%20token":                            "what%3f/a%3bb=1/key=%20token",
		"?q=a%26b%3d1&t=dG9rZW4token==&u=what%3f+x%3bme@h":        "?q=a%26b%3d1&t=dG9rZW4token==&u=what%3f+x%3bme@h",
		"?next=/tokens/view%3fid%3d1&u=https://h//me@x/":          "?next=/tokens/view%3fid%3d1&u=https://h//me@x/",
		"?data=%7B%22token%22%3A%22" + s + "%22%2C%22a%22%3A1%7D": "?data=%7B%22token%22%3A%22REDACTED%22%2C%22a%22%3A1%7D",
		"?data={%22a%22:%22token%22,%22key%22:12345}":             "?data=%7B%22a%22%3A%22token%22%2C%22key%22%3A%22REDACTED%22%7D",
		"?data=%7B%22a%22%3A%22token%22,%22key%22:null}":          "?data=%7B%22a%22%3A%22token%22,%22key%22:null}",
		"?q=a%26token%3d&r=%zz%3b%":                               "?q=a%26token%3d&r=%zz%3b%",
	} {
		address, want = "https://e.com/"+address, "https://e.com/"+want
		got := sealedurl.Redact(address)
		if got != want {
			t.Errorf("%s\n is %s\nwant %s", address, got, want)
		}
		if again := sealedurl.Redact(got); again != got {
			t.Errorf("%s is redacted again: %s", got, again)
		}
		if sealedurl.IsRedacted(got) != (got != address) {
			t.Errorf("%s is redacted: %v", got, sealedurl.IsRedacted(got))
		}
	}
}

// FuzzRedact checks that redacting a URL a second time changes nothing, and that Redact keeps the rest of the URL.
func FuzzRedact(f *testing.F) {
	for _, seed := range []string{"https://u:p@e.com/?a=1&token=2;b=3#sig=4", "//@?=;&#%25", "a?x=https%3A%2F%2Fu%40h%2F%3Fkey%3D1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		redacted := sealedurl.Redact(address)
		if again := sealedurl.Redact(redacted); again != redacted {
			t.Errorf("%q is redacted to %q and to %q", address, redacted, again)
		}
	})
}

// TestSeal checks that a sealed address can be decrypted only for its owner and with its key.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestSeal(t *testing.T) {
	sealer := seal.New(seal.NewKey())
	const address = "https://u:p@example.com/?token=t"
	sealed, err := sealedurl.Seal(sealer, address, "a")
	if err != nil || strings.Contains(string(sealed), "u:p") || strings.Contains(string(sealed), "=t") ||
		fmt.Sprint(sealed) != sealed.Redacted() {
		t.Fatalf("sealed: %q, %v", string(sealed), err)
	}
	if again, err := sealedurl.Seal(sealer, address, "a"); err != nil || again != sealed {
		t.Errorf("sealed again: %q, %v", string(again), err)
	}
	if whole, err := sealed.Open(sealer, "a"); whole != address || err != nil {
		t.Errorf("opened: %q, %v", whole, err)
	}
	if _, err := sealed.Open(sealer, "b"); !isLost(err) {
		t.Errorf("another owner: %v", err)
	}
	other := seal.New(seal.NewKey())
	if _, err := sealed.Open(other, "a"); !isLost(err) {
		t.Errorf("another key: %v", err)
	}
	for plain, want := range map[sealedurl.URL]string{"": "", "https://e.com/": "https://e.com/", address: address} {
		if whole, err := plain.Open(other, "a"); err != nil || whole != want {
			t.Errorf("%s: %q, %v", want, whole, err)
		}
	}
	if sealedurl.URL(address).Redacted() != sealed.Redacted() {
		t.Error("what was stored before is shown whole")
	}
}

func isLost(err error) bool {
	_, is := errors.AsType[*sealedurl.LostError](err)
	return is
}

// TestReplace checks two cases. If a client sends back the redacted form of the stored address, the stored address is
// kept. Any other redacted address is rejected.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestReplace(t *testing.T) {
	sealer := seal.New(seal.NewKey())
	const address = "https://example.com/?token=t"
	before, err := sealedurl.Seal(sealer, address, "a")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		before sealedurl.URL
		sent   string
		want   string
		err    bool
	}{
		"unchanged":        {before, before.Redacted(), address, false},
		"unchanged, plain": {address, before.Redacted(), address, false},
		"the whole":        {before, address, address, false},
		"another":          {before, "https://example.com/?token=other", "https://example.com/?token=other", false},
		"none before":      {"", before.Redacted(), "", true},
		"changed":          {before, "https://evil.example/?token=REDACTED", "", true},
		"removed":          {before, "", "", false},
	} {
		after, err := test.before.Replace(sealer, "url", test.sent, "a")
		if fault.Is(err, fault.Invalid) != test.err {
			t.Errorf("%s: %v", name, err)
		}
		if whole, err := after.Open(sealer, "a"); err != nil || whole != test.want {
			t.Errorf("%s: %q, %v", name, whole, err)
		}
	}
}

// TestRedactEchoOfManyParameters redacts texts with an address that contains 8,000 credentials. By counting
// allocations, it checks that the spellings of a credential are generated only once, and that no spelling is generated
// that is longer than the text.
func TestRedactEchoOfManyParameters(t *testing.T) {
	const count = 8000
	var address strings.Builder
	address.WriteString("https://e.com/?")
	for n := range count {
		fmt.Fprintf(&address, "sig=%04x&", n)
	}
	long := strings.Repeat("x", address.Len())
	for text, test := range map[string]struct {
		want string
		most float64 // maximum number of allocations
	}{
		"ok":          {"ok", 3 * count},
		"002a" + long: {"REDACTED" + long, 20 * count},
	} {
		allocations := testing.AllocsPerRun(1, func() {
			if got := sealedurl.RedactEcho(text, address.String()); got != test.want {
				t.Errorf("%.20s is %.20s", text, got)
			}
		})
		if allocations > test.most {
			t.Errorf("%.0f allocations for %d bytes", allocations, len(text))
		}
	}
}
