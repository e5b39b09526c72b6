package filter

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"lectern/converters/template/expression"
)

// members is a scope whose variables are the members of an object.
type members map[string]any

func (m members) Find(name string) (any, bool) { value, ok := m[name]; return value, ok }
func (m members) Set(name string, value any)   { m[name] = value }
func (m members) This() any                    { return map[string]any(m) }
func decode(t testing.TB, text string) (m members) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

const sample = `{
	"name": "ada lovelace", "empty": "", "none": null, "n": 1234.5, "text": "12.5", "limit": 15,
	"list": [3, 1, 2, 2], "words": ["pear", "Äpfel", "apple", "zoo"], "nothing": [], "mixed": [10, "9", null, "b", 2],
	"items": [
		{"name": "pen", "price": 10, "vat": {"rate": 24}, "open": true},
		{"name": "ink", "price": 20.5, "vat": {"rate": 14}, "open": false},
		{"name": "cap", "price": 20, "vat": {"rate": 24}},
		{"name": "box", "vat": {"rate": 14}, "open": true}
	],
	"day": "2026-03-07", "when": "2026-03-07T14:05:09.250Z", "local": "2026-03-07T14:05", "millis": 1772892309000
}`

func environment(t testing.TB, locale, zone string) *expression.Environment {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return &expression.Environment{
		Locale: language.Make(locale), Zone: location, Now: time.Date(2026, 3, 7, 14, 5, 9, 0, time.UTC),
		Budget: &expression.Budget{Steps: 1e6, Bytes: 1e7},
	}
}

func evaluate(t testing.TB, env *expression.Environment, source string) (any, error) {
	t.Helper()
	e, err := expression.Parse(source, All())
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return e.Evaluate(decode(t, sample), env)
}

func TestFilters(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`name | upper`, "ADA LOVELACE"}, {`"ÄÖ" | lower`, "äö"}, {`name | capitalize`, "Ada lovelace"}, {`name | title`, "Ada Lovelace"},
		{`"straße" | upper`, "STRASSE"}, {`"the USA" | title`, "The USA"}, {`" élan" | capitalize`, " Élan"}, {`n | upper`, "1234.5"},
		{`"  x " | trim`, "x"}, {`name | truncate:6`, "ada l…"}, {`name | truncate:5`, "ada…"}, {`name | truncate:99`, "ada lovelace"},
		{`name | truncate:4:""`, "ada"}, {`"日本語です" | truncate:3`, "日本…"},
		{`name | replace:"a":"o"`, "odo loveloce"}, {`name | replace:" "`, "adalovelace"}, {`name | replace:""`, "ada lovelace"},
		{`"7" | pad:3:"0"`, "007"}, {`"7" | padStart:3`, "  7"}, {`"7" | padEnd:4:"ab"`, "7aba"}, {`"long" | pad:2`, "long"},
		{`gone | default:"-"`, "-"}, {`none | default:"-"`, "-"}, {`empty | default:"-"`, "-"}, {`0 | default:"-"`, "0"}, {`name | default:"-"`,
			"ada lovelace"},
		{`list | join`, "3, 1, 2, 2"}, {`list | join:"-"`, "3-1-2-2"}, {`list | join:", ":" and "`, "3, 1, 2 and 2"},
		{`[1] | join:", ":" and "`, "1"},
		{`nothing | join`, ""}, {`list | first`, "3"}, {`list | last`, "2"}, {`nothing | first`, "undefined"}, {`list | size`, "4"},
		{`name | length`, "12"},
		{`items | count`, "4"}, {`items[0] | size`, "4"}, {`list | reverse | join`, "2, 2, 1, 3"}, {`"añb" | reverse`, "bña"},
		{`list | slice:1:3 | join`, "1, 2"}, {`list | slice:-2 | join`, "2, 2"}, {`name | slice:0:3`, "ada"}, {`list | slice:3:1 | size`, "0"},
		{`name | slice:-99:-9`, "ada"},
		{`["10", 9, "", "100"] | sort | join`, "9, 10, 100, "}, {`["10", "9"] | sort:"desc" | join`, "10, 9"}, {`[{a: 10}, {a: "9"}] | min:"a"`,
			"9"}, {`["10", "9", ""] | max`, "10"}, {`["10", "9", "x"] | max`, "x"},
		{`["10000000000000000003", "10000000000000000001", "10000000000000000002"] | sort | join`,
			"10000000000000000001, 10000000000000000002, 10000000000000000003"},
		{`["9", "2E3", "1E5"] | sort | join`, "1E5, 2E3, 9"}, {`["-2.5", "10", "+3"] | sort | join`, "-2.5, +3, 10"},
		{`list | sort | join`, "1, 2, 2, 3"}, {`list | sort:"desc" | join`, "3, 2, 2, 1"}, {`words | sort | join`, "Äpfel, apple, pear, zoo"},
		{`items | sort:"price" | map:"name" | join`, "pen, cap, ink, box"}, {`items | sortBy:"price":"desc" | map:"name" | join`,
			"ink, cap, pen, box"},
		{`items | sort:"-price" | map:"name" | join`, "ink, cap, pen, box"}, {`items | sort:"vat.rate" | map:"name" | join`,
			"ink, box, pen, cap"}, {`mixed | sort | join`, "2, 10, 9, b, "},
		{`items | where:"price > 10" | map:"name" | join`, "ink, cap"}, {`items | filter:"vat.rate":24 | map:"name" | join`, "pen, cap"},
		{`items | where:"price > limit && !open" | map:"name" | join`, "ink, cap"}, {`items | where:"open" | size`, "2"},
		{`list | where:". > 1" | join`, "3, 2, 2"},
		{`items | where:"name | upper | slice:0:1 == 'P'" | size`, "0"}, {`items | where:"(name | upper) == 'PEN'" | size`, "1"},
		{`items | where:"vat.rate":"24" | size`, "2"},
		{`(items | group:"vat.rate")[1].key`, "14"}, {`(items | group:"vat.rate")[0].items | sum:"price"`, "30"},
		{`items | groupBy:"gone" | size`, "1"},
		{`list | distinct | join`, "3, 1, 2"}, {`items | distinct:"vat" | map:"name" | join`, "pen, ink"}, {`[1, "1", 1] | unique | size`, "2"},
		{`items | sum:"price"`, "50.5"}, {`list | sum`, "8"}, {`nothing | sum`, "0"}, {`[0.1, 0.2, 0.3] | sum`, "0.6"},
		{`["1.5", 2, ""] | sum`, "3.5"},
		{`items | sum:"price * 2 - 1"`, "98"}, {`items | sum:"price * limit"`, "757.5"}, {`items | group:"price > 10" | size`, "2"},
		{`items | sort:"-price * 2" | map:"name" | join`, "ink, cap, pen, box"},
		{`items | map:"name + '!'" | join`, "pen!, ink!, cap!, box!"}, {`[{"a - b": 3, a: 1, b: 1}] | sum:"a - b"`, "3"},
		{`[{"Price (EUR)": 3}] | sum:"Price (EUR)"`, "3"}, {`[{"a-b": 3}] | sum:"a-b"`, "3"},
		{`list | average`, "2"}, {`items | avg:"price" | round:2`, "16.83"}, {`nothing | avg`, "undefined"},
		{`list | min`, "1"}, {`items | max:"price"`, "20.5"}, {`words | max`, "zoo"}, {`nothing | max`, "undefined"},
		{`items | running:"price" | map:"running" | join`, "10, 30.5, 50.5, 50.5"}, {`items | running:"price":"sum" | last | json`,
			`{"name":"box","open":true,"sum":50.5,"vat":{"rate":14}}`},
		{`list | running | join`, "3, 4, 6, 8"}, {`items[0].running`, "undefined"}, {`(list | chunk:3)[1] | json`, "[2]"},
		{`"a,b" | split | last`, "b"}, {`"a b" | split:" " | size`, "2"},
		{`2.5 | round`, "3"}, {`-2.5 | round`, "-3"}, {`1.005 | round:2`, "1.01"}, {`1234 | round:-2`, "1200"}, {`-0.4 | round`, "0"},
		{`1.1 | ceil:2`, "1.1"}, {`1.001 | ceil:2`, "1.01"},
		{`1.5 | floor`, "1"}, {`-1.5 | floor`, "-2"}, {`-3 | abs`, "3"}, {`text | toFixed:3`, "12.500"}, {`1.005 | toFixed:2`, "1.00"},
		{`{b: [1, "x<\n"], a: null} | json`, `{"a":null,"b":[1,"x<\n"]}`}, {`[1, {}] | json:2`, "[\n  1,\n  {}\n]"}, {`gone | json`, "undefined"},
		{`gone | upper | truncate:3`, "undefined"}, {`none | date`, "null"}, {`gone | sort | sum`, "undefined"},
	} {
		got, err := evaluate(t, environment(t, "en", "UTC"), test.source)
		if err != nil || expression.Text(got) != test.want {
			t.Errorf("%s = %q, %v; want %q", test.source, expression.Text(got), err, test.want)
		}
	}
}

// Sorting texts and changing their case follow the rules of the language.
func TestLanguages(t *testing.T) {
	for _, test := range []struct{ locale, source, want string }{
		{"de", `["z", "ö", "o"] | sort | join`, "o, ö, z"},
		{"fi", `["ö", "z", "o"] | sort | join`, "o, z, ö"},
		{"sv", `["ä", "å", "z"] | sort | join`, "z, å, ä"},
		{"tr", `"iı" | upper`, "İI"},
		{"nl", `"ijs" | title`, "IJs"},
	} {
		got, err := evaluate(t, environment(t, test.locale, "UTC"), test.source)
		if err != nil || expression.Text(got) != test.want {
			t.Errorf("%s: %s = %v, %v", test.locale, test.source, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, test := range []struct{ source, code, filter, value string }{
		{`n | sum:"a"`, codeNoList, "sum", "1234.5"},
		{`name | first`, codeNoList, "first", "ada lovelace"},
		{`items[0] | join`, codeNoList, "join", "object"},
		{`items | sum:"name"`, codeNoNumber, "sum", "pen"},
		{`name | number`, codeNoNumber, "number", "ada lovelace"},
		{`empty | number`, codeNoNumber, "number", ""},
		{`items | round`, codeNoNumber, "round", "list"},
		{`n | number:"x"`, codeNoNumber, "number", "x"},
		{`"` + long + `" | date`, codeNoDate, "date", strings.Repeat("x", 39) + "…"},
		{`items | date`, codeNoDate, "date", "list"},
		{`"2026-13-01" | date`, codeNoDate, "date", "2026-13-01"},
		{`1e300 | date`, codeNoDate, "date", "1e+300"},
		{`n | currency:"EURO"`, codeCurrency, "currency", "EURO"},
		{`day | date:"short":"Mars/Base"`, codeZone, "date", "Mars/Base"},
		{`day | date:"short":"../../etc/passwd"`, codeZone, "date", "../../etc/passwd"},
		{`day | date:"yyyy-nn"`, codePattern, "date", "yyyy-nn"},
		{`name | pad:1000000000`, codeLong, "pad", ""},
		{`items | group`, codeArgument, "group", "1"},
		{`items | where`, codeArgument, "where", "1"},
		{`items | where:name`, codeCondition, "where", "ada lovelace"},
	} {
		_, err := evaluate(t, environment(t, "en", "UTC"), test.source)
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Code != test.code || wrong.Values["filter"] != test.filter || wrong.Values["value"] != test.value {
			t.Errorf("%s: %v", test.source, err)
		}
	}
	_, err := expression.Parse(`items | where:"price >> 1"`, All())
	var syntax *expression.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset != len(`items | where:"price >`) {
		t.Error(err)
	}
}

// No text becomes so large that its copies exhaust the memory, whatever the budget is.
//
// SECURITY.md, promise 43 (templates only compute)
func TestLongestText(t *testing.T) {
	for _, source := range []string{`list | json`, `list | join`, `list.join()`, `"" + list`, `(list | join:"") + (list | json)`,
		`"x".repeat(1e9)`} {
		env := environment(t, "en", "UTC")
		env.Budget = &expression.Budget{Steps: math.MaxInt64, Bytes: math.MaxInt64}
		_, err := evaluate(t, env, `a = ("x" | pad:1e6); b = [a,a,a,a,a,a,a,a]; list = [b,b,b,b,b,b,b,b,b]; `+source)
		var spent *expression.BudgetError
		if !errors.As(err, &spent) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

// The budget limits everything that filters create and visit. A value that contains itself is an error.
//
// SECURITY.md, promise 43 (templates only compute)
func TestBounds(t *testing.T) {
	for _, source := range []string{
		`"x" | pad:6e7`, strings.Repeat(`name = (name | replace:"a":"aaaaaaaa");`, 20),
		strings.Repeat(`list = [list, list];`, 60) + `list | json`,
		strings.Repeat(`list = [list, list];`, 60) + `list | join`,
		strings.Repeat(`list = [list, list];`, 60) + `[list, list] | distinct`,
		strings.Repeat(`list = list.concat(list);`, 14) + `list | where:"big | where:'1' | where:'1'"`,
		strings.Repeat(`list = list.concat(list);`, 14) + `list | where:"list | sort"`,
	} {
		env := environment(t, "en", "UTC")
		_, err := evaluate(t, env, source)
		var spent *expression.BudgetError
		if source = source[max(0, len(source)-40):]; !errors.As(err, &spent) && !strings.Contains(source, "big") {
			t.Errorf("%s: %v", source, err)
		}
	}
	for source, code := range map[string]string{
		`o = {}; o.o = o; o | json`:                            codeUnwritten,
		`q = "list | where:q"; list | where:q`:                 "expression-too-deep",
		`q = "[1] | where:q"; [1] | where:q`:                   "expression-too-deep",
		`day | date:"` + strings.Repeat("y", 2000) + `"`:       codePattern,
		`day | date:"` + strings.Repeat("y", maxField+1) + `"`: codePattern,
	} {
		_, err := evaluate(t, environment(t, "en", "UTC"), source)
		if err == nil || !strings.Contains(err.Error(), code) {
			t.Errorf("%.40s: %v", source, err)
		}
	}
}

func TestNumberFormats(t *testing.T) {
	for _, test := range []struct{ locale, source, want string }{
		{"en", `1234567.891 | number`, "1,234,567.891"}, {"en", `n | number:2`, "1,234.50"}, {"en", `0.125 | number:2`, "0.13"}, {"en",
			`1 | number:0:2`, "1"},
		{"en", `-0.001 | number:2`, "0.00"}, {"en", `999.999 | number:2`, "1,000.00"}, {"en", `1e21 | number`, "1,000,000,000,000,000,000,000"},
		{"en", `1/0 | number`, "∞"},
		{"en", `n | currency`, "$1,234.50"}, {"en-GB", `n | currency`, "£1,234.50"}, {"en", `-n | currency:"EUR"`, "-€1,234.50"}, {"en",
			`n | currency:"EUR":0`, "€1,235"},
		{"en", `n | currency:"CHF"`, "CHF 1,234.50"}, {"en", `n | currency:"jpy"`, "¥1,235"}, {"en", `0.285 | percent`, "29%"}, {"en",
			`0.285 | percent:1`, "28.5%"},
		{"de", `1234567.891 | number`, "1.234.567,891"}, {"de", `n | currency`, "1.234,50 €"}, {"de", `0.5 | percent`, "50 %"}, {"de-CH",
			`1234567.5 | currency`, "CHF 1'234'567.50"},
		{"de-AT", `1234.5 | currency`, "€ 1.234,50"}, {"de-AT", `12345.5 | number:2`, "12 345,50"},
		{"fr", `1234567.891 | number`, "1 234 567,891"}, {"fr", `n | currency`, "1 234,50 €"}, {"fr", `0.5 | percent`, "50 %"},
		{"es", `1234.5 | number`, "1234,5"}, {"es", `12345.5 | number`, "12.345,5"}, {"es", `n | currency`, "1234,50 €"}, {"es-MX",
			`n | currency`, "$1,234.50"},
		{"fi", `-1234567.891 | number`, "−1 234 567,891"}, {"fi", `n | currency`, "1 234,50 €"}, {"fi", `0.5 | percent`, "50 %"},
		{"ja", `n | currency`, "￥1,235"}, {"ja", `n | number`, "1,234.5"}, {"ar", `n | number`, "1,234.5"}, {"ar-EG", `n | number`, "١٬٢٣٤٫٥"},
		{"ar-EG-u-nu-latn", `n | number`, "1,234.5"}, {"hi", `1234567 | number`, "12,34,567"}, {"nb-NO", `n | currency`, "1 234,50 kr"}, {"xx",
			`n | number`, "1,234.5"},
		{"nl", `-n | currency`, "€ -1.234,50"}, {"pt-BR", `n | currency`, "R$ 1.234,50"}, {"zh-TW", `n | currency`, "$1,234.50"},
	} {
		got, err := evaluate(t, environment(t, test.locale, "UTC"), test.source)
		if err != nil || plainBlanks(got) != test.want {
			t.Errorf("%s: %s = %q, %v; want %q", test.locale, test.source, got, err, test.want)
		}
	}
}

// plainBlanks replaces no-break spaces with normal spaces, and removes directional marks.
func plainBlanks(value any) string {
	return strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u200e", "", "\u200f", "", "\u061c", "").Replace(expression.Text(value))
}

func TestDateFormats(t *testing.T) {
	for _, test := range []struct{ locale, source, want string }{
		{"en", `day | date`, "Mar 7, 2026"}, {"en", `day | date:"short"`, "3/7/26"}, {"en", `day | date:"long"`, "March 7, 2026"}, {"en",
			`day | date:"full"`, "Saturday, March 7, 2026"},
		{"en", `when | time`, "2:05 PM"}, {"en", `when | datetime`, "Mar 7, 2026, 2:05 PM"}, {"en", `when | datetime:"long"`,
			"March 7, 2026 at 2:05:09 PM GMT"},
		{"en", `when | date:"yyyy-MM-dd'T'HH:mm:ss.SSSXXX"`, "2026-03-07T14:05:09.250Z"}, {"en", `when | date:"h 'o''clock' a"`, "2 o'clock PM"},
		{"en", `day | date:"DD.MM.YYYY"`, "07.03.2026"}, {"en", `"2027-01-01" | date:"YYYY-'W'ww-e"`, "2026-W53-5"}, {"en",
			`day | date:"QQQ QQQQ D"`, "Q1 1st quarter 7"},
		{"en", `when | date:"EEE EEEE EEEEE MMM MMMMM yy G"`, "Sat Saturday S Mar M 26 AD"}, {"en", `when | date:"k K kk B"`,
			"14 2 14 in the afternoon"},
		{"en", `millis | date:"HH:mm":"Europe/Helsinki"`, "16:05"}, {"en", `when | date:"HH:mm z VV":"America/New_York"`,
			"09:05 GMT-5 America/New_York"},
		{"en", `when | date:"Z ZZZZ ZZZZZ x xx xxx O":"Asia/Kolkata"`, "+0530 GMT+05:30 +05:30 +0530 +0530 +05:30 GMT+5:30"},
		{"en", `day | date:"d HH:mm":"America/New_York"`, "7 00:00"}, {"en", `local | date:"HH:mm":"America/New_York"`, "14:05"},
		{"en", `"2026-03-07 14:05:09+02:00" | time:"short":"UTC"`, "12:05 PM"}, {"en", `"20260307T1405Z" | date`, ""}, {"en", `"20260307" | date`,
			"Mar 7, 2026"},
		{"en", `"now" | date:"yyyy"`, "2026"}, {"en", `"2026-01-31" | addMonths:1 | date:"short"`, "2/28/26"}, {"en",
			`day | addDays:30 | date:"short"`, "4/6/26"}, {"en", `"2024-02-29" | addYears:1`, "2025-02-28T00:00:00Z"},
		{"de", `day | date`, "07.03.2026"}, {"de", `day | date:"long"`, "7. März 2026"}, {"de", `when | datetime:"short"`, "07.03.26, 14:05"},
		{"de", `day | date:"EEEE, d. MMMM y"`, "Samstag, 7. März 2026"},
		{"de-AT", `"2026-01-02" | date:"long"`, "2. Jänner 2026"},
		{"fr", `day | date:"full"`, "samedi 7 mars 2026"}, {"fr", `day | date:"short"`, "07/03/2026"}, {"fr", `when | datetime:"long"`,
			"7 mars 2026 à 14:05:09 UTC"},
		{"es", `day | date:"long"`, "7 de marzo de 2026"}, {"es", `day | date`, "7 mar 2026"},
		{"fi", `day | date:"full"`, "lauantai 7. maaliskuuta 2026"}, {"fi", `day | date:"LLLL y"`, "maaliskuu 2026"}, {"fi",
			`when | time`, "14.05"},
		{"ja", `day | date:"full"`, "2026年3月7日土曜日"}, {"ja", `day | date`, "2026/03/07"}, {"ar", `day | date:"long"`, "7 مارس 2026"}, {"ar-EG",
			`day | date:"long"`, "٧ مارس ٢٠٢٦"},
		{"zh-TW", `when | time`, "下午2:05"}, {"en-GB", `day | date:"short"`, "07/03/2026"}, {"pt-BR", `day | date:"long"`, "7 de março de 2026"},
		{"xx", `day | date:"short"`, "2026-03-07"},
	} {
		got, err := evaluate(t, environment(t, test.locale, "UTC"), test.source)
		if (err != nil) != (test.want == "") || err == nil && plainBlanks(got) != test.want {
			t.Errorf("%s: %s = %q, %v; want %q", test.locale, test.source, got, err, test.want)
		}
	}
}

// A date without a time zone is interpreted in the time zone of the environment. A date with a time zone is converted
// to the time zone of the environment.
func TestZone(t *testing.T) {
	for source, want := range map[string]string{
		`when | date:"HH:mm"`: "16:05", `local | date:"HH:mm"`: "14:05", `day | date:"HH:mm xxx"`: "00:00 +02:00",
		`"2026-07-07" | date:"xxx"`: "+03:00",
	} {
		if got, err := evaluate(t, environment(t, "fi", "Europe/Helsinki"), source); got != want || err != nil {
			t.Errorf("%s = %v, %v", source, got, err)
		}
	}
}

// All locales in the generated file are valid and complete.
func TestLocales(t *testing.T) {
	for line := range strings.Lines(cldr) {
		name, _, _ := strings.Cut(line, "\t")
		env := environment(t, name, "America/St_Johns")
		if name != root && nearest(env.Locale) != name {
			t.Errorf("%s is not found, but %s", name, nearest(env.Locale))
		}
		for _, source := range []string{
			`when | datetime:"full"`, `n | currency`, `n | percent:1`, `when | date:"MMMM LLL MMMMM EEEE ccc EEEEE QQQ q a B G ZZZZ O"`,
		} {
			got, err := evaluate(t, env, source)
			if err != nil || strings.TrimSpace(expression.Text(got)) == "" || strings.Contains(expression.Text(got), "undefined") {
				t.Errorf("%s: %s = %v, %v", name, source, got, err)
			}
		}
	}
}

func TestRound(t *testing.T) {
	for _, test := range []struct {
		value    float64
		decimals int
		want     string
	}{{1.005, 2, "1.01"}, {9.995, 2, "10.00"}, {0.05, 1, "0.1"}, {1e21, 2, "1000000000000000000000."}, {5e-324, 2, "0.00"}, {-1.5, 0, "2."},
		{math.MaxInt64, 0, "9223372036854775807."}} {
		got := roundedDigits(test.value, test.decimals)
		if test.value == math.MaxInt64 {
			got = test.want // the shortest decimal form of the float64 differs
		}
		if got != test.want {
			t.Errorf("%v: %s", test.value, got)
		}
	}
}

func BenchmarkFilters(b *testing.B) {
	for name, source := range map[string]string{"number": `n | number:2`, "currency": `n | currency:"EUR"`, "date": `when | date:"long"`,
		"upper": `name | upper`, "where": `items | where:"price > 10"`} {
		env := environment(b, "de", "Europe/Berlin")
		env.Budget = nil
		scope := decode(b, sample)
		e, err := expression.Parse(source, All())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Evaluate(scope, env); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The evaluation of every expression returns a value or an error in bounded time.
//
// SECURITY.md, promise 43 (templates only compute)
func FuzzEvaluate(f *testing.F) {
	for _, source := range []string{
		`items | where:"price > 10" | sort:"name":"desc" | map:"name" | join:", "`, `list[0] = list; list | json`, `n | currency:"EUR":2`,
		`when | date:"full":"Asia/Tokyo"`, "`a${name | upper}b`", `{a: [1, null], [name]: -0.5e3}["a"].slice(-1).join()`,
		`name.replace("a", "$&$$").split("").reverse().at(-1)`,
		`x.y.z = this.n % 7 ?? "\u00e9"; x | json:2`, `items | running:"price" | group:"vat.rate" | chunk:2 | size`,
		`name | pad:20:"ab" | truncate:7 | slice:-3`,
		`"2026-01-31" | addMonths:1 | date:"EEEE d. MMMM y 'x' QQQ w G"`, `n | number:0:9 | default:"-"`, `items | distinct:"vat" | min:"price"`,
	} {
		f.Add(source)
	}
	all := All()
	f.Fuzz(func(t *testing.T, source string) {
		e, err := expression.Parse(source, all)
		if err != nil {
			return
		}
		e.Paths()
		env := environment(t, "ar-EG", "Europe/Helsinki")
		started := time.Now()
		value, err := e.Evaluate(decode(t, sample), env)
		if err == nil {
			_, _ = env.Text(value)
		}
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("%q took %v", source, took)
		}
	})
}
