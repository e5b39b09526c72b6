package core

import (
	"strings"
)

// FormatOf gives the format of the text of a part by its content type; nil where it has no tags.
func FormatOf(contentType string) *Format {
	switch {
	case !strings.HasSuffix(contentType, "xml"): // a document in the document
		return nil
	case strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.wordprocessingml."),
		strings.HasPrefix(contentType, "application/vnd.ms-word."):
		if !hasTaggedText(contentType) {
			return nil
		}
		return WordFormat()
	case strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.presentationml."),
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.drawingml."),
		strings.HasPrefix(contentType, "application/vnd.ms-office.drawingml."),
		contentType == "application/vnd.openxmlformats-package.core-properties+xml",
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.extended-properties"),
		strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.custom-properties"),
		contentType == "application/vnd.openxmlformats-officedocument.customXmlProperties+xml":
		return DrawingFormat()
	}
	return nil
}

// CoverPage names the data that a cover page shows ([MS-OE376], 2.4).
const CoverPage = "http://schemas.microsoft.com/office/2006/coverPageProps"

// hasTaggedText says whether a part of a text document has text that is read: styles, settings and the
// like have none.
func hasTaggedText(contentType string) bool {
	kind := strings.TrimSuffix(contentType[strings.LastIndexByte(contentType, '.')+1:], "+xml")
	switch kind {
	case "main", "header", "footer", "footnotes", "endnotes", "comments", "document":
		return true
	}
	return strings.HasSuffix(contentType, ".main+xml") || strings.HasSuffix(contentType, "glossary+xml")
}
