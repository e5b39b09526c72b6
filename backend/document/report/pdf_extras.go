package report

import (
	"slices"
	"strconv"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/sentence"
	"lectern/converters/wire"
)

// maxFilesNamed is how many files a sentence names.
const maxFilesNamed = 10

// WithPDFExtras returns the report with facts and warnings about content of a PDF besides its pages, such as attached
// files. It returns the report of an Office document unchanged, because such content is found by the inspection of its
// original.
func WithPDFExtras(r document.Report, extras *wire.Extras) document.Report {
	if r.Converter == "" {
		r.Facts = slices.Concat(r.Facts, extraFacts(extras))
		r.Warnings = slices.Concat(r.Warnings, nonzero(attachedFiles(extras), adobeForm(extras), media(extras.Media), blockedLinks(extras.Links)))
	}
	return r
}

func extraFacts(extras *wire.Extras) (facts []office.Fact) {
	if extras.Signatures > 0 {
		facts = append(facts, office.Fact{Name: document.FactSigned})
	}
	if extras.Comments > 0 {
		facts = append(facts, office.Fact{Name: document.FactComments, Value: strconv.Itoa(extras.Comments)})
	}
	return facts
}

func attachedFiles(extras *wire.Extras) (none sentence.Sentence) {
	if extras.Files == 0 {
		return none
	}
	return attachedSentence(extras).With("count", extras.Files).With("files", attachedNames(extras))
}

func attachedSentence(extras *wire.Extras) sentence.Sentence {
	switch {
	case extras.Portfolio && extras.Files == 1:
		return sentence.New("portfolio-file", "The document is a portfolio: its pages are only the cover of an embedded file, "+
			"which is not shown: {files}.")
	case extras.Portfolio:
		return sentence.New("portfolio-files", "The document is a portfolio: its pages are only the cover of {count} embedded "+
			"files, which are not shown: {files}.")
	case extras.Files == 1:
		return sentence.New("attached-file", "A file is attached to the document and not shown: {files}.")
	}
	return sentence.New("attached-files", "{count} files are attached to the document and not shown: {files}.")
}

// attachedNames returns the names of the files in a document as a part of a sentence.
func attachedNames(extras *wire.Extras) sentence.Sentence {
	names := make([]sentence.Sentence, min(len(extras.FileNames), maxFilesNamed))
	for i := range names {
		if names[i] = sentence.New("file-unnamed", "“unnamed”"); document.MakeLegible(extras.FileNames[i]) != "" {
			names[i] = sentence.Names([]string{document.MakeLegible(extras.FileNames[i])}, 1)
		}
	}
	return sentence.List(names, extras.Files-len(names))
}

func adobeForm(extras *wire.Extras) (none sentence.Sentence) {
	switch {
	case extras.NeedsRendering:
		return sentence.New("form-xfa", "The document is a form that only Adobe programs can display (XFA): the pages shown are "+
			"its replacement for other programs.")
	case extras.XFA:
		return sentence.New("form-xfa-pages", "The document has a form that Adobe programs may display differently (XFA). "+
			"Scripts in it are not run. The pages shown are those for other programs.")
	}
	return none
}

func media(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("medium", "A film, a sound or a model in the document is not played.")
	}
	return sentence.New("media", "{count} films, sounds or models in the document are not played.").With("count", n)
}

func blockedLinks(n int) (none sentence.Sentence) {
	switch n {
	case 0:
		return none
	case 1:
		return sentence.New("link-blocked", "A link in the document is disabled: it leads to a file, starts a program or runs a "+
			"script.")
	}
	return sentence.New("links-blocked", "{count} links in the document are disabled: they lead to files, start programs or run "+
		"scripts.").
		With("count", n)
}
