package nearest

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"addr", "data", "max-upload", "memory", "output", "initialLayout"}
	for wrong, want := range map[string]string{"adress": "addr", "maxUpload": "max-upload", "memry": "memory", "": "", "foo": "",
		"Hubspot": "", "x": "", "zzzzzzzz": "", "layoutMode": "initialLayout", "OUTPUT": "output"} {
		if got := Name(wrong, names); got != want {
			t.Errorf("Name(%q) = %q, want %q", wrong, got, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	for meant, want := range map[string]string{"addr": `There is no flag; did you mean "addr"?`, "": "There is no flag."} {
		if got := Suggest("There is no flag", meant); got != want {
			t.Errorf("Question(%q) = %q, want %q", meant, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"title", "titel", 1}, {"größe", "grösse", 2}, {"名前", "名", 1}} {
		if got := Distance(test.a, test.b); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
