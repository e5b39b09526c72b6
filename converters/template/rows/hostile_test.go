package rows_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"lectern/converters/template/rows"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// Limits for the time and the memory that reading a malicious file may take on a machine under load.
const (
	maxTime   = 20 * time.Second
	maxMemory = 900 << 20 // allocated bytes, including those that were freed
)

// Reading takes bounded time and memory, whatever the file contains. The result is rows or a problem.
func TestHostileFiles(t *testing.T) {
	const much = 16 << 20
	long := strings.Repeat("x", much)
	for what, test := range map[string]struct {
		file []byte
		want string // the beginning of the first row, or of the problem
	}{
		"much in a cell":            {[]byte("a,b\n" + long + ",1\n"), `1:2 {"a":"xxx`},
		"too much in a cell":        {[]byte("a,b\n" + strings.Repeat("\x01", 40<<20) + ",1\n"), "rows-too-large"},
		"much to be escaped":        {[]byte("a,b\n" + strings.Repeat("\x01", much) + ",1\n"), `1:2 {"a":"\u0001`},
		"much in quotes":            {[]byte("a,b\n\"" + strings.Repeat("x\n", much/2) + "\",1\n"), `1:2 {"a":"x\nx`},
		"much in a header":          {[]byte(long + "\n1\n"), "rows-column-name xxx"},
		"endless quotes":            {[]byte("a,b\n" + strings.Repeat(`"`, much)), `1:2 `},
		"quotes that do not end":    {[]byte("a,b\n" + strings.Repeat("\"x\n", much/3)), "rows-too-many"},
		"each line opens one again": {[]byte("a,b\n" + strings.Repeat("\"\nz\",", much/5) + `"x"y`), "rows-unreadable"},
		"a million columns":         {[]byte(strings.Repeat("a,", 1_000_000) + "a\n1\n"), "rows-too-many-columns"},
		"a million fields":          {[]byte("a,b\n" + strings.Repeat("1,", 1_000_000) + "\n2,3\n"), "1:2 row-too-long"},
		"separators alone":          {bytes.Repeat([]byte{','}, much), "rows-column-name ,,,"},
		"line breaks alone":         {bytes.Repeat([]byte{'\n'}, much), "rows-empty"},
		"half line breaks alone":    {bytes.Repeat([]byte{'\r'}, much), "rows-empty"},
		"blanks alone":              {bytes.Repeat([]byte{' '}, much), "rows-empty"},
		"zeros":                     {make([]byte, much), "rows-unreadable"},
		"zeros among columns":       {[]byte("a,b\n1,2\x00\n"), "rows-unreadable"},
		"many short rows":           {[]byte("a\n" + strings.Repeat("1\n", much/2)), "rows-too-many"},
		"a deep list":               {[]byte(strings.Repeat("[", much)), "rows-unreadable"},
		"deep objects":              {[]byte(strings.Repeat(`{"a":`, much/5)), "1:1 row-malformed"},
		"deep objects in a list":    {[]byte("[" + strings.Repeat(`{"a":`, much/5)), "rows-unreadable"},
		"deep JSON in a cell":       {[]byte("l\n" + strings.Repeat("[", much) + "\n"), `1:2 {"l":"[[[`},
		"many lines of no JSON":     {[]byte(strings.Repeat("{\n", much/2)), "rows-too-many"},
		"a long number":             {[]byte("n\n" + strings.Repeat("9", much) + "\n"), `1:2 {"n":"999`},
		"a number in many groups":   {[]byte("n\n\"" + strings.Repeat("9,", much/2) + "\"\n"), `1:2 {"n":"9,9,`},
		"a long JSON string":        {[]byte(`{"a":"` + long + `"}`), `1:1 {"a":"xxx`},
		"half of a pair of UTF-16":  {utf16Of("a\n", 0, 1, true)[:3], "rows-empty"},
		"a surrogate":               {append(utf16Of("a\nb", 0, 1, true), 0, 0xd8), `1:2 {"a":"b�"}`},
		"a bomb":                    {templatetest.Zip("[Content_Types].xml", strings.Repeat(" ", 300<<20)), "rows-too-large"},
		"a bomb of a sheet":         {sheet(t, strings.Repeat(" ", 300<<20)), "rows-too-large"},
		"a string a million times":  {bombOfStrings(t), "rows-too-large"},
		"many cells that are empty": {sheet(t, column(strings.Repeat(`<c/>`, 4_000_000))), "rows-empty"},
		"a string of many runs": {sheet(t, column(`<c r="A2" t="inlineStr"><is>`+strings.Repeat("<r><t>x</t></r>", 1_000_000)+`</is></c>`)),
			`1:2 {"a":"xxx`},
		"a spoken one that goes on": {sheet(t, column(`<c r="A2" t="inlineStr"><is>`+strings.Repeat("</rPh>", 2)+`</is></c>`)),
			"rows-unreadable"},
		"entities": {sheet(t, column(`<c r="A2" t="inlineStr"><is><t>&a;&#x110000;&#0;&lt;</t></is></c>`)), `1:2 {"a":"`},
	} {
		t.Run(what, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begin := time.Now()
			got := summarize(t, test.file, rows.Options{Schema: json.RawMessage(`{"properties":{"l":{"type":"array"},"n":{"type":"number"}}}`)})
			took := time.Since(begin)
			runtime.ReadMemStats(&after)
			if !strings.HasPrefix(got[0], test.want) {
				t.Errorf("got %.100q, want %s", got[0], test.want)
			}
			if asked := after.TotalAlloc - before.TotalAlloc; took > maxTime || asked > maxMemory {
				t.Errorf("it took %v and %d MB", took, asked>>20)
			}
		})
	}
}

// bombOfStrings returns a workbook in which many cells share one long text.
func bombOfStrings(t *testing.T) []byte {
	t.Helper()
	rows := strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 90_000)
	return withParts(t, map[string]string{"xl/sharedStrings.xml": "<sst><si><t>" + strings.Repeat("x", 200) + strings.Repeat("&lt;", 10_000) +
		"</t></si></sst>", sheetPart: "<worksheet><sheetData>" + column() + rows + "</sheetData></worksheet>"})
}

// For every file, Read either returns an error, or each line of its result is a row with a number and with either an
// object or problems.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,2\n", "a;b\r\n\"1\n2\";3\r\n", "sep=|\na|b\n1|2", "\xff\xfea\x00\n\x001\x00", "Zo\xeb\n1", "a\n\"x\n\"y\"z\n",
		"a.b,a.c,d\n1,,3\n,,\n",
		`{"a":1}` + "\n" + `{"b"` + "\n", `[{"a":1},2]`, "{\n\"a\":1}\n{\n}", "n,t,l,o\n\"1,234\",yes,[1],{}\n", "PK\x03\x04",
		"n,d\n1.234,1/2/2026\n",
	} {
		f.Add([]byte(text))
	}
	f.Add(templatetest.Rows([]string{"a", "b.c"}, []string{"x", "#1"}))
	schema := json.RawMessage(
		`{"properties":{"n":{"type":"number"},"t":{"type":"boolean"},"l":{"type":"array"},"o":{"type":"object"},"d":{"format":"date"}}}`)
	f.Fuzz(func(t *testing.T, source []byte) {
		lines, err := rows.Read(source, rows.Options{Schema: schema, Locale: language.German})
		if err != nil {
			if wrong, ok := errors.AsType[*rows.Error](err); !ok || wrong.Code == "" {
				t.Fatal(err)
			}
			return
		}
		checkRows(t, lines)
	})
}

// FuzzSheet checks the same as FuzzRead, for workbooks whose sheet has arbitrary markup.
func FuzzSheet(f *testing.F) {
	f.Add(column(`<c r="A2" t="s"><v>1</v></c>`))
	f.Add(column(`<c r="B2" s="2"><f>A1</f><v>45000.5</v></c><c t="e"><v>#N/A</v></c>`))
	f.Add(column(`<c t="inlineStr"><is><r><t>a_x000A_</t></r><rPh><t>b</t></rPh></is></c><c t="b"><v>1</v></c>`))
	f.Fuzz(func(t *testing.T, markup string) {
		lines, err := rows.Read(sheet(t, markup), rows.Options{})
		if err == nil {
			checkRows(t, lines)
		}
	})
}

func checkRows(t *testing.T, lines []byte) {
	t.Helper()
	number := 0
	for line := range bytes.Lines(lines) {
		var row wire.TemplateRow
		number++
		if err := json.Unmarshal(line, &row); err != nil || row.Row != number || row.Line < 1 ||
			(len(row.Problems) > 0) == (len(row.Params) > 0) {
			t.Fatalf("row %d is %q: %v", number, line, err)
		}
		var object map[string]any
		if len(row.Params) > 0 && json.Unmarshal(row.Params, &object) != nil {
			t.Fatalf("row %d has %s", number, row.Params)
		}
		for _, p := range row.Problems {
			if p.Code == "" || p.Values["line"] != fmt.Sprint(row.Line) {
				t.Fatalf("row %d has %+v", number, p)
			}
		}
	}
	if number == 0 {
		t.Fatal("there is no row")
	}
}
