package engine

import "testing"

// Any file name is the same after it was encoded and decoded.
func TestPathsAreEncoded(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b.pdf":        "/a/b.pdf",
		"/ä/東京.pdf":       "/ä/東京.pdf",
		"/a\xe9.rtf":      "/a\U0010FFE9.rtf",
		"\xff\xfe \xf4":   "\U0010FFFF\U0010FFFE \U0010FFF4",
		"nul \x00 and �.": "nul \U0010FF00 and �.",
	} {
		if got := EncodeText(path); got != want || DecodeText(got) != path {
			t.Errorf("%q is %q, and back %q", path, got, DecodeText(got))
		}
	}
}
