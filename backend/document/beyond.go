package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/backend/convert"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// maxFilesNamed is how many files a sentence names.
const maxFilesNamed = 10

// WithBeyond gives the report with what a PDF has beside its pages: what a reader misses who sees
// them alone is told in sentences. Of a document that a PDF was made of the original tells that.
func (r Report) WithBeyond(beyond *wire.Beyond) Report {
	if r.Converter == "" {
		r.Facts = slices.Concat(r.Facts, beyondFacts(beyond))
		r.Warnings = slices.Concat(r.Warnings, beyondWarnings(beyond))
	}
	return r
}

func beyondFacts(beyond *wire.Beyond) (facts []convert.Fact) {
	if beyond.Signatures > 0 {
		facts = append(facts, convert.Fact{Name: FactSigned})
	}
	if beyond.Comments > 0 {
		facts = append(facts, convert.Fact{Name: FactComments, Value: strconv.Itoa(beyond.Comments)})
	}
	return facts
}

func beyondWarnings(beyond *wire.Beyond) (warnings []sentence.Sentence) {
	for _, text := range []string{attachedFiles(beyond), formPages(beyond), media(beyond.Media), blockedLinks(beyond.Links)} {
		if text != "" {
			warnings = append(warnings, sentence.English(text))
		}
	}
	return warnings
}

func attachedFiles(beyond *wire.Beyond) string {
	names := fileList(beyond)
	switch {
	case beyond.Files == 0:
		return ""
	case beyond.Portfolio && beyond.Files == 1:
		return "The document is a portfolio: its pages are but the cover of a file within it, which is not shown: " + names + "."
	case beyond.Portfolio:
		return fmt.Sprintf("The document is a portfolio: its pages are but the cover of %d files within it, which are not shown: %s.", beyond.Files, names)
	case beyond.Files == 1:
		return "A file is attached to the document, which is not shown: " + names + "."
	}
	return fmt.Sprintf("%d files are attached to the document, which are not shown: %s.", beyond.Files, names)
}

// fileList names the files within a document.
func fileList(beyond *wire.Beyond) string {
	var names []string
	for _, name := range beyond.FileNames[:min(len(beyond.FileNames), maxFilesNamed)] {
		if name = legible(name); name == "" {
			name = "unnamed"
		}
		names = append(names, "“"+name+"”")
	}
	last := len(names) - 1
	switch more := beyond.Files - len(names); {
	case more > 0:
		return fmt.Sprintf("%s and %d more", strings.Join(names, ", "), more)
	case last > 0:
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

func formPages(beyond *wire.Beyond) string {
	if !beyond.XFA {
		return ""
	}
	return "The document is a form that only programs of Adobe lay out (XFA): what is shown are the pages that it has for all others."
}

func media(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "A film, a sound or a model in the document does not play."
	}
	return fmt.Sprintf("%d films, sounds or models in the document do not play.", n)
}

func blockedLinks(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "A link in the document does nothing here: it leads to a file, starts a program or runs a script."
	}
	return fmt.Sprintf("%d links in the document do nothing here: they lead to files, start programs or run scripts.", n)
}
