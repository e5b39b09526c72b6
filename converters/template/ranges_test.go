package template_test

import (
	"encoding/json"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// In repeated content, ids and bookmarks have no duplicates, and each bookmark has both its start and its end. The
// function render checks this.
func TestRepeatedMarks(t *testing.T) {
	p := templatetest.P
	inside := func(before, behind string) string {
		return "<w:p>" + before + strings.TrimPrefix(strings.TrimSuffix(p("{.}"), "</w:p>"), "<w:p>") + behind + "</w:p>"
	}
	const start, end = `<w:bookmarkStart w:id="3" w:name="Here"/>`, `<w:bookmarkEnd w:id="3"/>`
	const from, to, note = `<w:commentRangeStart w:id="0"/>`, `<w:commentRangeEnd w:id="0"/>`, `<w:r><w:commentReference w:id="0"/></w:r>`
	loop := func(inner string) string { return p("{#l}") + inner + p("{/l}") }
	other := `<w:p><w:bookmarkStart w:id="3" w:name="there"/><w:bookmarkEnd w:id="3"/></w:p>`
	comments := `<w:comments ` + templatetest.WordNS + `><w:comment w:id="0" w:author="A">` + p("c") + `</w:comment></w:comments>`
	for name, test := range map[string]struct {
		body string
		want map[string]int // number of occurrences in the body with two items
		none map[string]int // number of occurrences without items
	}{
		"a bookmark": {loop(inside(start, end)), map[string]int{`w:name="Here"`: 1, "bookmarkEnd": 1},
			map[string]int{"bookmark": 0}},
		"one that begins before": {inside(start, "") + loop(inside("", end)), map[string]int{`w:name="Here"`: 1, "bookmarkEnd": 1},
			map[string]int{"bookmark": 0}},
		"one that ends behind": {loop(inside(start, "")) + inside("", end), map[string]int{`w:name="Here"`: 1, "bookmarkEnd": 1},
			map[string]int{"bookmark": 0}},
		"one around a loop": {strings.Replace(p("{#l}"), "<w:p>", "<w:p>"+start, 1) + p("{.}") + strings.Replace(p("{/l}"), "</w:p>",
			end+"</w:p>", 1), map[string]int{start + "<w:p>": 1, "</w:p>" + end: 1}, map[string]int{start + end: 1}},
		"one of an id that there": {loop(inside(start, end)) + other, map[string]int{`w:name="Here"`: 1, `w:name="there"`: 1, `w:id="3"`: 2},
			map[string]int{`w:name="there"`: 1, `w:id="3"`: 2}},
		"a comment": {loop(inside(from, to+note)), map[string]int{"commentRange": 2, "commentReference": 1},
			map[string]int{"comment": 0}},
		"a range to edit": {loop(inside(`<w:permStart w:id="4" w:edGrp="everyone"/>`, `<w:permEnd w:id="4"/>`)), map[string]int{"permStart": 2,
			"permEnd": 2}, map[string]int{"perm": 0}},
		"a content control": {loop(`<w:sdt><w:sdtPr><w:id w:val="-5"/></w:sdtPr><w:sdtContent>` + p("{.}") + `</w:sdtContent></w:sdt>`),
			map[string]int{`<w:id w:val="-5"/>`: 1, "<w:id ": 2}, nil},
		"raw markup": {p("{#l}") + p("{@raw}") + p("{/l}"), map[string]int{`w:name='Raw'`: 1, "bookmarkEnd": 1}, nil},
		"a revision": {loop(strings.Replace(strings.Replace(p("{.}"), "<w:r>", `<w:ins w:id="6" w:author="A"><w:r>`, 1), "</w:r>",
			"</w:r></w:ins>", 1)), map[string]int{"<w:ins ": 2, `w:id="6"`: 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			source := templatetest.Docx(test.body, "word/comments.xml", comments)
			for params, want := range map[string]map[string]int{`{"raw":"<w:p><w:bookmarkStart w:id='1' w:name='Raw'/><w:bookmarkEnd ` +
				`w:id='1'/></w:p>","l":[1,2]}`: test.want, `{"l":[]}`: test.none} {
				document, problems := render(t, "x.docx", source, params)
				body := templatetest.Part(t, document, "word/document.xml")
				for text, count := range want {
					if got := strings.Count(body, text); got != count || problems != nil {
						t.Errorf("of %s it has %s %d times, want %d: %s", params, text, got, count, body)
					}
				}
			}
		})
	}
}

// A document is inserted twice, and its bookmarks have the same ids as bookmarks of the host document. The rendered
// document contains no duplicate ids.
func TestIncludedMarks(t *testing.T) {
	mark := func(id, name string) string {
		return `<w:p><w:bookmarkStart w:id="` + id + `" w:name="` + name + `"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id="` + id + `"/></w:p>`
	}
	host := templatetest.Docx(mark("1", "Host") + templatetest.P("{:include x}") + templatetest.P("{:include x}") + mark("2", "Behind"))
	document, problems := render(t, "x.docx", host, `{"x":"`+encoded(templatetest.Docx(mark("1", "Guest")+mark("2", "HOST")))+`"}`)
	body := templatetest.Part(t, document, "word/document.xml")
	for _, name := range []string{"Host", "Guest", "Behind"} {
		if strings.Count(body, `w:name="`+name+`"`) != 1 || problems != nil {
			t.Errorf("%s is not there once: %s", name, body)
		}
	}
	if strings.Contains(body, "HOST") {
		t.Error("a name is not unique")
	}
}

// Text that looks like a bookmark or comment range element is not changed and does not affect real ranges.
func TestNoMarks(t *testing.T) {
	const mark = `<w:bookmarkStart w:id="0" w:name="x"/><w:bookmarkEnd w:id="0"/>`
	for name, none := range map[string]string{
		"a comment":              `<!-- <w:commentRangeStart w:id=" -->`,
		"the end in a comment":   `<!-- <w:bookmarkEnd w:id='-->`,
		"a bookmark in comments": `<!-- <w:bookmarkStart w:id="0" w:name="x"/> -->`,
		"a bookmark in CDATA":    `<w:r><w:t><![CDATA[<w:bookmarkStart w:id="0" w:name="x"/><w:bookmarkEnd]]></w:t></w:r>`,
	} {
		paragraph := "<w:p>" + none + mark + "</w:p>"
		document, problems := render(t, "x.docx", templatetest.Docx(paragraph+templatetest.P("{.}")), `{}`)
		if got := templatetest.Part(t, document, "word/document.xml"); !strings.Contains(got, paragraph) || problems != nil {
			t.Errorf("with %s it is %s, %v", name, got, problems)
		}
		params, err := json.Marshal(map[string]string{"raw": paragraph})
		if err != nil {
			t.Fatal(err)
		}
		document, _ = render(t, "x.docx", templatetest.Docx("", "word/header1.xml", `<w:hdr `+templatetest.WordNS+`>`+templatetest.P("{@raw}")+
			`</w:hdr>`), string(params))
		if got := templatetest.Part(t, document, "word/header1.xml"); !strings.Contains(got, mark) {
			t.Errorf("of raw markup with %s it is %s", name, got)
		}
	}
}
