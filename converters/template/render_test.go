package template_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// render renders a template. It returns the document, or the codes and tags of the problems.
func render(t testing.TB, name string, source []byte, params string, options ...func(*template.Request)) (document []byte,
	problems []string) {
	t.Helper()
	request := template.Request{Name: name, Template: source}
	var err error
	if request.Params, err = template.ReadParams([]byte(params)); err != nil {
		t.Fatal(err)
	}
	for _, option := range options {
		option(&request)
	}
	made, err := template.Render(t.Context(), request)
	var wrong template.Problems
	switch {
	case errors.As(err, &wrong):
		for _, p := range wrong {
			problems = append(problems, strings.TrimSpace(p.Code+" "+p.Tag))
		}
		return nil, problems
	case err != nil:
		t.Fatal(err)
	}
	for _, broken := range templatetest.Validate(made.Documents[0].Content) {
		t.Error(broken)
	}
	return made.Documents[0].Content, nil
}

func TestText(t *testing.T) {
	p, table := templatetest.P, templatetest.Table
	for name, test := range map[string]struct{ body, params, want string }{
		"a value":                    {p("Dear {name},"), `{"name":"Zoë"}`, "Dear Zoë,"},
		"a tag over runs":            {p("Dear {", "na", "me}", "!"), `{"name":"Zoë"}`, "Dear Zoë!"},
		"a tag over paragraphs":      {p("Dear {na") + p("me}!"), `{"name":"Zoë"}`, "Dear Zoë!"},
		"spaces in a tag":            {p("{ name }"), `{"name":"Zoë"}`, "Zoë"},
		"what XML has signs for":     {p("{x}"), `{"x":"<b>&amp;\"'"}`, `<b>&amp;"'`},
		"a name with spaces":         {p("{first name}"), `{"first name":"Zoë"}`, "Zoë"},
		"a name that looks computed": {p("{first-name}"), `{"first-name":"Zoë","first":3,"name":1}`, "Zoë"},
		"numbers":                    {p("{a} {b} {c}"), `{"a":1,"b":0.1,"c":1e21}`, "1 0.1 1e+21"},
		"false and zero":             {p("{a} {b}"), `{"a":false,"b":0}`, "false 0"},
		"null and nothing":           {p("[{a}{b}]"), `{"a":null}`, "[]"},
		"line breaks and tabs":       {p("{a}"), `{"a":"1\n2\t3\r\n4"}`, "1↵2⇥3↵4"},
		"an expression":              {p("{price * qty + 1}"), `{"price":2.5,"qty":4}`, "11"},
		"members":                    {p("{user.name}{user.none.more}"), `{"user":{"name":"Zoë"}}`, "Zoë"},
		"other delimiters":           {p("{=[[ ]]=}[[name]] {name} [[={ }=]]{name}"), `{"name":"Zoë"}`, "Zoë {name} Zoë"},

		"a loop within a line":       {p("{#users}{name}, {/users}"), `{"users":[{"name":"A"},{"name":"B"}]}`, "A, B, "},
		"a loop over values":         {p("{#list}[{.}]{/list}"), `{"list":[1,"b",true]}`, "[1][b][true]"},
		"a loop over paragraphs":     {p("{#users}") + p("- {name}") + p("{/users}"), `{"users":[{"name":"A"},{"name":"B"}]}`, "- A\n- B"},
		"a loop with a space beside": {p("{#users} ") + p("- {name}") + p("{/users}"), `{"users":[{"name":"A"},{"name":"B"}]}`, "- A\n- B"},
		"a loop that ends in a line": {p("{#u}a") + p("b{/u}"), `{"u":[1,2]}`, "a\nba\nb"},
		"an empty loop":              {p("a") + p("{#u}") + p("b") + p("{/u}") + p("c"), `{"u":[]}`, "a\nc"},
		"a loop within a loop": {p("{#a}{name}:{#b}{.}{name} {/b}{/a}"), `{"a":[{"name":"x","b":[1,2]},{"name":"y","b":[3]}]}`,
			"x:1x 2x y:3y "},
		"an object":             {p("{#user}{name} {outer}{/user}"), `{"user":{"name":"Zoë"},"outer":1}`, "Zoë 1"},
		"a condition":           {p("{#yes}{a}{/yes}{#no}never{/}"), `{"yes":true,"no":0,"a":1}`, "1"},
		"an inverted one":       {p("{^u}none{/u}{^yes}never{/}"), `{"u":[],"yes":1}`, "none"},
		"an end without a name": {p("{#a}{#b}x{/}{/}"), `{"a":[1,2],"b":true}`, "xx"},
		"rows": {table([]string{"{#u}{name}", "{age}{/u}"}), `{"u":[{"name":"A","age":1},{"name":"B","age":2}]}`,
			"A|1|||\nB|2|||"},
		"no rows": {p("a") + table([]string{"{#u}{name}", "{age}{/u}"}) + p("b"), `{}`, "a\nb"},
		"rows that a tag names": {table([]string{"{-w:tr u}{name}{/u}", "{age}"}), `{"u":[{"name":"A","age":1},{"name":"B","age":2}]}`,
			"A|1|||\nB|2|||"},
		"paragraphs that a tag names": {p("{-w:p u}- {.}{/u}"), `{"u":[1,2]}`, "- 1\n- 2"},
		"the place in a list":         {p("{#u}{$number}/{$count}{#$last}!{/}{^$last}, {/}{/u}"), `{"u":["a","b"]}`, "1/2, 2/2!"},
		"an empty cell":               {table([]string{"{#u}x{/u}"}), `{}`, "|||"},

		"if":                {p("{#if a > 1}more{/if}"), `{"a":2}`, "more"},
		"if, else":          {p("{#if a > 1}more{:else}less{/if}"), `{"a":1}`, "less"},
		"if, else if":       {p("{#if a > 5}5{:elseif a > 3}3{:else}0{/}"), `{"a":4}`, "3"},
		"else if, as words": {p("{#if a > 5}5{:else if a > 3}3{:else}0{/}"), `{"a":4}`, "3"},
		"else of a loop":    {p("{#u}{.}{:else}none{/u}"), `{"u":[]}`, "none"},
		"if of paragraphs":  {p("{#if a}") + p("yes") + p("{:else}") + p("no") + p("{/if}"), `{"a":0}`, "no"},
		"if of rows": {table([]string{"h", "i"}, []string{"{#if a}1", "2"}, []string{"{:else}", ""}, []string{"3", "4{/if}"}), `{"a":1}`,
			"h|i|||\n1|2|||"},

		"raw markup": {p("a") + p("{@x}") + p("b"), `{"x":"<w:p><w:r><w:t>raw</w:t></w:r></w:p>"}`, "a\nraw\nb"},
		"raw markup that declares": {p("{@x}"),
			`{"x":"<!-- a --> <w:p><w:r><a:b xmlns:a=\"u\" a:c=\"1\"><a:d/></a:b><w:t xml:space=\"preserve\">raw</w:t></w:r></w:p>"}`, "raw"},
		"raw markup of other kinds": {p("{@x}"),
			`{"x":"<w:bookmarkStart w:id='1' w:name='b'/><w:bookmarkEnd w:id='1'/><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>` +
				`</w:tr></w:tbl><word:p xmlns:word='http://schemas.openxmlformats.org/wordprocessingml/2006/main'/>"}`, "a|||"},
		"raw markup in what declares": {`<w:sdt xmlns:a="u"><w:sdtContent>` + p("{@x}") + `</w:sdtContent></w:sdt>`,
			`{"x":"<w:p a:b=\"1\"><w:r><w:t>raw</w:t></w:r></w:p>"}`, "raw"},
		"raw markup in what is included": {p("{:include y}"), `{"x":"<w:p><w:r><w:t>raw</w:t></w:r></w:p>","y":"` +
			encoded(templatetest.Docx(p("{@x}"))) + `"}`, "raw"},
		"page breaks": {p("a{:pagebreak}b") + p("{:pagebreak}"), `{}`, "a⤓b\n⤓"},
		"assignment":  {p("{x = 2 * 3}{x}"), `{}`, "6"},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "letter.docx", templatetest.Docx(test.body), test.params)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := templatetest.Text(t, document, "word/document.xml"); got != strings.TrimSpace(test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestProblems checks the problems that are reported for wrong templates.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestProblems(t *testing.T) {
	p, table := templatetest.P, templatetest.Table
	columns := `<w:tbl><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid><w:tr><w:tc>` + p("{-w:tc l}{.}{/l}") + `</w:tc></w:tr></w:tbl>`
	control := func(content string) string {
		return `<w:sdt><w:sdtContent>` + content + `</w:sdtContent></w:sdt>`
	}
	for name, test := range map[string]struct {
		body, params string
		missing      string
		want         []string
	}{
		"all at once": {p("{#a}x") + p("{user") + p("{/b} y } {1 +}"), `{}`, "", []string{
			"unclosed-tag {user", "unopened-tag y }", "expression-end {1 +}", "unopened-loop {/b}", "unclosed-loop {#a}"}},
		"doubled delimiters":     {p("{{name}}"), `{}`, "", []string{"doubled-delimiter {"}},
		"crossed loops":          {p("{#a}{#b}{/a}{/b}"), `{}`, "", []string{"crossed-loops {#b}", "unopened-loop {/b}"}},
		"an unknown filter":      {p("{a | shout}"), `{}`, "", []string{"unknown-filter {a | shout}"}},
		"an unknown command":     {p("{:pagebrake}"), `{}`, "", []string{"unknown-tag {:pagebrake}"}},
		"an endless condition":   {p("{#if a}x{:else}y"), `{}`, "", []string{"unclosed-condition {#if a}"}},
		"a filter as a function": {p("{sum(a)}"), `{}`, "", []string{"filter-as-function {sum(a)}"}},
		"a lone else":            {p("{:else}"), `{}`, "", []string{"unopened-branch {:else}"}},
		"raw beside text":        {p("a {@x}"), `{"x":""}`, "", []string{"raw-outside-paragraph {@x}"}},
		"raw that is broken":     {p("{@x}"), `{"x":"<w:p>"}`, "", []string{"raw-broken {@x}"}},
		"raw that is text":       {p("{@x}"), `{"x":"Dear Zoë"}`, "", []string{"raw-broken {@x}"}},
		"raw attribute twice":    {p("{@x}"), `{"x":"<w:p><w:r w:rsidR=\"1\" w:rsidR=\"2\"/></w:p>"}`, "", []string{"raw-broken {@x}"}},
		"raw text beside markup": {p("{@x}"), `{"x":"<w:p/>Dear Zoë"}`, "", []string{"raw-broken {@x}"}},
		"raw HTML":               {p("{@x}"), `{"x":"<b>Zoë</b>"}`, "", []string{"raw-broken {@x}"}},
		"raw of unknown prefix":  {p("{@x}"), `{"x":"<w:p><w:r><wps:wsp/></w:r></w:p>"}`, "", []string{"raw-broken {@x}"}},
		"raw with an ampersand":  {p("{@x}"), `{"x":"<w:p><w:r><w:t>a & b</w:t></w:r></w:p>"}`, "", []string{"raw-broken {@x}"}},
		"raw rows":               {p("{@x}"), `{"x":"<w:tr><w:tc><w:p/></w:tc></w:tr>"}`, "", []string{"raw-misplaced {@x}"}},
		"raw runs":               {p("{@x}"), `{"x":"<w:p/><w:r><w:t>a</w:t></w:r>"}`, "", []string{"raw-misplaced {@x}"}},
		"a raw line in a line":   {p("{@x}"), `{"x":"<w:p><w:p/></w:p>"}`, "", []string{"raw-misplaced {@x}"}},
		"a raw row in a line":    {p("{@x}"), `{"x":"<w:p><w:tr/></w:p>"}`, "", []string{"raw-misplaced {@x}"}},
		"a raw cell in a table":  {p("{@x}"), `{"x":"<w:tbl><w:tc><w:p/></w:tc></w:tbl>"}`, "", []string{"raw-misplaced {@x}"}},
		"raw text in a line": {p("{@x}"),
			`{"x":"<v:p xmlns:v=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><v:t>a</v:t></v:p>"}`, "",
			[]string{"raw-misplaced {@x}"}},
		"a raw run in a run":       {p("{@x}"), `{"x":"<w:p><w:r><w:r/></w:r></w:p>"}`, "", []string{"raw-misplaced {@x}"}},
		"raw of another namespace": {p("{@x}"), `{"x":"<w:p xmlns:w=\"urn:x\"/>"}`, "", []string{"raw-misplaced {@x}"}},
		"raw with a lost link":     {p("{@x}"), `{"x":"<w:p><w:hyperlink r:id=\"rId99\"/></w:p>"}`, "", []string{"raw-without-relation {@x}"}},
		"too many columns":         {columns, `{"l":[` + strings.Repeat("1,", 63) + `1]}`, "", []string{"table-too-wide {-w:tc l}"}},
		"raw with a declaration":   {p("{@x}"), `{"x":"<?xml version=\"1.0\"?><w:p/>"}`, "", []string{"raw-broken {@x}"}},
		"a loop out of a cell":     {table([]string{"{#a}x"}) + p("{/a}"), `{}`, "", []string{"loop-breaks-element {#a}"}},
		"a loop out of a control":  {control(p("{#a}")) + control(p("{/a}")), `{"a":[1,2]}`, "", []string{"loop-breaks-element {#a}"}},
		"a loop over controls": {control(p("x{#a}y")) + p("z") + control(p("x{/a}y")), `{"a":[1,2]}`, "",
			[]string{"loop-breaks-element {#a}"}},
		"a missing value":  {p("{nmae} {name}"), `{"name":1}`, "error", []string{"missing-value {nmae}"}},
		"a link that runs": {p("{:link x}"), `{"x":"javascript:alert(1)"}`, "", []string{"link-unsafe {:link x}"}},
		"no bar code": {p("{:barcode x | type:\"ean\"}"), `{"x":"abc"}`, "",
			[]string{"barcode-invalid {:barcode x | type:\"ean\"}"}},
		"no table":                 {p("{:table x}"), `{"x":[1]}`, "", []string{"not-a-table {:table x}"}},
		"a table that is too wide": {p("{:table x}"), `{"x":[[` + strings.Repeat("1,", 63) + `1]]}`, "", []string{"table-too-large {:table x}"}},
		"a width that is none":     {p("{:table x}"), `{"x":{"rows":[[1]],"widths":["wide"]}}`, "", []string{"table-width {:table x}"}},
		"a picture that is none":   {p("{%x}"), `{"x":"aGVsbG8="}`, "", []string{"image-unreadable {%x}"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := render(t, "letter.docx", templatetest.Docx(test.body), test.params,
				func(r *template.Request) { r.Options.Missing = test.missing })
			if a, b := strings.Join(got, "\n"), strings.Join(test.want, "\n"); a != b {
				t.Errorf("%s\nwant\n%s", a, b)
			}
		})
	}
}

// A problem has a location and suggests the most similar valid name.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestProblemSuggestsAName(t *testing.T) {
	source := templatetest.Docx(templatetest.P("Body"), "word/header1.xml", `<w:hdr `+templatetest.WordNS+`>`+templatetest.P("Dear ", "{nmae}",
		", hello")+`</w:hdr>`)
	_, err := template.Render(t.Context(), template.Request{Name: "x.docx", Template: source, Params: map[string]any{"name": "Zoë"},
		Options: wire.TemplateOptions{Missing: "error"}})
	var got template.Problems
	if !errors.As(err, &got) || len(got) != 1 {
		t.Fatal(err)
	}
	want := wire.TemplateProblem{Code: "missing-value", Values: map[string]string{"name": "nmae"}, Part: "word/header1.xml",
		Paragraph: "Dear {nmae}, hello", Tag: "{nmae}", Nearest: "name"}
	if a, b := toJSON(t, got[0]), toJSON(t, want); a != b {
		t.Errorf("%s\nwant\n%s", a, b)
	}
}

func toJSON(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A file that is not a valid template is rejected with the reason: the file is not an Office file, is encrypted, is
// broken or is too large.
//
// SECURITY.md, promise 45 (all template errors at once)
func TestNoTemplate(t *testing.T) {
	encrypted := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
		"....E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00"...)
	for name, test := range map[string]struct {
		source []byte
		want   string
	}{
		"nothing":       {nil, "not-a-package"},
		"a text":        {[]byte("Dear {name}"), "not-a-package"},
		"another zip":   {templatetest.Zip("a.txt", "x"), "not-a-package"},
		"an encrypted":  {encrypted, "encrypted"},
		"broken markup": {templatetest.Docx("<w:p>"), "broken-part"},
		"no markup":     {withPart(t, templatetest.Docx(""), "word/document.xml", "Dear {name}"), "broken-part"},
		"a page":        {withPart(t, templatetest.Docx(""), "word/document.xml", "<html><body>Dear name</body></html>"), "broken-part"},
		"an entity": {templatetest.Docx("", "word/header1.xml", `<!DOCTYPE x [<!ENTITY a "b">]><w:hdr `+templatetest.WordNS+`/>`),
			"broken-part"},
		"a bomb": {templatetest.Docx("", "word/header1.xml", strings.Repeat(" ", 257<<20)), "bomb"},
	} {
		if _, got := render(t, "x.docx", test.source, ""); strings.Join(got, " ") != test.want {
			t.Errorf("%s: %v, want %s", name, got, test.want)
		}
	}
}

// slides returns the texts of the slides of a presentation, in order.
func slides(t *testing.T, document []byte) (texts []string) {
	t.Helper()
	list := templatetest.Part(t, document, "ppt/presentation.xml")
	relations := templatetest.Part(t, document, "ppt/_rels/presentation.xml.rels")
	for _, entry := range strings.Split(list, `<p:sldId `)[1:] {
		_, id, _ := strings.Cut(entry, `r:id="`)
		id, _, _ = strings.Cut(id, `"`)
		_, target, _ := strings.Cut(relations, `Id="`+id+`"`)
		_, target, _ = strings.Cut(target, `Target="`)
		target, _, _ = strings.Cut(target, `"`)
		if !strings.HasPrefix(target, "/") {
			target = "/ppt/" + target
		}
		texts = append(texts, templatetest.Text(t, document, target[1:]))
	}
	return texts
}

func TestSlides(t *testing.T) {
	shape := templatetest.Shape
	for name, test := range map[string]struct {
		slides []string
		params string
		want   []string
	}{
		"values":         {[]string{shape("Hello {name}")}, `{"name":"A & B"}`, []string{"Hello A & B"}},
		"paragraphs":     {[]string{shape("{#l}", "- {.}", "{/l}")}, `{"l":[1,2]}`, []string{"- 1\n- 2"}},
		"an empty shape": {[]string{shape("{#l}", "- {.}", "{/l}")}, `{}`, []string{""}},
		"line breaks":    {[]string{shape("{a}")}, `{"a":"1\n2"}`, []string{"1↵2"}},
		"a slide for each": {[]string{shape("first"), shape("{:slide teams}{name}", "{title}"), shape("last")},
			`{"teams":[{"name":"A"},{"name":"B"},{"name":"C"}],"title":"T"}`, []string{"first", "A\nT", "B\nT", "C\nT", "last"}},
		"in few words": {[]string{shape("{:teams}{name}")}, `{"teams":[{"name":"A"},{"name":"B"}]}`, []string{"A", "B"}},
		"no slide": {[]string{shape("first"), shape("{:slide teams}{name}"), shape("last")}, `{"teams":[]}`,
			[]string{"first", "last"}},
		"a slide that may be": {[]string{shape("{:slide n > 1}{n}")}, `{"n":2}`, []string{"2"}},
		"two that repeat": {[]string{shape("{:slide a}a{.}"), shape("{:slide b}b{.}")}, `{"a":[1,2],"b":[3,4]}`,
			[]string{"a1", "a2", "b3", "b4"}},
		"a table": {[]string{shape("{:table t}") + shape("text")}, `{"t":[{"a":1,"b":"x & y"},{"a":2}]}`,
			[]string{"{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}a\n|b\n|||\n1\n|x & y\n|||\n2\n|\n|||\ntext"}},
		"no table": {[]string{shape("{:table t}") + shape("text")}, `{}`, []string{"text"}},
		"a picture": {[]string{shape("{%p}") + shape("text")},
			`{"p":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="}`,
			[]string{"▣text"}},
	} {
		t.Run(name, func(t *testing.T) {
			document, problems := render(t, "deck.pptx", templatetest.Pptx(test.slides...), test.params)
			if problems != nil {
				t.Fatal(problems)
			}
			if got, want := strings.Join(slides(t, document), " / "), strings.Join(test.want, " / "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

// A picture whose alternative text is a tag is replaced in each iteration of a loop, and keeps its position.
func TestPlaceholderPicture(t *testing.T) {
	const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="x"><wp:extent cx="200" cy="100"/><wp:docPr id="1" name="P" descr="{%photo | ` +
		`alt:name}"/><a:graphic xmlns:a="y"><pic:pic xmlns:pic="z"><pic:blipFill><a:blip r:embed="rId1"><a:extLst/></a:blip></pic:blipFill>` +
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="200" cy="100"/></a:xfrm></pic:spPr></pic:pic></a:graphic></wp:inline>` +
		`</w:drawing></w:r></w:p>`
	body := templatetest.P("{#l}") + drawing + templatetest.P("{/l}")
	document, problems := render(t, "x.docx", templatetest.Docx(body), `{"l":[{"photo":"`+dot+`","name":"A"},{"photo":"`+dot+
		`","name":"B"},{}]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	got := templatetest.Part(t, document, "word/document.xml")
	for text, want := range map[string]int{`cx="100" cy="100"`: 4, `descr="A"`: 1, `descr="B"`: 1, "{%": 0, "<w:drawing>": 2, "a:extLst": 0} {
		if count := strings.Count(got, text); count != want {
			t.Errorf("%s is there %d times, want %d: %s", text, count, want, got)
		}
	}
	if media := templatetest.Part(t, document, "word/media/lectern1.png"); media == "" || templatetest.Part(t, document,
		"word/media/lectern2.png") != "" {
		t.Error("the picture is not there once")
	}
}

func TestFootnote(t *testing.T) {
	document, problems := render(t, "x.docx", templatetest.Docx(templatetest.P("{#l}word{:footnote .} {/l}")), `{"l":["one & all","two"]}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := templatetest.Text(t, document, "word/footnotes.xml"); !strings.HasSuffix(got, "one & all\n two") {
		t.Errorf("the notes are %q", got)
	}
	if got := templatetest.Part(t, document, "word/document.xml"); strings.Count(got, "<w:footnoteReference") != 2 {
		t.Errorf("they are not referred to: %s", got)
	}
}
