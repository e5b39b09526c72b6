package report

import (
	"slices"
	"strings"

	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// MissingFont is a font that a document asks for, and that is neither in it nor on the
// server.
type MissingFont struct {
	Name string `json:"name"`
	// Substitute is what is drawn in its place; empty where that is unknown.
	Substitute string `json:"substitute,omitempty"`
}

// MissingFonts returns the fonts that are missing according to the converter and the PDF, sorted by name, each once.
func MissingFonts(r *document.Report, details *wire.Details) []MissingFont {
	fonts := []MissingFont{}
	for _, fact := range r.Facts {
		if fact.Name == document.FactMissingFont {
			name, substitute, _ := strings.Cut(fact.Value, "|")
			fonts = append(fonts, MissingFont{name, substitute})
		}
	}
	for _, font := range details.Fonts {
		if isMissing(font) {
			fonts = append(fonts, MissingFont{font.Name, font.Substitute})
		}
	}
	slices.SortStableFunc(fonts, func(a, b MissingFont) int { return strings.Compare(a.Name, b.Name) })
	return eachOnce(fonts)
}

// isMissing says whether a PDF's font is drawn otherwise than its author has seen it.
// One of the standard fonts, which a PDF need not embed, is not: what is drawn for them
// has their measures and their look, in every viewer.
func isMissing(font wire.Font) bool {
	if font.Embedded || font.Substitute == "" {
		return false
	}
	name := plainName(font.Name)
	return !standardFonts[family(name)] && name != plainName(font.Substitute)
}

// standardFonts are the families of the fonts that each viewer of PDFs has (ISO 32000-1,
// 9.6.2.2), and of those that Windows and Office name in their place.
var standardFonts = map[string]bool{
	"helvetica": true, "times": true, "courier": true, "symbol": true, "zapfdingbats": true,
	"arial": true, "timesnewroman": true, "couriernew": true,
}

// plainName gives the name of a font without what is spelled now one way and now
// another: "Arial,Bold", "Arial-Bold", "Arial Bold".
func plainName(name string) string {
	name = strings.NewReplacer("-", "", ",", "", " ", "").Replace(strings.ToLower(name))
	return strings.TrimSuffix(name, "regular")
}

// family takes the style, and the letters by which PostScript tells fonts apart, off a
// plain name.
func family(name string) string {
	for _, suffix := range []string{"mt", "italic", "oblique", "bold", "roman", "ps"} {
		if shorter := strings.TrimSuffix(name, suffix); shorter != "timesnew" {
			name = shorter
		}
	}
	return name
}

// eachOnce leaves one of fonts of the same name that stand together: the first whose
// substitute is known.
func eachOnce(fonts []MissingFont) []MissingFont {
	once := fonts[:0]
	for _, font := range fonts {
		last := len(once) - 1
		switch {
		case last < 0 || once[last].Name != font.Name:
			once = append(once, font)
		case once[last].Substitute == "":
			once[last] = font
		}
	}
	return once
}

// maxFontsNamed is how many fonts a sentence names.
const maxFontsNamed = 5

// guessedFonts tells of fonts whose text is most likely shown wrongly; nothing where there are none.
func guessedFonts(details *wire.Details) (none sentence.Sentence) {
	var names []string
	for _, font := range details.Fonts {
		if name := document.Legible(font.Name); font.Guessed && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return none
	}
	var fonts []sentence.Sentence
	for _, name := range names[:min(len(names), maxFontsNamed)] {
		fonts = append(fonts, sentence.Names([]string{name}, 1))
	}
	if more := len(names) - maxFontsNamed; more > 0 {
		fonts = append(fonts, sentence.New("fonts-more", "{count} others").With("count", more))
	}
	return sentence.New("fonts-guessed", "Text is most likely shown wrongly, as its font is not in the PDF, which does not say either which "+
		"characters it has: {fonts}.").
		With("fonts", sentence.Join(fonts))
}
