package report_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestJoinMissingGlyphs(t *testing.T) {
	a := []wire.MissingGlyph{{Kind: "Tibetan", Count: 3, Example: 'ཀ'}, {Kind: "symbols", Count: 1, Example: '☃'}}
	b := []wire.MissingGlyph{{Kind: "symbols", Count: 4, Example: '☺'}, {Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	want := []wire.MissingGlyph{{Kind: "symbols", Count: 5, Example: '☃'}, {Kind: "Tibetan", Count: 3, Example: 'ཀ'},
		{Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	if got := document.JoinMissingGlyphs(a, b); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if a[1].Count != 1 || document.JoinMissingGlyphs(nil, nil) != nil {
		t.Errorf("%+v", a)
	}
}

// TestMissingGlyphsAreToldShortly reports more kinds of characters than a sentence lists.
func TestMissingGlyphsAreToldShortly(t *testing.T) {
	var unseen []wire.MissingGlyph
	for _, kind := range []string{wire.KindPrivate, wire.KindPictures, wire.KindSymbols, wire.KindUnknown, "Yi", "Lisu", "Vai"} {
		unseen = append(unseen, wire.MissingGlyph{Kind: kind, Count: 2, Example: 0x1F680})
	}
	want := "14 characters are in no available font and are shown as empty boxes: 2 for private use (such as U+1F680), " +
		"2 emoji or other pictures (such as U+1F680), " +
		"2 symbols (such as U+1F680), 2 of unknown scripts (such as U+1F680), 2 of Yi (such as U+1F680), and 2 other kinds. Fonts that contain " +
		"them can be added with --fonts."
	if got := report.MissingGlyphSentence(unseen, true); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	old := wire.MissingGlyph{Kind: wire.KindOldHangul, Count: 1, Example: 0x119E}
	for want, unseen := range map[string][]wire.MissingGlyph{
		"One character is in no available font and is shown as overlapping letters: 1 of Old Hangul":  {old},
		"3 characters are in no available font and are shown as empty boxes or overlapping letters: ": {old, unseen[0]},
	} {
		if got := report.MissingGlyphSentence(unseen, true); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
