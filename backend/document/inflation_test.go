package document_test

import (
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/converters/ooxml/ooxmltest"
)

// A ZIP bomb fails with its cause, and no converter is asked.
//
// promise 19
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
