package property_test

import (
	"encoding/base64"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
	"lectern/backend/property"
)

func sample() property.List {
	return property.List{Noun: "sample", Properties: []property.Property{
		{Name: "ribbon", Kind: property.Boolean, Default: false},
		{Name: "openedPage", Kind: property.Integer, Default: 1, Min: 1, Max: 1000},
		{Name: "output", Kind: property.Choice, Default: "html", Choices: []string{"html", "img"}},
		{Name: "homeURL", Kind: property.URL, Default: ""},
		{Name: "watermark", Kind: property.Text, Default: "", MaxLength: 30, Placeholders: []string{"date", "name"}},
		{Name: "buttonColor", Kind: property.Color, Default: "#000000", Dark: "#ffffff"},
		{Name: "fontFamily", Kind: property.Font, Default: "serif"},
		{Name: "buttonVisibility", Kind: property.Visibility, Default: "visible"},
		{Name: "logo", Kind: property.Image, Default: ""},
		{Name: "frameAncestors", Kind: property.Sources, Default: "*"},
	}}
}

func dataURL(kind, bytes string) string {
	return "data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(bytes))
}

const gif = "GIF89a\x01\x00\x01\x00\x00\x00\x00;"

// TestValues checks valid and invalid JSON values of each kind. The invalid values include attempts to break out of a
// CSS declaration.
func TestValues(t *testing.T) {
	large := gif + strings.Repeat("a", property.MaxImage-len(gif))
	for name, test := range map[string]struct{ good, bad []string }{
		"ribbon":     {[]string{`true`, `false`}, []string{`"true"`, `1`, `null`, `{}`, `"yes"`}},
		"openedPage": {[]string{`1`, `1000`, `2.0`}, []string{`0`, `-1`, `1001`, `1.5`, `"1"`, `1e300`, `null`, `true`}},
		"output":     {[]string{`"html"`, `"img"`}, []string{`"HTML"`, `"pdf"`, `""`, `1`, `null`}},
		"homeURL": {[]string{`""`, `"https://example.com"`, `"http://example.com:8080/a?b=c#d"`, `"https://bücher.example/ü"`,
			`"http://[2001:db8::1]/"`},
			[]string{`"example.com"`, `"javascript:alert(1)"`, `"JavaScript:alert(1)"`, `"data:text/html,x"`, `"ftp://example.com"`, `"https://"`,
				`"https:///path"`,
				`"https://user:secret@example.com"`, `"https://a;script-src *"`, `"https://a,b"`, `"https://a b/"`, `"https://a\"b/"`, `"https://a<b/"`,
				`"https://exa\nmple.com"`, `" https://example.com"`,
				`"https://example.com/` + strings.Repeat("a", 2000) + `"`}},
		"watermark": {[]string{`""`, `"Draft {date} – {name}"`, `"機密"`, `"<script>alert(1)</script>"`},
			[]string{`"{today}"`, `"{}"`, `"a\nb"`, `"a\u0000b"`, `"` + strings.Repeat("a", 31) + `"`, `7`}},
		"buttonColor": {[]string{`"red"`, `"RebeccaPurple"`, `"transparent"`, `"#fff"`, `"#FFF8"`, `"#a1b2c3"`, `"#a1b2c3d4"`, `"rgb(1,2,3)"`,
			`"rgba(1, 2, 3, 0.5)"`, `"rgba(1,2,3,.5)"`,
			`"rgb(1 2 3)"`, `"rgb(10% 20% 30% / 40%)"`, `"hsl(120deg 50% 50%)"`, `"HSLA(120,50%,50%,1)"`, `"hwb(90 10% 10%)"`, `"lab(50% 40 59.5)"`,
			`"oklch(40% 0.26 29)"`},
			[]string{`""`, `"reddish"`, `"fff"`, `"#ff"`, `"#fffff"`, `"#ggg"`, `"inherit"`, `"currentcolor"`, `"var(--x)"`,
				`"url(https://example.com)"`, `"hsv(1,2%,3%)"`, `"rgb(1,2)"`, `"rgb(1,2,3,4,5)"`,
				`"rgb(nan,0,0)"`, `"rgb(1,2 3)"`, `"red;background:url(https://example.com)"`, `"red}body{display:none"`, `"red/*"`,
				`"#fff</style><script>alert(1)</script>"`, `"expression(alert(1))"`, `"r\\65 d"`, `" red"`, `0`}},
		"fontFamily": {[]string{`"serif"`, `"Arial, sans-serif"`, `"\"Segoe UI\", 'Noto Sans', system-ui"`, `"Times New Roman"`,
			`"-apple-system"`, `"\"a;b}\""`, `"\"</style>\""`, `"明朝"`, `"ui-rounded"`},
			[]string{`""`, `"\"Arial"`, `"Arial;color:red"`, `"Arial}"`, `"Arial,"`, `",Arial"`, `"1Arial"`, `"Arial/*x*/"`, `"inherit"`,
				`"Arial, initial"`, `"url(https://example.com)"`, `"\"a\\\"b\""`, `"\"a\nb\""`,
				`"</style><script>alert(1)</script>"`, `"Arial \"Black\""`, `"Arial!important"`, `"` + strings.Repeat("a", 501) + `"`}},
		"buttonVisibility": {[]string{`"visible"`, `"hidden"`}, []string{`true`, `"none"`, `"collapse"`, `"hidden;"`, `""`}},
		"logo": {[]string{`""`, `"https://example.com/logo.gif"`, `"` + dataURL("gif", gif) + `"`, `"` + dataURL("gif", "GIF87a") + `"`,
			`"` + dataURL("png", "\x89PNG\r\n\x1a\nrest") + `"`, `"` + dataURL("gif", large) + `"`},
			[]string{`"logo.gif"`, `"` + dataURL("png", gif) + `"`, `"` + dataURL("gif", "<svg onload=alert(1)>") + `"`,
				`"` + dataURL("svg+xml", "<svg/>") + `"`, `"data:image/gif;base64,R0lGOD#"`, `"data:image/gif,GIF89a"`, `"data:image/gif;base64,"`,
				`"DATA:text/html;base64,R0lGODlh"`, `"` + dataURL("gif", gif) + `\" onerror=\"alert(1)"`, `"` + dataURL("gif", large+"a") + `"`, `"` +
					dataURL("gif", large+large) + `"`, `"javascript:alert(1)"`}},
		"frameAncestors": {[]string{`"*"`, `"'self'"`, `"'none'"`, `"https://example.com"`,
			`"'self' https://*.example.com example.org:8080 https:"`, `"http://localhost:*"`},
			[]string{`""`, `"'self' 'none'"`, `"self"`, `"none"`, `"*; script-src *"`, `"https://a, https://b"`, `"https://a/path"`,
				`"'unsafe-inline'"`, `"https://a\r\nSet-Cookie: x"`, `"javascript:"`, `"https://user@a"`, `"'self'  https://a"`}},
	} {
		for _, value := range test.good {
			if _, err := sample().Parse([]byte(`{"` + name + `":` + value + `}`)); err != nil {
				t.Errorf("%s: %.100s is refused: %v", name, value, err)
			}
		}
		for _, value := range test.bad {
			_, err := sample().Parse([]byte(`{"` + name + `":` + value + `}`))
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %.100s: got %v", name, value, err)
				continue
			}
			f, _ := errors.AsType[*fault.Error](err)
			if len(f.Reasons) != 1 || f.Reasons[0].Field != "/"+name || !strings.HasPrefix(f.Reasons[0].Message, name+" ") {
				t.Errorf("%s: %.100s: %+v", name, value, f)
			}
		}
	}
}

// Base64 may contain line breaks, as some encoders write it. The line breaks are removed from the stored value.
func TestWrappedPictures(t *testing.T) {
	whole := dataURL("gif", gif+strings.Repeat("a", 100))
	head, encoded, _ := strings.Cut(whole, ",")
	for _, wrapped := range []string{
		head + ",\\r\\n" + strings.Join([]string{encoded[:76], encoded[76:]}, "\\r\\n") + "\\n", head + ", " + encoded[:10] + " " +
			encoded[10:20] + "\\t" + encoded[20:], " " + whole + "\\n",
	} {
		for _, read := range []func(string) (property.Values, error){
			func(text string) (property.Values, error) { return sample().Parse([]byte(text)) },
			func(text string) (property.Values, error) {
				values, reasons := sample().ParseOverrides(text)
				if len(reasons) > 0 {
					return values, errors.New(reasons[0].Message)
				}
				return values, nil
			},
		} {
			values, err := read(`{"logo":"` + wrapped + `"}`)
			if err != nil || values["logo"] != whole {
				t.Errorf("%q: %q, %v", wrapped, values["logo"], err)
			}
		}
	}
	if _, err := sample().Parse([]byte(`{"logo":"` + head + `,R0lG ODlh#\n"}`)); !fault.Is(err, fault.Invalid) {
		t.Errorf("no base64: %v", err)
	}
}

func TestAllMistakesAreReported(t *testing.T) {
	_, err := sample().Parse([]byte(`{"buttonColour":"red","ribbon":"true","openedPage":2,"openedPage":3,"a/b~c":1,"output":"img"}`))
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Invalid {
		t.Fatalf("%v", err)
	}
	var got []string
	for _, r := range f.Reasons {
		got = append(got, r.Field+" "+r.Nearest)
	}
	want := []string{"/buttonColour buttonColor", "/ribbon ", "/openedPage ", "/a~1b~0c " + f.Reasons[3].Nearest}
	if !slices.Equal(got, want) || !strings.Contains(f.Message, "4 invalid properties") {
		t.Errorf("%q of %q", got, f.Message)
	}
}

func TestRejectedNonObjects(t *testing.T) {
	for text, kind := range map[string]fault.Kind{
		"": fault.Malformed, "{": fault.Malformed, `{"ribbon":true,}`: fault.Malformed, `{"ribbon":true} x`: fault.Malformed,
		"\xff": fault.Malformed,
		"[]":   fault.Invalid, `"x"`: fault.Invalid, "null": fault.Invalid, "7": fault.Invalid,
	} {
		if _, err := sample().Parse([]byte(text)); !fault.Is(err, kind) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestOverridesFromAttributes checks that overrides can have case-insensitive names, and values given as text, as
// in HTML attributes.
func TestOverridesFromAttributes(t *testing.T) {
	values, reasons := sample().ParseOverrides(
		`{"RIBBON":"true","openedpage":"7","output":"img","buttoncolor":"red","Ribbon":false,"openedPages":"8","homeURL":"javascript:x"}`)
	want := property.Values{"ribbon": true, "openedPage": 7, "output": "img", "buttonColor": "red"}
	if !maps.Equal(values, want) || len(reasons) != 3 {
		t.Errorf("%v, %+v", values, reasons)
	}
	for _, text := range []string{"", " ", "null", " null\n", "{}", `{"openedPage":null}`,
		`{"openedPage":"null","RIBBON": null ,"logo":null}`} {
		if values, reasons := sample().ParseOverrides(text); len(values) > 0 || len(reasons) > 0 {
			t.Errorf("absent by %q: %v, %+v", text, values, reasons)
		}
	}
	for _, text := range []string{"{", "[]", `"x"`, "{}{}"} {
		if values, reasons := sample().ParseOverrides(text); len(values) > 0 || len(reasons) != 1 {
			t.Errorf("%q: %v, %+v", text, values, reasons)
		}
	}
	if _, reasons := sample().ParseOverrides(`{"openedPage":"seven"}`); len(reasons) != 1 {
		t.Errorf("a word is a number: %+v", reasons)
	}
}

// TestDeclarationsHoldOneValue checks that no value can end its CSS declaration.
//
// SECURITY.md, promise 35 (no injected scripts)
func TestDeclarationsHoldOneValue(t *testing.T) {
	list := sample()
	for _, test := range []struct{ name, value, want string }{
		{"buttonColor", "RED", "#ff0000"},
		{"buttonColor", "rgba(0,0,0,0.5)", "#00000080"},
		{"buttonColor", "rgb(1000,-5,0)", "#ff0000"},
		{"buttonColor", "red;x:y", ""},
		{"fontFamily", `'Segoe UI',  Times   New Roman`, `"Segoe UI", Times New Roman`},
		{"fontFamily", `"</style>"`, `"\3c \2f style\3e "`},
		{"fontFamily", `"a;}{'b"`, `"a\3b \7d \7b \27 b"`},
		{"fontFamily", "Arial}", ""},
		{"buttonVisibility", "hidden", "hidden"},
		{"buttonVisibility", "hidden}", ""},
		{"logo", "https://example.com", ""},
	} {
		if got := list.Find(test.name).Declaration(test.value); got != test.want {
			t.Errorf("%s of %q is %q, want %q", test.name, test.value, got, test.want)
		}
	}
}

func TestOrigins(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/logo.gif": "https://example.com", "http://example.com:8080": "http://example.com:8080",
		"https://bücher.example/": "https://xn--bcher-kva.example", "http://[2001:db8::1]:81/x": "http://[2001:db8::1]:81",
		dataURL("gif", gif): "", "": "", "https://a;b/": "",
	} {
		if got := property.Origin(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
