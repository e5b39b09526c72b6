package template

import (
	"path"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// formatOf gives the format of the text of a part by its content type; nil where it has no tags.
func formatOf(contentType string) *format {
	switch {
	case !strings.HasSuffix(contentType, "xml"): // a document in the document
		return nil
	case strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.wordprocessingml."),
		strings.HasPrefix(contentType, "application/vnd.ms-word."):
		if !hasWords(contentType) {
			return nil
		}
		return wordFormat()
	case strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.presentationml."),
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.drawingml."),
		strings.HasPrefix(contentType, "application/vnd.ms-office.drawingml."),
		contentType == "application/vnd.openxmlformats-package.core-properties+xml",
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.extended-properties"),
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.custom-properties"),
		contentType == "application/vnd.openxmlformats-officedocument.customXmlProperties+xml":
		return drawingFormat()
	}
	return nil
}

// coverPage names the data that a cover page shows ([MS-OE376], 2.4).
const coverPage = "http://schemas.microsoft.com/office/2006/coverPageProps"

// hasWords says whether a part of a text document has text that is read: styles, settings and the
// like have none.
func hasWords(contentType string) bool {
	kind := strings.TrimSuffix(contentType[strings.LastIndexByte(contentType, '.')+1:], "+xml")
	switch kind {
	case "main", "header", "footer", "footnotes", "endnotes", "comments", "document":
		return true
	}
	return strings.HasSuffix(contentType, ".main+xml") || strings.HasSuffix(contentType, "glossary+xml")
}

// typeOf gives the type of a document, as the extension of its files: docx, pptx or xlsx, or what
// they are as templates and with macros; empty where it is none of them.
func typeOf(p *opc.Package) (kind, main string, err error) {
	relations, err := p.Relations("")
	if err != nil {
		return "", "", err
	}
	document := relations.First("officeDocument")
	if document == nil {
		return "", "", nil
	}
	main = relations.Part(document)
	return kinds()[p.Type(main)], main, nil
}

// missingPart gives the name of the first part that a document cannot do without and lacks: the main
// one, a slide, a sheet. It is empty where all are there.
func missingPart(p *opc.Package, main string) string {
	if !p.Has(main) {
		return main
	}
	relations, err := p.Relations(main)
	if err != nil {
		return "" // which is told when the part is read
	}
	for _, one := range relations.All {
		if part := relations.Part(&one); (one.Is("slide") || one.Is("worksheet")) && !one.External() && !p.Has(part) {
			return part
		}
	}
	return ""
}

// rootOf gives the first tag of a part.
func rootOf(p *opc.Package, part string) (markup.Token, error) {
	source, err := p.Read(part)
	if err != nil {
		return markup.Token{}, err
	}
	for t, err := range markup.Tokens(source) {
		if err != nil || t.Kind == markup.Start || t.Kind == markup.Empty {
			return t, err
		}
	}
	return markup.Token{}, nil
}

// isMain says whether a tag is that of the main part of a document (ECMA-376, part 1, 11.3.10, 12.3.23 and
// 13.3.6).
func isMain(t markup.Token) bool {
	name := t.Name[strings.IndexByte(t.Name, ':')+1:]
	return name == "document" || name == "workbook" || name == "presentation"
}

// kinds gives the extensions of documents by the content types of their main parts.
func kinds() map[string]string {
	const (
		office = "application/vnd.openxmlformats-officedocument."
		word   = "application/vnd.ms-word."
		excel  = "application/vnd.ms-excel."
		slides = "application/vnd.ms-powerpoint."
	)
	return map[string]string{
		office + "wordprocessingml.document.main+xml":   "docx",
		office + "wordprocessingml.template.main+xml":   "dotx",
		word + "document.macroEnabled.main+xml":         "docm",
		word + "template.macroEnabledTemplate.main+xml": "dotm",
		office + "presentationml.presentation.main+xml": "pptx",
		office + "presentationml.template.main+xml":     "potx",
		office + "presentationml.slideshow.main+xml":    "ppsx",
		slides + "presentation.macroEnabled.main+xml":   "pptm",
		office + "spreadsheetml.sheet.main+xml":         "xlsx",
		office + "spreadsheetml.template.main+xml":      "xltx",
		excel + "sheet.macroEnabled.main+xml":           "xlsm",
	}
}

// finished gives the type of what a template of a type becomes: a document, with its macros where
// it has some.
func finished(kind string) string {
	switch kind {
	case "dotx":
		return "docx"
	case "dotm":
		return "docm"
	case "potx":
		return "pptx"
	case "xltx":
		return "xlsx"
	}
	return kind
}

// stem gives the name of a file without its folder and extension.
func stem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(name, path.Ext(name))
}
