package filter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"lectern/converters/template/expression"
)

// release is the CLDR release that the file of locales is generated from.
const release = "48"

// formatCase is a value that Node.js formats, together with the expression that must have the same result.
type formatCase struct {
	options map[string]any
	source  string
}

func formatCases(locale string) []formatCase {
	var cases []formatCase
	add := func(source string, options map[string]any) {
		options["locale"] = locale
		cases = append(cases, formatCase{options, source})
	}
	for _, number := range []string{"0", "-1234.5", "1234567.891", "0.125", "99999.995", "12"} {
		value := json.Number(number)
		add("("+number+") | number", map[string]any{"number": value})
		add("("+number+") | number:2", map[string]any{"number": value, "minimumFractionDigits": 2, "maximumFractionDigits": 2})
		add("("+number+") | percent", map[string]any{"number": value, "style": "percent"})
		for _, code := range []string{"EUR", "USD", "JPY", "CHF", "SEK", "KWD"} {
			add("("+number+") | currency:'"+code+"'", map[string]any{"number": value, "style": "currency", "currency": code})
		}
	}
	for _, date := range []string{"2026-03-07T14:05:09Z", "1999-12-31T00:59:00Z"} {
		for _, style := range styles {
			add(fmt.Sprintf("'%s' | date:'%s'", date, style), map[string]any{"date": date, "timeZone": "UTC", "dateStyle": style})
		}
		for _, style := range []string{"medium", "short"} {
			add(fmt.Sprintf("'%s' | time:'%s'", date, style), map[string]any{"date": date, "timeZone": "Asia/Tokyo", "timeStyle": style})
			add(fmt.Sprintf("'%s' | datetime:'%s'", date, style), map[string]any{"date": date, "timeZone": "Asia/Tokyo", "dateStyle": style,
				"timeStyle": style})
		}
	}
	return cases
}

// wideBlanks replaces narrow no-break spaces with normal spaces, because Node.js writes normal spaces in dates.
var wideBlanks = strings.NewReplacer("\u202f", " ")

// Numbers, amounts and dates are formatted as by Node.js, an independent implementation of CLDR.
func TestDifferential(t *testing.T) {
	var cases []formatCase
	for _, locale := range strings.Fields("en en-GB en-IN en-AU en-CA de de-AT de-CH fr fr-CA es es-MX it nl pt pt-PT fi sv da nb pl cs sk " +
		"hu ro bg el ru uk tr ja zh zh-Hant he ar ar-EG fa hi bn th vi id et lv lt sl hr sr is ga ca eu") {
		cases = append(cases, formatCases(locale)...)
	}
	texts := runNode(t, cases)
	differing := 0
	for i, c := range cases {
		zone := "UTC"
		if named, ok := c.options["timeZone"]; ok {
			zone = named.(string)
		}
		got, err := evaluate(t, environment(t, c.options["locale"].(string), zone), c.source)
		if err != nil || wideBlanks.Replace(expression.Text(got)) != wideBlanks.Replace(texts[i]) {
			t.Errorf("%s: %s = %q, %v; node %q", c.options["locale"], c.source, got, err, texts[i])
			if differing++; differing > 50 {
				t.FailNow()
			}
		}
	}
}

func runNode(t *testing.T, cases []formatCase) []string {
	t.Helper()
	var options []any
	for _, c := range cases {
		options = append(options, c.options)
	}
	in, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", "format.mjs", release)
	node.Dir, node.Stdin = "../differential", bytes.NewReader(in)
	out, err := node.Output()
	if err != nil || len(out) == 0 {
		t.Skip("there is no node with that release of CLDR:", err)
	}
	var texts []string
	if err := json.Unmarshal(out, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}
