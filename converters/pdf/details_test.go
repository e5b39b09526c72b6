package pdf

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// details returns the details of a document that must be readable.
func details(t *testing.T, data []byte) wire.Details {
	t.Helper()
	doc, _ := open(t, data)
	got, err := doc.Details()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// asJSON encodes a value as JSON, so that tests can compare values with pointers.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestOutline(t *testing.T) {
	object := pdftest.Object
	page := func(n int) int { return pdftest.PageObject(7, n) } // numbered after the 7 further objects
	data := pdftest.WithCatalog(fmt.Sprintf("/Outlines %d 0 R", object(0)), []pdftest.Page{{Box: "0 0 200 100"}, {Box: "0 0 200 100"}},
		fmt.Sprintf("<</First %d 0 R/Last %d 0 R/Count 5>>", object(1), object(5)),
		fmt.Sprintf("<</Title(One)/Next %d 0 R/First %d 0 R/Dest[%d 0 R/XYZ 20 80 0]>>", object(3), object(2), page(0)),
		fmt.Sprintf("<</Title(One\\nand a half)/Dest[%d 0 R/Fit]>>", page(1)),
		fmt.Sprintf("<</Title<FEFF00DC0062006500720020>/Next %d 0 R/A<</S/URI/URI(https://example.com/a?b=c)>>>>", object(4)),
		fmt.Sprintf("<</Title(Script)/Next %d 0 R/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>", object(5)),
		fmt.Sprintf("<</Title(Width)/Next %d 0 R/Dest[%d 0 R/FitH 70]>>", object(6), page(1)),
		"<</Title(Nowhere)/Dest(no such name)>>",
	)
	want := `[{"title":"One","target":{"page":1,"left":20,"top":20},"children":[{"title":"One and a half","target":{"page":2}}]},` +
		`{"title":"Über","target":{"uri":"https://example.com/a?b=c"}},{"title":"Script","target":{}},` +
		`{"title":"Width","target":{"page":2,"top":30}},{"title":"Nowhere","target":{}}]`
	if got := asJSON(t, details(t, data).Outline); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// An outline with a cycle, or with too many levels or entries, is returned up to the point where it is cut.
func TestOutlineThatIsBroken(t *testing.T) {
	object := pdftest.Object
	item := func(title string, keys string) string { return fmt.Sprintf("<</Title(%s)%s>>", title, keys) }
	first := fmt.Sprintf("<</First %d 0 R>>", object(1))
	tests := map[string]struct {
		objects []string
		want    string // the titles, with children in brackets
	}{
		"none":          {nil, ""},
		"a number":      {[]string{"17"}, ""},
		"itself":        {[]string{first, item("a", fmt.Sprintf("/Next %d 0 R", object(1)))}, "a"},
		"its own child": {[]string{first, item("a", fmt.Sprintf("/First %d 0 R", object(1)))}, "a"},
		"its own parent": {[]string{first, item("a", fmt.Sprintf("/First %d 0 R", object(2))),
			item("b", fmt.Sprintf("/First %d 0 R", object(1)))}, "a(b)"},
		"a missing object": {[]string{first, item("a", "/Next 99 0 R/First 98 0 R")}, "a"},
		"no title":         {[]string{first, "<</Dest 3>>"}, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			data := pdftest.WithCatalog(fmt.Sprintf("/Outlines %d 0 R", object(0)), []pdftest.Page{{}}, test.objects...)
			if got := titles(details(t, data).Outline); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func titles(items []wire.OutlineItem) string {
	var all []string
	for _, item := range items {
		title := item.Title
		if len(item.Children) > 0 {
			title += "(" + titles(item.Children) + ")"
		}
		all = append(all, title)
	}
	return strings.Join(all, " ")
}

// An outline that takes too long to read is truncated, without an error.
//
// SECURITY.md, promise 15 (damaged files)
func TestOutlineEndsInTime(t *testing.T) {
	doc, _ := open(t, pdftest.WithCatalog("/Outlines<</First<</Title(a)/First<</Title(b)>>>>>>", []pdftest.Page{{}}))
	for patience, want := range map[time.Duration]string{0: "", time.Hour: "a(b)"} {
		if got, err := doc.outline(patience); err != nil || titles(got) != want {
			t.Errorf("within %s: %s, %v, want %s", patience, titles(got), err, want)
		}
	}
}

func TestOutlineIsBounded(t *testing.T) {
	tests := map[string]struct {
		key        string
		count      int
		atDepth    int
		wantDepth  int
		wantLength int
	}{
		"deep": {key: "First", count: 100_000, wantDepth: 64, wantLength: 1},
		"long": {key: "Next", count: 60_000, wantDepth: 1, wantLength: 50_000},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			objects := []string{fmt.Sprintf("<</First %d 0 R>>", pdftest.Object(1))}
			for i := range test.count {
				objects = append(objects, fmt.Sprintf("<</Title(x)/%s %d 0 R>>", test.key, pdftest.Object(i+2)))
			}
			got := details(t, pdftest.WithCatalog(fmt.Sprintf("/Outlines %d 0 R", pdftest.Object(0)), []pdftest.Page{{}}, objects...)).Outline
			if len(got) != test.wantLength {
				t.Errorf("%d entries, want %d", len(got), test.wantLength)
			}
			depth := 0
			for items := got; len(items) > 0; items = items[0].Children {
				depth++
			}
			if depth != test.wantDepth {
				t.Errorf("%d levels, want %d", depth, test.wantDepth)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	data := strings.Replace(string(pdftest.Build([]pdftest.Page{{}})), "<</Title(A tiny PDF)>>",
		"<</Title(A tiny PDF)/Author<FEFF00C40072007A00740065>/Subject(S)/Keywords(k, l)/Creator(C)/Producer(P)"+
			"/CreationDate(D:20240229123456+01'30')/ModDate(soon)>>", 1)
	want := wire.Metadata{Format: "PDF 1.7", Title: "A tiny PDF", Author: "Ärzte", Subject: "S", Keywords: "k, l",
		Creator: "C", Producer: "P", Created: "2024-02-29T12:34:56+01:30"}
	if got := details(t, []byte(data)).Metadata; got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := details(t, pdftest.Locked).Metadata.Encryption; !strings.HasPrefix(got, "Standard V") {
		t.Errorf("the encryption of a locked PDF is %q", got)
	}
}

func TestDate(t *testing.T) {
	tests := map[string]string{
		"D:20240229123456+01'30'": "2024-02-29T12:34:56+01:30",
		"D:20240229123456+01'30":  "2024-02-29T12:34:56+01:30",
		"D:20240229123456-08":     "2024-02-29T12:34:56-08:00",
		"D:20240229123456Z":       "2024-02-29T12:34:56Z",
		"D:20240229123456Z00'00'": "2024-02-29T12:34:56Z",
		"20240229":                "2024-02-29T00:00:00Z",
		"D:2024":                  "2024-01-01T00:00:00Z",
		"D:202":                   "",
		"D:20240230":              "",
		"yesterday":               "",
		"":                        "",
		"D:2024022912345678":      "",
	}
	for in, want := range tests {
		if got := date(in); got != want {
			t.Errorf("date(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	tests := map[string]struct{ link, want string }{
		"a page":           {"/Dest[%d 0 R/Fit]", `{"page":2}`},
		"a place":          {"/Dest[%d 0 R/XYZ 10 90 null]", `{"page":2,"left":10,"top":10}`},
		"an action":        {"/A<</S/GoTo/D[%d 0 R/FitV 30]>>", `{"page":2,"left":30}`},
		"the web":          {"/A<</S/URI/URI(https://example.com/)>>", `{"uri":"https://example.com/"}`},
		"upper case":       {"/A<</S/URI/URI(HTTP://example.com/)>>", `{"uri":"http://example.com/"}`},
		"mail":             {"/A<</S/URI/URI(mailto:a@example.com)>>", `{"uri":"mailto:a@example.com"}`},
		"the next page":    {"/A<</S/Named/N/NextPage>>", `{"page":2}`},
		"a file":           {"/A<</S/URI/URI(file:///etc/passwd)>>", ""},
		"another document": {"/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>", ""},
		"a program":        {"/A<</S/Launch/F(calc.exe)>>", ""},
		"a script":         {"/A<</S/JavaScript/JS(app.alert\\(1\\))>>", ""},
		"a script as URI":  {"/A<</S/URI/URI(javascript:alert\\(1\\))>>", ""},
		"data":             {"/A<</S/URI/URI(data:text/html,x)>>", ""},
		"spaces before":    {"/A<</S/URI/URI( java\\nscript:alert\\(1\\))>>", ""},
		"no scheme":        {"/A<</S/URI/URI(example.com)>>", ""},
		"no host":          {"/A<</S/URI/URI(https:///x)>>", ""},
		"nothing":          {"", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			link := test.link
			if strings.Contains(link, "%d") {
				link = fmt.Sprintf(link, pdftest.PageObject(0, 1))
			}
			pages := []pdftest.Page{{Box: "0 0 200 100", Extra: "/Annots[<</Type/Annot/Subtype/Link/Rect[10 20 60.126 40]" + link + ">>]"},
				{Box: "0 0 200 100"}}
			doc, _ := open(t, pdftest.Build(pages))
			words, err := doc.Words(1)
			if err != nil {
				t.Fatal(err)
			}
			want := "[]"
			if test.want != "" {
				want = `[{"box":[10,60,60.13,80],"target":` + test.want + `}]`
			}
			if got := asJSON(t, words.Links); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// On a rotated and cropped page, links have the positions at which they are displayed.
func TestLinksOfATurnedPage(t *testing.T) {
	page := pdftest.Page{Box: "0 0 200 100", Extra: "/CropBox[100 50 200 100]/Rotate 90" +
		"/Annots[<</Type/Annot/Subtype/Link/Rect[110 60 120 90]/A<</S/URI/URI(https://example.com/)>>>>]"}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{page}))
	words, err := doc.Words(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(words.Links) != 1 || words.Links[0].Box != (wire.Box{10, 10, 40, 20}) {
		t.Errorf("got %+v", words.Links)
	}
}

// The details of a document of 10,000 pages are found. The search is limited by the amount of work, not by time.
func TestDetailsOfTenThousandPages(t *testing.T) {
	got := details(t, pdftest.EmptyPages(10_000))
	if len(got.Fonts) != 1 || got.Fonts[0].Name != "Helvetica" || got.Labels != nil || len(got.Outline) != 0 {
		t.Errorf("got %+v", got)
	}
}

func FuzzDate(f *testing.F) {
	f.Add("D:20240229123456+01'30'")
	f.Add("D:2024Z''")
	f.Fuzz(func(t *testing.T, in string) {
		if out := date(in); out != "" {
			if _, err := time.Parse(time.RFC3339, out); err != nil {
				t.Errorf("date(%q) = %q: %v", in, out, err)
			}
		}
	})
}

// Addresses that a browser must not open are dropped.
func FuzzAllowed(f *testing.F) {
	f.Add("https://example.com/a?b=c#d")
	f.Add("mailto:a@example.com")
	f.Add(" JavaScript:alert(1)//http://x")
	f.Fuzz(func(t *testing.T, in string) {
		out := allowedURI(in)
		for _, scheme := range []string{"http://", "https://", "mailto:"} {
			if strings.HasPrefix(out, scheme) {
				return
			}
		}
		if out != "" {
			t.Errorf("%q was allowed as %q", in, out)
		}
	})
}

// Scripts and actions that another program would run are reported.
//
// SECURITY.md, promise 12 (no macros)
func TestScripts(t *testing.T) {
	const script, launch, link = "<</S/JavaScript/JS(a)>>", "<</S/Launch/F(a)>>", "<</S/URI/URI(https://a/)>>"
	annotation := func(entries string) pdftest.Page {
		return pdftest.Page{Extra: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A" + link + ">><</Type/Annot/Subtype/Link/Rect[0 0 9 9]" +
			entries + ">>]"}
	}
	for name, test := range map[string]struct {
		catalog string
		page    pdftest.Page
		want    bool
	}{
		"nothing":                  {"", pdftest.Text("a"), false},
		"on opening":               {"/OpenAction" + script, pdftest.Text("a"), true},
		"a place on opening":       {"/OpenAction[1 0 R/Fit]", pdftest.Text("a"), false},
		"an address on opening":    {"/OpenAction" + link, pdftest.Text("a"), false},
		"behind an address":        {"/OpenAction<</S/URI/URI(https://a/)/Next[" + script + "]>>", pdftest.Text("a"), true},
		"on closing":               {"/AA<</WC" + script + ">>", pdftest.Text("a"), true},
		"by name":                  {"/Names<</JavaScript<</Names[(a)" + script + "]>>>>", pdftest.Text("a"), true},
		"no name":                  {"/Names<</JavaScript<</Names[]>>/Dests<<>>>>", pdftest.Text("a"), false},
		"on opening a page":        {"", pdftest.Page{Extra: "/AA<</O" + launch + ">>"}, true},
		"the second of several":    {"/OpenAction<</S/URI/URI(https://a/)/Next[" + link + script + "]>>", pdftest.Text("a"), true},
		"a form that is sent":      {"", annotation("/A<</S/SubmitForm/F(https://a/)>>"), true},
		"a field of no page":       {"/AcroForm<</Fields[<</T(a)>><</AA<</C" + script + ">>>>]>>", pdftest.Text("a"), true},
		"a field above":            {"", annotation("/Parent<</Parent<</AA<</K" + script + ">>>>>>"), true},
		"a link":                   {"", annotation("/A" + launch), true},
		"a field":                  {"", annotation("/AA<</K" + script + ">>"), true},
		"a link to an address":     {"", annotation("/A" + link), false},
		"a picture with a script":  {"", annotation("/A<</S/Rendition/JS(a)>>"), true},
		"an action that goes on":   {fmt.Sprintf("/OpenAction %d 0 R", pdftest.Object(0)), pdftest.Text("a"), false},
		"something that is broken": {"/OpenAction 999 0 R/AA[]/Names 3", annotation("/A[]/AA 7"), false},
	} {
		data := pdftest.WithCatalog(test.catalog, []pdftest.Page{pdftest.Text("first"), test.page},
			fmt.Sprintf("<</S/URI/URI(https://a/)/Next %d 0 R>>", pdftest.Object(0)))
		if got := details(t, data).Scripts; got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
