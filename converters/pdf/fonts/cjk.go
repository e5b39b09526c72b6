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

// The collections of lectern_font.
const (
	collectionNone   = 0
	collectionKorean = 2
)

// cjk returns the face for a font of one of the collections of the Far East: the
// company's own of that name, or else the one for Korean or for Chinese and Japanese,
// whose path is empty where there is none.
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

// korean returns the face for Korean of a style, or the one that is nearest to it.
func (x *Index) korean(want style) face {
	if f, found := x.ofFamily(nameKey(stem(x.Korean)), want); found {
		return f
	}
	return face{path: x.Korean, postScript: stem(x.Korean)}
}

// stem is the name of a file without its ending.
func stem(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// koreanNames tell Korean families by their names, for PDFs of which the collection does
// not: MuPDF does not know Adobe-KR, and takes "Gothic" for Japanese.
var koreanNames = []string{
	"malgun", "batang", "gulim", "dotum", "gungsuh", "nanum", "myungjo", "myeongjo", "hygothic", "applegothic", "applesdgothic",
	"sourcehansansk", "sourcehanserifk", "notosanscjkk", "notoserifcjkk", "notosanskr", "notoserifkr",
}

// isKorean reports whether the key of a family is that of a Korean one.
func isKorean(family string) bool {
	return slices.ContainsFunc(koreanNames, func(name string) bool { return strings.Contains(family, name) })
}

// lectern_find_cjk is called by MuPDF for a font of the Far East that is not embedded.
// The path is to be freed; NULL where there is none.
//
//export lectern_find_cjk
func lectern_find_cjk(handle C.uintptr_t, name *C.char, korean C.int, found *C.lectern_face) *C.char {
	index := cgo.Handle(handle).Value().(*Index)
	f, want := index.cjk(C.GoString(name), korean != 0)
	if f.path == "" {
		return nil
	}
	return giveFace(f, want, found)
}
