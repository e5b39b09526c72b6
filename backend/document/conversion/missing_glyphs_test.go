package conversion_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/sentence"
)

// TestReportWarnsAboutMissingGlyphs checks the warning about characters that are in no installed font: in the first
// batch of pages and in later batches, in PDFs and Office documents, and with reused texts.
func TestReportWarnsAboutMissingGlyphs(t *testing.T) {
	pages := numbered(100)
	pages[1] += unseenRune
	pages[80] += unseenRune + unseenRune
	l := openLibrary(t)
	for _, test := range []struct{ name, content, want string }{
		{"a.pdf", pdf(pages...), "3 characters are shown as empty boxes or not at all: 3 of Tibetan (such as U+0F40). " +
			"Their font is not in the PDF, and the substitute lacks them. The font can be added with --fonts."},
		{"again.pdf", pdf(pages...), "3 characters are shown as empty boxes or not at all: "},
		{"a.docx", office(pages[:2]...), "One character is in no available font and is shown as empty boxes: 1 of Tibetan (such as U+0F40). " +
			"Fonts that contain it can be added with --fonts."},
		{"plain.pdf", pdf("one"), ""},
	} {
		doc := l.post(test.name, test.content, document.Options{})
		report, _ := l.report(l.await(doc.ID, func(d document.Document) bool { return d.Status == document.Ready }))
		told := slices.ContainsFunc(report.Warnings, func(s sentence.Sentence) bool {
			return strings.HasPrefix(s.String(), test.want) && test.want != ""
		})
		warned := slices.ContainsFunc(report.Warnings, func(s sentence.Sentence) bool { return strings.Contains(s.String(), "U+") })
		if told != (test.want != "") || warned != told {
			t.Errorf("%s: %+v", test.name, report.Warnings)
		}
	}
}
