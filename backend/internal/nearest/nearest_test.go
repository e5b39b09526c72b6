package nearest

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"addr", "data", "max-upload", "memory", "output", "initialLayout"}
	for wrong, want := range map[string]string{"adress": "addr", "maxUpload": "max-upload", "memry": "memory", "": "", "foo": "",
		"Hubspot": "", "x": "", "zzzzzzzz": "", "layoutMode": "initialLayout", "OUTPUT": "output"} {
		if got := Of(wrong, names); got != want {
			t.Errorf("Of(%q) = %q, want %q", wrong, got, want)
		}
	}
}

func TestAsked(t *testing.T) {
	for meant, want := range map[string]string{"addr": `There is no flag; did you mean "addr"?`, "": "There is no flag."} {
		if got := Asked("There is no flag", meant); got != want {
			t.Errorf("Asked(%q) = %q, want %q", meant, got, want)
		}
	}
}
