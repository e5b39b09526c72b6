package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// callers is a TCP listener that records the addresses of its callers.
type callers struct {
	net.Listener
	came chan string
}

func listenForCallers(t *testing.T) *callers {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &callers{Listener: listener, came: make(chan string, 100)}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.came <- conn.RemoteAddr().String()
			conn.Close()
		}
	}()
	return c
}

// wantOnly connects to the listener, and fails the test unless this is the first connection. The test therefore also
// fails if the listener does not record connections.
func (c *callers) wantOnly(t *testing.T) {
	t.Helper()
	conn, err := net.Dial("tcp", c.Addr().String())
	if err != nil {
		t.Fatalf("the canary cannot be called: %v", err)
	}
	defer conn.Close()
	for who := range c.came {
		if who == conn.LocalAddr().String() {
			return
		}
		t.Errorf("%s called", who)
	}
}

func archive(t *testing.T, parts map[string]string) io.ReadSeeker {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range parts {
		part, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(part, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(out.Bytes())
}

const (
	relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	packages = "http://schemas.openxmlformats.org/package/2006/"
)

// fieldDocx returns a text document with these fields, and with an attached template at an address.
func fieldDocx(t *testing.T, address string, fields ...string) io.ReadSeeker {
	t.Helper()
	var body strings.Builder
	for _, field := range fields {
		fmt.Fprintf(&body,
			`<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> %s </w:instrText></w:r><w:r>`+
				`<w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>stored</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
			strings.ReplaceAll(field, `"`, "&quot;"))
	}
	const main = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + relation + `"`
	const kind = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	return archive(t, map[string]string{
		"[Content_Types].xml": `<Types xmlns="` + packages +
			`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
			`PartName="/word/document.xml" ContentType="` + kind + `document.main+xml"/><Override PartName="/word/settings.xml" ContentType="` +
			kind + `settings+xml"/></Types>`,
		"_rels/.rels": `<Relationships xmlns="` + packages + `relationships"><Relationship Id="r1" Type="` + relation +
			`/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels": `<Relationships xmlns="` + packages + `relationships"><Relationship Id="s1" Type="` + relation +
			`/settings" Target="settings.xml"/><Relationship Id="d1" Type="` +
			relation + `/subDocument" TargetMode="External" Target="` + address + `"/></Relationships>`,
		"word/_rels/settings.xml.rels": `<Relationships xmlns="` + packages + `relationships"><Relationship Id="t1" Type="` + relation +
			`/attachedTemplate" TargetMode="External" Target="` + address + `"/></Relationships>`,
		"word/settings.xml": `<w:settings ` + main + `><w:attachedTemplate r:id="t1"/><w:updateFields w:val="true"/></w:settings>`,
		"word/document.xml": `<w:document ` + main + `><w:body><w:subDoc r:id="d1"/>` + body.String() +
			`<w:p><w:r><w:t>The end.</w:t></w:r></w:p></w:body></w:document>`,
	})
}

// formulaXlsx returns a spreadsheet with a formula without a stored result.
func formulaXlsx(t *testing.T, formula string) io.ReadSeeker {
	t.Helper()
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relation + `"`
	const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	return archive(t, map[string]string{
		"[Content_Types].xml": `<Types xmlns="` + packages +
			`content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
			`PartName="/xl/workbook.xml" ContentType="` + kind + `sheet.main+xml"/><Override PartName="/xl/sheet1.xml" ContentType="` + kind +
			`worksheet+xml"/></Types>`,
		"_rels/.rels": `<Relationships xmlns="` + packages + `relationships"><Relationship Id="r1" Type="` + relation +
			`/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="` + packages + `relationships"><Relationship Id="r1" Type="` + relation +
			`/worksheet" Target="sheet1.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook ` + main + `><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/sheet1.xml": `<worksheet ` + main + `><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>The end.</t></is></c><c r="B1"><f>` +
			strings.ReplaceAll(formula, `"`, "&quot;") + `</f></c></row></sheetData></worksheet>`,
	})
}
