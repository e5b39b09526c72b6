package template_test

import (
	"regexp"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// styles are the styles of a document from a German version of Word, in which the style "heading 1" has a German id.
const styles = `<w:styles ` + templatetest.WordNS +
	`><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>` +
	`<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style ` +
	`w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" ` +
	`w:styleId="berschrift1"><w:name w:val="heading 1"/><w:basedOn w:val="Standard"/><w:pPr><w:keepNext/><w:spacing w:before="240" ` +
	`w:after="120"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:color w:val="2F5496"/><w:sz w:val="36"/></w:rPr></w:style></w:styles>`

const numberings = `<w:numbering ` + templatetest.WordNS +
	`><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num ` +
	`w:numId="7"><w:abstractNumId w:val="3"/></w:num><w:numIdMacAtCleanup w:val="1"/></w:numbering>`

// styled returns a text document with styles and lists.
func styled(body string) []byte {
	const office, word = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/",
		"application/vnd.openxmlformats-officedocument.wordprocessingml."
	return templatetest.Zip(
		"[Content_Types].xml",
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" `+
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`+
			`<Override PartName="/word/document.xml" ContentType="`+word+`document.main+xml"/><Override PartName="/word/styles.xml" ContentType="`+
			word+`styles+xml"/><Override PartName="/word/numbering.xml" ContentType="`+word+`numbering+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+
			office+`officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/_rels/document.xml.rels",
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="`+office+
			`styles" Target="styles.xml"/><Relationship Id="rId2" Type="`+office+`numbering" Target="numbering.xml"/></Relationships>`,
		"word/document.xml", `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document `+templatetest.WordNS+`><w:body>`+body+
			templatetest.Section+`</w:body></w:document>`,
		"word/styles.xml", styles, "word/numbering.xml", numberings)
}

// rich renders a template whose parameter x is the given HTML text, and validates the document.
func rich(t testing.TB, source []byte, text string) []byte {
	t.Helper()
	document, problems := render(t, "x.docx", source, toJSON(t, map[string]any{"x": text}))
	if problems != nil {
		t.Fatalf("%q: %v", text, problems)
	}
	for _, wrong := range templatetest.Validate(document) {
		t.Errorf("%q: %s", text, wrong)
	}
	return document
}

func TestHTML(t *testing.T) {
	for name, test := range map[string]struct {
		html, want string
		markup     []string // substrings of the document; one that begins with "-" must not occur
	}{
		"paragraphs":       {"<p>a</p>\n <p>b</p> c <div>d<p>e</p>f</div>", "a\nb\nc\nd\ne\nf", nil},
		"white space":      {"<p> a \n\t b<b> c </b> d </p>", "a b c d", nil},
		"kept white space": {"<pre>\n  a\n\tb </pre>", "a↵⇥b ", []string{`<w:t xml:space="preserve">  a</w:t>`, "Courier New"}},
		"no-break spaces":  {"<p>a&nbsp;&nbsp; b</p>", "a\u00a0\u00a0 b", nil},
		"line breaks":      {"a<br> b <br/>c<br>", "a↵b↵c", nil},
		"an empty line":    {"<p>a</p><p><br></p><p></p><p>b</p>", "a\n\nb", nil},
		"entities":         {"&lt;b&gt; &amp;amp; &euro; &#x1F600; &nonsense;", "<b> &amp; € 😀 &nonsense;", nil},
		"markup as text":   {"&lt;/w:t&gt;]]>&quot;'", "</w:t>]]>\"'", nil},
		"what is not shown": {"<head><title>t</title></head>a<script>s</script><style>s</style><template>t</template>" +
			"<iframe>f</iframe><object>o</object><p hidden>h</p><p style='display: none'>n</p><!-- c -->b", "ab", nil},
		"unknown elements": {"<x-y>a</x-y><foo>b</foo>", "ab", nil},
		"what is broken":   {"<p>a<b>b<i>c</b>d</i><td>e</p></div><li>f", "abcde\nf", nil},
		"bold and the like": {"<b>a</b><i>b</i><u>c</u><s>d</s><sub>e</sub><sup>f</sup>", "abcdef",
			[]string{"<w:b/><w:bCs/>", "<w:i/><w:iCs/>", `<w:u w:val="single"/>`, "<w:strike/>", `"subscript"`, `"superscript"`}},
		"one within another": {"<b>a<i>b<span style='font-weight: normal; font-style: normal'>c</span></i></b>", "abc",
			[]string{"<w:b/><w:bCs/><w:i/><w:iCs/>", `<w:b w:val="0"/><w:bCs w:val="0"/><w:i w:val="0"/><w:iCs w:val="0"/>`}},
		"colors": {"<span style='color: rgb(255, 0, 16); background-color: hsl(120deg 100% 50%)'>a</span><font " +
			"color=navy>b</font><span style='color:#1a2'>c</span>", "abc", []string{`<w:color w:val="FF0010"/>`, `w:fill="00FF00"`,
			`<w:color w:val="000080"/>`, `<w:color w:val="11AA22"/>`}},
		"fonts": {`<span style="font-family: 'A &quot;B&quot; &lt;C>', serif; font-size: 14px">a</span><font face="Arial" size="5">b</font>`,
			"ab", []string{`w:ascii="A &quot;B&quot; &lt;C&gt;"`, `<w:sz w:val="21"/>`, `w:ascii="Arial"`, `<w:sz w:val="36"/>`}},
		"sizes by the text's": {"<span style='font-size: 2em'>a</span><small>b</small>", "ab", []string{`<w:sz w:val="40"/>`,
			`<w:sz w:val="17"/>`}},
		"decoration": {"<a href='https://a.b' style='text-decoration: none; color: red'>a</a><span style='text-decoration: " +
			"underline line-through; text-transform: uppercase'>b</span>", "ab", []string{`<w:u w:val="none"/>`, `<w:caps/><w:strike/>`}},
		"alignment and margins": {"<div align=center>a</div><p style='text-align: right; margin: 0 0 0 1in; text-indent: 0.5in; " +
			"line-height: 2'>b</p>", "a\nb", []string{`<w:jc w:val="center"/>`,
			`<w:spacing w:line="480" w:lineRule="auto"/><w:ind w:left="1440" w:firstLine="720"/><w:jc w:val="right"/>`}},
		"headings": {"<h1>a</h1><h6>b</h6>c", "a\nb\nc", []string{`<w:pStyle w:val="Heading1"/>`, `<w:pStyle w:val="Heading6"/>`}},
		"lists": {"<ul><li>a<ol><li>b</ol><li>c</ul>", "a\nb\nc", []string{`<w:ilvl w:val="0"/><w:numId w:val="1"/>`,
			`<w:ilvl w:val="1"/><w:numId w:val="2"/>`}},
		"deep lists": {strings.Repeat("<ul><li>a", 12), strings.TrimSpace(strings.Repeat("a\n", 12)), []string{`<w:ilvl w:val="8"/>`,
			`-<w:ilvl w:val="9"/>`}},
		"more in an item":        {"<ol><li><p>a</p><p>b</p><pre>c</pre></ol>", "a\nb\nc", []string{`<w:ind w:left="720"/>`}},
		"empty items":            {"<ul><li></li><li><ul><li>a</li></ul></li></ul><ol><li><ul><li>b</ul></ol>", "\na\n\nb", nil},
		"an item without a list": {"<li>a", "a", []string{"<w:numPr>"}},
		"links": {"<a href=' https://a.b/?c=1&amp;d=é '>a <b>b</b></a> <a href='mailto:a@b.c'>c</a>", "a b c",
			[]string{"<w:hyperlink"}},
		"links that are none": {"<a href='javascript:x'>a</a><a href='data:text/html,x'>b</a><a href='#c'>c</a><a href='file:///d'>d</a><a " +
			"href='http://'>e</a><a href='https://[g'>f</a><a name=g>g</a><a href='https://h.i/" + strings.Repeat("j", 2100) + "'>h</a>", "abcdefgh",
			[]string{"-<w:hyperlink"}},
		"pictures": {"<img src='" + dot + "' width=50 height=20 alt='a \"b\"'><img alt=none>", "▣none",
			[]string{`cx="476250" cy="190500"`, `descr="a &quot;b&quot;"`}},
		"pictures elsewhere":  {"<img src='a/b.png' alt='a'><img src='file:///etc/passwd' alt='b'><img src=logo>", "ab", nil},
		"a picture in Base64": {"<img src='" + strings.TrimPrefix(dot, "data:image/png;base64,") + "'>", "▣", nil},
		"wide pictures":       {"<img src='" + dot + "' width=5000 height=2500>", "▣", []string{`cx="5760720" cy="2880360"`}},
		"a table":             {"<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a|b|||\nc|d|||", []string{`<w:insideH w:val="single"`}},
		"cells over others": {"<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d<tr><td>e</table>", "a|b|||\nc|d||||\ne||||",
			[]string{`<w:gridSpan w:val="2"/>`, `<w:vMerge w:val="restart"/>`, `<w:vMerge/>`}},
		"cells that collide": {"<table><tr><td>a<td rowspan=9>b<tr><td colspan=5>c<td>d</table>", "a|b||||\nc||d|||", nil},
		"a head and a foot": {"<table><tfoot><tr><td>z</tfoot><thead><tr><th>h</thead><tbody><tr><td>a</table>", "h|||\na|||\nz|||",
			[]string{"<w:trPr><w:tblHeader/></w:trPr>", "<w:b/>"}},
		"an empty head": {"<table><thead><tr><th><th></thead><tr><td>a<td>b</table>", "a|b|||", nil},
		"looks of cells": {"<table border=0 width=200><col width=50><tr bgcolor=yellow><td valign=middle style='border: 2px dashed " +
			"red'>a<td align=right>b</table>", "a|b|||", []string{`<w:tblW w:w="3000"`, `<w:gridCol w:w="750"/>`,
			`<w:tcBorders><w:top w:val="dashed" w:sz="12" w:space="0" w:color="FF0000"/>`, `w:fill="FFFF00"/><w:vAlign w:val="center"/>`,
			`<w:jc w:val="right"/>`, `<w:insideH w:val="nil"/>`}},
		"a table in a table":   {"<table><tr><td>a<table><tr><td>b</table></table>", "a\nb|||\n|||", nil},
		"tables beside others": {"<table><tr><td>a</table><table><tr><td>b</table>", "a|||\n\nb|||", nil},
		"a table of nothing":   {"a<table></table><table><tr></table>b", "a\nb", []string{"-<w:tbl>"}},
		"many columns": {"<table><tr>" + strings.Repeat("<td>a", 70) + "</table>", strings.Repeat("a|", 62) + strings.Repeat("a\n",
			7) + "a|||", nil},
		"a quotation and a line": {"<blockquote>a</blockquote><hr>b", "a\n\nb", []string{`<w:left w:val="single" w:sz="18"`,
			`<w:bottom w:val="single"`}},
		"from right to left": {"<p dir=rtl align=right>a</p>", "a", []string{"<w:bidi/>", `<w:jc w:val="left"/>`}},
		"a page break":       {"a<p style='page-break-before: always'>b", "a\nb", []string{"<w:pageBreakBefore/>"}},
		"boxes":              {"<input type=checkbox checked> a <input type=checkbox>", "☒ a ☐", nil},
		"nothing":            {"", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			document := rich(t, templatetest.Docx(templatetest.P("[")+templatetest.P("{~~x}")+templatetest.P("]")), test.html)
			got := templatetest.Text(t, document, "word/document.xml")
			want := "[\n" + test.want + "\n]"
			if strings.Contains(test.want, "||") && strings.HasSuffix(test.want, "||") {
				want = "[\n" + test.want + "\n\n]"
			}
			if lines(got) != lines(want) {
				t.Errorf("%q, want %q", got, want)
			}
			content := templatetest.Part(t, document, "word/document.xml")
			for _, wanted := range test.markup {
				if text, not := strings.CutPrefix(wanted, "-"); strings.Contains(content, text) == not {
					t.Errorf("%s is there: %v; %s", text, not, content)
				}
			}
		})
	}
}

// lines returns a text without spaces at the beginnings and ends of lines.
func lines(text string) string {
	return regexp.MustCompile(`(?m)^ +| +$`).ReplaceAllString(text, "")
}

// HTML in the middle of a paragraph becomes text of that paragraph, in the format of its run.
func TestHTMLWithinText(t *testing.T) {
	body :=
		`<w:p><w:r><w:rPr><w:i/><w:color w:val="00FF00"/><w14:ligatures w14:val="all" xmlns:w14="x"/><w:rPrChange w:id="1"><w:rPr><w:b/>` +
			`</w:rPr></w:rPrChange></w:rPr><w:t>Dear {~x}!</w:t></w:r></w:p>`
	document := rich(t, templatetest.Docx(body),
		`<h1>a</h1><ul><li>b</li></ul><ol><li>c<li>d</ol><b style="color: red; font-size: 9pt">e</b><hr><table><tr><td>f<br>f<td>g<tr>`+
			`<td>h</table>`)
	if got, want := templatetest.Text(t, document, "word/document.xml"), "Dear a↵• b↵1. c↵2. d↵e↵f f⇥g↵h⇥!"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want :=
		`<w:rPr><w:b/><w:bCs/><w:i/><w:color w:val="FF0000"/><w:sz w:val="18"/><w:szCs w:val="18"/><w14:ligatures w14:val="all" ` +
			`xmlns:w14="x"/></w:rPr>`
	if got := templatetest.Part(t, document, "word/document.xml"); !strings.Contains(got, want) || strings.Count(got, "<w:p>") != 1 {
		t.Errorf("no %s in %s", want, got)
	}
}

// A block of HTML has the format of the paragraph and the run that contain its tag, unless the HTML overrides this
// format. If that paragraph ends a section, the section break is written once.
func TestHTMLInheritsFormat(t *testing.T) {
	section := `<w:sectPr><w:pgSz w:w="5000" w:h="5000"/><w:pgMar w:left="500" w:right="500"/></w:sectPr>`
	body := `<w:p><w:pPr><w:pStyle w:val="Quote"/><w:ind w:left="100"/><w:jc w:val="both"/>` + section +
		`</w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>{~~x}</w:t></w:r></w:p>`
	content := templatetest.Part(t, rich(t, styled(body), `<p>a</p><table><tr><td>b</table><ul><li>c</ul><h1>d</h1><h2>e</h2>`),
		"word/document.xml")
	for text, want := range map[string]int{
		section: 1,
		`<w:pStyle w:val="Quote"/><w:ind w:left="100"/><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">a`:     1,
		`<w:tcPr><w:tcW w:w="3900" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="Quote"/><w:spacing w:before="0" w:after="0"/></w:pPr>`: 1,
		`<w:ind w:left="820" w:hanging="360"/>`:                                                       1,
		`<w:pStyle w:val="berschrift1"/><w:jc w:val="both"/></w:pPr><w:r><w:t xml:space="preserve">d`: 1,
		`<w:pStyle w:val="Heading2"/><w:jc w:val="both"/>` + section:                                  1,
	} {
		if got := strings.Count(content, text); got != want {
			t.Errorf("%s is there %d times, want %d: %s", text, got, want, content)
		}
	}
}

// Styles of the document are found by their names, and missing styles are added. Lists get unused ids. In the numbering
// part, all definitions precede all lists. The numbering of each list starts again.
func TestHTMLParts(t *testing.T) {
	body := templatetest.P("{#l}") + templatetest.P("{~~.}") + templatetest.P("{/l}")
	document, problems := render(t, "x.docx", styled(body),
		`{"l":["<h1>a</h1><h2>b</h2><ol><li>c</ol><ul><li>d</ul>","<h2>b</h2><ol start=4><li>e</ol><ul><li>f</ul><ol><li><table><tr><td><ol>`+
			`<li>g</ol></table></ol>"]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	for _, wrong := range templatetest.Validate(document) {
		t.Error(wrong)
	}
	sheet := templatetest.Part(t, document, "word/styles.xml")
	if strings.Count(sheet, `<w:name w:val="heading `) != 2 ||
		!strings.Contains(sheet, `<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Standard"/>`) {
		t.Errorf("the styles are %s", sheet)
	}
	numbering := templatetest.Part(t, document, "word/numbering.xml")
	ids := regexp.MustCompile(`<w:(abstractNum w:abstractNumId|num w:numId)="\d+"|<w:startOverride w:val="\d+"|<w:numIdMac`).
		FindAllString(numbering, -1)
	want := []string{`<w:abstractNum w:abstractNumId="3"`, `<w:abstractNum w:abstractNumId="4"`, `<w:abstractNum w:abstractNumId="5"`,
		`<w:abstractNum w:abstractNumId="6"`,
		`<w:num w:numId="7"`, `<w:num w:numId="8"`, `<w:startOverride w:val="1"`, `<w:num w:numId="9"`, `<w:num w:numId="10"`,
		`<w:startOverride w:val="4"`,
		`<w:num w:numId="11"`, `<w:startOverride w:val="1"`, `<w:num w:numId="12"`, `<w:startOverride w:val="1"`, `<w:numIdMac`}
	if a, b := strings.Join(ids, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("the lists are\n%s\nwant\n%s", a, b)
	}
}

// A document that is inserted between two HTML texts keeps its own lists and styles.
func TestHTMLAroundAnIncludedDocument(t *testing.T) {
	body := templatetest.P("{~~x}") + templatetest.P("{:include terms}") + templatetest.P("{~~x}")
	document, problems := render(t, "x.docx", styled(body), `{"x":"<h2>a</h2><ol><li>b</ol>","l":[],"terms":"`+encoded(clause())+`"}`)
	if problems != nil {
		t.Fatal(problems)
	}
	defined := map[string]bool{}
	for _, id := range regexp.MustCompile(`<w:num w:numId="\d+"|<w:abstractNum w:abstractNumId="\d+"`).
		FindAllString(templatetest.Part(t, document, "word/numbering.xml"), -1) {
		if defined[id] {
			t.Errorf("%s is not unique", id)
		}
		defined[id] = true
	}
	used := regexp.MustCompile(`<w:numId w:val="(\d+)"`).FindAllStringSubmatch(templatetest.Part(t, document, "word/document.xml"), -1)
	if len(used) != 3 || used[0][1] == used[2][1] {
		t.Errorf("the lists are %v", used)
	}
	for _, one := range used {
		if !defined[`<w:num w:numId="`+one[1]+`"`] {
			t.Errorf("no list has the id %s", one[1])
		}
	}
	if sheet := templatetest.Part(t, document, "word/styles.xml"); strings.Count(sheet, `<w:name w:val="heading 2"/>`) != 1 ||
		!strings.Contains(sheet, `w:styleId="Clause"`) {
		t.Errorf("the styles are %s", sheet)
	}
}

// HTML in a cell, in a header and in a loop yields the markup that its place requires.
func TestHTMLPlaces(t *testing.T) {
	header := `<w:hdr ` + templatetest.WordNS + `>` + templatetest.P("{~~x}") + `</w:hdr>`
	body := templatetest.Table([]string{"{~~x}"}) + templatetest.P("{#l}") + templatetest.P("{~~x}") + templatetest.P("{/l}")
	source := templatetest.Docx(body, "word/header1.xml", header)
	text := `<table><tr><td>a<td><img src="` + dot + `"></table><a href="https://a.b">b</a><ul><li>c</ul><table><tr><td>d</table>`
	document, problems := render(t, "x.docx", source, toJSON(t, map[string]any{"x": text, "l": []any{1, 2, 3}}))
	if problems != nil {
		t.Fatal(problems)
	}
	for _, wrong := range templatetest.Validate(document) {
		t.Error(wrong)
	}
	if got := templatetest.Text(t, document, "word/header1.xml"); got != "a|▣|||\nb\nc\nd|||" {
		t.Errorf("the header is %q", got)
	}
}
