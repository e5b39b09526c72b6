package fonts

import "strings"

// Flags of a font descriptor (ISO 32000-1, table 123).
const (
	flagFixedPitch = 1 << 0
	flagSerif      = 1 << 1
	flagItalic     = 1 << 6
	flagForceBold  = 1 << 18
)

// Substitute returns the PostScript name of the face that MuPDF draws for a font that is not embedded. flags are the
// flags of the font descriptor; collection is the field of that name in lectern_font. A nil index has only MuPDF's
// built-in fonts.
func (x *Index) Substitute(name string, flags, collection int) string {
	_, s := splitStyle(name)
	s.bold = s.bold || flags&flagForceBold != 0
	s.italic = s.italic || flags&flagItalic != 0
	if x != nil && collection != collectionNone {
		f, _ := x.cjk(name, collection == collectionKorean)
		return f.postScript
	}
	if x != nil {
		if f, found := x.find(name, s.bold, s.italic); found {
			return f.postScript
		}
	}
	return builtIn(name, flags, s)
}

// builtIn returns the PostScript name of MuPDF's built-in face for a font.
func builtIn(name string, flags int, s style) string {
	family, _ := splitStyle(name)
	switch {
	case family == "symbol":
		return "StandardSymbolsPS"
	case family == "zapfdingbats":
		return "D050000L"
	case strings.HasPrefix(family, "courier"), flags&flagFixedPitch != 0:
		return "NimbusMonoPS" + suffix(s)
	case strings.HasPrefix(family, "times"):
		return "NimbusRoman" + suffix(s)
	case flags&flagSerif != 0 && !strings.HasPrefix(family, "helvetica") && !strings.HasPrefix(family, "arial"):
		return "NimbusRoman" + suffix(s)
	}
	return "NimbusSans" + suffix(s)
}

func suffix(s style) string {
	switch s {
	case style{true, true}:
		return "-BoldItalic"
	case style{bold: true}:
		return "-Bold"
	case style{italic: true}:
		return "-Italic"
	}
	return "-Regular"
}
