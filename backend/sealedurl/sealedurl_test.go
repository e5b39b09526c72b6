package sealedurl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/fault"
	"lectern/backend/seal"
	"lectern/backend/sealedurl"
)

// TestRedact redacts the credentials that addresses of common services have.
//
// promise 59
func TestRedact(t *testing.T) {
	const s = "s3cr3t"
	for address, want := range map[string]string{
		"https://example.com/a.pdf?page=2#top":  "https://example.com/a.pdf?page=2#top",
		"https://u:" + s + "@example.com/a":     "https://REDACTED@example.com/a",
		"https://" + s + "@example.com":         "https://REDACTED@example.com",
		"https://u:p@" + s + "@example.com/@me": "https://REDACTED@example.com/@me",
		"HTTPS://u:" + s + "@[::1]:8443/a?b=c":  "HTTPS://REDACTED@[::1]:8443/a?b=c",
		"https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Credential=" + s + "%2F2026&X-Amz-Date=1&X-Amz-Security-Token=" + s + "&x-amz-signature=" + s: "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=A&X-Amz-Credential=REDACTED&X-Amz-Date=1&X-Amz-Security-Token=REDACTED&x-amz-signature=REDACTED",
		"https://b.s3.amazonaws.com/k?AWSAccessKeyId=" + s + "&Expires=1&Signature=" + s:                                                                    "https://b.s3.amazonaws.com/k?AWSAccessKeyId=REDACTED&Expires=1&Signature=REDACTED",
		"https://storage.googleapis.com/b/o?X-Goog-Signature=" + s:                                                                                          "https://storage.googleapis.com/b/o?X-Goog-Signature=REDACTED",
		"https://a.blob.core.windows.net/c/b?sv=2022&se=2026&sp=r&sig=" + s:                                                                                 "https://a.blob.core.windows.net/c/b?sv=2022&se=2026&sp=r&sig=REDACTED",
		"https://f.azurewebsites.net/api/f?code=" + s:                                                                                                       "https://f.azurewebsites.net/api/f?code=REDACTED",
		"https://e.com/?KEY=" + s + "&monkey=1&keyboard=2&barcode=3":                                                                                        "https://e.com/?KEY=REDACTED&monkey=1&keyboard=2&barcode=3",
		"https://e.com/?access_token=" + s + "&api_key=" + s:                                                                                                "https://e.com/?access_token=REDACTED&api_key=REDACTED",
		"https://e.com/?userPassword=" + s + "&client_secret=" + s:                                                                                          "https://e.com/?userPassword=REDACTED&client_secret=REDACTED",
		"https://e.com/?%74oken=" + s + "&%2574oken=" + s:                                                                                                   "https://e.com/?%74oken=REDACTED&%2574oken=REDACTED",
		"https://e.com/?to%6Ben=" + s + "&auth%5Btoken%5D=" + s:                                                                                             "https://e.com/?to%6Ben=REDACTED&auth%5Btoken%5D=REDACTED",
		"https://e.com/?auth[key]=" + s + "&a.sig=" + s:                                                                                                     "https://e.com/?auth[key]=REDACTED&a.sig=REDACTED",
		"https://e.com/?a=1;token=" + s + ";b=2":                                                                                                            "https://e.com/?a=1;token=REDACTED",
		"https://e.com/?token=a;" + s:                                                                                                                       "https://e.com/?token=REDACTED",
		"https://e.com/?token=a=" + s + "&b":                                                                                                                "https://e.com/?token=REDACTED&b",
		"https://e.com/?token=&key&sig=":                                                                                                                    "https://e.com/?token=&key&sig=",
		"https://e.com/?%zz=1&token=%zz" + s:                                                                                                                "https://e.com/?%zz=1&token=REDACTED",
		"https://e.com/a;jsessionid=" + s + "/b;v=1":                                                                                                        "https://e.com/a;jsessionid=REDACTED/b;v=1",
		"https://e.com/#access_token=" + s + "&x=1":                                                                                                         "https://e.com/#access_token=REDACTED&x=1",
		"https://e.com/#/page?token=" + s:                                                                                                                   "https://e.com/#/page?token=REDACTED",
		"https://e.com/get?url=https%3A%2F%2Fu%3A" + s + "%40h%2F%3Fa%3Db":                                                                                  "https://e.com/get?url=https%3A%2F%2FREDACTED%40h%2F%3Fa%3Db",
		"https://e.com/get?url=https://h/?token=" + s:                                                                                                       "https://e.com/get?url=https%3A%2F%2Fh%2F%3Ftoken%3DREDACTED",
		"https://e.com/get?url=https%3A%2F%2Fh%2F":                                                                                                          "https://e.com/get?url=https%3A%2F%2Fh%2F",
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

// FuzzRedact holds that what is redacted stays so, and that nothing else of an address is lost.
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

// TestSeal opens what was sealed, for its owner and with its key alone.
//
// promise 59
func TestSeal(t *testing.T) {
	sealer := seal.New(seal.NewKey())
	const address = "https://u:p@example.com/?token=t"
	sealed, err := sealedurl.Seal(sealer, address, "a")
	if err != nil || strings.Contains(string(sealed), "u:p") || strings.Contains(string(sealed), "=t") || fmt.Sprint(sealed) != sealed.Redacted() {
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

// TestReplace keeps an address whose redacted form comes back, and takes no other redacted one.
//
// promise 59
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
