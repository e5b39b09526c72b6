package inspect

import (
	"reflect"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

func TestOOXMLFacts(t *testing.T) {
	look := openOOXML(t)
	for name, test := range map[string]struct {
		content []byte
		kind    filetype.Type
		want    wire.Facts
	}{
		"a presentation": {ooxmltest.PptxHidden(9, 2), filetype.Pptx, wire.Facts{HiddenSlides: 2}},
		"rich text": {[]byte(`{\rtf1{\*\template http://a/b.dot}}`), filetype.Rtf,
			wire.Facts{Links: []wire.FactLink{{Kind: "attachedTemplate", Target: "http://a/b.dot"}}}},
		"a PDF": {[]byte("%PDF-1.7"), filetype.Pdf, wire.Facts{}},
	} {
		if got, err := look.Facts(t.Context(), converttest.TempFile(t, test.content), test.kind); err != nil || !reflect.DeepEqual(got,
			test.want) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, test.want)
		}
	}
}

// Output of a process beyond the limit is rejected.
func TestAnswerIsBounded(t *testing.T) {
	out := &limitedBuffer{max: 3}
	if n, err := out.Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := out.Write([]byte("d")); err == nil || out.String() != "abc" {
		t.Errorf("%q, %v", out, err)
	}
}
