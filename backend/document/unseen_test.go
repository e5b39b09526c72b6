package document_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

func TestJoinUnseen(t *testing.T) {
	a := []wire.Unseen{{Kind: "Tibetan", Count: 3, Example: 'ཀ'}, {Kind: "symbols", Count: 1, Example: '☃'}}
	b := []wire.Unseen{{Kind: "symbols", Count: 4, Example: '☺'}, {Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	want := []wire.Unseen{{Kind: "symbols", Count: 5, Example: '☃'}, {Kind: "Tibetan", Count: 3, Example: 'ཀ'},
		{Kind: "Yi", Count: 3, Example: 'ꀀ'}}
	if got := document.JoinUnseen(a, b); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if a[1].Count != 1 || document.JoinUnseen(nil, nil) != nil {
		t.Errorf("%+v", a)
	}
}

// TestReportTellsOfUnseenCharacters has some in the first pages that are read together,
// and in those after them; in a PDF and in an Office document; read now and before.
func TestReportTellsOfUnseenCharacters(t *testing.T) {
	pages := numbered(100)
	pages[1] += unseenRune
	pages[80] += unseenRune + unseenRune
	l := openLibrary(t)
	for _, test := range []struct{ name, content, want string }{
		{"a.pdf", pdf(pages...), "3 characters are shown as empty boxes or not at all: 3 of Tibetan (such as U+0F40). " +
			"Their font is not in the PDF, and what stands in for it lacks them; it can be added with --fonts."},
		{"again.pdf", pdf(pages...), "3 characters are shown as empty boxes or not at all: "},
		{"a.docx", office(pages[:2]...), "One character is in no font here, shown as empty boxes: 1 of Tibetan (such as U+0F40). " +
			"Fonts that have them can be added with --fonts."},
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

// TestUnseenCharactersAreToldShortly has more kinds than a sentence can hold.
func TestUnseenCharactersAreToldShortly(t *testing.T) {
	var unseen []wire.Unseen
	for _, kind := range []string{wire.KindPrivate, wire.KindPictures, wire.KindSymbols, wire.KindUnknown, "Yi", "Lisu", "Vai"} {
		unseen = append(unseen, wire.Unseen{Kind: kind, Count: 2, Example: 0x1F680})
	}
	want := "14 characters are in no font here, shown as empty boxes: 2 for private use (such as U+1F680), 2 emoji or other pictures (such " +
		"as U+1F680), " +
		"2 symbols (such as U+1F680), 2 of unknown scripts (such as U+1F680), 2 of Yi (such as U+1F680), and 2 other kinds. Fonts that have " +
		"them can be added with --fonts."
	if got := document.UnseenCharacters(unseen, true); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	old := wire.Unseen{Kind: wire.KindOldHangul, Count: 1, Example: 0x119E}
	for want, unseen := range map[string][]wire.Unseen{
		"One character is in no font here, shown as letters over each other: 1 of Old Hangul": {old},
		"3 characters are in no font here, shown as empty boxes or letters over each other: ": {old, unseen[0]},
	} {
		if got := document.UnseenCharacters(unseen, true); !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
