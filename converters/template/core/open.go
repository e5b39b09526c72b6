package core

import (
	"errors"
	"fmt"
	"strings"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// limits restrict the size of a template's package after decompression.
var limits = opc.Limits{Parts: 10_000, PartBytes: 1 << 30, TotalBytes: 256 << 20}

// Open opens a template. It returns the package, the document type as a file extension, and the name of the main part.
// Errors are of type [Problems].
func Open(source []byte) (p *opc.Package, kind, main string, err error) {
	p, err = opc.Open(source, limits)
	if err == nil {
		kind, main, err = typeOf(p)
	}
	switch {
	case errors.Is(err, opc.ErrEncrypted):
		return nil, "", "", Problems{{Code: "encrypted"}}
	case errors.Is(err, opc.ErrTooLarge):
		return nil, "", "", Problems{{Code: "bomb"}}
	case err != nil:
		return nil, "", "", Problems{{Code: "not-a-package", Values: map[string]string{"reason": err.Error()}}}
	case kind == "":
		return nil, "", "", Problems{{Code: "unsupported-type"}}
	}
	if part := missingPart(p, main); part != "" {
		return nil, "", "", Problems{{Code: "missing-part", Part: part, Values: map[string]string{"part": part}}}
	}
	if root, err := rootOf(p, main); err == nil && !isMain(root) { // an error is reported when the part is read
		return nil, "", "", Problems{{Code: "broken-part", Part: main,
			Values: map[string]string{"reason": fmt.Sprintf("its root is %q", root.Name)}}}
	}
	return p, kind, main, nil
}

// typeOf returns the type of a document as a file extension, such as docx, and the name of its main part. The type is
// empty if the file is not a template.
func typeOf(p *opc.Package) (kind, main string, err error) {
	relations, err := p.Relations("")
	if err != nil {
		return "", "", err
	}
	document := relations.First("officeDocument")
	if document == nil {
		return "", "", nil
	}
	main = relations.Part(document)
	return Kinds()[p.Type(main)], main, nil
}

// missingPart returns the name of the first required part that the package lacks: the main part, a slide or a sheet. It
// returns "" if all of them exist.
func missingPart(p *opc.Package, main string) string {
	if !p.Has(main) {
		return main
	}
	relations, err := p.Relations(main)
	if err != nil {
		return "" // the error is reported when the part is read for rendering
	}
	for _, one := range relations.All {
		if part := relations.Part(&one); (one.Is("slide") || one.Is("worksheet")) && !one.External() && !p.Has(part) {
			return part
		}
	}
	return ""
}

// rootOf returns the first start tag of a part.
func rootOf(p *opc.Package, part string) (markup.Token, error) {
	source, err := p.Read(part)
	if err != nil {
		return markup.Token{}, err
	}
	for t, err := range markup.Tokens(source) {
		if err != nil || t.Kind == markup.Start || t.Kind == markup.Empty {
			return t, err
		}
	}
	return markup.Token{}, nil
}

// isMain reports whether the XML tag is the root of a main part (ECMA-376, part 1, 11.3.10, 12.3.23 and 13.3.6).
func isMain(t markup.Token) bool {
	name := t.Name[strings.IndexByte(t.Name, ':')+1:]
	return name == "document" || name == "workbook" || name == "presentation"
}

// Kinds maps the content types of main parts to file extensions.
func Kinds() map[string]string {
	const (
		office = "application/vnd.openxmlformats-officedocument."
		word   = "application/vnd.ms-word."
		excel  = "application/vnd.ms-excel."
		slides = "application/vnd.ms-powerpoint."
	)
	return map[string]string{
		office + "wordprocessingml.document.main+xml":   "docx",
		office + "wordprocessingml.template.main+xml":   "dotx",
		word + "document.macroEnabled.main+xml":         "docm",
		word + "template.macroEnabledTemplate.main+xml": "dotm",
		office + "presentationml.presentation.main+xml": "pptx",
		office + "presentationml.template.main+xml":     "potx",
		office + "presentationml.slideshow.main+xml":    "ppsx",
		slides + "presentation.macroEnabled.main+xml":   "pptm",
		office + "spreadsheetml.sheet.main+xml":         "xlsx",
		office + "spreadsheetml.template.main+xml":      "xltx",
		excel + "sheet.macroEnabled.main+xml":           "xlsm",
	}
}

// FinishedType returns the document type that a template type is rendered to, such as docx for dotx. Macros are kept.
func FinishedType(kind string) string {
	switch kind {
	case "dotx":
		return "docx"
	case "dotm":
		return "docm"
	case "potx":
		return "pptx"
	case "xltx":
		return "xlsx"
	}
	return kind
}
