package template_test

import (
	"encoding/json"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// The address of a hyperlink can contain tags.
func TestAddresses(t *testing.T) {
	link := `<w:p><w:hyperlink r:id="rId9"><w:r><w:t>{name}</w:t></w:r></w:hyperlink></w:p>`
	relations :=
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/%7Bid%7D" ` +
			`TargetMode="External"/></Relationships>`
	parts := []string{"word/header1.xml", `<w:hdr ` + templatetest.WordNS + `>` + templatetest.P("{#l}") + link + templatetest.P("{/l}") +
		`</w:hdr>`, "word/_rels/header1.xml.rels", relations}
	document, problems := render(t, "x.docx", templatetest.Docx("", parts...),
		`{"l":[{"name":"A","id":"1/2"},{"name":"B","id":3},{"name":"C","id":"a b+c"}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	got := templatetest.Part(t, document, "word/_rels/header1.xml.rels")
	for _, address := range []string{"https://example.com/1%2F2", "https://example.com/3", "https://example.com/a%20b%2Bc"} {
		if !strings.Contains(got, `Target="`+address+`"`) {
			t.Errorf("no link leads to %s: %s", address, got)
		}
	}
	if text := templatetest.Text(t, document, "word/header1.xml"); text != "A\nB\nC" {
		t.Errorf("the text is %q", text)
	}
}

// The address in the value of a link tag must become a valid URI. SECURITY.md, promise 44 (valid created files)
func TestLinkAddresses(t *testing.T) {
	site := `<w:p><w:hyperlink r:id="rId9"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`
	relations :=
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="{site}" TargetMode="External"/>` +
			`</Relationships>`
	for address, want := range map[string]string{
		" https://a.b/c d?e=f g#h ":       "https://a.b/c%20d?e=f%20g#h",
		"https://a.b/\"<>{}|\\^`'":        "https://a.b/%22%3C%3E%7B%7D%7C%5C%5E%60'",
		"https://a.b/%20?c=%26":           "https://a.b/%20?c=%26",
		"mailto:zoe@a.b?subject=Two rows": "mailto:zoe@a.b?subject=Two%20rows",
		"tel:+358 40 1":                   "tel:+358%2040%201",
		"https://":                        "",
		"http:a b":                        "",
		"file:///etc/passwd":              "",
	} {
		for name, source := range map[string][]byte{
			"a tag": templatetest.Docx(templatetest.P("{:link site}")),
			"a link of the template": withPart(t, templatetest.Docx(site, "word/_rels/document.xml.rels", ""),
				"word/_rels/document.xml.rels", relations),
		} {
			params, err := json.Marshal(map[string]string{"site": address})
			if err != nil {
				t.Fatal(err)
			}
			document, problems := render(t, "x.docx", source, string(params))
			switch {
			case want == "":
				if len(problems) != 1 || !strings.HasPrefix(problems[0], "link-unsafe") {
					t.Errorf("%s of %q: %v", name, address, problems)
				}
			case problems != nil:
				t.Errorf("%s of %q: %v", name, address, problems)
			default:
				if got := templatetest.Part(t, document, "word/_rels/document.xml.rels"); !strings.Contains(got, `Target="`+want+`"`) {
					t.Errorf("%s of %q leads elsewhere: %s", name, address, got)
				}
			}
		}
	}
}

// The address in a field can contain tags. The values of these tags cannot end the field.
//
// SECURITY.md, promise 44 (valid created files)
func TestFieldAddresses(t *testing.T) {
	field :=
		`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "https://a.b/{id}?q=%7Bq%7D" \o ` +
			`"Tip" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
	simple := `<w:p><w:fldSimple w:instr='HYPERLINK "{site}"'><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`
	body := templatetest.P("{#l}") + field + simple + templatetest.P("{/l}") +
		`<w:p><w:r><w:instrText> INCLUDETEXT "{id}" </w:instrText></w:r></w:p>`
	document, problems := render(t, "x.docx", templatetest.Docx(body),
		`{"l":[{"id":"1 2","q":"\"&","site":"https://c.d/\" \\\\x '"},{"id":3,"site":""}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	got := templatetest.Part(t, document, "word/document.xml")
	for _, want := range []string{` HYPERLINK &quot;https://a.b/1%202?q=%22%26&quot; \o &quot;Tip&quot; </w:instrText>`,
		`https://a.b/3?q=&quot;`,
		`w:instr="HYPERLINK &quot;https://c.d/%22%20%5C%5Cx%20'&quot;"`, `INCLUDETEXT "{id}"`} {
		if !strings.Contains(got, want) {
			t.Errorf("it has no %s: %s", want, got)
		}
	}
	document, _ = render(t, "x.docx", templatetest.Docx(strings.Replace(simple, "{site}", "https://a.b/%7bid%7d", 1)), `{"id":5}`)
	if got := templatetest.Part(t, document, "word/document.xml"); !strings.Contains(got, "https://a.b/5&quot;") {
		t.Errorf("a tag with signs that are all escaped stays: %s", got)
	}
	if _, problems := render(t, "x.docx", templatetest.Docx(simple), `{"site":"javascript:x"}`); strings.Join(problems,
		" ") != "link-unsafe {site}" {
		t.Errorf("problems are %v", problems)
	}
}

// In the address of a relationship or a field, percent-encoded characters outside of tags stay as they are. A lone
// percent sign is encoded.
func TestEscapedAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://x.de/a%20b/{id}?q=1%262":        "https://x.de/a%20b/7?q=1%262",
		"https://x.de/a%20b/%7bid%7D?q=1%262":    "https://x.de/a%20b/7?q=1%262",
		"https://x.de/%7Bid%20%7C%20upper%7D/%7": "https://x.de/7/%257",
		"https://x.de/100%/{id}":                 "https://x.de/100%25/7",
		"https://x.de/{id%4}/%257Bid%257D":       "https://x.de/3/%257Bid%257D",
		"{site}%20b":                             "https://x.de/%41%20b",
	} {
		t.Run(address, func(t *testing.T) {
			relations :=
				`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" ` +
					`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="` + address +
					`" TargetMode="External"/></Relationships>`
			header := `<w:hdr ` + templatetest.WordNS + `><w:p><w:hyperlink r:id="rId9"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p></w:hdr>`
			field := templatetest.P("{id}") + `<w:p><w:fldSimple w:instr='HYPERLINK "` + address + `"'><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`
			document, problems := render(t, "x.docx", templatetest.Docx(field, "word/header1.xml", header, "word/_rels/header1.xml.rels", relations),
				`{"id":7,"site":"https://x.de/%41"}`)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := templatetest.Part(t, document, "word/document.xml"); !strings.Contains(got, `HYPERLINK &quot;`+want+`&quot;`) {
				t.Errorf("a field has no %s: %s", want, got)
			}
			if got := templatetest.Part(t, document, "word/_rels/header1.xml.rels"); !strings.Contains(got, `Target="`+want+`"`) {
				t.Errorf("no link leads to %s: %s", want, got)
			}
		})
	}
}
