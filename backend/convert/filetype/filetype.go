// Package filetype detects the type of a file by its content. It reads magic bytes and the directory of a ZIP archive
// or an OLE compound file within fixed limits, so that it is safe for untrusted files.
package filetype

import (
	"path"
	"strings"
)

// Type is a document type that Lectern supports.
type Type string

// The supported types.
const (
	Doc  Type = "doc"
	Docx Type = "docx"
	Dotx Type = "dotx"
	Ppt  Type = "ppt"
	Pps  Type = "pps"
	Pot  Type = "pot"
	Ppa  Type = "ppa"
	Potx Type = "potx"
	Pptx Type = "pptx"
	Ppsx Type = "ppsx"
	Xls  Type = "xls"
	Xlsx Type = "xlsx"
	Pdf  Type = "pdf"
	Rtf  Type = "rtf"
)

// All returns the supported types in the order in which documentation lists them.
func All() []Type {
	return []Type{Doc, Docx, Dotx, Ppt, Pps, Pot, Ppa, Potx, Pptx, Ppsx, Xls, Xlsx, Pdf, Rtf}
}

// IsOffice reports whether LibreOffice converts documents of type t: all but PDF.
func (t Type) IsOffice() bool { return t != Pdf }

// IsText reports whether t is a type of text documents. Such documents have no fixed pages: their page breaks result
// from the layout.
func (t Type) IsText() bool { return t == Doc || t == Docx || t == Dotx || t == Rtf }

// IsOpenXML reports whether t is an Office Open XML package, the format since Office 2007.
func (t Type) IsOpenXML() bool {
	switch t {
	case Docx, Dotx, Pptx, Ppsx, Potx, Xlsx:
		return true
	}
	return false
}

// TypesWhenEncrypted returns the types that an encrypted file may have, in the order in which to try them. The type t
// is the presumed type. If t is the type of an Office Open XML package, it is only a guess, so Docx, Xlsx and Pptx are
// returned as well.
func (t Type) TypesWhenEncrypted() []Type {
	if !t.IsOpenXML() {
		return []Type{t}
	}
	return []Type{t, Docx, Xlsx, Pptx}
}

// MediaType returns the media type (Content-Type) of t, or application/octet-stream if t is not a known type.
func (t Type) MediaType() string {
	const openXML = "application/vnd.openxmlformats-officedocument."
	switch t {
	case Doc:
		return "application/msword"
	case Docx:
		return openXML + "wordprocessingml.document"
	case Dotx:
		return openXML + "wordprocessingml.template"
	case Ppt, Pps, Pot, Ppa:
		return "application/vnd.ms-powerpoint"
	case Pptx:
		return openXML + "presentationml.presentation"
	case Ppsx:
		return openXML + "presentationml.slideshow"
	case Potx:
		return openXML + "presentationml.template"
	case Xls:
		return "application/vnd.ms-excel"
	case Xlsx:
		return openXML + "spreadsheetml.sheet"
	case Pdf:
		return "application/pdf"
	case Rtf:
		return "application/rtf"
	case Docm:
		return "application/vnd.ms-word.document.macroEnabled.12"
	case Dotm:
		return "application/vnd.ms-word.template.macroEnabled.12"
	case Package:
		return "application/zip"
	}
	return "application/octet-stream"
}

// ReplaceExtension returns a file name with its extension replaced by the extension of t.
func ReplaceExtension(name string, t Type) string {
	return strings.TrimSuffix(name, path.Ext(name)) + "." + string(t)
}
