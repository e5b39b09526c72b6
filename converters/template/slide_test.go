package template_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

// related returns a relationships part. The arguments are alternately the type and the target of a relationship; the
// ids are rId1, rId2 and so on.
func related(all ...string) string {
	text := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for i := 0; i+1 < len(all); i += 2 {
		text += fmt.Sprintf(`<Relationship Id="rId%d" Type="%s%s" Target="%s"/>`, i/2+1, officeRelations, all[i], all[i+1])
	}
	return text + "</Relationships>"
}

// renderDeck renders a presentation. Problems fail the test.
func renderDeck(t *testing.T, source []byte, params string) []byte {
	t.Helper()
	document, problems := render(t, "deck.pptx", source, params)
	if problems != nil {
		t.Fatal(problems)
	}
	return document
}

// Parts with circular references to each other are copied once.
func TestSlidesInCircles(t *testing.T) {
	source := templatetest.With(t, templatetest.Pptx(templatetest.Shape("{:slide l}{.}")), "ppt/slides/_rels/slide1.xml.rels",
		related("chart", "slide1.xml"))
	document := renderDeck(t, source, `{"l":[1,2]}`)
	if got := strings.Join(slides(t, document), " "); got != "1 2" {
		t.Errorf("the slides are %s", got)
	}
}

// Copies of a slide are numbered and rendered in order.
func TestSlidesInOrder(t *testing.T) {
	source := templatetest.Pptx(templatetest.Shape("{sum = 0}{:slide l}{sum = sum + n}{n} of {sum}"))
	document := renderDeck(t, source, `{"l":[{"n":1},{"n":2},{"n":3}]}`)
	for i, want := range []string{"1", "2", "3"} {
		if got := templatetest.Text(t, document, fmt.Sprintf("ppt/slides/slide%d.xml", i+1)); !strings.HasPrefix(got, want+" of") {
			t.Errorf("slide %d is %q", i+1, got)
		}
	}
}

// The number of slides is limited, and the rendering time grows linearly with the number of slides.
func TestSlidesLimits(t *testing.T) {
	request := template.Request{Name: "deck.pptx", Template: templatetest.Pptx(templatetest.Shape("{:slide l}x")),
		Params: map[string]any{"l": make([]any, 5000)}}
	if _, err := template.Render(t.Context(), request); err != nil {
		t.Error(err)
	}
	request.Params["l"] = make([]any, 100_000)
	if _, err := template.Render(t.Context(), request); err == nil || !strings.Contains(err.Error(), "too-many-slides") {
		t.Errorf("100,000 slides give %v", err)
	}
	request.Params["l"] = make([]any, 5000)
	ended, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if _, err := template.Render(ended, request); err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("beyond the deadline it is %v", err)
	}
}

// An entry in the list of slides can have children.
func TestSlideEntryWithContent(t *testing.T) {
	const entry = `<p:sldId id="256" r:id="rId1">`
	source := templatetest.Replaced(t, templatetest.Pptx(templatetest.Shape("{:slide l}{.}"), templatetest.Shape("end")),
		map[string]func(string) string{
			"ppt/presentation.xml": func(text string) string {
				return strings.Replace(text, strings.Replace(entry, ">", "/>", 1), entry+"<p:extLst/></p:sldId>", 1)
			}})
	for params, want := range map[string]string{`{"l":[1,2]}`: "1 2 end", `{"l":[]}`: "end"} {
		document := renderDeck(t, source, params)
		if got := strings.Join(slides(t, document), " "); got != want {
			t.Errorf("%s: the slides are %s", params, got)
		}
		if got := templatetest.Part(t, document, "ppt/presentation.xml"); strings.Contains(got, entry) &&
			!strings.Contains(got, entry+"<p:extLst/></p:sldId>") {
			t.Errorf("the list is %s", got)
		}
	}
}

// linkedDeck returns a presentation with two slides and with a custom show and a section that list both. The second
// slide links to the first.
func linkedDeck(t *testing.T) []byte {
	const jump = `<p:sp><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en"><a:hlinkClick r:id="rId1" action="ppaction://hlinksldjump">` +
		`<a:extLst/></a:hlinkClick></a:rPr><a:t>{x}</a:t></a:r></a:p></p:txBody></p:sp>`
	const lists = `<p:custShowLst><p:custShow name="c" id="0"><p:sldLst><p:sld r:id="rId1"/><p:sld r:id="rId2"/></p:sldLst></p:custShow>` +
		`</p:custShowLst>` +
		`<p:extLst><p:ext uri="x"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section>` +
		`<p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>`
	source := templatetest.Replaced(t, templatetest.Pptx(templatetest.Shape("{:slide l}{.}"), jump), map[string]func(string) string{
		"ppt/presentation.xml": func(text string) string {
			return strings.Replace(text, "</p:presentation>", lists+"</p:presentation>", 1)
		},
		"[Content_Types].xml": func(text string) string {
			return strings.Replace(text, "</Types>",
				`<Override PartName="/ppt/notesSlides/notesSlide1.xml" `+
					`ContentType="application/vnd.openxmlformats-officedocument.presentationml.notesSlide+xml"/></Types>`, 1)
		}})
	return templatetest.With(t, source, "ppt/slides/_rels/slide1.xml.rels", related("notesSlide", "../notesSlides/notesSlide1.xml"),
		"ppt/slides/_rels/slide2.xml.rels", related("slide", "slide1.xml"),
		"ppt/notesSlides/notesSlide1.xml",
		`<p:notes xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" `+
			`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:r><a:t>{.}</a:t></a:r></a:p></p:notes>`,
		"ppt/notesSlides/_rels/notesSlide1.xml.rels", related("slide", "../slides/slide1.xml"))
}

// Links and lists do not refer to a removed slide. Lists contain all copies of a repeated slide.
func TestSlideReferences(t *testing.T) {
	gone := renderDeck(t, linkedDeck(t), `{"l":[],"x":"jump"}`)
	for part, want := range map[string]string{"ppt/notesSlides/notesSlide1.xml": "", "ppt/slides/slide1.xml": "",
		"ppt/slides/slide2.xml": `<a:rPr lang="en"></a:rPr><a:t>jump</a:t>`,
		"ppt/presentation.xml":  `<p:sldLst><p:sld r:id="rId2"/></p:sldLst>`} {
		if got := templatetest.Part(t, gone, part); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s is %s", part, got)
		}
	}
	repeated := renderDeck(t, linkedDeck(t), `{"l":["a","b"],"x":"jump"}`)
	if got := templatetest.Part(t, repeated, "ppt/presentation.xml"); strings.Count(got, "<p:sld ") != 3 ||
		strings.Count(got, "<p14:sldId ") != 3 {
		t.Errorf("the lists are %s", got)
	}
	if got := templatetest.Text(t, repeated, "ppt/notesSlides/notesSlide2.xml"); got != "b" {
		t.Errorf("the notes are %q", got)
	}
}

// Some tags are allowed in only one kind of document: {:slide}, at most once per slide, in presentations, and
// {:pagebreak} and {:footnote} in text documents.
func TestMisplacedTagsByFormat(t *testing.T) {
	for name, test := range map[string]struct {
		source []byte
		want   string
	}{
		"two":             {templatetest.Pptx(templatetest.Shape("{:slide a}{:slide b}")), "misplaced-tag {:slide b}"},
		"a text document": {templatetest.Docx(templatetest.P("{:slide a}")), "misplaced-tag {:slide a}"},
		"a page break":    {templatetest.Pptx(templatetest.Shape("{:pagebreak}")), "misplaced-tag {:pagebreak}"},
		"a break in text": {templatetest.Pptx(templatetest.Shape("a{:pagebreak}b")), "misplaced-tag {:pagebreak}"},
		"a footnote":      {templatetest.Pptx(templatetest.Shape("{:footnote a}")), "misplaced-tag {:footnote a}"},
	} {
		if _, problems := render(t, "x", test.source, `{"a":[1],"b":[1]}`); strings.Join(problems, " ") != test.want {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// If a loop adds rows or columns to a table, the merged cells around them also span the new rows and columns.
func TestSlideMergedCells(t *testing.T) {
	cell := func(attributes, text string) string {
		return `<a:tc` + attributes + `><a:txBody><a:bodyPr/><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></a:txBody></a:tc>`
	}
	table := func(rows ...string) string {
		return `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>` + strings.Join(rows, `</a:tr><a:tr>`) +
			`</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
	}
	rows := table(cell(` rowSpan="2"`, "{x}")+cell("", "b"), cell(` vMerge="1"`, "")+cell("", "{-a:tr l}{.}{/l}"))
	first := table(cell(` rowSpan="2"`, "{x}")+cell("", "{-a:tr l}{.}{/l}"), cell(` vMerge="1"`, "")+cell("", "b"))
	columns := table(cell(` gridSpan="2"`, "{x}")+cell(` hMerge="1"`, "{-a:tc l}{/l}"), cell("", "b")+cell("", "{-a:tc l}{.}{/l}"))
	for name, test := range map[string]struct{ table, list, want string }{
		"rows":             {rows, "[1,2]", `<a:tc rowSpan="3">;<a:tc vMerge="1">;<a:tc vMerge="1">`},
		"as many rows":     {rows, "[1]", `<a:tc rowSpan="2">;<a:tc vMerge="1">`},
		"no rows":          {rows, "[]", ""},
		"the first rows":   {first, "[1,2]", `<a:tc rowSpan="2">;<a:tc vMerge="1">`},
		"no first rows":    {first, "[]", ""},
		"columns":          {columns, "[1,2]", `<a:tc gridSpan="3">;<a:tc hMerge="1">;<a:tc hMerge="1">`},
		"no other columns": {columns, "[]", ""},
	} {
		document := renderDeck(t, templatetest.Pptx(test.table), `{"x":1,"l":`+test.list+`}`)
		var got []string
		for _, one := range strings.Split(templatetest.Part(t, document, "ppt/slides/slide1.xml"), "<a:tc ")[1:] {
			one, _, _ = strings.Cut(one, ">")
			got = append(got, "<a:tc "+one+">")
		}
		if text := strings.Join(got, ";"); text != test.want {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The grid of a table has as many columns as the rows have cells.
func TestSlideColumns(t *testing.T) {
	const start,
		end = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol w="10"/><a:gridCol w="20"><a:extLst/></a:gridCol>` +
		`</a:tblGrid><a:tr>`, `</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
	cell := func(text string) string {
		return `<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></a:txBody></a:tc>`
	}
	for list, want := range map[string]string{
		"[1]":     `<a:gridCol w="10"/><a:gridCol w="20"><a:extLst/></a:gridCol></a:tblGrid>`,
		"[1,2,3]": `<a:gridCol w="10"/><a:gridCol w="20"><a:extLst/></a:gridCol><a:gridCol w="20"/><a:gridCol w="20"/></a:tblGrid>`,
		"[]":      `<a:gridCol w="10"/></a:tblGrid>`,
	} {
		document := renderDeck(t, templatetest.Pptx(start+cell("a")+cell("{-a:tc l}{.}{/l}")+end), `{"l":`+list+`}`)
		if got := templatetest.Part(t, document, "ppt/slides/slide1.xml"); !strings.Contains(got, "<a:tblGrid>"+want) {
			t.Errorf("%s: %s", list, got)
		}
	}
}

// All rows of a table get the same number of cells, because PowerPoint treats a file with other rows as damaged. Merged
// cells grow and shrink with the number of cells that a loop repeats below them.
func TestSlideRowsOfColumns(t *testing.T) {
	cell := func(attributes, text string) string {
		return `<a:tc` + attributes + `><a:txBody><a:bodyPr/><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></a:txBody></a:tc>`
	}
	celled, worded := regexp.MustCompile(`<a:tc((?: [^>]*)?)><a:txBody>(.*?)</a:txBody>`),
		regexp.MustCompile(`<a:bodyPr/><a:p(?:/>|>(?:<a:r><a:t[^>]*>([^<]*)</a:t></a:r>)?</a:p>)`)
	wide, joined := cell(` gridSpan="3"`, "wide"), cell(` hMerge="1"`, "")
	rows := []string{wide + joined + joined, cell("", "a") + cell("", "{-a:tc l}{.}{/l}") + cell("", "b"), cell("", "c") +
		cell("", "d") + cell("", "e")}
	spanning, shorter := strings.Join(rows[:2], `</a:tr><a:tr>`), strings.Join(rows[1:], `</a:tr><a:tr>`)
	for name, test := range map[string]struct{ rows, list, want string }{
		"grows":       {spanning, "[1,2,3]", `wide gridSpan="5"  hMerge="1"  hMerge="1"  hMerge="1"  hMerge="1"|a 1 2 3 b`},
		"stays":       {spanning, "[1]", `wide gridSpan="3"  hMerge="1"  hMerge="1"|a 1 b`},
		"shrinks":     {spanning, "[]", `wide gridSpan="2"  hMerge="1"|a b`},
		"blank cells": {shorter, "[1,2,3]", `a 1 2 3 b|c d e  `},
		"too long":    {shorter, "[]", `a b |c d e`},
	} {
		document := renderDeck(t, templatetest.Pptx(
			`<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol w="10"/></a:tblGrid><a:tr>`+test.rows+
				`</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`), `{"l":`+test.list+`}`)
		var got []string
		for _, row := range strings.Split(templatetest.Part(t, document, "ppt/slides/slide1.xml"), "<a:tr>")[1:] {
			var cells []string
			for _, one := range celled.FindAllStringSubmatch(row, -1) {
				cells = append(cells, worded.ReplaceAllString(one[2], "$1")+one[1])
			}
			got = append(got, strings.Join(cells, " "))
		}
		if text := strings.Join(got, "|"); text != test.want {
			t.Errorf("%s: %q, want %q", name, text, test.want)
		}
	}
}

// Random relationships between slides and other parts yield a valid presentation.
func TestSlideAnyRelations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := []string{"{:slide l}{.}", "{:slide m}{.}", "{:slide none}", "{x}", "still"}
	kinds := []string{"chart", "notesSlide", "slide", "package", "tags"}
	for range 500 {
		var all []string
		for range 4 {
			all = append(all, templatetest.Shape(texts[random.IntN(len(texts))], fmt.Sprintf(`<a:hlinkClick r:id="rId%d"/>`, 1+random.IntN(3))))
		}
		source := templatetest.Pptx(all...)
		for i := range all {
			var relations []string
			for range 3 {
				relations = append(relations, kinds[random.IntN(len(kinds))], fmt.Sprintf("slide%d.xml", 1+random.IntN(len(all))))
			}
			source = templatetest.With(t, source, fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", i+1), related(relations...))
		}
		if renderDeck(t, source, `{"l":[1,2,3],"m":[4],"none":[],"x":5}`); t.Failed() {
			t.Fatal(all)
		}
	}
}

// Raw markup on a slide must consist of valid elements.
func TestRawShapes(t *testing.T) {
	const broken = "raw-misplaced {@x}"
	for raw, want := range map[string]string{
		"<p:sp><p:txBody><a:bodyPr/><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>": "",
		"<p:grpSp><p:sp><p:txBody><a:bodyPr/><a:p/></p:txBody></p:sp></p:grpSp>":          "",
		"<p:sp><p:txBody><a:bodyPr/><a:r><a:t>a</a:t></a:r></p:txBody></p:sp>":            broken,
		"<p:sp><p:txBody><a:bodyPr/><a:p><a:t>a</a:t></a:p></p:txBody></p:sp>":            broken,
		"<p:sp><p:txBody><a:bodyPr/><a:p><a:p/></a:p></p:txBody></p:sp>":                  broken,
		"<p:sp><p:sp/></p:sp>": broken,
	} {
		params, _ := json.Marshal(map[string]string{"x": raw})
		if _, problems := render(t, "x.pptx", templatetest.Pptx(templatetest.Shape("{@x}")), string(params)); strings.Join(problems,
			"; ") != want {
			t.Errorf("%s: %v, want %q", raw, problems, want)
		}
	}
}
