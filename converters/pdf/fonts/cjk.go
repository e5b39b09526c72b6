package fonts

/*
#include "fonts/api.h"
*/
import "C"

import (
	"path/filepath"
	"runtime/cgo"
	"slices"
	"strings"
)

// Values of lectern_font.collection.
const (
	collectionNone   = 0
	collectionKorean = 2
)

// cjk returns the face for a font with a Chinese, Japanese or Korean character collection: the company's font of that
// name or, if there is none, the font for Korean or for CJK. The path of the face may be empty.
func (x *Index) cjk(name string, korean bool) (f face, want style) {
	_, want = splitStyle(name)
	want.bold = want.bold || strings.Contains(name, "Bold") || strings.Contains(name, "Black") || strings.Contains(name, "Heavy")
	if f, found := x.find(name, want.bold, want.italic); found {
		return f, want
	}
	if korean && x.Korean != "" {
		return x.korean(want), want
	}
	return face{path: x.CJK, postScript: stem(x.CJK)}, want
}

// korean returns the face of the Korean font family with the most similar style.
func (x *Index) korean(want style) face {
	if f, found := x.findInFamily(nameKey(stem(x.Korean)), want); found {
		return f
	}
	return face{path: x.Korean, postScript: stem(x.Korean)}
}

// stem returns the name of a file without its extension.
func stem(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// koreanNames are parts of the names of Korean families, for PDFs without a known character collection. MuPDF does not
// know Adobe-KR and treats "Gothic" as Japanese.
var koreanNames = []string{
	"malgun", "batang", "gulim", "dotum", "gungsuh", "nanum", "myungjo", "myeongjo", "hygothic", "applegothic", "applesdgothic",
	"sourcehansansk", "sourcehanserifk", "notosanscjkk", "notoserifcjkk", "notosanskr", "notoserifkr",
}

// isKorean reports whether a family is Korean, by its key.
func isKorean(family string) bool {
	return slices.ContainsFunc(koreanNames, func(name string) bool { return strings.Contains(family, name) })
}

// lectern_find_cjk is called by load_fonts.c for a CJK font that is not embedded. It returns the path of a font file, which
// the caller frees, or NULL.
//
//export lectern_find_cjk
func lectern_find_cjk(handle C.uintptr_t, name *C.char, korean C.int, found *C.lectern_face) *C.char {
	index := cgo.Handle(handle).Value().(*Index)
	f, want := index.cjk(C.GoString(name), korean != 0)
	if f.path == "" {
		return nil
	}
	return exportFace(f, want, found)
}
