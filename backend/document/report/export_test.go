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

// Otherwise returns what a report says of what pages show differently.
func Otherwise(facts wire.Facts) []string { return English(otherwise(facts)) }

// PictureSentences returns what a report says of pictures.
func PictureSentences(pictures wire.Pictures, pages int) []string {
	return English(pictureSentences(pictures, pages))
}

// UnreadSentences returns what a report says of pages whose text was not read.
func UnreadSentences(pdf *document.PDF) []string { return English(unreadSentences(pdf)) }

// UnseenCharacters returns what a report says of characters that no font has.
func UnseenCharacters(unseen []wire.Unseen, office bool) string {
	return unseenCharacters(unseen, office).String()
}

// ShareCall is shareCall.
var ShareCall = shareCall
