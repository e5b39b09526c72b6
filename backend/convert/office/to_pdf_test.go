package office

import (
	"errors"
	"os"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/converters/ooxml/ooxmltest"
)

// A package whose uncompressed size exceeds the limit is rejected, and no PDF is delivered.
func TestToPDFLimitsInflation(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	original := Original{Kind: filetype.Docx,
		File: converttest.TempFile(t, ooxmltest.DocxOf(ooxmltest.Paragraph("short"), nil))}
	delivered := 0
	receive := func(*os.File) error { delivered++; return nil }
	if err := ToPDF(t.Context(), office, original, receive); err != nil || delivered != 1 {
		t.Errorf("within the limit: %d PDFs (%v), want one", delivered, err)
	}
	original.MaxInflation = 1
	err := ToPDF(t.Context(), office, original, receive)
	if _, ok := errors.AsType[*filetype.LimitError](err); !ok || delivered != 1 {
		t.Errorf("beyond the limit: %d PDFs (%v), want the one from before and a LimitError", delivered, err)
	}
}
