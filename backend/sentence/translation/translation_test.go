package translation_test

import (
	"testing"

	"lectern/backend/sentence"
	"lectern/backend/sentence/bytesize"
	"lectern/backend/sentence/translation"
)

func TestLanguagesAreThoseThatAreAskedFor(t *testing.T) {
	languages, err := translation.Load()
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
		{"de", bytesize.Sentence(107_250_000_000), "107,25 GB"},
		{"es", bytesize.Sentence(1024), "1,02 kB"},
		{"fi", bytesize.Sentence(1 << 40), "1099,51 Gt"},
		{"fr", bytesize.Sentence(1 << 30), "1,07\u00a0Go"},
		{"ja", bytesize.Sentence(1 << 20), "1.05 MB"},
		{"de", sentence.New("unheard-of", "So it is."), ""},
		{"de", sentence.English("So it is."), ""},
		{"de", sentence.Sentence{}, ""},
	} {
		ctx := languages.With(t.Context(), test.accepted)
		if got := translation.Local(ctx, test.said); got != test.want {
			t.Errorf("%q: the translation of %q is %q, want %q", test.accepted, test.said, got, test.want)
		}
	}
	if got := translation.Local(t.Context(), empty); got != "" {
		t.Errorf("got the translation %q without a requested language", got)
	}
}
