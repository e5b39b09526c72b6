package conversion_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"lectern/backend/convert"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/converters/ooxml/ooxmltest"
)

// TestZIPBombIsRefused checks that a ZIP bomb fails, with the reason, before a converter reads it.
//
// SECURITY.md, promise 19 (ZIP bombs)
func TestZIPBombIsRefused(t *testing.T) {
	l := openLibrary(t)
	bomb := ooxmltest.XlsxOf("", strings.Repeat(" ", 70<<20), "<sheetData/>")
	doc := l.wantFailed(l.post("a.xlsx", string(bomb), document.Options{}).ID, "unpacks to more than 400 times its size")
	if steps := l.endedSteps(doc); steps != "received, detected, queued, measured!" {
		t.Errorf("its steps are %s", steps)
	}
	if n := l.converter.count(); n != 0 {
		t.Errorf("%d conversions of a bomb", n)
	}
}

// TestPackageWithWrongDeclaredSize posts a package with a part that is longer than its declared size. If the converter
// rejects it as damaged, the message names the wrong size.
func TestPackageWithWrongDeclaredSize(t *testing.T) {
	l := openLibrary(t)
	l.converter.before = func(convertoffice.Order) error { return &convert.Error{Reason: convert.ReasonDamaged} }
	lying := ooxmltest.XlsxOf("", "", "<sheetData/>")
	const entry, lengthAt = "PK\x01\x02", 24
	binary.LittleEndian.PutUint32(lying[bytes.LastIndex(lying, []byte(entry))+lengthAt:], 1)
	l.wantFailed(l.post("a.xlsx", string(lying), document.Options{}).ID, "has a part that is longer than declared")
	l.wantFailed(l.post("b.xlsx", string(ooxmltest.XlsxOf("", "", "<sheetData/>")), document.Options{}).ID, "it could not be read")
}
