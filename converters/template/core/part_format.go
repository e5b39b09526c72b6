package core

import (
	"strings"
)

// FormatOf returns the format of the parts that have the given content type. It returns nil if such parts cannot
// contain tags.
func FormatOf(contentType string) *Format {
	switch {
	case !strings.HasSuffix(contentType, "xml"): // not XML, such as an embedded document
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

// CoverPage is the namespace of the properties that a cover page shows ([MS-OE376], 2.4).
const CoverPage = "http://schemas.microsoft.com/office/2006/coverPageProps"

// hasTaggedText reports whether a part of a text document can contain tags in its text. Styles and settings, for
// example, cannot.
func hasTaggedText(contentType string) bool {
	kind := strings.TrimSuffix(contentType[strings.LastIndexByte(contentType, '.')+1:], "+xml")
	switch kind {
	case "main", "header", "footer", "footnotes", "endnotes", "comments", "document":
		return true
	}
	return strings.HasSuffix(contentType, ".main+xml") || strings.HasSuffix(contentType, "glossary+xml")
}
