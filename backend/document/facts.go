package document

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"strconv"

	"lectern/backend/convert/filetype"
	"lectern/backend/convert/office"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// Looker tells what an Office document has that does not show in its pages.
type Looker interface {
	Facts(ctx context.Context, in *os.File, kind filetype.Type) (wire.Facts, error)
}

// look adds to a report what the original of an Office document has beside its pages.
// It is looked up when it is first wanted, as few reports are read. Into an encrypted original nobody looks, which the report tells.
func (s *Service) look(ctx context.Context, doc *Document, report *Report) {
	if doc.Original == "" || !doc.Type.Office() {
		return
	}
	if report.has(FactEncrypted) {
		report.warn(sentence.New("original-encrypted", "What the original has beside its pages, such as macros, was not looked at, because it "+
			"is encrypted."))
		return
	}
	facts, err := s.facts(ctx, doc)
	if err != nil {
		s.log.WarnContext(ctx, "no look into the original", "document", doc.ID, slog.Any("error", err))
		report.warn(sentence.New("original-unread", "What the original has beside its pages could not be read."))
		return
	}
	report.found(facts)
}

// FactValue gives a fact's value for readers.
func FactValue(f office.Fact) sentence.Sentence {
	if f.Name == FactUnreadableLink {
		return sentence.New("address-unreadable", "an address of kind {kind} that is not readable").With("kind", f.Value)
	}
	return sentence.Sentence{English: f.Value}
}

// found adds what is in a document beside its pages.
func (r *Report) found(facts wire.Facts) {
	// What the engine has laid out tells better than the file which fonts are wanted.
	if !r.has(FactAskedFont) {
		for _, font := range facts.Fonts {
			r.add(FactAskedFont, font)
		}
	}
	for _, link := range facts.Links {
		blocked := office.Fact{Name: FactBlockedLink, Value: link.Target}
		if link.Target == "" {
			blocked = office.Fact{Name: FactUnreadableLink, Value: link.Kind}
		}
		if !slices.Contains(r.Facts, blocked) {
			r.Facts = append(r.Facts, blocked)
		}
	}
	if facts.Macros {
		r.add(FactMacro, "VBA project")
	}
	r.foundActive(facts)
	if facts.Signed {
		r.add(FactSigned, "")
	}
	for _, count := range []struct {
		name office.FactName
		n    int
	}{{FactEmbedded, facts.Embedded}, {FactComments, facts.Comments}, {FactNotes, facts.Notes}} {
		if count.n > 0 {
			r.add(count.name, strconv.Itoa(count.n))
		}
	}
	r.warn(otherwise(facts)...)
}

// foundActive adds what in a document would do something where it is opened in the program that made it.
func (r *Report) foundActive(facts wire.Facts) {
	for _, sheet := range facts.MacroSheets {
		name := FactMacroSheet
		if sheet.Hidden {
			name = FactHiddenMacros
		}
		r.add(name, sheet.Name)
	}
	for _, connection := range facts.Connections {
		name := FactConnection
		if connection.Refresh {
			name = FactRefreshed
		}
		r.add(name, connection.Name)
	}
	for _, class := range facts.Controls {
		if fact := (office.Fact{Name: FactControl, Value: class}); !slices.Contains(r.Facts, fact) {
			r.Facts = append(r.Facts, fact)
		}
	}
}

// maxFilesInserted is how many inserted files a sentence names.
const maxFilesInserted = 5

// maxDialogsNamed is how many dialog sheets a sentence names.
const maxDialogsNamed = 5

// otherwise tells what the pages of a document show otherwise than the program that made it, and
// what could not be looked into.
func otherwise(facts wire.Facts) (sentences []sentence.Sentence) {
	for _, why := range facts.Unread {
		sentences = append(sentences, sentence.New("part-unread", "A part of the document could not be looked into: {cause}.").With("cause", why))
	}
	sentences = append(sentences, told(insertedFiles(facts.Inserted), films(facts.Films), charts(facts.Charts),
		brokenObjects(facts.BrokenObjects))...)
	sentences = append(sentences, faultyPictures(facts)...)
	sentences = append(sentences, told(dialogSheets(facts.DialogSheets))...)
	if facts.Filters {
		sentences = append(sentences, sentence.New("filters", "Slicers and timelines are not drawn: what the document has in their "+
			"place is shown."))
	}
	if facts.Sparklines {
		sentences = append(sentences, sentence.New("sparklines", "Small charts within cells (sparklines) are not drawn."))
	}
	if facts.Changes {
		sentences = append(sentences, sentence.New("tracked-changes", "Tracked changes are shown with their marks, those that were deleted "+
			"struck through."))
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
	return sentence.New("inserted-files", "Content that was inserted from other files is left out, because only that of .docx files can be "+
		"shown: {files}.").With("files", list)
}

func dialogSheets(sheets []string) (none sentence.Sentence) {
	if len(sheets) == 0 {
		return none
	}
	names := make([]string, len(sheets))
	for i, name := range sheets {
		names[i] = legible(name)
	}
	return sentence.New("dialog-sheets", "Dialog sheets, which Excel shows as windows, are not drawn: {names}.").
		With("names", sentence.Names(names, maxDialogsNamed))
}

func films(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("film", "A film or sound in the document is not played: a picture of it is shown where it has one.")
	}
	return sentence.New("films", "{count} films or sounds in the document are not played: pictures of them are shown where they have some.").
		With("count", n)
}

func charts(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("chart", "A chart is of a kind that is not drawn, such as a waterfall or a treemap: what the document has in its "+
			"place is shown.")
	}
	return sentence.New("charts", "{count} charts are of kinds that are not drawn, such as a waterfall or a treemap: what the document has "+
		"in their place is shown.").With("count", n)
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

func (r *Report) has(name office.FactName) bool {
	return slices.ContainsFunc(r.Facts, func(f office.Fact) bool { return f.Name == name })
}

func (r *Report) warn(sentences ...sentence.Sentence) {
	r.Warnings = append(r.Warnings, sentences...)
}

func (r *Report) add(name office.FactName, value string) {
	r.Facts = append(r.Facts, office.Fact{Name: name, Value: value})
}
