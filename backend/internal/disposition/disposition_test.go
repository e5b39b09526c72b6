package disposition

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ name, header, want string }{
		{"a token", `attachment; filename=Letter.docx`, "Letter.docx"},
		{"a token with spaces", `attachment; filename=Contract 2026.docx; size=7`, "Contract 2026.docx"},
		{"quoted", `attachment; filename="Letter; final.docx"; size=7`, "Letter; final.docx"},
		{"in capitals, with spaces", "ATTACHMENT ;\tFileName = \"Letter.docx\" ", "Letter.docx"},
		{"quoted marks", `attachment; filename="a \"b\" c.docx"`, `a "b" c.docx`},
		{"a path of Windows", `attachment; filename="C:\Users\me\Letter.docx"`, `C:\Users\me\Letter.docx`},
		{"a quote that does not end", `attachment; filename="Letter.docx`, "Letter.docx"},
		{"UTF-8", `attachment; filename="Übersicht.docx"`, "Übersicht.docx"},
		{"Latin-1", "attachment; filename=\"\xdcbersicht.docx\"", "Übersicht.docx"},
		{"Latin-1, a token", "attachment; filename=\xdcbersicht.docx", "Übersicht.docx"},
		{"percent stays", `attachment; filename="100%25 %22.docx"`, "100%25 %22.docx"},
		{"extended", `attachment; filename*=UTF-8''%C3%9Cbersicht.docx`, "Übersicht.docx"},
		{"extended with a language", `attachment; filename*=utf-8'de'%e2%82%ac%20rates.docx`, "€ rates.docx"},
		{"extended in Latin-1", `attachment; filename*=ISO-8859-1''%DCbersicht.docx`, "Übersicht.docx"},
		{"extended, in quotation marks", `attachment; filename*="UTF-8''%C3%9Cbersicht.docx"`, "Übersicht.docx"},
		{"extended first", `attachment; filename*=UTF-8''%C3%9C.docx; filename="U.docx"`, "Ü.docx"},
		{"extended last", `attachment; filename="U.docx"; filename*=UTF-8''%C3%9C.docx`, "Ü.docx"},
		{"extended, not as it says", `attachment; filename="U.docx"; filename*=UTF-8''%DC.docx`, "U.docx"},
		{"extended, cut off", `attachment; filename="U.docx"; filename*=UTF-8''%C3%9`, "U.docx"},
		{"extended in an unknown charset", `attachment; filename="U.docx"; filename*=KLINGON''%DC.docx`, "U.docx"},
		{"extended, and empty", `attachment; filename="U.docx"; filename*=UTF-8''`, "U.docx"},
		{"encoded words", `attachment; filename="=?UTF-8?B?w5xiZXJzaWNodC5kb2N4?="`, "Übersicht.docx"},
		{"in pieces", `attachment; filename*0="Over"; filename*1="view.docx"`, "Overview.docx"},
		{"twice", `attachment; filename="a.docx"; filename="b.docx"`, "a.docx"},
		{"a name in another value", `attachment; a="filename=b.docx"; filename="c.docx"`, "c.docx"},
		{"none", `inline`, ""},
		{"nothing", ``, ""},
		{"only signs", `;;=;"";=`, ""},
	} {
		if got := Parse(test.header); got.Filename != test.want || got.HasFilename != (test.want != "") {
			t.Errorf("%s: %+v, want %q", test.name, got, test.want)
		}
	}
}

func TestParsePart(t *testing.T) {
	for _, test := range []struct{ header, name, filename string }{
		{`form-data; name="file"; filename="a %22b%22%0D%0A 50%25.docx"`, "file", "a \"b\"\r\n 50%25.docx"},
		{`form-data; name="file"; filename*=UTF-8''a%2522.docx`, "file", "a%22.docx"},
		{`form-data; name=file; filename=my letter.docx`, "file", "my letter.docx"},
		{"form-data; name=\"n\xe4me\"; filename=\"\xe4.docx\"", "näme", "ä.docx"},
		{`form-data; filename="name=x"; name="a%22b"`, `a"b`, "name=x"},
	} {
		if got := ParsePart(test.header); got.Name != test.name || got.Filename != test.filename || !got.HasFilename {
			t.Errorf("%s: %+v", test.header, got)
		}
	}
	if got := ParsePart(`form-data; name="a"; filename=""`); !got.HasFilename || got.Filename != "" {
		t.Errorf("an empty file name: %+v", got)
	}
	if got := ParsePart(`form-data; name="a"`); got.HasFilename {
		t.Errorf("a field: %+v", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`attachment; filename="a\"b"; filename*=UTF-8''%C3%9C`)
	f.Add("form-data; name=\xdc; filename=")
	f.Fuzz(func(t *testing.T, header string) {
		for _, h := range []Header{Parse(header), ParsePart(header)} {
			if len(h.Filename) > 4*len(header) || !h.HasFilename && h.Filename != "" || strings.Contains(h.Name, ";") &&
				!strings.Contains(header, `"`) {
				t.Errorf("%q: %+v", header, h)
			}
		}
	})
}
