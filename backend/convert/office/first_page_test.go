package office

import (
	"cmp"
	"context"
	"os"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// Page 1 of a long document comes from a copy that is cut after the content of page 1. Outside of this test, the
// conversion of the copy is cancelled if the whole document is converted earlier.
func TestOfficeCutCopyIsConverted(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	for kind, content := range map[filetype.Type][]byte{
		filetype.Docx: ooxmltest.Docx(200), filetype.Pptx: ooxmltest.Pptx(60), filetype.Xlsx: ooxmltest.Xlsx(20, 300),
	} {
		t.Run(string(kind), func(t *testing.T) {
			family, err := documentFamily(kind)
			if err != nil {
				t.Fatal(err)
			}
			var got result
			a := office.startFirstPage(t.Context(), true, Order{In: converttest.TempFile(t, content), Kind: kind}, family, &got)
			<-a.done
			if len(got.stages) != 1 || got.stages[0] != Provisional || got.pages[0] < 1 {
				t.Errorf("stages %v with pages %v", got.stages, got.pages)
			}
			if steps := a.wait(); len(steps) != 2 || steps[0].Name != StepCut || steps[1].Name != StepAhead {
				t.Errorf("steps %v", steps)
			}
		})
	}
}

// Page 1 of a long document is delivered before anything of the whole document. The documents are so long that the copy
// is converted first even on a busy machine. Each conversion is cancelled when its first PDF arrives.
func TestOfficeFirstPageIsDeliveredEarly(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	repeated := ooxmltest.DocxOf(strings.Repeat(ooxmltest.Paragraph(ooxmltest.Sentence(1, 60)), 8000), nil)
	if len(repeated) >= minAheadSize {
		t.Fatalf("the document has %d bytes, which is too large for this test", len(repeated))
	}
	for name, test := range map[string]struct {
		kind    filetype.Type
		content []byte
	}{
		"docx":              {filetype.Docx, ooxmltest.Docx(2000)},
		"docx, packed well": {filetype.Docx, repeated},
		"pptx":              {filetype.Pptx, ooxmltest.Pptx(800)},
		"xlsx":              {filetype.Xlsx, ooxmltest.Xlsx(40, 2000)},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var first Completeness
			report, err := office.Convert(ctx, Order{In: converttest.TempFile(t, test.content), Kind: test.kind},
				ReceiverFunc(func(completeness Completeness, _ *os.File) error {
					first = cmp.Or(first, completeness)
					cancel()
					return nil
				}))
			if first != Provisional || len(report.Steps) == 0 || report.Steps[0].Name != StepCut {
				t.Errorf("got the PDF %v first, want %v (%v, steps %v)", first, Provisional, err, report.Steps)
			}
		})
	}
}

// The PDF of the whole document is delivered last, and has more pages than a PDF that was delivered before. A short
// document is not cut.
func TestOfficeWholeFollowsPage1(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	for _, test := range []struct {
		kind    filetype.Type
		content []byte
		isShort bool
	}{
		{kind: filetype.Docx, content: ooxmltest.Docx(200)},
		{kind: filetype.Pptx, content: ooxmltest.Pptx(60)},
		{kind: filetype.Xlsx, content: ooxmltest.Xlsx(20, 300)},
		{kind: filetype.Docx, content: ooxmltest.Docx(2), isShort: true},
	} {
		t.Run(string(test.kind), func(t *testing.T) {
			var got result
			report, err := office.Convert(t.Context(), Order{In: converttest.TempFile(t, test.content), Kind: test.kind}, &got)
			if err != nil {
				t.Fatalf("Convert: %v", err)
			}
			last := len(got.stages) - 1
			if got.stages[last] != WholeDocument || last > 0 && got.pages[last] <= got.pages[0] {
				t.Errorf("stages %v with pages %v", got.stages, got.pages)
			}
			if isAhead := len(report.Steps) > 0 && report.Steps[0].Name == StepCut; test.isShort && (isAhead || got.stages[0] == Provisional) {
				t.Errorf("stages %v, steps %v; want no cut copy", got.stages, report.Steps)
			}
		})
	}
}
