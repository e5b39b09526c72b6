// Package templatetest creates small templates for tests, and reads rendered documents.
package templatetest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Zip returns a ZIP file. The arguments are alternately the name and the content of an entry.
func Zip(parts ...string) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i+1 < len(parts); i += 2 {
		to, err := w.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(to, parts[i+1])
		}
		if err != nil {
			panic(err) // writing to a buffer does not fail
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

const (
	relationSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packageTypes  = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default ` +
		`Extension="xml" ContentType="application/xml"/>`
	wordTypes  = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	slideTypes = "application/vnd.openxmlformats-officedocument.presentationml."
)

// WordNS contains the namespace declarations of text documents.
const WordNS = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relationSpace + `"`

// Section is the properties element of a section with A4 pages and margins of 2.5 cm.
const Section = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417"/></w:sectPr>`

// contentTypes returns the part [Content_Types].xml. overrides are alternately the name and the content type of a part.
func contentTypes(overrides ...string) string {
	text := `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` + packageTypes
	for i := 0; i+1 < len(overrides); i += 2 {
		text += fmt.Sprintf(`<Override PartName="/%s" ContentType="%s"/>`, overrides[i], overrides[i+1])
	}
	return text + "</Types>"
}

// relationships returns a part with relationships. all are alternately the type and the target of a relationship.
func relationships(all ...string) string {
	text := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for i := 0; i+1 < len(all); i += 2 {
		text += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i/2+1, relationSpace, all[i], all[i+1])
	}
	return text + "</Relationships>"
}

// Docx returns a text document with a body. parts are alternately the name and the content of an additional part.
// Headers, footers, styles, numbering, footnotes, endnotes and comments are recognized by their names and get a
// relationship.
func Docx(body string, parts ...string) []byte {
	overrides := []string{"word/document.xml", wordTypes + "document.main+xml"}
	var related []string
	for i := 0; i+1 < len(parts); i += 2 {
		if kind := strings.TrimRight(strings.TrimSuffix(path.Base(parts[i]), ".xml"), "0123456789"); slices.Contains([]string{"header", "footer",
			"styles", "numbering", "footnotes", "endnotes", "comments"}, kind) {
			overrides = append(overrides, parts[i], wordTypes+kind+"+xml")
			related = append(related, kind, path.Base(parts[i]))
		}
	}
	return Zip(slices.Concat([]string{
		"[Content_Types].xml", contentTypes(overrides...),
		"_rels/.rels", relationships("officeDocument", "word/document.xml"),
		"word/_rels/document.xml.rels", relationships(related...),
		"word/document.xml", `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ` + WordNS + `><w:body>` + body + Section +
			`</w:body></w:document>`,
	}, parts)...)
}

// P returns a paragraph with a run for each text.
func P(texts ...string) string {
	var p strings.Builder
	p.WriteString("<w:p>")
	for _, text := range texts {
		fmt.Fprintf(&p, `<w:r><w:t xml:space="preserve">%s</w:t></w:r>`, text)
	}
	return p.String() + "</w:p>"
}

// Notes returns a footnotes or endnotes part with a note for each text. kind is "footnote" or "endnote". The ids start
// at 1.
func Notes(kind string, texts ...string) string {
	part := fmt.Sprintf(`<w:%[1]ss %[2]s><w:%[1]s w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:%[1]s>`, kind, WordNS)
	for i, text := range texts {
		part += fmt.Sprintf(`<w:%[1]s w:id="%[2]d"><w:p><w:r><w:%[1]sRef/></w:r></w:p>%[3]s</w:%[1]s>`, kind, i+1, P(text))
	}
	return part + fmt.Sprintf("</w:%ss>", kind)
}

// Table returns a table with the given texts in its cells.
func Table(rows ...[]string) string {
	var t strings.Builder
	t.WriteString("<w:tbl><w:tblPr/><w:tblGrid/>")
	for _, row := range rows {
		t.WriteString("<w:tr>")
		for _, cell := range row {
			t.WriteString("<w:tc>" + P(cell) + "</w:tc>")
		}
		t.WriteString("</w:tr>")
	}
	return t.String() + "</w:tbl>"
}

// Pptx returns a presentation with slides. Each argument is the markup of a slide's shapes.
func Pptx(slides ...string) []byte {
	const spaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + relationSpace + `"`
	overrides := []string{"ppt/presentation.xml", slideTypes + "presentation.main+xml"}
	var related, parts []string
	ids := ""
	for i, shapes := range slides {
		name := fmt.Sprintf("slides/slide%d.xml", i+1)
		overrides = append(overrides, "ppt/"+name, slideTypes+"slide+xml")
		related = append(related, "slide", name)
		parts = append(parts, "ppt/"+name, `<p:sld `+spaces+
			`><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`+shapes+
			`</p:spTree></p:cSld></p:sld>`)
		ids += fmt.Sprintf(`<p:sldId id="%d" r:id="rId%d"/>`, 256+i, i+1)
	}
	return Zip(slices.Concat([]string{
		"[Content_Types].xml", contentTypes(overrides...),
		"_rels/.rels", relationships("officeDocument", "ppt/presentation.xml"),
		"ppt/_rels/presentation.xml.rels", relationships(related...),
		"ppt/presentation.xml", `<p:presentation ` + spaces + `><p:sldIdLst>` + ids +
			`</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
	}, parts)...)
}

// Shape returns a shape with a paragraph for each text.
func Shape(texts ...string) string {
	var s strings.Builder
	s.WriteString(
		`<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext ` +
			`cx="3657600" cy="1828800"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>`)
	for _, text := range texts {
		s.WriteString("<a:p><a:r><a:t>" + text + "</a:t></a:r></a:p>")
	}
	return s.String() + "</p:txBody></p:sp>"
}

// Part returns the content of a part, or "" if the part does not exist.
func Part(t testing.TB, document []byte, name string) string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(document), int64(len(document)))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archive.File {
		if file.Name != name {
			continue
		}
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	return ""
}

// Text returns the text of a part. A paragraph ends with a line feed, a cell with |, and a row with ||. Line breaks are
// shown as ↵, tabs as ⇥, page breaks as ⤓ and pictures as ▣.
func Text(t testing.TB, document []byte, name string) string {
	t.Helper()
	return TextOf(Part(t, document, name))
}

// TextOf returns the text of markup in the notation of [Text].
func TextOf(content string) string {
	for _, rule := range []struct{ pattern, replacement string }{
		{`(?s)<w:pPr>.*?</w:pPr>|<w:pPr/>`, ""},
		{`(?s)<w:drawing>.*?</w:drawing>|<p:pic>.*?</p:pic>`, "▣"},
		{`<w:br w:type="page"/>`, "⤓"},
		{`<[wa]:br[ />][^>]*>?(?:</a:br>)?`, "↵"},
		{`<w:tab/>`, "⇥"},
		{`</[wa]:tc>`, "|"},
		{`</[wa]:tr>`, "||\n"},
		{`</[wa]:p>\s*\|`, "|"},
		{`</[wa]:p>|<[wa]:p/>`, "\n"},
		{`<[^>]*>`, ""},
	} {
		content = regexp.MustCompile(rule.pattern).ReplaceAllString(content, rule.replacement)
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&").Replace(strings.TrimSpace(content))
}
