package filetype

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"lectern/backend/sentence"
)

// The types of templates that are not shown themselves.
const (
	Docm    Type = "docm"
	Dotm    Type = "dotm"
	Package Type = "zip" // a package of several templates
)

// packageList is the part by which a package of templates is known.
const packageList = "application.json"

// macroTypes are the types of templates with macros, which never run, by the content type of the
// main part.
var macroTypes = map[string]Type{
	"application/vnd.ms-word.document.macroenabled.main+xml":         Docm,
	"application/vnd.ms-word.template.macroenabledtemplate.main+xml": Dotm,
}

// Templates gives the types that templates have.
func Templates() []Type { return []Type{Docx, Dotx, Docm, Dotm, Xlsx, Pptx, Potx, Package} }

// DetectTemplate says of which type the template is that the size bytes of r are. Errors about the
// file are *UnsupportedError, *ProtectedError or *DamagedError; others are r's own.
func DetectTemplate(r io.ReaderAt, size int64, name string) (Type, error) {
	t, err := Detect(r, size, name)
	_, unsupported := errors.AsType[*UnsupportedError](err)
	switch {
	case err == nil && (t == Pdf || !t.OpenXML() || t == Ppsx):
		return "", &UnsupportedError{Kind: sentence.New("kind-type", "a file of type {type}").With("type", "."+string(t))}
	case !unsupported:
		return t, err
	}
	if kind, found := detectBeyond(r, size); found {
		return kind, nil
	}
	return "", err
}

// detectBeyond finds what is a template and nothing that is shown.
func detectBeyond(r io.ReaderAt, size int64) (Type, bool) {
	w := &window{r: r, size: size, left: readLimit}
	head, err := w.head(headSize)
	if err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "", false
	}
	parts, err := zipFind(w, contentTypes, packageRels, packageList)
	if err != nil {
		return "", false
	}
	if _, ok := parts[packageList]; ok {
		return Package, true
	}
	if _, ok := parts[contentTypes]; !ok {
		return "", false
	}
	main, err := mainContentType(w, parts)
	return macroTypes[main], err == nil && macroTypes[main] != ""
}

// WhenFilled gives the type that a filled template is converted as, by its extension without a dot;
// false where it is of none. Macros of those that have some never run.
func WhenFilled(extension string) (Type, bool) {
	switch kind := Type(strings.ToLower(extension)); kind {
	case Docx, Dotx, Pptx, Potx, Ppsx, Xlsx:
		return kind, true
	case Docm, Dotm:
		return Docx, true
	case "pptm", "potm", "ppsm":
		return Pptx, true
	case "xlsm", "xltx", "xltm":
		return Xlsx, true
	}
	return "", false
}
