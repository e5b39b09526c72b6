package watch

import (
	"strings"
	"testing"
)

// TestCheckPath checks the errors for paths that cannot be watched folders.
func TestCheckPath(t *testing.T) {
	for path, want := range map[string]string{
		"/home/zoe/inbox":               "",
		"":                              "The field path is missing. Set it to the path of a folder.",
		"inbox":                         "The path of the folder must be absolute, such as /home/zoe/inbox.",
		"/inbox\x00":                    "The path of the folder has characters that are not valid in a path.",
		"/caf\xe9":                      "The path of the folder has characters that are not valid in a path.",
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
