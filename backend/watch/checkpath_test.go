package watch

import (
	"strings"
	"testing"
)

// TestCheckPath checks the errors for paths that cannot be watched folders.
func TestCheckPath(t *testing.T) {
	for path, want := range map[string]string{
		"/home/zoe/inbox":               "",
		"":                              "The field path is missing: give the path of a folder.",
		"inbox":                         "The path of a folder is an absolute one, such as /home/zoe/inbox.",
		"/inbox\x00":                    "The path of the folder has characters that no path can have.",
		"/caf\xe9":                      "The path of the folder has characters that no path can have.",
		"/" + strings.Repeat("a", 4000): "The path of the folder is longer than 4000 bytes.",
	} {
		got := ""
		if err := checkPath("/path", path); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.20q: %q, want %q", path, got, want)
		}
	}
}
