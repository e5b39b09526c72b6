package facts

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// script is one of the three kinds of scripts for which documents name fonts.
type script int

const (
	latin script = iota
	eastAsian
	complexScript
)

// fontList collects the fonts that a document requests for its text.
type fontList struct {
	requested map[string]script
	// usedScripts are the scripts that occur in the text. Documents name fonts for all scripts, but most texts use only
	// one or two.
	usedScripts [3]bool
	themeFonts  map[string]bool // names of fonts of the theme, such as "minorEastAsia"
}

func newFontList() *fontList {
	return &fontList{requested: map[string]script{}, usedScripts: [3]bool{latin: true}, themeFonts: map[string]bool{}}
}

func (l *fontList) request(name string, s script) {
	name = strings.TrimSpace(shortened(name))
	if before, known := l.requested[name]; name != "" && len(l.requested) < opc.MaxRelations && (!known || s < before) {
		l.requested[name] = s
	}
}

// names returns the fonts in use, sorted.
func (l *fontList) names() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(l.requested)) {
		if l.usedScripts[l.requested[name]] && len(names) < wire.MaxFacts {
			names = append(names, name)
		}
	}
	return names
}

// recordScripts records the scripts of a text.
func (l *fontList) recordScripts(text []byte) {
	for len(text) > 0 {
		if text[0] < utf8.RuneSelf {
			text = text[1:]
			continue
		}
		char, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case char >= 0x2E80 && char <= 0xFAFF && char != utf8.RuneError || char >= 0xFE30 && char < 0xFE50 || char >= 0xFF00 && char <= 0xFFEF ||
			char >= 0x20000 && char < 0x40000 || char >= 0x1100 && char < 0x1200:
			l.usedScripts[eastAsian] = true
		case char >= 0x0590 && char < 0x1100 || char >= 0x1780 && char < 0x1800 || char >= 0xFB1D && char < 0xFE00 ||
			char >= 0xFE70 && char < 0xFF00:
			l.usedScripts[complexScript] = true
		}
	}
}

// themeNames maps the theme font references that drawings use to the references that texts use.
var themeNames = map[string]string{
	"+mj-lt": "majorAscii", "+mj-ea": "majorEastAsia", "+mj-cs": "majorBidi",
	"+mn-lt": "minorAscii", "+mn-ea": "minorEastAsia", "+mn-cs": "minorBidi",
}

// processDrawing processes a token of a slide, a chart or a drawing.
func (l *fontList) processDrawing(t opc.Token) {
	if t.Kind == opc.TextRun {
		l.recordScripts(t.Raw)
		return
	}
	of := latin
	switch string(t.Local) {
	case "ea":
		of = eastAsian
	case "cs":
		of = complexScript
	case "latin", "sym", "buFont":
	default:
		return
	}
	if name := t.Value("typeface"); strings.HasPrefix(name, "+") {
		l.themeFonts[themeNames[name]] = true
	} else {
		l.request(name, of)
	}
}

// requestByIndex requests the font with this index in a list.
func (l *fontList) requestByIndex(names []string, number string) {
	if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(names) {
		l.request(names[i], latin)
	}
}

// runFonts are the fonts of a w:rFonts element.
type runFonts struct {
	names  [3]string
	themes []string
}

func newRunFonts(t opc.Token) (fonts runFonts) {
	opc.EachAttribute(t.Attrs, func(name, value []byte) {
		switch _, local, _ := strings.Cut(string(name), ":"); local {
		case "ascii", "hAnsi":
			fonts.names[latin] = opc.Unescape(value)
		case "eastAsia":
			fonts.names[eastAsian] = opc.Unescape(value)
		case "cs":
			fonts.names[complexScript] = opc.Unescape(value)
		case "asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme", "csTheme":
			fonts.themes = append(fonts.themes, opc.Unescape(value))
		}
	})
	for _, theme := range fonts.themes {
		fonts.names[themeScript(theme)] = "" // a theme font takes precedence over a name
	}
	return fonts
}

func themeScript(theme string) script {
	switch {
	case strings.HasSuffix(theme, "EastAsia"):
		return eastAsian
	case strings.HasSuffix(theme, "Bidi"):
		return complexScript
	}
	return latin
}

func (l *fontList) requestAll(fonts runFonts) {
	for of, name := range fonts.names {
		l.request(name, script(of))
	}
	for _, theme := range fonts.themes {
		l.themeFonts[strings.Replace(theme, "HAnsi", "Ascii", 1)] = true
	}
}

// resolveThemeFonts requests the fonts of the theme that the document refers to.
func (f *packageReader) resolveThemeFonts() {
	for _, key := range f.pkg.Keys {
		if !strings.Contains(key, "/theme/theme") || strings.HasSuffix(key, ".rels") {
			continue
		}
		of := ""
		f.scan(key, func(t opc.Token) bool {
			switch local := string(t.Local); {
			case t.Kind == opc.EndTag:
			case local == "majorFont" || local == "minorFont":
				of = strings.TrimSuffix(local, "Font")
			case of != "" && local == "latin" && f.fonts.themeFonts[of+"Ascii"]:
				f.fonts.request(t.Value("typeface"), latin)
			case of != "" && local == "ea" && f.fonts.themeFonts[of+"EastAsia"]:
				f.fonts.request(t.Value("typeface"), eastAsian)
			case of != "" && local == "cs" && f.fonts.themeFonts[of+"Bidi"]:
				f.fonts.request(t.Value("typeface"), complexScript)
			case local == "fmtScheme":
				return false
			}
			return true
		})
	}
}
