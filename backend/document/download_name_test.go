package document

import (
	"strings"
	"testing"
	"unicode/utf8"

	"lectern/backend/convert/filetype"
)

func TestDownloadName(t *testing.T) {
	for _, test := range []struct {
		name      string
		kind      filetype.Type
		want, pdf string
	}{
		{"Letter.docx", filetype.Docx, "Letter.docx", "Letter.pdf"},
		{"LETTER.DOCX", filetype.Docx, "LETTER.DOCX", "LETTER.pdf"},
		{"get.php", filetype.Docx, "get.docx", "get.pdf"},
		{"a.pdf", filetype.Docx, "a.docx", "a.pdf"},
		{"a.docx", filetype.Pdf, "a.pdf", "a.pdf"},
		{"Contract 2026", filetype.Docx, "Contract 2026.docx", "Contract 2026.pdf"},
		{"Contract v1.2", filetype.Docx, "Contract v1.2.docx", "Contract v1.2.pdf"},
		{"Letter to J.Smith", filetype.Rtf, "Letter to J.Smith.rtf", "Letter to J.Smith.pdf"},
		{"Letter.doc", filetype.Rtf, "Letter.rtf", "Letter.pdf"},
		{"Letter.docx.pdf", filetype.Docx, "Letter.docx", "Letter.docx.pdf"},
		{"Letter.", filetype.Docx, "Letter.docx", "Letter.pdf"},
		{"show.ppt", filetype.Ppt, "show.ppt", "show.pdf"},
		{"show.pps", filetype.Ppt, "show.pps", "show.pdf"},
		{"show.pot", filetype.Pps, "show.pot", "show.pdf"},
		{"show.PPA", filetype.Ppa, "show.PPA", "show.pdf"},
		{"show.pptx", filetype.Ppt, "show.ppt", "show.pdf"},
		{"show.potx", filetype.Pptx, "show.pptx", "show.pdf"},
		{"Letter.dot", filetype.Doc, "Letter.dot", "Letter.pdf"},
		{"Letter.dot", filetype.Docx, "Letter.docx", "Letter.pdf"},
		{"table.xlt", filetype.Xls, "table.xlt", "table.pdf"},
		{".pdf", filetype.Pdf, "document.pdf", "document.pdf"},
		{".docx", filetype.Docx, "document.docx", "document.pdf"},
		{".DOCX", filetype.Docx, "document.DOCX", "document.pdf"},
		{".docx", filetype.Pdf, "document.pdf", "document.pdf"},
		{".profile", filetype.Docx, ".profile.docx", ".profile.pdf"},
		{"報告", filetype.Xlsx, "報告.xlsx", "報告.pdf"},
		{"get.php", "", "get.php", "get.pdf"},
	} {
		if got, pdf := downloadName(test.name, test.kind), pdfName(test.name); got != test.want || pdf != test.pdf {
			t.Errorf("%q as %q: %q and %q, want %q and %q", test.name, test.kind, got, pdf, test.want, test.pdf)
		}
		if got := downloadName(test.want, test.kind); got != test.want {
			t.Errorf("%q is not stable: %q", test.want, got)
		}
	}
	long := strings.Repeat("x", maxName)
	if got := downloadName(long, filetype.Docx); utf8.RuneCountInString(got) > maxName || !strings.HasSuffix(got, "….docx") {
		t.Errorf("a long name: %q", got)
	}
}
