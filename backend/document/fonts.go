package document

import (
	"context"
	"slices"
	"strings"

	"lectern/converters/wire"
)

// MissingFont is a font that a document asks for, and that is neither in it nor on the
// server.
type MissingFont struct {
	Name string `json:"name"`
	// Substitute is what is drawn in its place; empty where that is unknown.
	Substitute string `json:"substitute,omitempty"`
}

// MissingFonts gives the fonts that are missing by what a converter has reported and by
// what the PDF says of itself: by name, each once.
func (r Report) MissingFonts(details *wire.Details) []MissingFont {
	fonts := []MissingFont{}
	for _, fact := range r.Facts {
		if fact.Name == FactMissingFont {
			name, substitute, _ := strings.Cut(fact.Value, "|")
			fonts = append(fonts, MissingFont{name, substitute})
		}
	}
	for _, font := range details.Fonts {
		if !font.Embedded && font.Substitute != "" {
			fonts = append(fonts, MissingFont{font.Name, font.Substitute})
		}
	}
	slices.SortStableFunc(fonts, func(a, b MissingFont) int { return strings.Compare(a.Name, b.Name) })
	return eachOnce(fonts)
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

// MissingFonts gives the fonts that are missing in a document. Until the whole of it
// has been converted and its report is written, it is a fault of kind NotFound. Unlike
// [Service.Report] it does not look into the original.
func (s *Service) MissingFonts(ctx context.Context, doc *Document) ([]MissingFont, error) {
	if !doc.Whole() || doc.Status == Processing {
		return nil, notWhole(doc, "list of fonts")
	}
	report, err := s.store.FindReport(ctx, doc.ID)
	if err != nil {
		return nil, err
	}
	details, err := s.pages.Details(ctx, doc)
	if err != nil {
		return nil, err
	}
	return report.MissingFonts(&details), nil
}
