package document

import (
	"path"
	"slices"
	"strings"

	"lectern/backend/convert/filetype"
)

// foreignExtensions are extensions that no supported type has and that are removed from names nevertheless, such as
// those of scripts and temporary downloads. Any other text after a dot may be part of the name.
var foreignExtensions = strings.Fields(`
	php php3 php4 php5 phtml asp aspx ashx axd asmx jsp jspx jsf do action cgi fcgi pl py rb cfm dll exe svc
	htm html xhtml shtml mht mhtml xml json txt csv md log eml msg
	bin dat tmp temp file download part crdownload bak zip gz tgz tar 7z rar
	docm dotm dot wps wpd xlsm xlsb xltx xltm xlt pptm potm ppsm ppam odt ott ods ots odp otp odg pages numbers key
	png jpg jpeg gif tif tiff bmp svg webp heic ps eps xps epub`)

// templateExtensions are the extensions of templates whose content cannot be distinguished from that of a document.
var templateExtensions = map[string]filetype.Type{"dot": filetype.Doc, "xlt": filetype.Xls}

// downloadName returns the name under which a file of a type is saved. It replaces the extension of another type, and
// adds a missing extension. If the type is empty, the name keeps its extension.
func downloadName(name string, kind filetype.Type) string {
	name = ensureStem(name)
	stem, extension := splitExtension(name)
	if kind == "" || matchesType(extension, kind) {
		return name
	}
	if _, inner := splitExtension(stem); matchesType(inner, kind) { // as in Letter.docx.pdf
		return stem
	}
	return shorten(stem + "." + string(kind))
}

// ensureStem returns a name. If the name consists of an extension only, such as ".docx", it inserts the word "document"
// before the extension.
func ensureStem(name string) string {
	if extension, has := strings.CutPrefix(name, "."); has && slices.Contains(filetype.All(), filetype.Type(strings.ToLower(extension))) {
		return "document" + name
	}
	return name
}

// pdfName returns the name to save a document's PDF under.
func pdfName(name string) string {
	stem, _ := splitExtension(ensureStem(name))
	return shorten(stem + "." + string(filetype.Pdf))
}

// matchesType reports whether an extension is a usual one for files of a type.
func matchesType(extension string, kind filetype.Type) bool {
	named := filetype.Type(extension)
	if template, ok := templateExtensions[extension]; ok {
		named = template
	}
	return named == kind || slices.Contains(filetype.All(), named) && named.MediaType() == kind.MediaType()
}

// splitExtension splits a name into stem and known extension, in lower case and without the dot. If the name has no
// such extension, the stem is the name without trailing dots and spaces.
func splitExtension(name string) (stem, extension string) {
	extension = path.Ext(name)
	stem, plain := strings.TrimSuffix(name, extension), strings.ToLower(strings.TrimPrefix(extension, "."))
	if stem == "" || !slices.Contains(filetype.All(), filetype.Type(plain)) && !slices.Contains(foreignExtensions, plain) {
		return strings.TrimRight(name, ". "), ""
	}
	return stem, plain
}
