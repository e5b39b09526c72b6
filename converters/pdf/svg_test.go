package pdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"lectern/converters/corpustest"
	"lectern/converters/pdf/pdftest"
)

func TestTidySVG(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"namespaces": {
			`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
				`xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1">`,
			`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1">`,
		},
		"layer":             {`<g inkscape:groupmode="layer" inkscape:label="Secret">`, `<g>`},
		"outline":           {`<path id="font_1_2" d="M.6142578-.48129273C12.5 3Z"/>`, `<path id="font_1_2" d="M.61425-.48129C12.5 3Z"/>`},
		"other path":        {`<path d="M.6142578 0"/>`, `<path d="M.6142578 0"/>`},
		"control character": {`<use data-text="&#x0014;" xlink:href="#a"/>`, `<use data-text="&#xfffd;" xlink:href="#a"/>`},
		"null":              {`<use data-text="&#x0000;" xlink:href="#a"/>`, `<use data-text="&#xfffd;" xlink:href="#a"/>`},
		"surrogate":         {`<use data-text="&#xd800;" xlink:href="#a"/>`, `<use data-text="&#xfffd;" xlink:href="#a"/>`},
		"not a character":   {`<use data-text="&#xffff;" xlink:href="#a"/>`, `<use data-text="&#xfffd;" xlink:href="#a"/>`},
		"beyond Unicode":    {`<use data-text="&#x110000;" xlink:href="#a"/>`, `<use data-text="&#xfffd;" xlink:href="#a"/>`},
		"good character":    {`<use data-text="&#x2019;" xlink:href="#a"/>`, `<use data-text="&#x2019;" xlink:href="#a"/>`},
		"tab":               {`<use data-text="&#x0009;"/>`, `<use data-text="&#x0009;"/>`},
		"beyond the first":  {`<use data-text="&#x1f600;"/>`, `<use data-text="&#x1f600;"/>`},
		"text between":      {"a<g>b</g>c", "a<g>b</g>c"},
		"cut within a tag":  {`<g><path id="font_1`, `<g><path id="font_1`},
		"nothing":           {"", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := string(appendTidySVG(nil, []byte(test.in))); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// inspect checks the rules that hold for the SVG of every page, and returns an error for the first violation.
//
// SECURITY.md, promise 35 (no injected scripts)
func inspect(svg []byte, ids map[string]bool) error {
	if !bytes.HasPrefix(svg, []byte(`<svg xmlns="http://www.w3.org/2000/svg"`)) {
		return fmt.Errorf("begins with %.40q", svg)
	}
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if err := inspectElement(start, ids); err != nil {
			return err
		}
	}
}

var harmless = map[string]bool{
	"svg": true, "g": true, "defs": true, "path": true, "use": true, "symbol": true, "image": true, "rect": true,
	"clipPath": true, "mask": true, "pattern": true, "filter": true, "feComponentTransfer": true,
	"style": true, "text": true, "feFuncA": true, "feFuncR": true, "feFuncG": true, "feFuncB": true, "feColorMatrix": true,
}

func inspectElement(element xml.StartElement, ids map[string]bool) error {
	if !harmless[element.Name.Local] {
		return fmt.Errorf("element %s", element.Name.Local)
	}
	for _, attr := range element.Attr {
		switch name := attr.Name.Local; {
		case strings.HasPrefix(name, "on"):
			return fmt.Errorf("attribute %s", name)
		case name == "href" && !strings.HasPrefix(attr.Value, "#") && !strings.HasPrefix(attr.Value, "data:image/"):
			return fmt.Errorf("reference to %.60q", attr.Value)
		case strings.Contains(attr.Value, "url(") && !strings.HasPrefix(attr.Value, "url(#"):
			return fmt.Errorf("%s is %.60q", name, attr.Value)
		case name == "id" && ids[attr.Value]:
			return fmt.Errorf("id %s twice", attr.Value)
		case name == "id":
			ids[attr.Value] = true
		}
	}
	return nil
}

func TestHostileTextStaysText(t *testing.T) {
	layer := `<</Type/OCG/Name(x"><script>alert\(1\)</script>)>>`
	page := pdftest.Page{
		Content: `/OC /L BDC BT /F 24 Tf 20 100 Td (a"<&>'\001\000x) Tj ET EMC ` +
			`/Span <</ActualText (q"><script>alert\(1\)</script>)>> BDC BT /F 24 Tf 20 40 Td (zz) Tj ET EMC`,
		Resources: fmt.Sprintf("/Properties<</L %d 0 R>>", pdftest.Object(0)),
	}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{page}, layer))
	svg, err := svgOf(doc, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := inspect(svg, map[string]bool{}); err != nil {
		t.Errorf("%v in\n%s", err, svg)
	}
	if bytes.Contains(svg, []byte("script")) {
		t.Errorf("the layer's name is in\n%s", svg)
	}
}

func TestIDsDifferBetweenPages(t *testing.T) {
	doc, info := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), pdftest.Text("Two"), pdftest.Text("Three")}))
	ids := map[string]bool{}
	for page := range info.Pages {
		svg, err := svgOf(doc, page+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := inspect(svg, ids); err != nil {
			t.Errorf("page %d: %v", page+1, err)
		}
	}
	if len(ids) < 3 {
		t.Errorf("no ids at all: %v", ids)
	}
}

func TestSVGOfCorpus(t *testing.T) {
	files := corpustest.Glob(t, "*/*.pdf")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, info, err := tryOpen(t, data)
		if err != nil {
			continue // TestOpenRefuses checks the errors
		}
		ids := map[string]bool{}
		for page := 1; page <= min(info.Pages, 5); page++ {
			svg, err := svgOf(doc, page)
			if err == nil {
				err = inspect(svg, ids)
			}
			if err != nil {
				t.Errorf("%s page %d: %v", path, page, err)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(pdftest.Build([]pdftest.Page{pdftest.Text("Hello")}))
	f.Add(pdftest.Protected)
	f.Add(pdftest.Locked)
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, info, err := tryOpen(t, data)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("not a fault: %v", err)
		}
		if err != nil {
			return
		}
		svg, err := svgOf(doc, min(info.Pages, 2))
		if err == nil {
			err = inspect(svg, map[string]bool{})
		}
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
	})
}

// For every input, tidying terminates. Only replacement characters make the output longer, by at most four bytes each.
func FuzzTidySVG(f *testing.F) {
	f.Add(
		[]byte(
			`<svg xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><g inkscape:label="a"><path id="font_1_2" d="M.6142578-.48129273"/>`))
	f.Add([]byte(`<use data-text="&#x0;"/><use data-text="&#x`))
	f.Add([]byte(`<g inkscape:<use data-text="&#x1f600;>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		kept := bytes.Clone(svg)
		tidy := appendTidySVG([]byte("before"), svg)
		if !bytes.Equal(kept, svg) || !bytes.HasPrefix(tidy, []byte("before")) {
			t.Fatal("it changed what is not its own")
		}
		if most := len(svg) + 4*bytes.Count(svg, []byte(referencePrefix)); len(tidy)-len("before") > most {
			t.Errorf("%q became %q", svg, tidy)
		}
	})
}
