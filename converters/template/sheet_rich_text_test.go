package template_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/converters/template/templatetest"
)

// HTML in a cell becomes formatted text, in the font of the cell.
func TestSheetRichText(t *testing.T) {
	const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz ` +
		`val="11"/><name val="Calibri"/></font><font><b/><sz val="20"/><name val="Arial"/><family val="2"/></font></fonts><fills ` +
		`count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/>` +
		`</border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf ` +
		`numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" ` +
		`applyAlignment="1"><alignment horizontal="center"/></xf></cellXfs></styleSheet>`
	for name, test := range map[string]struct {
		html  string
		style int
		want  string // the texts and formats of the runs
		wraps string
	}{
		"looks": {"a <b>b</b> <i>c</i> <u>d</u> <s>e</s>", 0, "a |b[b rFont=Calibri sz=11]| |c[i rFont=Calibri sz=11]| |d[rFont=Calibri " +
			"sz=11 u]| |e[rFont=Calibri strike sz=11]", ""},
		"the cell's": {"a <i>b</i> <span style='font-weight:normal'>c</span>", 1,
			"a |b[b family=2 i rFont=Arial sz=20]| |c[family=2 rFont=Arial sz=20]", ""},
		"its own": {"<span style='color:#12ab34;font-size:14pt;font-family:Georgia'>a</span><sup>2</sup>", 1,
			"a[b color=FF12AB34 rFont=Georgia sz=14]|2[b family=2 rFont=Arial sz=20 vertAlign=superscript]", ""},
		"paragraphs":  {"<h1>A</h1><p>b</p><ul><li>c</li></ul>", 0, "A[b rFont=Calibri sz=11]|\n|b|\n|• |c", "<alignment wrapText=\"1\"/>"},
		"aligned":     {"a<br>b", 1, "a|\n|b", `<alignment horizontal="center" wrapText="1"/>`},
		"of Markdown": {"", 0, "a |b[b rFont=Calibri sz=11]", ""},
		"a link":      {"<a href='https://example.com'>here</a>", 0, "here", ""},
		"signs":       {"a &lt;b&gt; _x0041_", 0, "a <b> _x005F_x0041_", ""},
		"nothing":     {"<p></p>", 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			tag, params := "{~x}", fmt.Sprintf(`{"x":%q}`, test.html)
			if test.html == "" {
				tag, params = "{~~x | markdown}", `{"x":"a **b**"}`
			}
			source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{tag}},
				Styles: map[string]int{"A1": test.style}}}})
			source = templatetest.Replaced(t, source, map[string]func(string) string{"xl/styles.xml": func(string) string { return styles }})
			document, problems := render(t, "book.xlsx", source, params)
			if problems != nil {
				t.Fatal(problems)
			}
			if got := runsOf(templatetest.Part(t, document, "xl/worksheets/sheet1.xml")); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if made := templatetest.Part(t, document, "xl/styles.xml"); test.wraps != "" && !strings.Contains(made, test.wraps) {
				t.Errorf("the styles are %s, want %s", made, test.wraps)
			}
		})
	}
}

var (
	runPattern  = regexp.MustCompile(`(?s)<r>(?:<rPr>(.*?)</rPr>)?<t[^>]*>(.*?)</t></r>`)
	lookPattern = regexp.MustCompile(`<(\w+)(?: \w+="([^"]*)")?/>`)
)

// runsOf returns the runs of a cell: the text of each, and its format in brackets.
func runsOf(content string) string {
	var all []string
	for _, run := range runPattern.FindAllStringSubmatch(content, -1) {
		var looks []string
		for _, look := range lookPattern.FindAllStringSubmatch(run[1], -1) {
			looks = append(looks, strings.TrimSuffix(look[1]+"="+look[2], "="))
		}
		slices.Sort(looks)
		text := strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(run[2])
		if len(looks) > 0 {
			text += "[" + strings.Join(looks, " ") + "]"
		}
		all = append(all, text)
	}
	return strings.Join(all, "|")
}
