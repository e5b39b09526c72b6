package telling_test

import (
	"testing"

	"lectern/backend/sentence"
	"lectern/backend/telling"
)

func TestLanguagesAreThoseThatAreAskedFor(t *testing.T) {
	languages, err := telling.Load()
	if err != nil {
		t.Fatal(err)
	}
	empty := sentence.New("file-empty", "The file is empty.")
	for _, test := range []struct {
		accepted string
		said     sentence.Sentence
		want     string
	}{
		{"de-CH,fr;q=0.7", empty, "Die Datei ist leer."},
		{"nl, fi;q=0.5", empty, "Tiedosto on tyhjä."},
		{"", empty, ""},
		{"en-GB, de;q=0.5", empty, ""},
		{"zh", empty, ""},
		{"*;q=nonsense", empty, ""},
		{"de", sentence.New("unheard-of", "So it is."), ""},
		{"de", sentence.English("So it is."), ""},
		{"de", sentence.Sentence{}, ""},
	} {
		ctx := languages.With(t.Context(), test.accepted)
		if got := telling.Local(ctx, test.said); got != test.want {
			t.Errorf("%q: %q is told as %q, want %q", test.accepted, test.said, got, test.want)
		}
	}
	if got := telling.Local(t.Context(), empty); got != "" {
		t.Errorf("nobody has asked in a language, and is told %q", got)
	}
}
