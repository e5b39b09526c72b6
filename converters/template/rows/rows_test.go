package rows_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/language"

	"lectern/converters/template/rows"
	"lectern/converters/template/templatetest"
	"lectern/converters/wire"
)

// summarize returns the rows in a short form: the number, the line, and the parameters or problems.
func summarize(t testing.TB, source []byte, options rows.Options) []string {
	t.Helper()
	lines, err := rows.Read(source, options)
	if err != nil {
		wrong, ok := errors.AsType[*rows.Error](err)
		if !ok {
			t.Fatal(err)
		}
		return []string{sentenceFor(wrong.TemplateProblem)}
	}
	var all []string
	for line := range bytes.Lines(lines) {
		var row wire.TemplateRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		text := fmt.Sprintf("%d:%d %s", row.Row, row.Line, row.Params)
		for _, p := range row.Problems {
			text += sentenceFor(p)
		}
		all = append(all, text)
	}
	return all
}

func sentenceFor(p wire.TemplateProblem) string {
	text := p.Code
	for _, name := range []string{"name", "cell", "column", "value", "most"} {
		if value, ok := p.Values[name]; ok {
			text += " " + value
		}
	}
	return text
}

func expect(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s gives\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func utf16Of(text string, low, high int, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	units := utf16.Encode([]rune(text))
	out := make([]byte, 2*len(units))
	for i, unit := range units {
		out[2*i+low], out[2*i+high] = byte(unit), byte(unit>>8)
	}
	return out
}

func TestCSV(t *testing.T) {
	two := []string{`1:2 {"name":"Zoë","city":"Oulu"}`, `2:3 {"name":"Bo","city":"Bern"}`}
	for _, test := range []struct {
		what, text string
		want       []string
	}{
		{"commas", "name,city\nZoë,Oulu\nBo,Bern\n", two},
		{"semicolons", "name;city\r\nZoë;Oulu\r\nBo;Bern", two},
		{"tabs", "name\tcity\nZoë\tOulu\nBo\tBern\n", two},
		{"bars", "name|city\nZoë|Oulu\nBo|Bern\n", two},
		{"a mark", "\ufeffname,city\nZoë,Oulu\nBo,Bern\n", two},
		{"old line ends", "name,city\rZoë,Oulu\rBo,Bern\r", two},
		{"Windows-1252", "name;city\nZo\xeb;Oulu\nBo;Bern\n", two},
		{"UTF-16", string(utf16Of("name;city\nZoë;Oulu\nBo;Bern", 0, 1, true)), two},
		{"UTF-16, the other way", string(utf16Of("name;city\nZoë;Oulu\nBo;Bern", 1, 0, true)), two},
		{"UTF-16 without a mark", string(utf16Of("name;city\nZoë;Oulu\nBo;Bern", 0, 1, false)), two},
		{"beyond its first plane", string(utf16Of("a\n🙂", 0, 1, true)), []string{`1:2 {"a":"🙂"}`}},
		{"quotes", "\"name\" , city\n\"Zoë\", \"Oulu\"\nBo,Bern", []string{`1:2 {"name":"Zoë","city":"Oulu"}`, two[1]}},
		{"a separator that is told", "sep=,\nname,city;x\nZoë,Oulu\n", []string{`1:3 {"name":"Zoë","city;x":"Oulu"}`}},
		{"commas in texts", "name;price\n\"Doe, Jo\";1,5\nBo;2,5\n", []string{`1:2 {"name":"Doe, Jo","price":"1,5"}`,
			`2:3 {"name":"Bo","price":"2,5"}`}},
		{"separators in quotes", "\"a;b\",c\n1,2\n", []string{`1:2 {"a;b":"1","c":"2"}`}},
		{"one column", "name\nDoe, Jo\nBo; Bern\n", []string{`1:2 {"name":"Doe, Jo"}`, `2:3 {"name":"Bo; Bern"}`}},
		{"line breaks in quotes", "a,b\n\"1\n2\r\n3\",x\n4,y", []string{`1:2 {"a":"1\n2\r\n3","b":"x"}`, `2:5 {"a":"4","b":"y"}`}},
		{"quotes in quotes", "a\n\"say \"\"hi\"\"\"\n\"\"\"\"\n", []string{`1:2 {"a":"say \"hi\""}`, `2:3 {"a":"\""}`}},
		{"a quote in a field", "a,b\n5\" pipe,it's\n", []string{`1:2 {"a":"5\" pipe","b":"it's"}`}},
		{"empty lines and cells", "\n\na,b\n\n,\n ,2\n\n1,\n;\n", []string{`1:6 {"b":"2"}`, `2:8 {"a":"1"}`, `3:9 {"a":";"}`}},
		{"short and long rows", "a,b\n1\n1,2,3\n1,2,,\n", []string{`1:2 {"a":"1"}`, `2:3 row-too-long 3`, `3:4 {"a":"1","b":"2"}`}},
		{"columns without a name", "a,,b,\n1,,2,\n1,x,2\n", []string{`1:2 {"a":"1","b":"2"}`, `2:3 row-too-long 2`}},
		{"objects", "customer.name,id,customer.address.city,customer . mail\nBo,1,Bern,\n,2,,\n",
			[]string{`1:2 {"customer":{"name":"Bo","address":{"city":"Bern"}},"id":"1"}`, `2:3 {"id":"2"}`}},
		{"points that are none of objects", "a., .b, c..d, .\n1,2,3,4\n", []string{`1:2 {"a.":"1",".b":"2","c..d":"3",".":"4"}`}},
		{"digits", "zip\n00123\n", []string{`1:2 {"zip":"00123"}`}},
		{"quotes that do not fit", "a,b\n\"x,1\n\"y\"z,2\n3,4\n\"5\",\"6\"\n7,\"8\n", []string{"1:2 row-quote", "2:3 row-quote",
			`3:4 {"a":"3","b":"4"}`, `4:5 {"a":"5","b":"6"}`, "5:6 row-quote"}},
		{"no row", "a,b\n\n,,\n", []string{"rows-empty"}},
		{"nothing", "", []string{"rows-empty"}},
		{"blanks", " \r\n\t\n", []string{"rows-empty"}},
		{"a torn header", "\"a,b\nx,y\n", []string{"rows-unreadable"}},
		{"columns of one name", "a,b, a\n1,2,3", []string{"rows-duplicate-column a"}},
		{"an object that is a value", "a,a.b\n1,2", []string{"rows-column-clash a.b"}},
		{"a value that is an object", "a.b,a\n1,2", []string{"rows-column-clash a"}},
		{"a deep column", strings.Repeat("a.", 16) + "a,b\n1,2", []string{"rows-column-name " + strings.Repeat("a.", 16) + "a"}},
		{"control characters", "a\n\x01\u2028<&>\t\u00e4\\\n", []string{"1:2 {\"a\":\"\\u0001\u2028<&>\\tä\\\\\"}"}},
	} {
		expect(t, test.what, summarize(t, []byte(test.text), rows.Options{}), test.want...)
	}
}

func TestNoRows(t *testing.T) {
	for what, text := range map[string]string{
		"a PDF": "%PDF-1.7\n1,2\n", "a picture": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "zeros": strings.Repeat("\x00", 100),
		"zeros in text": "a,b\n1,\x002\n",
		"half a list":   `[{"a":1},`, "a broken list": `[{"a":1}{"b":2}]`, "a damaged archive": "PK\x03\x04 and no more",
		"another archive": string(templatetest.Zip("a", "b")),
		"a letter":        string(templatetest.Docx(templatetest.P("a"))),
	} {
		expect(t, what, summarize(t, []byte(text), rows.Options{}), "rows-unreadable")
	}
	expect(t, "an old workbook", summarize(t, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more"), rows.Options{}), "rows-old-workbook")
}

func TestJSON(t *testing.T) {
	for _, test := range []struct {
		what, text string
		want       []string
	}{
		{"lines", `{"a":1}` + "\n" + `{"b": [1, 2]}` + "\r\n", []string{`1:1 {"a":1}`, `2:2 {"b":[1,2]}`}},
		{"one line", `{"customer.name":"Bo"}`, []string{`1:1 {"customer.name":"Bo"}`}},
		{"bad lines", `{"a":1` + "\n\n" + `{"a":2}` + "\n[1]\n7\n" + `{"a":3} {"a":4}` + "\n{}\n", []string{"1:1 row-malformed", `2:3 {"a":2}`,
			"3:4 row-not-object", "4:5 row-not-object", "5:6 row-malformed", "6:7 {}"}},
		{"a list", "\ufeff [\n {\"a\": 1},\n\n {\"a\":\n 2}, 3]\n", []string{`1:2 {"a":1}`, `2:4 {"a":2}`, "3:5 row-not-object"}},
		{"lines of lists", "[1]\n{\"a\":1}\n", []string{"1:1 row-not-object", `2:2 {"a":1}`}},
		{"objects over lines", "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", []string{`1:1 {"a":1}`, `2:4 {"a":2}`}},
		{"an empty list", "[]", []string{"rows-empty"}},
		{"UTF-16", string(utf16Of(`[{"a":"ü"}]`, 1, 0, true)), []string{`1:1 {"a":"ü"}`}},
		{"numbers as they are", `{"a":12345678901234567890.10}`, []string{`1:1 {"a":12345678901234567890.10}`}},
		{"deep", strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000), []string{"1:1 row-malformed"}},
	} {
		expect(t, test.what, summarize(t, []byte(test.text), rows.Options{}), test.want...)
	}
}

// Texts are converted into the types in the schema if possible.
func TestSchema(t *testing.T) {
	const schema = `{"type":"object","properties":{"n":{"type":"number"},"i":{"type":["integer","null"]},"s":{"type":"string"},
		"m":{"type":["string","number"]},
		"b":{"type":"boolean"},"l":{"type":"array"},"o":{"type":"object","properties":{"n":{"type":"number"}}},
		"d":{"type":"string","format":"date"},"u":{},"a":{"type":["string","boolean"]}}}`
	for _, test := range []struct{ locale, column, cell, want string }{
		{"en", "n", "3.50", "3.5"}, {"en", "n", " 007 ", "7"}, {"en", "n", "-1e3", "-1000"}, {"en", "n", "1,234.5", "1234.5"}, {"en", "n",
			"1,234", "1234"}, {"en", "n", "−2", "-2"},
		{"en", "n", "1,5", `"1,5"`}, {"en", "n", "n/a", `"n/a"`}, {"en", "n", "Infinity", `"Infinity"`}, {"en", "n", "0x10", `"0x10"`}, {"en",
			"n", "1_000", `"1_000"`}, {"en", "n", "1,,234", `"1,,234"`}, {"en", "n", "1e999", `"1e999"`},
		{"de", "n", "1.234,50", "1234.5"}, {"de", "n", "1,5", "1.5"}, {"de", "n", "1.5", "1.5"}, {"de", "n", "1.234.567", "1234567"}, {"de", "n",
			"1.234", "row-number n 1.234"}, {"de", "n", "0,5", "0.5"},
		{"de-CH", "n", "1'234.5", "1234.5"}, {"fr", "n", "1 234,5", "1234.5"}, {"fr", "n", "1\u202f234,5", "1234.5"}, {"fi", "n", "-1\u00a0234,5",
			"-1234.5"}, {"hi", "n", "12,34,567.5", "1234567.5"},
		{"en", "i", "12", "12"}, {"en", "s", "12", `"12"`}, {"en", "m", "12", `"12"`}, {"en", "u", "12", `"12"`}, {"en", "other", "12", `"12"`},
		{"en", "d", "2026-01-15", `"2026-01-15"`}, {"en", "s", " x ", `" x "`},
		{"en", "b", "TRUE", "true"}, {"en", "b", "no", "false"}, {"en", "b", "0", "false"}, {"en", "b", "Falsch", "false"}, {"en", "b", "FAUX",
			"false"}, {"en", "b", "kyllä", "true"}, {"en", "b", "いいえ", "false"}, {"en", "b", "maybe", `"maybe"`},
		{"en", "a", "1", `"1"`}, {"en", "a", "yes", `"yes"`}, {"en", "a", "0", "0"}, {"en", "a", "Nein", "false"}, {"en", "a", "none", `"none"`},
		{"en", "l", `["a",{"b":1}]`, `["a",{"b":1}]`}, {"en", "l", "[\n1,\n2]", "[1,2]"}, {"en", "l", "[1,2", `"[1,2"`}, {"en", "l", "a", `"a"`},
		{"en", "l", "No", "false"}, {"en", "l", "yes", `"yes"`}, {"en", "o", `{"n":1}`, `{"n":1}`}, {"en", "s", "[1]", `"[1]"`},
		{"en", "d", "2026-1-5", `"2026-01-05"`}, {"en", "d", "2026/01/05", `"2026-01-05"`}, {"en", "d", "15.1.2026", `"2026-01-15"`}, {"en", "d",
			"15. 1. 2026", `"2026-01-15"`}, {"en", "d", "1/15/2026", `"2026-01-15"`}, {"en", "d", "15/1/2026", `"2026-01-15"`},
		{"en", "d", "3/4/2026", "row-date d 3/4/2026"}, {"en", "d", "4/4/2026", `"2026-04-04"`}, {"en-US", "d", "3/4/2026", `"2026-03-04"`},
		{"en-GB", "d", "3/4/2026", `"2026-04-03"`}, {"fr", "d", "03/04/2026", `"2026-04-03"`}, {"nl", "d", "3-4-2026", `"2026-04-03"`},
		{"de", "d", "15.01.2026 9:30", `"2026-01-15T09:30:00"`}, {"de", "d", "15.01.2026 25:30", `"15.01.2026 25:30"`}, {"de", "d", "31.02.2026",
			`"31.02.2026"`}, {"de", "d", "15.01.26", `"15.01.26"`}, {"de", "d", "15.01/2026", `"15.01/2026"`}, {"de", "d", "0.0.2026", `"0.0.2026"`},
		{"de", "d", "2026-01-15T10:00:00Z", `"2026-01-15T10:00:00Z"`}, {"de", "d", "tomorrow", `"tomorrow"`}, {"de", "s", "15.1.2026",
			`"15.1.2026"`},
	} {
		file := test.column + "\n\"" + strings.ReplaceAll(test.cell, `"`, `""`) + "\"\n"
		want := fmt.Sprintf(`{"%s":%s}`, test.column, test.want)
		if strings.HasPrefix(test.want, "row-") {
			want = test.want
		}
		expect(t, test.locale+" "+test.cell, summarize(t, []byte(file), rows.Options{Schema: json.RawMessage(schema),
			Locale: language.MustParse(test.locale)}), "1:2 "+want)
	}
	expect(t, "a member", summarize(t, []byte("o.n,o.x\n1.0,1.0"), rows.Options{Schema: json.RawMessage(schema)}),
		`1:2 {"o":{"n":1,"x":"1.0"}}`)
	expect(t, "a broken schema", summarize(t, []byte("n\n1"), rows.Options{Schema: json.RawMessage(`[`)}), `1:2 {"n":"1"}`)
}

func TestBounds(t *testing.T) {
	head := strings.Repeat("a,", 999)
	wide := func(columns int) string {
		var names []string
		for i := range columns {
			names = append(names, fmt.Sprint("c", i))
		}
		return strings.Join(names, ";") + "\n1\n"
	}
	if got := summarize(t, []byte(wide(1000)), rows.Options{}); len(got) != 1 || got[0] != `1:2 {"c0":"1"}` {
		t.Errorf("1000 columns: %.200q", got)
	}
	expect(t, "1001 columns", summarize(t, []byte(wide(1001)), rows.Options{}), "rows-too-many-columns 1000")
	if got := summarize(t, []byte("a\n"+strings.Repeat("1\n", 100_000)), rows.Options{}); len(got) != 100_000 ||
		got[99_999] != `100000:100001 {"a":"1"}` {
		t.Errorf("100,000 rows: %d", len(got))
	}
	for what, text := range map[string]string{
		"CSV": "a\n" + strings.Repeat("1\n", 100_001), "bad lines": "a\n" + strings.Repeat("\"1\"x\n", 100_001),
		"JSON lines": strings.Repeat("{}\n", 100_001), "a list": "[" + strings.Repeat("{},", 100_000) + "{}]",
	} {
		expect(t, what, summarize(t, []byte(text), rows.Options{}), "rows-too-many 100000")
	}
	expect(t, "a large file", summarize(t, make([]byte, 64<<20+1), rows.Options{}), "rows-too-large")
	expect(t, "many equal columns", summarize(t, []byte(head+"b\n1\n"), rows.Options{}), "rows-duplicate-column a")
}
