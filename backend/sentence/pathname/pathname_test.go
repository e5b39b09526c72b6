package pathname

import (
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for path, want := range map[string]string{
		"":                           "",
		"/home/ada/a letter #1?.pdf": "/home/ada/a letter #1?.pdf",
		"/home/ada/café 100%.pdf":    "/home/ada/café 100%.pdf",
		"/home/ada/caf\xe9 100%.pdf": "file:///home/ada/caf%E9%20100%25.pdf",
		"/tmp/\xff#?&;=\n":           "file:///tmp/%FF%23%3F&;=%0A",
	} {
		text := Text(path)
		if text != want || !utf8.ValidString(text) {
			t.Errorf("%q is %q, want %q", path, text, want)
		}
		if back := Path(text); back != path {
			t.Errorf("%q comes back as %q", path, back)
		}
	}
}

func TestPath(t *testing.T) {
	for text, want := range map[string]string{
		"file:///tmp/a%20b":          "/tmp/a b",
		"file://localhost/tmp/a.pdf": "/tmp/a.pdf",
		"/tmp/%zz%20":                "/tmp/%zz%20",
		"file:///tmp/%zz":            "file:///tmp/%zz",
		"file:":                      "file:",
		"relative/a.pdf":             "relative/a.pdf",
		"https://example.com/a.pdf":  "https://example.com/a.pdf",
	} {
		if got := Path(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
