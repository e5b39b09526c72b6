package template_test

import (
	"testing"

	"lectern/converters/template"
	"lectern/converters/template/templatetest"
)

// The type of a parameter is inferred from its use.
func TestInference(t *testing.T) {
	p := templatetest.P
	for name, test := range map[string]struct{ body, properties, sample string }{
		"a text":       {p("{firstName}"), `{"firstName":{"type":"string"}}`, `{"firstName":"First name"}`},
		"a member":     {p("{user.name}"), `{"user":{"properties":{"name":{"type":"string"}},"type":"object"}}`, `{"user":{"name":"Name"}}`},
		"a number":     {p("{price * 2}"), `{"price":{"type":"number"}}`, `{"price":10}`},
		"a condition":  {p("{#paid}thanks{/paid}"), `{"paid":{"type":"boolean"}}`, `{"paid":true}`},
		"a comparison": {p("{#if n > 2}many{/if}"), `{"n":{"type":"number"}}`, `{"n":10}`},
		"a list": {p("{#items}{name}: {price + 1}{/items}"),
			`{"items":{"items":{"properties":{"name":{"type":"string"},"price":{"type":"number"}},"type":"object"},"type":"array"}}`,
			`{"items":[{"name":"Name 1","price":10},{"name":"Name 2","price":20},{"name":"Name 3","price":30}]}`},
		"a list of values": {p("{#tags}{.}{/tags}"), `{"tags":{"items":{"type":"string"},"type":"array"}}`,
			`{"tags":["Tag 1","Tag 2","Tag 3"]}`},
		"a name further out": {p("{name}{#paid}{name}{/paid}"), `{"name":{"type":"string"},"paid":{"type":"boolean"}}`,
			`{"name":"Name","paid":true}`},
		"a name that stands outside later": {p("{#lines}{n} {unit}{/lines}{unit}"),
			`{"lines":{"items":{"properties":{"n":{"type":"string"}},"type":"object"},"type":"array"},"unit":{"type":"string"}}`, ""},
		"sums of groups": {p("{lines | group:\"vat\" | sum:\"(items | sum:'net * count') * key\"}"),
			`{"lines":{"items":{"properties":{"vat":{}},"type":"object"},"type":"array"}}`, `{"lines":[{"vat":10},{"vat":20},{"vat":30}]}`},
		"groups": {p("{#lines | group:\"vat\"}{key}: {items | sum:\"net\"}{/}"),
			`{"lines":{"items":{"properties":{"vat":{}},"type":"object"},"type":"array"}}`, `{"lines":[{"vat":10},{"vat":20},{"vat":30}]}`},
		"a number that is written first": {p("{n}, twice {n * 2}, {day}, {day | date}"),
			`{"n":{"type":"number"},"day":{"format":"date","type":"string"}}`, `{"n":10,"day":"2026-01-15"}`},
		"a number that is asked for first": {p("{#if n}{n | number:2}{/if}{#day}{day | date}{/day}"),
			`{"n":{"type":"number"},"day":{"format":"date","type":"string"}}`, `{"n":10,"day":"2026-01-15"}`},
		"a text that is asked for first": {p("{#if note}{note}{/if}{hint}{^hint}none{/hint}"),
			`{"note":{"type":["string","boolean"]},"hint":{"type":["string","boolean"]}}`, `{"note":"Note","hint":"Hint"}`},
		"conditions of several names": {p("{#if a && !b}x{:elseif c || d > 2}y{/if}{^e && f}z{/}{g ? 'x' : 'y'}{#h && i}x{/}"),
			`{"a":{"type":"boolean"},"b":{"type":"boolean"},"c":{"type":"boolean"},"d":{"type":"number"},"e":{"type":"boolean"},` +
				`"f":{"type":"boolean"},"g":{"type":"boolean"},"i":{"type":"boolean"},"h":{"type":"boolean"}}`, ""},
		"a choice that is written, too": {p("{name ? 'Dear ' + name : 'Hello'}"), `{"name":{"type":["string","boolean"]}}`, `{"name":"Name"}`},
		"a list that is asked for first": {p("{#if items}{#items}{name}{/items}{/if}{tags.length > 1 ? 'several' : " +
			"''}{^tags}none{/tags}{#tags}{.}{/tags}"),
			`{"items":{"items":{"properties":{"name":{"type":"string"}},"type":"object"},"type":"array"},"tags":{"items":{"type":"string"},` +
				`"type":"array"}}`, ""},
		"the template's own": {p("{x = 3}{x}"), `{}`, `{}`},
		"in their order": {p("{zebra} {apple}"), `{"zebra":{"type":"string"},"apple":{"type":"string"}}`,
			`{"zebra":"Zebra","apple":"Apple"}`},
		"a picture": {p("{%logo}"),
			`{"logo":{"contentEncoding":"base64","description":"A picture: bytes in Base64, or an address.","type":"string"}}`, ""},
	} {
		found, err := template.Check(templatetest.Docx(test.body))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := string(found.Schema), `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":`+test.properties+
			`,"type":"object"}`; got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
		if got := string(found.Sample); test.sample != "" && got != test.sample {
			t.Errorf("%s: %s\nwant %s", name, got, test.sample)
		}
	}
}
