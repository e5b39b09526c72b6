package sentence_test

import (
	"encoding/json"
	"testing"

	"lectern/backend/sentence"
)

var german = map[string]string{
	"left-out": "Weggelassen: {names}.", "quoted": "„{name}“", "list": "{some}, {next}", "list-end": "{some} und {last}",
	"seconds": "{count} s", "list-more": "{some} und {count} weitere",
}

func TestSentences(t *testing.T) {
	leftOut := sentence.New("left-out", "{names} left out.")
	for _, test := range []struct {
		said            sentence.Sentence
		english, german string
	}{
		{leftOut.With("names", 7), "7 left out.", "Weggelassen: 7."},
		{leftOut.With("names", 1234.5), "1234.5 left out.", "Weggelassen: 1234,5."},
		{leftOut.With("names", 0.0), "0 left out.", "Weggelassen: 0."},
		{leftOut.With("names", "{names}"), "{names} left out.", "Weggelassen: {names}."},
		{leftOut.With("names", sentence.Names([]string{"a"}, 3)), "“a” left out.", "Weggelassen: „a“."},
		{leftOut.With("names", sentence.Names([]string{"a", "b", "c"}, 3)), "“a”, “b” and “c” left out.", "Weggelassen: „a“, „b“ und „c“."},
		{leftOut.With("names", sentence.Names([]string{"a", "b", "c"}, 2)), "“a”, “b” and 1 more left out.",
			"Weggelassen: „a“, „b“ und 1 weitere."},
		{leftOut, "{names} left out.", ""},
		{leftOut.With("names", sentence.New("unheard-of", "some {of}").With("of", "them")), "some them left out.", ""},
		{sentence.New("unheard-of", "So it is."), "So it is.", ""},
		{sentence.English("So it is {there}."), "So it is {there}.", ""},
		{sentence.Sentence{}, "", ""},
	} {
		text, known := test.said.Translate("de", german)
		if !known {
			text = ""
		}
		if test.said.String() != test.english || text != test.german {
			t.Errorf("%q, in German %q, want %q and %q", test.said, text, test.english, test.german)
		}
	}
}

// Storing a sentence does not change it, and giving it another value does not change the original.
func TestSentencesAreValues(t *testing.T) {
	some := sentence.New("left-out", "{names} left out.").With("names", sentence.Join([]sentence.Sentence{
		sentence.Names([]string{"a"}, 1), sentence.New("seconds", "{count} seconds").With("count", 1.5),
	}))
	text, err := json.Marshal(some)
	if err != nil {
		t.Fatal(err)
	}
	var stored sentence.Sentence
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	_ = some.With("names", "others")
	for _, s := range []sentence.Sentence{some, stored} {
		if got, known := s.Translate("de", german); !known || got != "Weggelassen: „a“, 1,5 s." {
			t.Errorf("%q, %v", got, known)
		}
	}
}
