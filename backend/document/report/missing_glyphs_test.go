package report_test

import (
	"strings"
	"testing"

	"lectern/backend/document/report"
	"lectern/converters/wire"
)

// TestMissingGlyphsAreAbbreviated reports more kinds of characters than a sentence lists.
func TestMissingGlyphsAreAbbreviated(t *testing.T) {
	var unseen []wire.MissingGlyphKind
	for _, kind := range []string{wire.KindPrivate, wire.KindPictures, wire.KindSymbols, wire.KindUnknown, "Yi", "Lisu", "Vai"} {
		unseen = append(unseen, wire.MissingGlyphKind{Kind: kind, Count: 2, Example: 0x1F680})
	}
	want := "14 characters are in no available font and are shown as empty boxes: 2 for private use (such as U+1F680), " +
		"2 emoji or other pictures (such as U+1F680), " +
		"2 symbols (such as U+1F680), 2 of unknown scripts (such as U+1F680), 2 of Yi (such as U+1F680), and 2 other kinds. Fonts that contain " +
		"them can be added with --fonts."
	if got := report.MissingGlyphSentence(unseen, true); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	old := wire.MissingGlyphKind{Kind: wire.KindOldHangul, Count: 1, Example: 0x119E}
	for want, unseen := range map[string][]wire.MissingGlyphKind{
		"One character is in no available font and is shown as overlapping letters: 1 of Old Hangul":  {old},
		"3 characters are in no available font and are shown as empty boxes or overlapping letters: ": {old, unseen[0]},
	} {
		if got := report.MissingGlyphSentence(unseen, true); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
