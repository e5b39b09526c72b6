package sentence_test

import (
	"testing"

	"lectern/backend/sentence"
)

func TestKeptSentences(t *testing.T) {
	leftOut := sentence.New("left-out", "{names} left out.").With("names", sentence.Names([]string{"a", "b"}, 2))
	for _, test := range []struct {
		kept            sentence.Encoded
		english, german string
	}{
		{leftOut.Encode(), "“a” and “b” left out.", "Weggelassen: „a“ und „b“."},
		{sentence.Sentence{}.Encode(), "", ""},
		{sentence.English("{So} it is.").Encode(), "{So} it is.", ""},
		{"The receiver responded 500.", "The receiver responded 500.", ""},
		{"{not JSON", "{not JSON", ""},
	} {
		text, known := test.kept.Sentence().Translate("de", german)
		if !known {
			text = ""
		}
		if test.kept.String() != test.english || text != test.german {
			t.Errorf("%q: got %q, in German %q", string(test.kept), test.kept, text)
		}
	}
	if kept := leftOut.With("secret", "a value").Encode(); kept != leftOut.Encode() {
		t.Errorf("what has no place is kept: %s", kept)
	}
	if leftOut.Encode() != leftOut.With("names", sentence.Names([]string{"a", "b"}, 2)).Encode() {
		t.Error("the same sentence is kept as two texts")
	}
}
