// Package filetype says what a file is by its content, never by its name. It
// looks at magic bytes and walks the directory of a ZIP or an OLE compound file
// within fixed bounds, so that it may be given any bytes at all.
package filetype

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

// MIME gives the media type that the specification names for t.
func (t Type) MIME() string {
	switch t {
	case Doc:
		return "application/msword"
	case Docx:
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case Dotx:
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.template"
	case Ppt, Pot, Ppa:
		return "application/mspowerpoint"
	case Pps:
		return "application/vnd.ms-pps"
	case Potx:
		return "application/vnd.openxmlformats-officedocument.presentationml.template"
	case Pptx:
		return "application/vnd.openxmlformats-officedocument.presentationml.presentation"
	case Ppsx:
		return "application/vnd.openxmlformats-officedocument.presentationml.slideshow"
	case Xls:
		return "application/vnd.ms-excel"
	case Xlsx:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case Pdf:
		return "application/pdf"
	case Rtf:
		return "application/rtf"
	}
	return "application/octet-stream"
}

// Extension gives the file name extension of t with its dot, ".docx".
func (t Type) Extension() string { return "." + string(t) }

// Office says whether t is converted by LibreOffice; a PDF is not.
func (t Type) Office() bool { return t != Pdf }
