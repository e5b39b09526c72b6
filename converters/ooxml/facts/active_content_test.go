package facts

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/ooxml/opc"
)

// macroBook returns a workbook whose second sheet is an Excel 4 macro sheet with a state such as veryHidden.
func macroBook(t *testing.T, state string) []byte {
	t.Helper()
	book := ooxmltest.XlsxOf("", "", "<sheetData/>", "<sheetData/>")
	return ooxmltest.WithParts(t, book, map[string]string{
		"xl/_rels/workbook.xml.rels": strings.ReplaceAll(partOf(t, book, "xl/_rels/workbook.xml.rels"),
			"relationships/worksheet\" Target=\"worksheets/sheet2", "relationships/xlMacrosheet\" Target=\"macrosheets/sheet2"),
		"xl/workbook.xml": strings.Replace(partOf(t, book, "xl/workbook.xml"), `name="Sheet2"`, `name="Macro1" state="`+state+`"`, 1),
		"xl/macrosheets/sheet2.xml": `<xm:macrosheet xmlns:xm="m"><sheetData><row r="1"><c r="A1"><f>EXEC("calc.exe")</f></c></row></sheetData>` +
			`</xm:macrosheet>`,
	})
}

// partOf returns the content of a part of a package.
func partOf(t *testing.T, content []byte, name string) string {
	t.Helper()
	pack, err := opc.New(strings.NewReader(string(content)), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	part, err := pack.Open("/" + strings.ToLower(name))
	if err != nil {
		t.Fatal(err)
	}
	defer part.Close()
	var text strings.Builder
	buffer := make([]byte, 1<<16)
	for {
		n, err := part.Read(buffer)
		text.Write(buffer[:n])
		if err != nil {
			return text.String()
		}
	}
}

// boundSheet returns an entry of a workbook's list of sheets.
func boundSheet(at uint32, state, kind byte, name string) []byte {
	data := append(binary.LittleEndian.AppendUint32(nil, at), state, kind, byte(len(name)), 0)
	return ooxmltest.Record(0x85, append(data, name...)...)
}

func xls(records ...[]byte) []byte {
	begin := ooxmltest.Record(0x0809, 0, 6, 5, 0, 0, 0, 0, 0)
	return ooxmltest.Compound(ooxmltest.Stream{Name: "Workbook", Content: append(begin, slices.Concat(records...)...)})
}

// oldControl returns a .doc with an embedded object that has a stream of this name. first is the beginning of its class
// id.
func oldControl(stream string, first uint32) []byte {
	content := ooxmltest.Compound(ooxmltest.Stream{Name: "WordDocument", Content: []byte("a")}, ooxmltest.Stream{Name: "_123"},
		ooxmltest.Stream{Name: stream, Content: []byte("b")})
	storage := content[bytes.Index(content, []byte("_\x001\x002\x003\x00")):]
	le := binary.LittleEndian
	le.PutUint32(storage[76:], 3)
	le.PutUint32(storage[80:], first)
	copy(storage[84:], "\x69\xCE\xCD\x11\xA7\x77\x00\xDD\x01\x14\x3C\x57")
	return content
}

// oldNames returns a .doc with a table of names (MS-DOC 2.9.276).
func oldNames(names ...string) []byte {
	le := binary.LittleEndian
	table := []byte{9, 9, 9, 9, 0xFF, 0xFF, 18, 0, 0, 0}
	for _, name := range names {
		table = le.AppendUint16(table, uint16(len(name)))
		for _, c := range []byte(name) {
			table = append(table, c, 0)
		}
	}
	text := make([]byte, 0x300)
	text[2] = 0xC1
	le.PutUint16(text[0x0A:], 1<<9)
	le.PutUint32(text[0x19A:], 4)
	le.PutUint32(text[0x19E:], uint32(len(table)-4))
	return ooxmltest.Compound(ooxmltest.Stream{Name: "WordDocument", Content: text}, ooxmltest.Stream{Name: "1Table", Content: table})
}

// xls5 returns a workbook of Excel 5.0.
func xls5(records ...[]byte) []byte {
	begin := ooxmltest.Record(0x0809, 0, 5, 5, 0, 0, 0, 0, 0)
	return ooxmltest.Compound(ooxmltest.Stream{Name: "Book", Content: append(begin, slices.Concat(records...)...)})
}

// TestFactsOfActiveContent checks that active content in a document is reported.
//
// SECURITY.md, promise 58 (complete reports)
func TestFactsOfActiveContent(t *testing.T) {
	const veryHidden = 2
	sheet := ooxmltest.XlsxOf("", "", "<sheetData/>")
	queried := func(connection, table string) []byte {
		return ooxmltest.WithParts(t, sheet, map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("queryTable", "../queryTables/queryTable1.xml"),
			"xl/connections.xml":                  `<connections xmlns="m">` + connection + `</connections>`,
			"xl/queryTables/queryTable1.xml":      table,
			"xl/_rels/workbook.xml.rels": strings.Replace(partOf(t, sheet, "xl/_rels/workbook.xml.rels"), "</Relationships>",
				`<Relationship Id="c" Type="http://a/connections" Target="connections.xml"/></Relationships>`, 1),
		})
	}
	const button = `"controls":["Forms.CommandButton.1"]`
	// control returns a text document with the given body. The document has an ActiveX button in the part a.xml. If
	// part is not empty, it has another button in that part.
	control := func(body string, targets []string, part string) []byte {
		const content = `<ax:ocx xmlns:ax="a" ax:classid="{D7053240-CE69-11CD-A777-00DD01143C57}"/>`
		parts := []ooxmltest.Part{{Name: "word/a.xml", Content: content}}
		if part != "" {
			parts = append(parts, ooxmltest.Part{Name: "word/" + part, Type: "application/vnd.ms-office.activeX+xml", Content: content})
		}
		return ooxmltest.DocxOf(body, targets, parts...)
	}
	macroBegin := ooxmltest.Record(0x0809, 0, 6, 0x40, 0, 0, 0, 0, 0)
	sheetsEnd := uint32(12 + len(boundSheet(0, 0, 0, "A")))
	tests := map[string]struct {
		content []byte
		kind    string
		want    string
	}{
		"a macro sheet of Excel 4": {macroBook(t, "visible"), "xlsx", `"macroSheets":[{"name":"Macro1"}]`},
		"a very hidden one":        {macroBook(t, "veryHidden"), "xlsx", `"macroSheets":[{"name":"Macro1","hidden":true}]`},
		"one that calls itself a sheet": {
			ooxmltest.WithParts(t, sheet, map[string]string{"xl/worksheets/sheet1.xml": `<xm:macrosheet xmlns:xm="m"/>`}),
			"xlsx", `"macroSheets":[{"name":"Sheet1"}]`},
		"a connection": {queried(`<connection id="1" name="Sales" refreshOnLoad="1"><dbPr connection="DSN=a"/></connection>`,
			`<queryTable name="q" connectionId="2"/>`), "xlsx", `"connections":[{"name":"q"},{"name":"Sales","refresh":true}]`},
		"one that its table refreshes": {queried(`<connection id="1"><webPr url="http://a/b"/></connection>`,
			`<queryTable name="q" refreshOnLoad="true" connectionId="1"/>`), "xlsx", `"connections":[{"name":"http://a/b","refresh":true}]`},
		"a pivot table": {ooxmltest.WithParts(t, sheet, map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"),
			"xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition refreshOnLoad="1"><cacheSource type="worksheet"><worksheetSource ` +
				`ref="A1:B2" sheet="S" r:id="rId1"/></cacheSource></pivotCacheDefinition>`,
		}), "xlsx", `"connections":[{"name":"pivot table S!A1:B2","refresh":true}]`},
		"one of a sheet": {ooxmltest.WithParts(t, sheet, map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": ooxmltest.Relations("pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"),
			"xl/pivotCache/pivotCacheDefinition1.xml": `<pivotCacheDefinition refreshOnLoad="1"><cacheSource type="worksheet"><worksheetSource ` +
				`ref="A1:B2" sheet="S"/></cacheSource></pivotCacheDefinition>`,
		}), "xlsx", `{"fonts":["Calibri"]}`},
		"a connection of Power Query": {queried(
			`<connection id="1" name="Query - A" refreshOnLoad="1"><dbPr connection="P"/><extLst><ext uri="{D}"><x15:connection xmlns:x15="x" `+
				`id="Query - A"/></ext></extLst></connection>`+
				`<connection id="2" name="Model"><extLst><ext><x15:connection xmlns:x15="x" id="" model="1"/></ext></extLst></connection>`,
			`<queryTable name="q" connectionId=" 1"/>`), "xlsx",
			`"connections":[{"name":"Query - A","refresh":true},{"name":"Model"}]`},
		"queries alone": {ooxmltest.WithParts(t, sheet, map[string]string{
			"xl/_rels/a.xml.rels": ooxmltest.Relations("customXml", "../customXml/item1.xml"),
			"customXml/item1.xml": `<DataMashup xmlns="m">AAAA</DataMashup>`}), "xlsx",
			`"connections":[{"name":"Power Query"}]`},
		"data in real time": {ooxmltest.WithParts(t, sheet, map[string]string{"xl/_rels/a.xml.rels": ooxmltest.Relations("volatileDependencies",
			"volatileDependencies.xml"),
			"xl/volatileDependencies.xml": `<volTypes><volType type="realTimeData"><main first="prog.id"/></volType></volTypes>`}), "xlsx",
			`"connections":[{"name":"RTD prog.id","refresh":true}]`},
		"XML": {ooxmltest.WithParts(t, sheet, map[string]string{"xl/_rels/a.xml.rels": ooxmltest.Relations("xmlMaps", "xmlMaps.xml"),
			"xl/xmlMaps.xml": `<MapInfo><Map ID="1" Name="m"><DataBinding FileBinding="true" ConnectionID="1" DataBindingLoadMode="1"/>` +
				`</Map></MapInfo>`}), "xlsx",
			`"connections":[{"name":"XML map m","refresh":true}]`},
		"form letters": {ooxmltest.DocxOf("", []string{"settings", "settings.xml"}, ooxmltest.Part{Name: "word/settings.xml",
			Content: `<w:settings xmlns:w="w"><w:mailMerge><w:connectString w:val="DSN=a"/><w:query w:val="SELECT * FROM b"/></w:mailMerge>` +
				`</w:settings>`}), "docx", `"connections":[{"name":"DSN=a","refresh":true}]`},
		"controls": {ooxmltest.DocxOf("", []string{"control", "activeX/activeX1.xml", "control", "activeX/activeX2.xml", "control",
			"missing.xml"},
			ooxmltest.Part{Name: "word/activeX/activeX1.xml", Content: `<ax:ocx xmlns:ax="a" ax:classid="{d7053240-CE69-11CD-A777-00DD01143C57}"/>`},
			ooxmltest.Part{Name: "word/activeX/activeX2.xml", Content: `<ax:ocx xmlns:ax="a" ax:classid="{1}"/>`}), "docx",
			`"controls":["Forms.CommandButton.1","{1}","unknown"]`},
		"a control of another relationship": {control("", []string{"Control", "activeX/activeX1.xml"}, "activeX/activeX1.xml"), "docx", button},
		"one that is an object":             {control("", []string{"oleObject", "activeX/activeX1.xml"}, "activeX/activeX1.xml"), "docx", button},
		"one that no relationship leads to": {control("", nil, "activeX/activeX1.xml"), "docx", button},
		"one by its content type":           {control("", []string{"oleObject", "embeddings/a.bin"}, "embeddings/a.bin"), "docx", button},
		"one by its element": {control(`<w:object><w:control r:id="r1" w:name="A"/></w:object>`, []string{"any", "a.xml"}, ""),
			"docx", button},
		"one for other programs": {control(
			`<mc:AlternateContent xmlns:mc="m"><mc:Choice Requires="new"><w:control r:id="r1"/></mc:Choice></mc:AlternateContent>`,
			[]string{"any", "a.xml"}, ""), "docx", button},
		"elements of no relationship": {control(`<w:control r:id="r9"/><w:control r:id="r9"/><w:control w:name="B"/>`, nil, ""), "docx",
			`"controls":["unknown","unknown"]`},
		"one that is told once": {control(`<w:control r:id="r1"/>`, []string{"control", "activeX/activeX1.xml"}, "activeX/activeX1.xml"),
			"docx", button},
		"one of a slide": {ooxmltest.PptxOf([]int{1}, ooxmltest.Slide{Shapes: `<p:control xmlns:p="p" r:id="rId94"/>`}), "pptx",
			`"controls":["unknown"]`},
		"one of a text within": {ooxmltest.DocxOf("", []string{"control", "activeX/activeX1.xml", "aFChunk", "c.docx"},
			ooxmltest.Part{Name: "word/activeX/activeX1.xml", Content: `<ax:ocx xmlns:ax="a" ax:classid="{1}"/>`},
			ooxmltest.Part{Name: "word/c.docx", Content: string(control("", nil, "activeX/activeX1.xml"))}), "docx",
			`"controls":["{1}","Forms.CommandButton.1"]`},
		"a control of a form": {ooxmltest.WithParts(t, sheet,
			map[string]string{"xl/dialogsheets/sheet9.xml": `<dialogsheet><control r:id="r1"/></dialogsheet>`}), "xlsx", `{"fonts":["Calibri"]}`},
		"a control of a ribbon": {ooxmltest.DocxOf("", nil, ooxmltest.Part{Name: "customUI/customUI.xml",
			Content: `<customUI><control idMso="Copy"/></customUI>`}), "docx", `{}`},
		"an add-in": {ooxmltest.DocxOf("", nil, ooxmltest.Part{Name: "word/webextensions/_rels/taskpanes.xml.rels",
			Content: ooxmltest.Relations("webextension", "webextension1.xml")},
			ooxmltest.Part{Name: "word/webextensions/webextension1.xml",
				Content: `<we:webextension xmlns:we="w"><we:reference id="WA1"/></we:webextension>`}), "docx", `"controls":["Office add-in WA1"]`},
		"a control in an RTF": {[]byte(`{\rtf1{\object\objocx{\*\objdata }}}`), "rtf", `"controls":["unknown"]`},
		"classes of controls in an RTF": {[]byte(
			`{\rtf1{\object\objocx{\*\objclass Forms.CommandButton.1}}{\object\objocx}{\object\objocx{\*\objclass Shell.Explorer.2}}}`), "rtf",
			`"controls":["Forms.CommandButton.1","unknown","Shell.Explorer.2"]`},
		"form letters in an RTF": {[]byte(
			`{\rtf1{\*\mailmerge\mmlinktoquery{\mmconnectstr DSN=a}{\mmconnectstrdata 1}{\mmquery SELECT * FROM b}}}`), "rtf",
			`"connections":[{"name":"SELECT * FROM b","refresh":true}]`},
		"such of a file": {[]byte(`{\rtf1{\*\mailmerge{\mmdatasource C:\\\\a.mdb}}}`), "rtf",
			`"connections":[{"name":"C:\\a.mdb","refresh":true}]`},
		"such of nothing": {[]byte(`{\rtf1{\*\mailmerge\mmmaintypeletters}}`), "rtf",
			`"connections":[{"name":"mail merge","refresh":true}]`},
		"form letters in an old text": {oldNames("", "http://a/b.dot", "t", "", "", "", "", "", `C:\c.mdb`), "doc",
			`{"links":[{"kind":"attachedTemplate","target":"http://a/b.dot"}],"connections":[{"name":"C:\\c.mdb","refresh":true}]}`},
		"an old text without names":    {oldNames("", "", "t"), "doc", `{}`},
		"a control of an old text":     {oldControl("\x03OCXNAME", 0xD7053240), "doc", `{"controls":["Forms.CommandButton.1"]}`},
		"one of another class":         {oldControl("\x03OCXNAME", 1), "doc", `{"controls":["{00000001-CE69-11CD-A777-00DD01143C57}"]}`},
		"an object that is no control": {oldControl("CONTENTS", 0xD7053240), "doc", `{"embedded":1}`},
		"controls of old slides": {ooxmltest.Compound(ooxmltest.Stream{Name: "PowerPoint Document",
			Content: slices.Concat(slide(0x0F, 0x03E8, slide(0x0F, 0x0409, slide(0x0F, 0x0FEE, nil))), make([]byte, 5000))}), "ppt",
			`"controls":["unknown"]`},
		"a macro sheet of an old book": {xls(boundSheet(99, veryHidden, 1, "Macro1"), boundSheet(0, 0, 0, "Sheet1")), "xls",
			`"macroSheets":[{"name":"Macro1","hidden":true}]`},
		"one in a long book": {xls(boundSheet(99, 0, 1, "Macro1"), ooxmltest.Record(0xE5, make([]byte, 8000)...)), "xls",
			`"macroSheets":[{"name":"Macro1"}]`},
		"one that the list calls a sheet": {xls(boundSheet(sheetsEnd, 0, 0, "A"), macroBegin), "xls", `"macroSheets":[{"name":"A"}]`},
		"one that no list has":            {xls(macroBegin), "xls", `"macroSheets":[{"name":"unknown","hidden":true}]`},
		"a query of an old book": {xls(ooxmltest.Record(0x01AD, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 'S', 'a', 'l', 'e', 's', 0,
			0)), "xls", `"connections":[{"name":"Sales","refresh":true}]`},
		"one that is not refreshed": {xls(ooxmltest.Record(0x01AD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0xD6, 0, 0, 0)), "xls",
			`"connections":[{"name":"Ö"}]`},
		"a connection of an old book": {xls(ooxmltest.Record(0x0876, 0x76, 8, 0, 0, 1, 0, 0x80, 0, 0, 0)), "xls",
			`"connections":[{"name":"data connection","refresh":true}]`},
		"a pivot table of an old book": {ooxmltest.Compound(ooxmltest.Stream{Name: "0001", Content: ooxmltest.Record(0xC6, 0, 0, 0, 0, 0, 0, 4, 0,
			0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0)}), "xls", `"connections":[{"name":"pivot table","refresh":true}]`},
		"an object of Excel 5": {ooxmltest.Compound(ooxmltest.Stream{Name: "Book", Content: slices.Concat(ooxmltest.Record(0x0809, 0, 5, 5, 0, 0,
			0, 0, 0), ooxmltest.Record(0x0809, 0, 6, 0x10, 0, 0, 0, 0, 0), ooxmltest.Record(0x5D, 0x15, 0, 2, 0, 8, 0, 8, 0, 2, 0, 0x31, 0))}),
			"xls", `{}`},
		"a dialog sheet": {ooxmltest.WithParts(t, sheet, map[string]string{
			"xl/_rels/workbook.xml.rels": strings.Replace(partOf(t, sheet, "xl/_rels/workbook.xml.rels"), "relationships/worksheet",
				"relationships/dialogsheet", 1)}), "xlsx", `"dialogSheets":["Sheet1"]`},
		"one of an old book": {xls(boundSheet(sheetsEnd, 0, 0, "A"), ooxmltest.Record(0x0809, 0, 6, 0x10, 0, 0, 0, 0, 0),
			ooxmltest.Record(0x81, 0x10, 0)), "xls", `"dialogSheets":["A"]`},
		"controls of an old book": {xls(ooxmltest.Record(0x5D, 0x15, 0, 2, 0, 8, 0, 8, 0, 2, 0, 0x31, 0, 0, 0, 0, 0)), "xls",
			`"controls":["unknown"]`},
		"their class": {xls(ooxmltest.Record(0x5D, slices.Concat([]byte{0x15, 0, 2, 0, 8, 0, 8, 0, 2, 0, 0x31, 0, 9, 0, 25, 0,
			23, 0, 5, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 7, 0, 0}, []byte("Forms.A"), []byte{0, 0, 0, 0})...)), "xls", `"controls":["Forms.A"]`},
		"DDE of an old book": {xls(ooxmltest.Record(0x01AE, 0, 0, 6, 0, 0, 'c', 'm', 'd', 3, '/', 'c')), "xls",
			`"links":[{"kind":"ddeLink","target":"cmd /c"}]`},
		"another old book": {xls(ooxmltest.Record(0x01AE, 1, 0, 6, 0, 0, 1, 'a', '.', 'x', 'l', 's')), "xls",
			`"links":[{"kind":"externalLinkPath","target":"a.xls"}]`},
		"a folder of another old book": {xls(ooxmltest.Record(0x01AE, slices.Concat([]byte{1, 0, 12, 0, 0},
			[]byte("\x01\x01Cd\x03\x04a.xls"))...)), "xls", `"links":[{"kind":"externalLinkPath","target":"C:\\d\\..\\a.xls"}]`},
		"control characters of DDE": {xls(ooxmltest.Record(0x01AE, 0, 0, 8, 0, 0, 'c', 7, 'm', 'd', 3, '/', 0x9b, 'c')), "xls",
			`"links":[{"kind":"ddeLink","target":"cmd /c"}]`},
		"control characters of a book": {xls(ooxmltest.Record(0x01AE, 1, 0, 8, 0, 0, 1, 1, 8, 'a', '.', 'x', 0x7f, 's')), "xls",
			`"links":[{"kind":"externalLinkPath","target":":\\a.xs"}]`},
		"control characters of a path": {xls(ooxmltest.Record(0x01AE, 1, 0, 4, 0, 0, 'a', 0x85, 'b', 0x1b)), "xls",
			`"links":[{"kind":"externalLinkPath","target":"ab"}]`},
		"another computer": {xls(ooxmltest.Record(0x01AE, slices.Concat([]byte{1, 0, 10, 0, 0}, []byte("\x01\x01@h\x03a.xls"))...)),
			"xls", `"links":[{"kind":"externalLinkPath","target":"\\\\h\\a.xls"}]`},
		"DDE of Excel 5": {xls5(ooxmltest.Record(0x17, []byte("\x06cmd\x03/c")...)), "xls",
			`"links":[{"kind":"ddeLink","target":"cmd /c"}]`},
		"another book of Excel 5": {xls5(ooxmltest.Record(0x17, []byte("\x0d\x01[a.xls]Sheet1")...)), "xls",
			`"links":[{"kind":"externalLinkPath","target":"a.xls"}]`},
		"a sheet of the same book": {xls5(ooxmltest.Record(0x17, []byte("\x07\x03Sheet1")...), ooxmltest.Record(0x17, 1, 2)), "xls", `{}`},
		"one of Excel 4 itself": {slices.Concat(ooxmltest.Record(0x0409, 0, 0, 0x40, 0, 0, 0), ooxmltest.Record(0x0A)), "xls",
			`{"macroSheets":[{"name":"unknown"}]}`},
		"one of Excel 3": {slices.Concat(ooxmltest.Record(0x0209, 0, 0, 0x40, 0, 0, 0), ooxmltest.Record(0x0A)), "xls",
			`{"macroSheets":[{"name":"unknown"}]}`},
		"one of Excel 2": {slices.Concat(ooxmltest.Record(0x0009, 2, 0, 0x40, 0), ooxmltest.Record(0x0A)), "xls",
			`{"macroSheets":[{"name":"unknown"}]}`},
		"a sheet of Excel 4": {slices.Concat(ooxmltest.Record(0x0409, 0, 0, 0x10, 0, 0, 0), ooxmltest.Record(0x0A)), "xls", `{}`},
		"a workbook of Excel 4": {slices.Concat(ooxmltest.Record(0x0409, 0, 0, 0, 1, 0, 0), ooxmltest.Record(0x8F, 0, 0, 0, 0, 1, 'S'),
			ooxmltest.Record(0x0409, 0, 0, 0x10, 0, 0, 0), ooxmltest.Record(0x0A),
			ooxmltest.Record(0x8F, 0, 0, 0, 0, 1, 'M'), ooxmltest.Record(0x0409, 0, 0, 0x40, 0, 0, 0), ooxmltest.Record(0x0A),
			ooxmltest.Record(0x0A)), "xls", `{"macroSheets":[{"name":"M"}]}`},
		"a book that is stored twice": {ooxmltest.Compound(ooxmltest.Stream{Name: "Book", Content: slices.Concat(ooxmltest.Record(0x0809, 0, 5, 5,
			0, 0, 0, 0, 0), ooxmltest.Record(0x85, 99, 0, 0, 0, 0, 1, 1, 'M'))},
			ooxmltest.Stream{Name: "Workbook", Content: slices.Concat(ooxmltest.Record(0x0809, 0, 6, 5, 0, 0, 0, 0, 0), boundSheet(99, 0, 1, "M"))}),
			"xls", `{"macroSheets":[{"name":"M"}]}`},
		"an encrypted old book": {xls(ooxmltest.Record(0x2F, 0, 0)), "xls", `"unread":["its workbook is encrypted"]`},
		"a form control":        {xls(ooxmltest.Record(0x5D, 0x15, 0, 2, 0, 7, 0)), "xls", `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := factsJSON(t, test.content, test.kind); !strings.Contains(got, test.want) {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// slide returns a record of a presentation (MS-PPT 2.3.1).
func slide(version, kind uint16, data []byte) []byte {
	le := binary.LittleEndian
	return append(le.AppendUint32(le.AppendUint16(le.AppendUint16(nil, version), kind), uint32(len(data))), data...)
}
