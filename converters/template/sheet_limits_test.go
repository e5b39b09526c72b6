package template_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"lectern/converters/growthtest"
	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// Every value yields a valid workbook.
//
// SECURITY.md, promise 44 (valid created files)
func TestSheetValues(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 1000) + "1" + strings.Repeat("}", 1000)
	for name, value := range map[string]string{
		"signs": `"<&>\"' ]]>"`, "control characters": `"a\u0000\u0001\u001f\ufffe\ud800b\r\n"`, "a formula": `"=HYPERLINK(\"http://x\")"`,
		"a command": `"@SUM(1)"`,
		"depth":     deep, "a list": `[1,[2,"x"]]`, "much": `"` + strings.Repeat("ä", 5<<20) + `"`, "long marks": `"` + strings.Repeat("🙂",
			20_000) + `"`, "numbers": `1e308`, "escapes": `"_x0000_"`,
	} {
		t.Run(name, func(t *testing.T) {
			source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "{v}", Rows: rows{{"{v}", "x{v}y", "{#v}{.}{/v}"}},
				After: `<headerFooter><oddHeader>&amp;L{v}</oddHeader></headerFooter>`}}})
			document, problems := render(t, "book.xlsx", source, `{"v":`+value+`}`)
			if problems != nil {
				t.Fatal(problems)
			}
			book := openBook(t, document)
			sheet := book.GetSheetName(0)
			if n := len([]rune(sheet)); n == 0 || n > 31 || strings.ContainsAny(sheet, `[]:*?/\`) {
				t.Errorf("the sheet is named %q", sheet)
			}
			for _, address := range []string{"A1", "B1", "C1"} {
				if formula, err := book.GetCellFormula(sheet, address); formula != "" || err != nil {
					t.Errorf("%s has the formula %s, %v", address, formula, err)
				}
				if text, err := book.GetCellValue(sheet, address); err != nil || len([]rune(text)) > 32_767 {
					t.Errorf("%s has %d characters, %v", address, len([]rune(text)), err)
				}
			}
		})
	}
}

// Text that looks like an escape sequence (_x0041_) is escaped, even if two such sequences overlap.
func TestSheetEscapes(t *testing.T) {
	document, problems := render(t, "book.xlsx", templatetest.Rows([]string{"{v}"}), `{"v":"_x0041_x0042_x004_"}`)
	if problems != nil {
		t.Fatal(problems)
	}
	if got := templatetest.Part(t, document, "xl/worksheets/sheet1.xml"); !strings.Contains(got, ">_x005F_x0041_x005F_x0042_x004_<") {
		t.Error(got)
	}
}

// A text that is too long for a cell is cut and ends with "…". A sheet has a maximum number of links.
func TestSheetCellLimits(t *testing.T) {
	for _, text := range []string{"{v}", "{#l}{v}{/l}{none}", "{~v}"} {
		for size, want := range map[int]string{32_767: strings.Repeat("ä", 32_767), 32_768: strings.Repeat("ä", 32_766) + "…",
			50_000: strings.Repeat("ä", 32_766) + "…"} {
			document, problems := render(t, "book.xlsx", templatetest.Rows([]string{text}), `{"v":"`+strings.Repeat("ä", size)+`","l":[1]}`)
			if problems != nil {
				t.Fatal(problems)
			}
			if got, err := openBook(t, document).GetCellValue("Sheet1", "A1"); got != want || err != nil {
				t.Errorf("%d characters in %s: %d, %v", size, text, len([]rune(got)), err)
			}
		}
	}
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"{#l}x", "{/l}"}},
		After: `<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>`, Links: []string{"https://example.org/"}}}})
	made, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: source,
		Params: map[string]any{"l": make([]any, 65_540)}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(templatetest.Part(t, made.Documents[0].Content, "xl/worksheets/sheet1.xml"), "<hyperlink "); got != 65_530 {
		t.Errorf("there are %d links", got)
	}
}

// The numbers of rows, columns and sheets of a workbook are limited.
func TestSheetLimits(t *testing.T) {
	many := make([]any, 400_000)
	for i := range many {
		many[i] = true
	}
	for name, test := range map[string]struct {
		rows rows
		want string
	}{
		"rows":    {rows{{"{#l}x"}, {"a"}, {"b{/l}"}}, "too-many-rows"},
		"columns": {rows{{"{-col l}x{/l}"}}, "too-many-columns"},
		"sheets":  {rows{{"{:sheet l}"}}, "too-many-sheets"},
		"none":    {rows{{"{:sheet none}"}}, "no-sheet"},
	} {
		_, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: templatetest.Rows(test.rows...),
			Params: map[string]any{"l": many}})
		var problems template.Problems
		if !errors.As(err, &problems) || problems[0].Code != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The time of rendering grows linearly with the number of rows even if each row has a formula that refers to all rows.
func TestSheetLookingAtAllRows(t *testing.T) {
	source := templatetest.Rows([]string{"{#l}{.}", "=A1/SUM(A$1:A$1)"}, []string{"x{/l}"})
	growthtest.Linear(t, 20_000, func(size int) func() {
		list := make([]any, size)
		for i := range list {
			list[i] = float64(i)
		}
		return func() {
			if _, err := template.Render(t.Context(), template.Request{Name: "book.xlsx", Template: source,
				Params: map[string]any{"l": list}}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A link of more than 2,000 characters is reported, because Excel considers a workbook with a link of more than 2,079
// characters as damaged.
//
// SECURITY.md, promise 44 (valid created files)
func TestLongSheetLink(t *testing.T) {
	source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"x"}},
		After: `<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>`, Links: []string{"https://example.org/%7Bn%7D"}}}})
	for _, length := range []int{1900, 2100} {
		_, problems := render(t, "x.xlsx", source, `{"n":"`+strings.Repeat("n", length)+`"}`)
		if (len(problems) > 0) != (length > 2000) {
			t.Errorf("a link of %d: %v", length, problems)
		}
	}
}

// Making the names of many equally named columns unique takes linear time.
//
// SECURITY.md, promise 43 (templates only compute)
func TestUniqueColumnNamesTakeLinearTime(t *testing.T) {
	for name, test := range map[string]struct {
		item string
		last func(size int) string
	}{
		"one name": {`{"n":"x"}`, func(size int) string { return fmt.Sprintf(`name="x%d"`, size) }},
		"none":     {`{}`, func(size int) string { return fmt.Sprintf(`name="Column%d"`, size) }},
		"long": {`{"n":"` + strings.Repeat("x", 300) + `"}`, func(size int) string {
			return fmt.Sprintf(`name="%s%d"`, strings.Repeat("x", 255-len(strconv.Itoa(size))), size)
		}},
	} {
		source := templatetest.Xlsx(templatetest.Book{Sheets: []templatetest.Sheet{{Name: "Sheet1", Rows: rows{{"{-col items}{n}{/items}", "b"},
			{"1", "2"}}, After: `<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
			Related: []string{"table", "xl/tables/table1.xml", fmt.Sprintf(tableOf, "A1:B2", "")}}}})
		growthtest.Linear(t, 16_000, func(size int) func() {
			params := `{"items":[` + strings.TrimSuffix(strings.Repeat(test.item+",", size), ",") + `]}`
			return func() {
				document, problems := render(t, "book.xlsx", source, params)
				if problems != nil {
					t.Fatalf("%s: %q", name, problems)
				}
				if got := templatetest.Part(t, document, "xl/tables/table1.xml"); !strings.Contains(got, test.last(size)) {
					t.Errorf("%s: no %s in %.3000s", name, test.last(size), got)
				}
			}
		})
	}
}
