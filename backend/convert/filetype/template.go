package filetype

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lectern/backend/sentence"
)

// Types of templates whose files are not supported as documents.
const (
	Docm    Type = "docm"
	Dotm    Type = "dotm"
	Package Type = "zip" // an archive of several templates
)

// packageList is the name of the file by which a package of templates is recognized.
const packageList = "application.json"

// macroTypes maps the content type of the main part to the type of a template with macros. Macros are never executed.
var macroTypes = map[string]Type{
	"application/vnd.ms-word.document.macroenabled.main+xml":         Docm,
	"application/vnd.ms-word.template.macroenabledtemplate.main+xml": Dotm,
}

// Templates returns all types that [DetectTemplate] can return.
func Templates() []Type { return []Type{Docx, Dotx, Docm, Dotm, Xlsx, Pptx, Potx, Package} }

// DetectTemplate returns the type of the template in r, which has size bytes. The errors are the same as those of
// [Detect].
func DetectTemplate(r io.ReaderAt, size int64, name string) (Type, error) {
	t, err := Detect(r, size, name)
	_, unsupported := errors.AsType[*UnsupportedError](err)
	switch {
	case err == nil && (t == Pdf || !t.IsOpenXML() || t == Ppsx):
		return "", &UnsupportedError{Kind: sentence.New("kind-type", "a file of type {type}").With("type", "."+string(t))}
	case !unsupported:
		return t, err
	}
	if kind, found := detectTemplateOnly(r, size); found {
		return kind, nil
	}
	return "", err
}

// detectTemplateOnly returns the type of a template that is not supported as a document.
func detectTemplateOnly(r io.ReaderAt, size int64) (Type, bool) {
	w := &limitedReader{r: r, size: size, remaining: readLimit}
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

// MainDocument returns the type of the first document that a package of templates lists, according to its name; "" if
// the package lists none, or cannot be read.
func MainDocument(r io.ReaderAt, size int64) Type {
	w := &limitedReader{r: r, size: size, remaining: readLimit}
	parts, err := zipFind(w, packageList)
	if err != nil {
		return ""
	}
	list, err := parts[packageList].open(w)
	if err != nil {
		return ""
	}
	var listed struct {
		Templates []struct{ File string }
	}
	utf8 := transform.NewReader(list, unicode.BOMOverride(transform.Nop)) // the converter accepts UTF-16 as well
	if json.NewDecoder(utf8).Decode(&listed) != nil || len(listed.Templates) == 0 {
		return ""
	}
	kind := Type(strings.ToLower(strings.TrimPrefix(path.Ext(listed.Templates[0].File), ".")))
	if kind == Package || !slices.Contains(Templates(), kind) {
		return ""
	}
	return kind
}

// FilledType returns the type of the document that filling a template creates. The argument is the extension of the
// template, without a dot. The result is false if the extension is not that of a template. A template with macros
// becomes a document without macros.
func FilledType(extension string) (Type, bool) {
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
