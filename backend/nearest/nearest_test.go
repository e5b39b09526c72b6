package nearest

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"addr", "data", "max-upload", "memory", "output", "initialLayout"}
	for wrong, want := range map[string]string{"adress": "addr", "maxUpload": "max-upload", "memry": "memory", "": "addr", "layoutMode": "initialLayout", "OUTPUT": "output"} {
		if got := Of(wrong, names); got != want {
			t.Errorf("Of(%q) = %q, want %q", wrong, got, want)
		}
	}
}
