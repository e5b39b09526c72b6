package report

import (
	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// English returns sentences in English.
func English(sentences []sentence.Sentence) (all []string) {
	for _, s := range sentences {
		all = append(all, s.String())
	}
	return all
}

// OfficeFacts returns the facts of a report on an Office document.
func OfficeFacts(facts wire.Facts) []office.Fact {
	var report document.Report
	addOfficeFacts(&report, facts)
	return report.Facts
}

// Otherwise returns the sentences of a report about differences between the pages and the original document.
func Otherwise(facts wire.Facts) []string { return English(pageDifferences(facts)) }

// PictureSentences returns the sentences of a report about pictures.
func PictureSentences(pictures wire.Pictures, pages int) []string {
	return English(pictureSentences(pictures, pages))
}

// UnreadSentences returns the sentences of a report about pages whose text was not read.
func UnreadSentences(pdf *document.PDF) []string { return English(unreadSentences(pdf)) }

// MissingGlyphSentence returns the sentence of a report about characters that are in no font.
func MissingGlyphSentence(missing []wire.MissingGlyphKind, office bool) string {
	return missingGlyphSentence(missing, office).String()
}
