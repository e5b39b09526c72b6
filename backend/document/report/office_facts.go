package report

import (
	"slices"
	"strconv"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// FactValue returns the value of a fact for readers.
func FactValue(f office.Fact) sentence.Sentence {
	if f.Name == document.FactUnreadableLink {
		return sentence.New("address-unreadable", "an unreadable address of kind {kind}").With("kind", f.Value)
	}
	return sentence.Sentence{English: f.Value}
}

// addOfficeFacts adds facts about content of an Office document that its pages do not show.
func addOfficeFacts(r *document.Report, facts wire.Facts) {
	// The fonts that LibreOffice reports are more reliable than those in the file.
	if !r.HasFact(document.FactRequestedFont) {
		for _, font := range facts.Fonts {
			r.AddFact(document.FactRequestedFont, font)
		}
	}
	for _, link := range facts.Links {
		blocked := office.Fact{Name: document.FactBlockedLink, Value: link.Target}
		if link.Target == "" {
			blocked = office.Fact{Name: document.FactUnreadableLink, Value: link.Kind}
		}
		if !slices.Contains(r.Facts, blocked) {
			r.Facts = append(r.Facts, blocked)
		}
	}
	if facts.Macros {
		r.AddFact(document.FactMacro, "VBA project")
	}
	addActiveFacts(r, facts)
	if facts.Signed {
		r.AddFact(document.FactSigned, "")
	}
	for _, count := range []struct {
		name office.FactName
		n    int
	}{{document.FactEmbedded, facts.Embedded}, {document.FactComments, facts.Comments}, {document.FactNotes, facts.Notes}} {
		if count.n > 0 {
			r.AddFact(count.name, strconv.Itoa(count.n))
		}
	}
	r.Warn(pageDifferences(facts)...)
}

// addActiveFacts adds facts about active content: macros, data connections and controls.
func addActiveFacts(r *document.Report, facts wire.Facts) {
	for _, sheet := range facts.MacroSheets {
		name := document.FactMacroSheet
		if sheet.Hidden {
			name = document.FactHiddenMacros
		}
		r.AddFact(name, sheet.Name)
	}
	for _, connection := range facts.Connections {
		name := document.FactConnection
		if connection.Refresh {
			name = document.FactRefreshed
		}
		r.AddFact(name, connection.Name)
	}
	for _, class := range facts.Controls {
		if fact := (office.Fact{Name: document.FactControl, Value: class}); !slices.Contains(r.Facts, fact) {
			r.Facts = append(r.Facts, fact)
		}
	}
}

// maxFilesInserted is how many inserted files a sentence names.
const maxFilesInserted = 5

// maxDialogsNamed is how many dialog sheets a sentence names.
const maxDialogsNamed = 5

// pageDifferences returns sentences about how the pages differ from the pages that the document's own program shows,
// and about parts that could not be inspected.
func pageDifferences(facts wire.Facts) (sentences []sentence.Sentence) {
	for _, why := range facts.Unread {
		sentences = append(sentences, sentence.New("part-unread", "A part of the document could not be inspected: {cause}.").With("cause", why))
	}
	sentences = append(sentences, nonzero(insertedFiles(facts.Inserted), films(facts.Videos), charts(facts.Charts),
		brokenObjects(facts.BrokenObjects))...)
	sentences = append(sentences, faultyPictures(facts)...)
	sentences = append(sentences, nonzero(dialogSheets(facts.DialogSheets))...)
	if facts.Filters {
		sentences = append(sentences, sentence.New("filters", "Slicers and timelines are not drawn: the document's placeholders "+
			"for them are shown."))
	}
	if facts.Sparklines {
		sentences = append(sentences, sentence.New("sparklines", "Small charts within cells (sparklines) are not drawn."))
	}
	if facts.Changes {
		sentences = append(sentences, sentence.New("tracked-changes", "Tracked changes are shown with markup, and deleted text "+
			"is struck through."))
	}
	return sentences
}

func insertedFiles(names []string) (none sentence.Sentence) {
	if len(names) == 0 {
		return none
	}
	files := make([]sentence.Sentence, min(len(names), maxFilesInserted))
	for i := range files {
		files[i] = sentence.Sentence{English: names[i]}
	}
	list := sentence.Join(files)
	if more := len(names) - len(files); more > 0 {
		list = sentence.List(files, more)
	}
	return sentence.New("inserted-files", "Content inserted from other files is omitted, because it is only supported for .docx "+
		"files: {files}.").With("files", list)
}

func dialogSheets(sheets []string) (none sentence.Sentence) {
	if len(sheets) == 0 {
		return none
	}
	names := make([]string, len(sheets))
	for i, name := range sheets {
		names[i] = document.MakeLegible(name)
	}
	return sentence.New("dialog-sheets", "Dialog sheets, which Excel shows as windows, are not drawn: {names}.").
		With("names", sentence.Names(names, maxDialogsNamed))
}

func films(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("film", "A film or sound in the document is not played: its picture is shown if there is one.")
	}
	return sentence.New("films", "{count} films or sounds in the document are not played: their pictures are shown if there are "+
		"any.").
		With("count", n)
}

func charts(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("chart", "A chart is of a kind that is not drawn, such as a waterfall or a treemap: the document's "+
			"placeholder for it is shown.")
	}
	return sentence.New("charts", "{count} charts are of kinds that are not drawn, such as a waterfall or a treemap: the "+
		"document's placeholders for them are shown.").With("count", n)
}

func brokenObjects(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("object-damaged", "An embedded object is damaged and may be missing.")
	}
	return sentence.New("objects-damaged", "{count} embedded objects are damaged and may be missing.").With("count", n)
}
