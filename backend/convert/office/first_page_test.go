package office

import (
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// Page 1 of a long document comes from a cut copy. Outside of this test, the conversion of the copy is cancelled if the
// whole document is converted earlier.
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

func TestOfficeLongDocumentsComeAhead(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	repeated := ooxmltest.DocxOf(strings.Repeat(ooxmltest.Paragraph(ooxmltest.Sentence(1, 60)), 1500), nil)
	if len(repeated) >= minAheadSize {
		t.Fatalf("the document has %d bytes, which is too large for this test", len(repeated))
	}
	tests := []struct {
		kind    filetype.Type
		content []byte
		ahead   bool
	}{
		{filetype.Docx, ooxmltest.Docx(200), true},
		{filetype.Docx, repeated, true},
		{filetype.Pptx, ooxmltest.Pptx(60), true},
		{filetype.Xlsx, ooxmltest.Xlsx(20, 300), true},
		{filetype.Docx, ooxmltest.Docx(2), false},
	}
	for _, test := range tests {
		t.Run(string(test.kind), func(t *testing.T) {
			var got result
			report, err := office.Convert(t.Context(), Order{In: converttest.TempFile(t, test.content), Kind: test.kind}, &got)
			if err != nil {
				t.Fatalf("Convert: %v", err)
			}
			if ahead := got.stages[0] == Provisional; ahead != test.ahead {
				t.Errorf("stages %v with pages %v", got.stages, got.pages)
			}
			if last := len(got.stages) - 1; got.stages[last] != WholeDocument || got.pages[last] <= got.pages[0] && test.ahead {
				t.Errorf("stages %v with pages %v", got.stages, got.pages)
			}
			if named := len(report.Steps) > 0 && report.Steps[0].Name == StepCut; named != test.ahead {
				t.Errorf("steps %v", report.Steps)
			}
		})
	}
}
