package document

import "testing"

// TestURLName checks that the file name of a URL ends where the parameters of the URL begin, so that it shows no
// credentials.
//
// SECURITY.md, promise 59 (hidden credentials)
func TestURLName(t *testing.T) {
	for address, want := range map[string]string{
		"https://e.com/a%20b.pdf?token=s3cr3t":          "a b.pdf",
		"https://e.com/x/a.pdf;jsessionid=s3cr3t":       "a.pdf",
		"https://e.com/a.pdf%3Ftoken%3Ds3cr3t":          "a.pdf",
		"https://e.com/a.pdf%253Ftoken%253Ds3cr3t%252F": "a.pdf",
		"https://e.com/a%3Btoken=s3cr3t":                "a",
		"https://e.com/a.pdf%3Fx=/b.pdf":                "b.pdf",
		"https://e.com/a.pdf%3Ftoken=s3cr3t%2Fs3cr3t":   "a.pdf",
		"https://e.com/a.pdf%23token%3Ds3cr3t":          "a.pdf#token=REDACTED",
		"https://e.com/C%23.pdf":                        "C#.pdf",
		"https://e.com/a%2Fb.pdf":                       "b.pdf",
		"https://e.com/caf%E9.pdf":                      "café.pdf",
		"https://e.com/caf%C3%A9.pdf":                   "café.pdf",
		"https://e.com/;token=s3cr3t":                   unnamed,
		"https://e.com/":                                unnamed,
	} {
		if got := urlName(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
