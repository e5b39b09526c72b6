package conversion_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/pdf/pdftest"
)

// bomb is a hostile document that tries to exhaust a resource.
type bomb struct {
	name  string // describes what it tries to exhaust
	kind  string
	parts map[string]string // parts that replace parts of a sample document of the kind
	whole []byte            // the complete document, instead of a sample with replaced parts
	fails bool              // the document must fail
}

// TestStressBombs posts hostile documents that try to exhaust time or memory, and ten letters at the same time. Each
// hostile document must become ready or fail within the limits, and the letters must be served meanwhile.
//
// SECURITY.md, promise 15 (damaged files), promise 17 (limits of converters), promise 19 (ZIP bombs),
// promise 20 (XML bombs)
func TestStressBombs(t *testing.T) {
	lecterntest.SkipOnPostgres(t)
	const deadline, grace = 15 * time.Second, 10 * time.Second
	s := startStress(t, "--deadline", deadline.String())
	s.served("the start", "sample.docx")
	bombs := bombs()
	// The limit allows for all hostile documents, because only two documents are converted at a time.
	limit := time.Duration(len(bombs))*deadline + grace
	letters := make(chan time.Time, 1)
	go func() {
		lecterntest.Concurrently(10, func(int) { s.served("the bombs", "sample.docx") })
		letters <- time.Now()
	}()
	lecterntest.Concurrently(len(bombs), func(i int) {
		b := bombs[i]
		doc := s.uploadAndWait(b.name, "bomb."+b.kind, b.document(t), limit)
		t.Logf("%s: %s with %d pages %s", b.name, doc.Status, doc.PageCount, doc.Message)
		if b.fails && doc.Status != "failed" {
			t.Errorf("%s is %s", b.name, doc.Status)
		}
	})
	end := time.Now()
	// This is checked only in long runs, because on a slow machine a short run may end before the letters are ready.
	if before := end.Sub(<-letters); lecterntest.StressEnabled() && before < 0 {
		t.Errorf("the letters were ready %s after the last bomb had ended", -before)
	}
	s.served("all bombs", "sample.pdf")
	s.served("all bombs", "sample.xlsx")
	s.finish()
}

func bombs() []bomb {
	found := []bomb{
		{name: "tables 2,000 deep", kind: "docx", parts: map[string]string{"word/document.xml": nestedTables(2000)}, fails: true},
		{name: "a cell at XFD1048576, and borders everywhere", kind: "xlsx", parts: map[string]string{"xl/worksheets/sheet1.xml": farCell(),
			"xl/styles.xml": borders}},
		{name: "100,000 groups in groups", kind: "rtf", whole: []byte(`{\rtf1 ` + strings.Repeat("{", 100_000) + "deep" + strings.Repeat("}",
			100_000) + "}"), fails: true},
		{name: "many shapes of one EMU", kind: "pptx",
			parts: map[string]string{"ppt/slides/slide1.xml": tinyShapes(lecterntest.Rounds(5_000, 1_000_000))}},
		{name: "a page that is drawn for years", kind: "pdf", whole: pdftest.Bomb(9)},
		{name: "a part of 1 GB", kind: "docx",
			parts: map[string]string{"word/document.xml": strings.Repeat(" ", lecterntest.Rounds(100<<20, 1<<30))},
			fails: true},
	}
	if lecterntest.StressEnabled() {
		for name, whole := range pdftest.Bombs() {
			found = append(found, bomb{name: name, kind: "pdf", whole: whole})
		}
	}
	return append(found, entityBombs()...)
}

// entityBombs returns documents with XML entities that expand to a billion words
// (https://en.wikipedia.org/wiki/Billion_laughs_attack) or refer to themselves.
func entityBombs() []bomb {
	laughs := `<!DOCTYPE x [<!ENTITY a0 "laugh">`
	for i := range 10 {
		laughs += fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
	}
	laughs += "]>"
	const itself = `<!DOCTYPE x [<!ENTITY a10 "&a10;&a10;">]>`
	var found []bomb
	for name, entities := range map[string]string{"a billion laughs": laughs, "an entity of itself": itself} {
		found = append(found,
			bomb{name: name + " in a document", kind: "docx", parts: map[string]string{"word/document.xml": entities + documentXML("&a10;")}},
			bomb{name: name + " in strings", kind: "xlsx", parts: map[string]string{"xl/sharedStrings.xml": entities + stringsXML("&a10;")}},
			bomb{name: name + " in types", kind: "pptx", parts: map[string]string{"[Content_Types].xml": entities + `<Types>&a10;</Types>`}})
	}
	return found
}

// TestExternalEntities posts documents with external XML entities that refer to a local file and to a URL. The server
// must read neither.
//
// SECURITY.md, promise 20 (XML bombs), promise 9 (no local files in documents),
// promise 10 (converters without a network)
func TestExternalEntities(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	called := make(chan string, 10)
	canary, err := net.Listen("tcp", "127.0.0.1:0")
	lecterntest.Check(t, err)
	defer canary.Close()
	go func() {
		for {
			call, err := canary.Accept()
			if err != nil {
				return
			}
			line, _ := bufio.NewReader(call).ReadString('\n')
			call.Close()
			called <- line
		}
	}()
	const words = "CANARYWORDS"
	local := filepath.Join(t.TempDir(), "canary.txt")
	lecterntest.Check(t, os.WriteFile(local, []byte(words), 0o644))
	var bombs []bomb
	for _, address := range []string{"file://" + local, "http://" + canary.Addr().String() + "/canary"} {
		bombs = append(bombs, externalEntities(address)...)
	}
	lecterntest.Concurrently(len(bombs), func(i int) {
		doc := s.Wait(s.Upload("entity."+bombs[i].kind, bombs[i].document(t)).ID)
		if doc.Status == "failed" {
			return
		}
		if status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/text", nil, nil); status != http.StatusOK ||
			strings.Contains(string(text), words) {
			t.Errorf("%s shows: %d %s", bombs[i].name, status, text)
		}
	})
	select {
	case line := <-called:
		t.Errorf("somebody called: %s", line)
	default:
	}
}

// externalEntities returns documents that declare an entity with an external address, in different ways and in
// different parts.
func externalEntities(address string) (found []bomb) {
	for name, entities := range map[string]string{
		"an entity":           `<!DOCTYPE x [<!ENTITY e SYSTEM "` + address + `">]>`,
		"a parameter entity":  `<!DOCTYPE x [<!ENTITY % p SYSTEM "` + address + `"> %p; <!ENTITY e "inside">]>`,
		"an external subset":  `<!DOCTYPE x SYSTEM "` + address + `">`,
		"a public identifier": `<!DOCTYPE x PUBLIC "-//X//X//EN" "` + address + `" [<!ENTITY e "inside">]>`,
	} {
		name += " at " + address
		relations := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">&e;</Relationships>`
		found = append(found,
			bomb{name: name + " in a document", kind: "docx", parts: map[string]string{"word/document.xml": entities +
				documentXML("before &e; after")}},
			bomb{name: name + " in strings", kind: "xlsx", parts: map[string]string{"xl/sharedStrings.xml": entities +
				stringsXML("before &e; after")}},
			bomb{name: name + " in relations", kind: "docx", parts: map[string]string{"word/_rels/document.xml.rels": entities + relations}})
	}
	return found
}

// document returns the content of the hostile document.
func (b bomb) document(t *testing.T) []byte {
	t.Helper()
	if b.whole != nil {
		return b.whole
	}
	content := lecterntest.Sample(t, "sample."+b.kind)
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	lecterntest.Check(t, err)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	replaced := 0
	for _, part := range archive.File {
		text, found := b.parts[part.Name]
		if !found {
			lecterntest.Check(t, w.Copy(part))
			continue
		}
		into, err := w.Create(part.Name)
		lecterntest.Check(t, err)
		_, err = io.WriteString(into, text)
		lecterntest.Check(t, err)
		replaced++
	}
	lecterntest.Check(t, w.Close())
	if replaced != len(b.parts) {
		t.Fatalf("the sample has not all parts that %s replaces", b.name)
	}
	return out.Bytes()
}

const wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

// documentXML returns the main part of a .docx with a text.
func documentXML(text string) string {
	return `<w:document xmlns:w="` + wordNamespace + `"><w:body><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:body></w:document>`
}

// stringsXML returns the shared strings of an .xlsx with a text.
func stringsXML(text string) string {
	return `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + strings.Repeat("<si><t>"+text+"</t></si>", 10) +
		`</sst>`
}

func nestedTables(depth int) string {
	const open = `<w:tbl><w:tblPr><w:tblW w:w="5000" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc>`
	const end = `<w:p/></w:tc></w:tr></w:tbl>`
	return `<w:document xmlns:w="` + wordNamespace + `"><w:body>` + strings.Repeat(open, depth) + strings.Repeat(end, depth) +
		`<w:p/></w:body></w:document>`
}

// farCell returns a sheet with a word in its last possible cell, and with a style for every column.
func farCell() string {
	return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="16384" width="9" style="1" ` +
		`customWidth="1"/></cols><sheetData>` +
		`<row r="1"><c r="A1" t="inlineStr" s="1"><is><t>first</t></is></c></row>` +
		`<row r="1048576" s="1" customFormat="1"><c r="XFD1048576" t="inlineStr" s="1"><is><t>last</t></is></c></row></sheetData></worksheet>`
}

// borders are cell styles. The second style has a border on every side.
const borders = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills ` +
	`count="1"><fill/></fills>` +
	`<borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom ` +
	`style="thin"/></border></borders>` +
	`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf borderId="1" applyBorder="1"/></cellXfs></styleSheet>`

// tinyShapes returns a slide of n shapes with a size of one EMU (1/914,400 inch).
func tinyShapes(n int) string {
	const shape = `<p:sp><p:nvSpPr><p:cNvPr id="9" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="1" y="1"/><a:ext ` +
		`cx="1" cy="1"/></a:xfrm>` +
		`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:sp>`
	return `<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
		`xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>` +
		`<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` + strings.Repeat(shape, n) +
		`</p:spTree></p:cSld></p:sld>`
}
