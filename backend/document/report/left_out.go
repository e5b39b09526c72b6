package report

import (
	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
)

// maxSheetsNamed is the maximum number of sheets that a sentence lists by name.
const maxSheetsNamed = 10

// omissionSentences returns sentences about what is missing from the pages of a workbook, and about print areas and
// page widths that could not be applied. Each kind has one sentence.
func omissionSentences(facts []office.Fact) (sentences []sentence.Sentence) {
	for _, kind := range []struct {
		name office.FactName
		text sentence.Sentence
	}{
		{document.FactPrintArea, sentence.New("print-area", "Only the print area of {sheets} is shown.")},
		{document.FactHiddenCells, sentence.New("hidden-cells", "Hidden rows or columns of {sheets} are omitted.")},
		{document.FactEmptyArea, sentence.New("empty-area", "All of {sheets} is shown, because the print area is empty.")},
		{document.FactCutText, sentence.New("cut-text", "Long texts in {sheets} are cut off at the edge of the page.")},
		{document.FactWideSheet, sentence.New("wide-sheet", "No page is wide enough for {sheets}: the columns continue on "+
			"further pages.")},
	} {
		var names []string
		for _, fact := range facts {
			if fact.Name == kind.name {
				names = append(names, fact.Value)
			}
		}
		if len(names) > 0 {
			sentences = append(sentences, kind.text.With("sheets", sheets(names)))
		}
	}
	return sentences
}

// leftOutForMemory returns the sentence that a part of the document may be missing because it needs too much memory.
func leftOutForMemory(report *document.Report) []sentence.Sentence {
	if !report.HasFact(document.FactLeftOut) {
		return nil
	}
	return []sentence.Sentence{sentence.New("left-out-for-memory",
		"A part of the document, such as a picture, needs more memory than allowed and may be missing.")}
}

// sheets returns the names of sheets as a part of a sentence.
func sheets(names []string) sentence.Sentence {
	if len(names) == 1 {
		return sentence.New("sheet", "the sheet {name}").With("name", sentence.Names(names, 1))
	}
	return sentence.New("sheets", "the sheets {names}").With("names", sentence.Names(names, maxSheetsNamed))
}
