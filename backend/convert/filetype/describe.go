package filetype

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"lectern/backend/sentence"
)

// describe returns a name for a file that begins with head, with its article, for messages to people.
func describe(head []byte) sentence.Sentence {
	if kind := describeXML(head); !kind.IsZero() {
		return kind
	}
	found := mimetype.Detect(head)
	media, _, _ := strings.Cut(found.String(), ";")
	if kind, ok := kinds[media]; ok {
		return kind
	}
	return describeFamily(media, found.Extension())
}

// looksSupported reports whether a file that begins with head seems to be of a supported type. Error messages must not
// call such a file a file of another type.
func looksSupported(head []byte) bool {
	extension := mimetype.Detect(head).Extension()
	return slices.Contains(All(), Type(strings.TrimPrefix(extension, ".")))
}

// describeXML returns a name for the Office formats that are a single XML file.
func describeXML(head []byte) sentence.Sentence {
	if !bytes.Contains(head[:min(len(head), 64)], []byte("<?xml")) {
		return sentence.Sentence{}
	}
	for _, known := range []struct {
		mark string
		kind sentence.Sentence
	}{
		{`progid="Word.Document"`, sentence.New("kind-word-2003-xml", "a Word 2003 XML document")},
		{`progid="Excel.Sheet"`, sentence.New("kind-excel-2003-xml", "an Excel 2003 XML workbook")},
		{"http://schemas.microsoft.com/office/2006/xmlPackage", sentence.New("kind-word-flat", "a Word document in a single XML file")},
		{"urn:oasis:names:tc:opendocument:xmlns:office", sentence.New("kind-opendocument-flat", "a flat OpenDocument file")},
	} {
		if bytes.Contains(head, []byte(known.mark)) {
			return known.kind
		}
	}
	return sentence.Sentence{}
}

// describeFamily returns a name for a file by the first part of its media type, such as "image".
func describeFamily(media, ext string) sentence.Sentence {
	suffix := ""
	if ext != "" {
		suffix = " (" + ext + ")"
	}
	family, _, _ := strings.Cut(media, "/")
	switch {
	case media == "application/octet-stream":
		return sentence.New("kind-unknown", "a file of unknown content")
	case family == "image":
		return sentence.New("kind-image", "an image{extension}").With("extension", suffix)
	case family == "audio":
		return sentence.New("kind-audio", "a sound recording{extension}").With("extension", suffix)
	case family == "video":
		return sentence.New("kind-video", "a video{extension}").With("extension", suffix)
	case family == "font":
		return sentence.New("kind-font", "a font{extension}").With("extension", suffix)
	case family == "text":
		return sentence.New("kind-text", "a text file{extension}").With("extension", suffix)
	case ext != "":
		return sentence.New("kind-other", "a file of another kind{extension}").With("extension", suffix)
	}
	return sentence.New("kind-type", "a file of type {type}").With("type", media)
}

// kinds maps media types to names of files that people often upload instead of documents.
var kinds = map[string]sentence.Sentence{
	"text/plain":                                    sentence.New("kind-plain-text", "a plain text file"),
	"text/html":                                     sentence.New("kind-html", "a web page (HTML)"),
	"application/xhtml+xml":                         sentence.New("kind-xhtml", "a web page (XHTML)"),
	"text/xml":                                      sentence.New("kind-xml", "an XML file"),
	"application/json":                              sentence.New("kind-json", "a JSON file"),
	"text/csv":                                      sentence.New("kind-csv", "a table of comma-separated values (.csv)"),
	"message/rfc822":                                sentence.New("kind-mail", "an e-mail or a web archive"),
	"application/zip":                               sentence.New("kind-zip", "a ZIP archive"),
	"application/gzip":                              sentence.New("kind-gzip", "a compressed file (.gz)"),
	"application/x-tar":                             sentence.New("kind-tar", "a TAR archive"),
	"application/vnd.rar":                           sentence.New("kind-rar", "a RAR archive"),
	"application/epub+zip":                          sentence.New("kind-epub", "an e-book (.epub)"),
	"application/postscript":                        sentence.New("kind-postscript", "a PostScript file (.ps)"),
	"application/java-archive":                      sentence.New("kind-jar", "a Java archive (.jar)"),
	"application/vnd.android.package-archive":       sentence.New("kind-apk", "an Android application (.apk)"),
	"application/x-7z-compressed":                   sentence.New("kind-7z", "a 7-Zip archive"),
	"application/vnd.wordperfect":                   sentence.New("kind-wordperfect", "a WordPerfect document"),
	"application/vnd.lotus-1-2-3":                   sentence.New("kind-lotus", "a Lotus 1-2-3 spreadsheet"),
	"application/x-msaccess":                        sentence.New("kind-access", "an Access database"),
	"application/onenote":                           sentence.New("kind-onenote", "a OneNote section"),
	"application/vnd.sun.xml.calc":                  sentence.New("kind-sxc", "an OpenOffice.org spreadsheet (.sxc)"),
	"application/vnd.microsoft.portable-executable": sentence.New("kind-windows-program", "a Windows program"),
	"application/x-elf":                             sentence.New("kind-program", "a program"),
	"application/x-executable":                      sentence.New("kind-program", "a program"),
	"application/x-sharedlib":                       sentence.New("kind-library", "a program library"),

	"application/vnd.oasis.opendocument.text":                  sentence.New("kind-odt", "an OpenDocument text (.odt)"),
	"application/vnd.oasis.opendocument.text-template":         sentence.New("kind-ott", "an OpenDocument text template (.ott)"),
	"application/vnd.oasis.opendocument.spreadsheet":           sentence.New("kind-ods", "an OpenDocument spreadsheet (.ods)"),
	"application/vnd.oasis.opendocument.spreadsheet-template":  sentence.New("kind-ots", "an OpenDocument spreadsheet template (.ots)"),
	"application/vnd.oasis.opendocument.presentation":          sentence.New("kind-odp", "an OpenDocument presentation (.odp)"),
	"application/vnd.oasis.opendocument.presentation-template": sentence.New("kind-otp", "an OpenDocument presentation template (.otp)"),
	"application/vnd.oasis.opendocument.graphics":              sentence.New("kind-odg", "an OpenDocument drawing (.odg)"),
	"application/vnd.oasis.opendocument.graphics-template":     sentence.New("kind-otg", "an OpenDocument drawing template (.otg)"),
	"application/vnd.oasis.opendocument.formula":               sentence.New("kind-odf", "an OpenDocument formula (.odf)"),
	"application/vnd.oasis.opendocument.chart":                 sentence.New("kind-odc", "an OpenDocument chart (.odc)"),
}
