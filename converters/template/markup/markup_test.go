package markup_test

import (
	"testing"
	"unicode/utf16"

	"lectern/converters/template/markup"
)

// TestWith checks that attribute values are escaped when a tag is changed.
//
// SECURITY.md, promise 44 (valid created files)
func TestWith(t *testing.T) {
	for source, want := range map[string]string{
		`<a b='1' c="2">`: `<a b="it's &quot;&lt;" c="2">`,
		`<a b="1"/>`:      `<a b="it's &quot;&lt;"/>`,
		`<a/>`:            `<a b="it's &quot;&lt;"/>`,
	} {
		tokens, err := markup.Scan([]byte(source + map[bool]string{true: "</a>"}[source[len(source)-2] != '/']))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(tokens[0].With("b", `it's "<`)); got != want {
			t.Errorf("%s becomes %s, want %s", source, got, want)
		}
	}
}

// Markup in UTF-16 is converted to UTF-8, and its declared encoding is changed.
func TestDeclaredEncoding(t *testing.T) {
	for declared, want := range map[string]string{
		`<?xml version="1.0" encoding="UTF-16"?>`:                  `<?xml version="1.0" encoding="UTF-8"?>`,
		`<?xml version="1.0" encoding="utf-16" standalone="yes"?>`: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`,
		`<?xml version='1.0' encoding='Utf-16'?>`:                  `<?xml version='1.0' encoding="UTF-8"?>`,
		`<?xml version="1.0"?>`:                                    `<?xml version="1.0"?>`,
		``:                                                         ``,
	} {
		source := []byte{0xff, 0xfe}
		for _, unit := range utf16.Encode([]rune(declared + "<a>ä</a>")) {
			source = append(source, byte(unit), byte(unit>>8))
		}
		tokens, err := markup.Scan(source)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, token := range tokens {
			got += string(token.Raw)
		}
		if got != want+"<a>ä</a>" {
			t.Errorf("%s becomes %s, want %s", declared, got, want)
		}
	}
}
