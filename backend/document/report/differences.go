package report

import (
	"slices"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// Differences returns sentences about how the pages of a document differ from what its author sees, except those of
// [SingleFacts].
func Differences(report *document.Report, details *wire.Details) []sentence.Sentence {
	var before []sentence.Sentence
	for _, fact := range report.Facts {
		if fact.Name == document.FactWarning {
			before = append(before, sentence.English(fact.Value))
		}
	}
	return slices.Concat(before, report.Warnings, omissionSentences(report.Facts), leftOutForMemory(report), pageWarnings(details),
		nonzero(guessedFonts(details)))
}

// SingleFacts returns the sentences of those facts that each have a sentence of their own.
func SingleFacts(report *document.Report) (sentences []sentence.Sentence) {
	for _, fact := range report.Facts {
		if text := singleFact(fact.Name); !text.IsZero() {
			sentences = append(sentences, text.With("value", FactValue(fact)))
		}
	}
	return sentences
}

func singleFact(name office.FactName) (none sentence.Sentence) {
	switch name {
	case document.FactHiddenSheet:
		return sentence.New("fact-hidden-sheet", "Omitted because it is hidden: the sheet “{value}”")
	case document.FactHiddenSlide:
		return sentence.New("fact-hidden-slide", "Omitted because it is hidden: the slide “{value}”")
	case document.FactFittedSheet:
		return sentence.New("fact-fitted-sheet", "Scaled down to fit its page: the sheet “{value}”")
	case document.FactCompacted:
		return sentence.New("fact-gathered-sheet", "Shown without long empty ranges: the sheet “{value}”")
	case document.FactComments:
		return sentence.New("fact-comments", "Comments: {value}")
	case document.FactNotes:
		return sentence.New("fact-notes", "Omitted: pages of speaker’s notes ({value})")
	case document.FactEmbedded:
		return sentence.New("fact-embedded", "Objects of other programs: {value}")
	case document.FactMacro:
		return sentence.New("fact-macro", "Not run: the macro “{value}”")
	case document.FactMacroSheet:
		return sentence.New("fact-macro-sheet", "Not run: the Excel 4 macros in the sheet “{value}”")
	case document.FactHiddenMacros:
		return sentence.New("fact-hidden-macros", "Not run: the Excel 4 macros in the hidden sheet “{value}”")
	case document.FactConnection:
		return sentence.New("fact-data-connection", "Not queried: the data connection “{value}”")
	case document.FactRefreshed:
		return sentence.New("fact-refreshed", "Not refreshed, although it is set to refresh when the document is opened: the "+
			"data connection “{value}”")
	case document.FactControl:
		return sentence.New("fact-control", "Not run: the ActiveX control or add-in “{value}”")
	case document.FactBlockedLink, document.FactUnreadableLink:
		return sentence.New("fact-blocked-link", "Not fetched: {value}")
	case document.FactSigned:
		return sentence.New("fact-signed", "The document is signed. The signature was not checked.")
	}
	return none
}
