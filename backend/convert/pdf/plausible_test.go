package pdf

import (
	"strings"
	"testing"

	"lectern/converters/wire"
)

// A process that a malicious document controls may answer anything, so implausible answers are not stored.
func TestTextsAreBelievable(t *testing.T) {
	pages := []string{"one", "two"}
	for name, test := range map[string]struct {
		texts wire.Texts
		want  bool
	}{
		"as it should be": {wire.Texts{Pages: pages, Unread: []int{5}, Faulty: []int{6}, Took: 1, Lost: 1,
			MissingGlyphs: []wire.MissingGlyphKind{{Kind: "Han", Count: 1}}}, true},
		"none":            {wire.Texts{}, true},
		"too many pages":  {wire.Texts{Pages: []string{"1", "2", "3", "4"}}, false},
		"before them":     {wire.Texts{Pages: pages, Unread: []int{4}}, false},
		"behind them":     {wire.Texts{Pages: pages, Faulty: []int{7}}, false},
		"often":           {wire.Texts{Pages: pages, Unread: []int{5, 5, 5, 5}}, false},
		"in no time":      {wire.Texts{Pages: pages, Took: -1}, false},
		"lost no time":    {wire.Texts{Pages: pages, Lost: -1}, false},
		"many kinds":      {wire.Texts{Pages: pages, MissingGlyphs: make([]wire.MissingGlyphKind, wire.MaxMissingGlyphKinds+1)}, false},
		"a long kind":     {wire.Texts{Pages: pages, MissingGlyphs: []wire.MissingGlyphKind{{Kind: strings.Repeat("H", 65), Count: 1}}}, false},
		"fewer than none": {wire.Texts{Pages: pages, MissingGlyphs: []wire.MissingGlyphKind{{Kind: "Han", Count: -1}}}, false},
	} {
		if got := arePlausibleTexts(&test.texts, 5, 3); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestPicturesAreBelievable(t *testing.T) {
	for name, test := range map[string]struct {
		pictures wire.Pictures
		want     bool
	}{
		"as it should be": {wire.Pictures{Pages: 2, Broken: []int{5, 6}, Took: 1}, true},
		"none":            {wire.Pictures{}, true},
		"fewer than none": {wire.Pictures{Pages: -1}, false},
		"before them":     {wire.Pictures{Pages: 2, Broken: []int{4}}, false},
		"behind them":     {wire.Pictures{Pages: 2, Broken: []int{7}}, false},
		"often":           {wire.Pictures{Pages: 2, Broken: []int{5, 5, 5}}, false},
		"in no time":      {wire.Pictures{Pages: 2, Took: -1}, false},
	} {
		if got := arePlausiblePictures(&test.pictures, 5); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Only the style after the first tag may get the nonce of the viewer page, because the nonce also allows scripts.
func TestPagesAreBelievable(t *testing.T) {
	const drawing = `<svg a=""><style>font</style><g/></svg>`
	style := wire.Range{Start: 10, End: 29}
	for name, test := range map[string]struct {
		data  string
		drawn wire.Drawn
		want  bool
	}{
		"a drawing with a font":      {drawing, wire.Drawn{Font: style}, true},
		"a drawing without one":      {`<svg a=""/>`, wire.Drawn{}, true},
		"nothing":                    {"", wire.Drawn{}, true},
		"a picture":                  {"png", wire.Drawn{Scale: 0.5}, true},
		"a negative scale":           {"png", wire.Drawn{Scale: -1}, false},
		"a picture with a font":      {drawing, wire.Drawn{Scale: 1, Font: style}, false},
		"before the beginning":       {drawing, wire.Drawn{Font: wire.Range{Start: -1, End: 29}}, false},
		"behind the end":             {drawing, wire.Drawn{Font: wire.Range{Start: 10, End: 1000}}, false},
		"an end before its start":    {drawing, wire.Drawn{Font: wire.Range{Start: 29, End: 10}}, false},
		"no bytes":                   {drawing, wire.Drawn{Font: wire.Range{Start: 10, End: 10}}, false},
		"less than the style":        {drawing, wire.Drawn{Font: wire.Range{Start: 10, End: 20}}, false},
		"more than the style":        {drawing, wire.Drawn{Font: wire.Range{Start: 10, End: 32}}, false},
		"not behind the first tag":   {`<svg><g/><style>font</style></svg>`, wire.Drawn{Font: wire.Range{Start: 9, End: 28}}, false},
		"within a tag":               {`<script <style>evil()</style></script>`, wire.Drawn{Font: wire.Range{Start: 8, End: 29}}, false},
		"a script instead of it":     {`<svg a=""><script>evil</script></svg>`, wire.Drawn{Font: wire.Range{Start: 10, End: 31}}, false},
		"a style that has a nonce":   {`<svg a=""><style nonce="a">f</style></svg>`, wire.Drawn{Font: wire.Range{Start: 10, End: 36}}, false},
		"a font of an empty payload": {"", wire.Drawn{Font: style}, false},
	} {
		if got := isPlausiblePage(&wire.PDFResult{Data: []byte(test.data), Drawn: test.drawn}); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
