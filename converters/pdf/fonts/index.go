// Package fonts finds substitutes for fonts that a PDF names but does not embed.
package fonts

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/.. -I${SRCDIR}/../mupdf/include
#cgo windows CFLAGS: -D_UCRT -Wno-format
#include "fonts/api.h"
*/
import "C"

import (
	"cmp"
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"sync"
	"unicode"
	"unsafe"

	_ "lectern/converters/pdf/document"
	_ "lectern/converters/pdf/mupdfapi"
	"lectern/converters/wire/fontfamily"
)

// Headers are the C headers of this package, see package mupdfapi.
//
//go:embed *.h
var Headers embed.FS

// Sources are the folders and files that substitute fonts come from. Each may be empty.
type Sources struct {
	// Company is a folder with the company's fonts. They are found by the names in the font files.
	Company string
	// Bundle is a folder with free fonts. They are found by their file names, such as LiberationSans-BoldItalic.ttf.
	Bundle string
	// CJK is a font file with Chinese and Japanese characters.
	CJK string
	// Korean is a font file with Hangul, for Korean text. If it is empty, Korean text is drawn with CJK.
	Korean string
}

// Limits for a folder of fonts.
const (
	maxFontFiles = 5000
	maxFontDepth = 8
)

// Index finds the faces of Sources by name. It reads the folders on the first look-up, because few documents need them.
type Index struct {
	Sources
	handle   cgo.Handle // of the index itself, for C
	readOnce sync.Once
	byName   map[string]face // by full name and PostScript name
	byStyle  map[string]face // by family and style, from both folders
}

// NewIndex returns an index of the sources.
func NewIndex(sources Sources) *Index { return &Index{Sources: sources} }

// find returns the face to draw for a font, by its name in the PDF. The face may lack the requested style, which MuPDF
// then imitates.
func (x *Index) find(name string, bold, italic bool) (face, bool) {
	if x.Company == "" && (x.Bundle == "" || isStandard(name)) {
		return face{}, false // without reading any folder
	}
	x.readOnce.Do(x.readFolders)
	if f, found := x.byName[nameKey(WithoutSubsetTag(name))]; found {
		return f, true
	}
	if isStandard(name) {
		return face{}, false
	}
	family, named := splitStyle(WithoutSubsetTag(name))
	want := style{bold || named.bold, italic || named.italic}
	if f, found := x.findInFamily(family, want); found {
		return f, true
	}
	if isKorean(family) && x.Korean != "" {
		return x.korean(want), true
	}
	return x.findInFamily(cmp.Or(fontfamily.MetricEqual(family), similarFamilies[family]), want)
}

// findInFamily returns the face of a family with the most similar style.
func (x *Index) findInFamily(family string, want style) (face, bool) {
	for _, s := range []style{want, {bold: want.bold}, {italic: want.italic}, {}} {
		if f, found := x.byStyle[s.indexKey(family)]; found {
			return f, true
		}
	}
	return face{}, false
}

func (x *Index) readFolders() {
	x.byName, x.byStyle = map[string]face{}, map[string]face{}
	x.walk(x.Bundle, func(path string) {
		base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		family, s := splitStyle(base)
		if plain, bold := strings.CutSuffix(family, "bold"); bold && plain != "" { // NanumGothicBold
			family, s.bold = plain, true
		}
		x.byStyle[s.indexKey(family)] = face{path: path, postScript: base, bold: s.bold, italic: s.italic}
	})
	x.walk(x.Company, x.addCompanyFonts)
}

// addCompanyFonts adds the faces of a font file of the company by the names in it. An unreadable file is skipped.
func (x *Index) addCompanyFonts(path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	faces, _ := readFaces(file)
	for _, f := range faces {
		f.path = path
		for _, name := range []string{f.full, f.postScript} {
			if name != "" {
				x.byName[nameKey(name)] = f
			}
		}
		if f.family != "" {
			x.byStyle[style{f.bold, f.italic}.indexKey(nameKey(f.family))] = f
		}
	}
}

// walk calls the function do for each font file in a folder and its subfolders, in lexical order.
func (x *Index) walk(folder string, do func(path string)) {
	if folder == "" {
		return
	}
	files := 0
	depth := strings.Count(filepath.Clean(folder), "/")
	_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil: // skip files and folders that cannot be read
			return nil
		case entry.IsDir() && strings.Count(path, "/") > depth+maxFontDepth:
			return fs.SkipDir
		case files == maxFontFiles:
			return fs.SkipAll
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".ttf", ".otf", ".ttc", ".otc":
			files++
			do(path)
		}
		return nil
	})
}

// style distinguishes the faces of a family.
type style struct{ bold, italic bool }

// indexKey returns the index key for the face with this style in a font family.
func (s style) indexKey(family string) string {
	key := family
	if s.bold {
		key += "*b"
	}
	if s.italic {
		key += "*i"
	}
	return key
}

// tagSize is the length of the tag before the name of a subset font, without the plus sign (ISO 32000-1, 9.6.4).
const tagSize = 6

// WithoutSubsetTag returns a font's name without the tag of a subset.
func WithoutSubsetTag(name string) string {
	tag, rest, found := strings.Cut(name, "+")
	if !found || len(tag) != tagSize || strings.Trim(tag, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return name
	}
	return rest
}

// nameKey returns the letters and digits of a font's name in lower case, because spellings differ in other characters.
func nameKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// splitStyle splits a name such as "TimesNewRomanPS-BoldItalicMT" or "Arial,Bold" into the key of the family and the
// style.
func splitStyle(name string) (family string, s style) {
	family = nameKey(name)
	if at := strings.IndexAny(name, ",-"); at > 0 {
		rest := nameKey(name[at:])
		s = style{strings.Contains(rest, "bold"), strings.Contains(rest, "italic") || strings.Contains(rest, "oblique")}
		for _, word := range []string{"bold", "italic", "oblique", "regular", "roman", "psmt", "mt"} {
			rest = strings.Replace(rest, word, "", 1)
		}
		family = nameKey(name[:at]) + rest
	}
	for _, end := range []string{"psmt", "mt", "ps"} {
		family = strings.TrimSuffix(family, end)
	}
	return family, s
}

// similarFamilies maps common font families to families of the bundle with a similar look. The bundle has no families
// with the same widths as these.
var similarFamilies = map[string]string{
	"arialunicode": "notosans", "verdana": "dejavusans", "tahoma": "dejavusanscondensed", "georgia": "dejavuserif",
	"consolas": "dejavusansmono", "lucidaconsole": "dejavusansmono", "menlo": "dejavusansmono", "monaco": "dejavusansmono",
	"segoeui": "notosans", "opensans": "notosans", "trebuchet": "notosans",
}

// isStandard reports whether the font is one of the 14 standard fonts (ISO 32000-1, 9.6.2.2), which are built into
// MuPDF.
func isStandard(name string) bool {
	switch name {
	case "Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique",
		"Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique",
		"Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic",
		"Symbol", "ZapfDingbats":
		return true
	}
	return false
}

// Install makes MuPDF use the index for fonts that a document does not embed. The document is a lectern_document
// without an open file.
func (x *Index) Install(document unsafe.Pointer) {
	x.handle = cgo.NewHandle(x)
	C.lectern_use_fonts((*C.lectern_document)(document), C.uintptr_t(x.handle))
}

// Close releases the index, which must no longer be in use by a document. A nil index may be closed.
func (x *Index) Close() {
	if x != nil && x.handle != 0 {
		x.handle.Delete()
		x.handle = 0
	}
}

// lectern_find_font is called by load_fonts.c for a font that is not embedded. It returns the path of a font file,
// which the caller frees, or NULL.
//
//export lectern_find_font
func lectern_find_font(handle C.uintptr_t, name *C.char, bold, italic C.int, found *C.lectern_face) *C.char {
	index := cgo.Handle(handle).Value().(*Index)
	f, ok := index.find(C.GoString(name), bold != 0, italic != 0)
	if !ok {
		return nil
	}
	return exportFace(f, style{bold != 0, italic != 0}, found)
}

// exportFace fills found with a face and returns its path.
func exportFace(f face, want style, found *C.lectern_face) *C.char {
	found.index = C.int(f.index)
	found.fake_bold, found.fake_italic = cBool(want.bold && !f.bold), cBool(want.italic && !f.italic)
	return C.CString(f.path)
}

func cBool(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
