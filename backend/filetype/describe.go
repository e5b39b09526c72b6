package filetype

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"
)

// describe names what begins with head, with its article, for a person.
func describe(head []byte) string {
	if kind := describeXML(head); kind != "" {
		return kind
	}
	found := mimetype.Detect(head)
	media, _, _ := strings.Cut(found.String(), ";")
	if kind, ok := kinds[media]; ok {
		return kind
	}
	return describeFamily(media, found.Extension())
}

// looksSupported tells whether head begins as one of the supported types does, so
// that it must never be described as something else.
func looksSupported(head []byte) bool {
	extension := mimetype.Detect(head).Extension()
	return slices.Contains(All(), Type(strings.TrimPrefix(extension, ".")))
}

// describeXML names the office formats that are a single XML file.
func describeXML(head []byte) string {
	if !bytes.Contains(head[:min(len(head), 64)], []byte("<?xml")) {
		return ""
	}
	for _, known := range []struct{ mark, kind string }{
		{`progid="Word.Document"`, "a Word 2003 XML document"},
		{`progid="Excel.Sheet"`, "an Excel 2003 XML workbook"},
		{"http://schemas.microsoft.com/office/2006/xmlPackage", "a Word document in a single XML file"},
		{"urn:oasis:names:tc:opendocument:xmlns:office", "a flat OpenDocument file"},
	} {
		if bytes.Contains(head, []byte(known.mark)) {
			return known.kind
		}
	}
	return ""
}

// describeFamily names a file by the first half of its media type.
func describeFamily(media, ext string) string {
	suffix := ""
	if ext != "" {
		suffix = " (" + ext + ")"
	}
	family, _, _ := strings.Cut(media, "/")
	switch {
	case media == "application/octet-stream":
		return "a file of unknown content"
	case family == "image":
		return "an image" + suffix
	case family == "audio":
		return "a sound recording" + suffix
	case family == "video":
		return "a video" + suffix
	case family == "font":
		return "a font" + suffix
	case family == "text":
		return "a text file" + suffix
	case ext != "":
		return "a file of another kind" + suffix
	}
	return "a file of type " + media
}

// kinds names the files that are often taken for documents.
var kinds = map[string]string{
	"text/plain":                                    "a plain text file",
	"text/html":                                     "a web page (HTML)",
	"application/xhtml+xml":                         "a web page (XHTML)",
	"text/xml":                                      "an XML file",
	"application/json":                              "a JSON file",
	"text/csv":                                      "a table of comma-separated values (.csv)",
	"message/rfc822":                                "an e-mail or a web archive",
	"application/zip":                               "a ZIP archive",
	"application/gzip":                              "a compressed file (.gz)",
	"application/x-tar":                             "a TAR archive",
	"application/vnd.rar":                           "a RAR archive",
	"application/epub+zip":                          "an e-book (.epub)",
	"application/postscript":                        "a PostScript file (.ps)",
	"application/java-archive":                      "a Java archive (.jar)",
	"application/vnd.android.package-archive":       "an Android application (.apk)",
	"application/x-7z-compressed":                   "a 7-Zip archive",
	"application/vnd.wordperfect":                   "a WordPerfect document",
	"application/vnd.lotus-1-2-3":                   "a Lotus 1-2-3 spreadsheet",
	"application/x-msaccess":                        "an Access database",
	"application/onenote":                           "a OneNote section",
	"application/vnd.sun.xml.calc":                  "an OpenOffice.org spreadsheet (.sxc)",
	"application/vnd.microsoft.portable-executable": "a Windows program",
	"application/x-elf":                             "a program",
	"application/x-executable":                      "a program",
	"application/x-sharedlib":                       "a program library",

	"application/vnd.oasis.opendocument.text":                  "an OpenDocument text (.odt)",
	"application/vnd.oasis.opendocument.text-template":         "an OpenDocument text template (.ott)",
	"application/vnd.oasis.opendocument.spreadsheet":           "an OpenDocument spreadsheet (.ods)",
	"application/vnd.oasis.opendocument.spreadsheet-template":  "an OpenDocument spreadsheet template (.ots)",
	"application/vnd.oasis.opendocument.presentation":          "an OpenDocument presentation (.odp)",
	"application/vnd.oasis.opendocument.presentation-template": "an OpenDocument presentation template (.otp)",
	"application/vnd.oasis.opendocument.graphics":              "an OpenDocument drawing (.odg)",
	"application/vnd.oasis.opendocument.graphics-template":     "an OpenDocument drawing template (.otg)",
	"application/vnd.oasis.opendocument.formula":               "an OpenDocument formula (.odf)",
	"application/vnd.oasis.opendocument.chart":                 "an OpenDocument chart (.odc)",
}
