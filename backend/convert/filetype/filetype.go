// Package filetype says what a file is by its content, never by its name. It
// looks at magic bytes and walks the directory of a ZIP or an OLE compound file
// within fixed bounds, so that it may be given any bytes at all.
package filetype

import (
	"path"
	"strings"
)

// Type is one of the document types that Lectern shows.
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

// All gives the supported types in the specification's order.
func All() []Type {
	return []Type{Doc, Docx, Dotx, Ppt, Pps, Pot, Ppa, Potx, Pptx, Ppsx, Xls, Xlsx, Pdf, Rtf}
}

// Office says whether t is converted by LibreOffice; a PDF is not.
func (t Type) Office() bool { return t != Pdf }

// Text says whether t is a text document, whose pages come of its layout.
func (t Type) Text() bool { return t == Doc || t == Docx || t == Dotx || t == Rtf }

// OpenXML says whether t is an Office Open XML package, the form since Office 2007.
func (t Type) OpenXML() bool {
	switch t {
	case Docx, Dotx, Pptx, Ppsx, Potx, Xlsx:
		return true
	}
	return false
}

// WhenEncrypted gives what may be in an encrypted file that is said to be of type t, in the
// order in which to try it: in a package, whose type is a guess, there may be any of three.
func (t Type) WhenEncrypted() []Type {
	if !t.OpenXML() {
		return []Type{t}
	}
	return []Type{t, Docx, Xlsx, Pptx}
}

// MediaType gives the Content-Type of t; that of unknown bytes where t is no type.
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

// Rename gives a file name with the extension of a type in place of its own.
func Rename(name string, t Type) string {
	return strings.TrimSuffix(name, path.Ext(name)) + "." + string(t)
}
