package document_test

import (
	"slices"
	"testing"

	"lectern/backend/document"
	"lectern/converters/wire"
)

func TestJoinMissingGlyphs(t *testing.T) {
	a := []wire.MissingGlyphKind{{Kind: "Tibetan", Count: 3, Example: 'ཀ'}, {Kind: "symbols", Count: 1, Example: '☃'}}
	b := []wire.MissingGlyphKind{{Kind: "symbols", Count: 4, Example: '☺'}, {Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	want := []wire.MissingGlyphKind{{Kind: "symbols", Count: 5, Example: '☃'}, {Kind: "Tibetan", Count: 3, Example: 'ཀ'},
		{Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	if got := document.JoinMissingGlyphs(a, b); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if a[1].Count != 1 || document.JoinMissingGlyphs(nil, nil) != nil {
		t.Errorf("%+v", a)
	}
}
