package filetype

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lectern/backend/sentence"
)

// Parts of an Office Open XML package that define its type (ECMA-376 part 2, sections 7.2.3 and 6.5). Comparisons of
// part names ignore case.
const (
	contentTypes = "[content_types].xml"
	packageRels  = "_rels/.rels"
)

// mainParts are the usual names of main parts. Because other names are valid too, these names are only used for
// packages without a content types part.
var mainParts = []string{"word/document.xml", "ppt/presentation.xml", "xl/workbook.xml"}

// mainTypes maps the content type of a package's main part to the document type.
var mainTypes = map[string]Type{
	"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml":   Docx,
	"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml":   Dotx,
	"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml": Pptx,
	"application/vnd.openxmlformats-officedocument.presentationml.template.main+xml":     Potx,
	"application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml":    Ppsx,
	"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml":         Xlsx,
}

// unsupportedMainTypes maps the content types of unsupported Office packages to their names.
var unsupportedMainTypes = map[string]sentence.Sentence{
	"application/vnd.ms-word.document.macroenabled.main+xml": sentence.New("kind-docm",
		"a Word document with macros (.docm)"),
	"application/vnd.ms-word.template.macroenabledtemplate.main+xml": sentence.New("kind-dotm",
		"a Word template with macros (.dotm)"),
	"application/vnd.ms-powerpoint.presentation.macroenabled.main+xml": sentence.New("kind-pptm",
		"a PowerPoint presentation with macros (.pptm)"),
	"application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml": sentence.New("kind-ppsm",
		"a PowerPoint slide show with macros (.ppsm)"),
	"application/vnd.ms-powerpoint.template.macroenabled.main+xml": sentence.New("kind-potm",
		"a PowerPoint template with macros (.potm)"),
	"application/vnd.ms-powerpoint.addin.macroenabled.main+xml":              sentence.New("kind-ppam", "a PowerPoint add-in (.ppam)"),
	"application/vnd.openxmlformats-officedocument.presentationml.slide+xml": sentence.New("kind-sldx", "a PowerPoint slide (.sldx)"),
	"application/vnd.openxmlformats-officedocument.thememanager+xml":         sentence.New("kind-thmx", "an Office theme (.thmx)"),
	"application/vnd.ms-excel.sheet.macroenabled.main+xml": sentence.New("kind-xlsm",
		"an Excel workbook with macros (.xlsm)"),
	"application/vnd.ms-excel.sheet.binary.macroenabled.main": sentence.New("kind-xlsb",
		"a binary Excel workbook (.xlsb)"),
	"application/vnd.ms-excel.template.macroenabled.main+xml": sentence.New("kind-xltm",
		"an Excel template with macros (.xltm)"),
	"application/vnd.ms-excel.addin.macroenabled.main+xml":                          sentence.New("kind-xlam", "an Excel add-in (.xlam)"),
	"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml": sentence.New("kind-xltx", "an Excel template (.xltx)"),
	"application/vnd.ms-visio.drawing.main+xml":                                     sentence.New("kind-vsdx", "a Visio drawing (.vsdx)"),
	"application/vnd.ms-visio.drawing.macroenabled.main+xml": sentence.New("kind-vsdm",
		"a Visio drawing with macros (.vsdm)"),
	"application/vnd.ms-package.xps-fixeddocumentsequence+xml": sentence.New("kind-xps", "an XPS document (.xps)"),
}

// errMarkup means that a part is not the plain XML that it must be.
var errMarkup = errors.New("broken markup")

// detectZIP returns the type of an archive. Only an archive with a content types part is an Office document.
func detectZIP(w *limitedReader, head []byte) (Type, error) {
	parts, err := zipFind(w, contentTypes, packageRels)
	if err != nil {
		if looksLikeOOXML(head) || namesMainPart(w) {
			return "", damaged(brokenZIP, err)
		}
		return "", &UnsupportedError{Kind: describe(head)}
	}
	if _, ok := parts[contentTypes]; !ok {
		if holdsMainPart(w, head) {
			return "", damaged(sentence.New("damage-no-list", "the list of its parts is missing"), nil)
		}
		return "", &UnsupportedError{Kind: describe(head)}
	}
	main, err := mainContentType(w, parts)
	if err != nil {
		return "", damaged(sentence.New("damage-list", "the list of its parts cannot be read"), err)
	}
	if t, ok := mainTypes[main]; ok {
		return t, nil
	}
	if kind, ok := unsupportedMainTypes[main]; ok {
		return "", &UnsupportedError{Kind: kind}
	}
	if holdsMainPart(w, head) {
		return "", damaged(sentence.New("damage-unlisted", "the list of its parts does not name its content"), nil)
	}
	return "", &UnsupportedError{Kind: sentence.New("kind-parts", "an archive of parts that is not an Office document")}
}

// holdsMainPart reports whether an archive contains a main part of an Office document.
func holdsMainPart(w *limitedReader, head []byte) bool {
	parts, err := zipFind(w, mainParts...)
	return looksSupported(head) || err == nil && len(parts) > 0
}

// looksLikeOOXML reports whether a broken archive begins with a file that is usually the first file of an Office
// document.
func looksLikeOOXML(head []byte) bool {
	if looksSupported(head) {
		return true
	}
	if len(head) < zipLocalSize {
		return false
	}
	name := head[zipLocalSize:]
	name = name[:min(len(name), int(binary.LittleEndian.Uint16(head[26:])))]
	first := strings.ToLower(string(name))
	for _, known := range []string{contentTypes, "_rels/", "docprops/", "customxml/", "word/", "ppt/", "xl/"} {
		if strings.HasPrefix(first, known) {
			return true
		}
	}
	return false
}

// namesMainPart reports whether the end of a broken archive contains the name of a main part of an Office document. The
// directory of an archive is at its end.
func namesMainPart(w *limitedReader) bool {
	tail := make([]byte, min(w.size, zipDirChunk))
	if _, err := w.ReadAt(tail, w.size-int64(len(tail))); err != nil {
		return false
	}
	for _, name := range mainParts {
		if bytes.Contains(tail, []byte(name)) {
			return true
		}
	}
	return false
}

// mainContentType returns the content type of the main part, in lower case, or "" if there is none. The main part is
// the target of the package's document relationship or, without such a relationship, the only part with the content
// type of a document.
func mainContentType(w *limitedReader, parts map[string]zipEntry) (string, error) {
	types, err := readContentTypes(w, parts[contentTypes])
	if err != nil {
		return "", err
	}
	if rels, ok := parts[packageRels]; ok {
		target, err := readMainPart(w, rels)
		if err != nil {
			return "", err
		}
		if ct := types.contentType(target); ct != "" {
			return ct, nil
		}
	}
	return types.mainType(), nil
}

// typeList is the content of [Content_Types].xml: content types by part and by extension.
type typeList struct{ override, byExtension map[string]string }

// contentType returns the content type of a part. It is declared in an entry for the part or, without such an entry,
// for the part's extension.
func (l typeList) contentType(part string) string {
	if part == "" {
		return ""
	}
	if ct, ok := l.override[part]; ok {
		return ct
	}
	return l.byExtension[strings.TrimPrefix(path.Ext(part), ".")]
}

// mainType returns the content type that only a main part can have, or "" if no part has such a type. Part names are
// ignored. Supported types take precedence over unsupported ones, because a presentation also lists its slides, and a
// slide can be a document of its own.
func (l typeList) mainType() string {
	found := ""
	for _, part := range slices.Sorted(maps.Keys(l.override)) {
		switch ct := l.override[part]; {
		case mainTypes[ct] != "":
			return ct
		case found == "" && !unsupportedMainTypes[ct].IsZero():
			found = ct
		}
	}
	return found
}

func readContentTypes(w *limitedReader, e zipEntry) (typeList, error) {
	list := typeList{override: map[string]string{}, byExtension: map[string]string{}}
	err := eachElement(w, e, func(el xml.StartElement) {
		ct := strings.ToLower(strings.TrimSpace(attribute(el, "ContentType")))
		switch el.Name.Local {
		case "Override":
			list.override[partName(attribute(el, "PartName"))] = ct
		case "Default":
			list.byExtension[strings.ToLower(attribute(el, "Extension"))] = ct
		}
	})
	return list, err
}

// readMainPart returns the name of the main part. The relationship to it may have the transitional or the strict
// namespace.
func readMainPart(w *limitedReader, e zipEntry) (part string, err error) {
	err = eachElement(w, e, func(el xml.StartElement) {
		kind := attribute(el, "Type")
		if part == "" && el.Name.Local == "Relationship" && path.Base(kind) == "officeDocument" {
			part = partName(attribute(el, "Target"))
		}
	})
	return part, err
}

// partName returns a part name in the form for comparisons: absolute and in lower case.
func partName(s string) string {
	return path.Clean("/" + strings.ToLower(strings.ReplaceAll(s, `\`, "/")))
}

func attribute(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// eachElement calls visit for every element of a part. It rejects document type declarations, so a part cannot declare
// entities. It never fetches external content.
func eachElement(w *limitedReader, e zipEntry, visit func(xml.StartElement)) error {
	r, err := e.open(w)
	if err != nil {
		return err
	}
	// The input of the decoder is always UTF-8, even if the XML declaration names another encoding.
	d := xml.NewDecoder(transform.NewReader(r, unicode.BOMOverride(transform.Nop)))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			visit(t)
		case xml.Directive:
			if bytes.HasPrefix(bytes.ToUpper(t), []byte("DOCTYPE")) {
				return errMarkup
			}
		}
	}
}
