package pdf

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

func TestExtras(t *testing.T) {
	object := pdftest.Object
	file := fmt.Sprintf("<</Type/Filespec/F(b)/UF<FEFF00DC002E0070006E0067>/EF<</F %d 0 R>>>>", object(1)) // "Ü.png" in UTF-16
	one := wire.Extras{Files: 1, FileNames: []string{"Ü.png"}}
	annotation := func(entries string) pdftest.Page {
		return pdftest.Page{Extra: "/Annots[<</Type/Annot/Rect[0 0 9 9]" + entries + ">>]"}
	}
	fileAnnotation := annotation(fmt.Sprintf("/Subtype/FileAttachment/Contents(a)/FS %d 0 R", object(0)))
	tree := fmt.Sprintf("/Names<</EmbeddedFiles<</Kids[<</Names[(a)%d 0 R(b)3(c)<</F(out.txt)>>]>>]>>>>", object(0))
	for name, test := range map[string]struct {
		catalog string
		page    pdftest.Page
		want    wire.Extras
	}{
		"nothing":             {"", pdftest.Text("a"), wire.Extras{}},
		"a file by name":      {tree, pdftest.Text("a"), one},
		"a file on a page":    {"", fileAnnotation, one},
		"the same, both ways": {tree, fileAnnotation, one},
		"a file of the whole": {fmt.Sprintf("/AF[%d 0 R]", object(0)), pdftest.Text("a"), one},
		"a portfolio": {tree + "/Collection<</View/T>>", pdftest.Text("a"), wire.Extras{Files: 1, FileNames: []string{"Ü.png"},
			Portfolio: true}},
		"a form laid out anew": {"/NeedsRendering true/AcroForm<</XFA[(template)null]>>", pdftest.Text("a"),
			wire.Extras{XFA: true, NeedsRendering: true}},
		"a form with pages":     {"/AcroForm<</XFA[(template)null]>>", pdftest.Text("a"), wire.Extras{XFA: true}},
		"a form without XFA":    {"/NeedsRendering true/AcroForm<</Fields[]>>", pdftest.Text("a"), wire.Extras{}},
		"a place to sign":       {"/AcroForm<</SigFlags 1/Fields[<</FT/Sig>>]>>", pdftest.Text("a"), wire.Extras{}},
		"a signature":           {"/AcroForm<</Fields[<</Kids[<</FT/Sig/V<</Type/Sig>>>>]>>]>>", pdftest.Text("a"), wire.Extras{Signatures: 1}},
		"a comment":             {"", annotation("/Subtype/Text/Contents(a)"), wire.Extras{Comments: 1}},
		"one that says nothing": {"", annotation("/Subtype/Highlight/Contents()"), wire.Extras{}},
		"one that is drawn":     {"", annotation("/Subtype/FreeText/Contents(a)"), wire.Extras{}},
		"a film":                {"", annotation("/Subtype/Movie/Contents(a)"), wire.Extras{Media: 1}},
		"what is broken": {"/Names<</EmbeddedFiles 7>>/AF 3/AcroForm[]/Collection[]/NeedsRendering(a)",
			annotation("/Subtype 3/Contents 4"), wire.Extras{}},
	} {
		data := pdftest.WithCatalog(test.catalog, []pdftest.Page{test.page}, file, pdftest.Stream("/Type/EmbeddedFile", "x"))
		if got := details(t, data).Extras; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

// A link is counted as blocked if it leads out of the document and is not returned with the links of its page.
func TestBlockedLinks(t *testing.T) {
	for entries, blocked := range map[string]bool{
		"/A<</S/Launch/F(/bin/sh)>>":                           true,
		"/A<</S/GoToR/F(other.pdf)/D[3/Fit]>>":                 true,
		"/A<</S/GoToE/T<</R/C/N(a)>>/D[0/Fit]>>":               true,
		"/A<</S/JavaScript/JS(app.alert)>>":                    true,
		"/A<</S/SubmitForm/F(http://example.com/)>>":           true,
		"/A<</S/URI/URI(file:///etc/passwd)>>":                 true,
		"/A<</S/URI/URI(javascript:alert)>>":                   true,
		"/A<</S/URI/URI(beside.html)>>":                        true,
		"/A<</S/URI/URI(https://example.com/)>>":               false,
		"/A<</S/URI/URI(HTTP://example.com/)>>":                false,
		"/A<</S/URI/URI(mailto:a@example.com)>>":               false,
		"/Dest[0/Fit]":                                         false,
		"/A<</S/GoTo/D[0/Fit]>>":                               false,
		"/Dest[0/Fit]/A<</S/Launch/F(/bin/sh)>>":               false,
		"/Contents(words)/A<</S/URI/URI(http://example.com)>>": false,
	} {
		page := pdftest.Page{Extra: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]" + entries + ">>]"}
		doc, _ := open(t, pdftest.Build([]pdftest.Page{page}))
		details, err := doc.Details()
		if err != nil {
			t.Fatal(err)
		}
		want := wire.Extras{}
		if blocked {
			want.Links = 1
		}
		if !reflect.DeepEqual(details.Extras, want) {
			t.Errorf("%s: got %+v, want %+v", entries, details.Extras, want)
		}
		if links, err := doc.links(1); err != nil || (len(links) == 0) != blocked {
			t.Errorf("%s: the links of the page are %+v, %v", entries, links, err)
		}
	}
}

// Trees of names and fields with cycles are read in bounded time, each entry once. A long list of annotations that many
// pages share is read in bounded time, too.
//
// SECURITY.md, promise 15 (damaged files)
func TestAnnotationsAreReadInBoundedTime(t *testing.T) {
	object := pdftest.Object
	data := pdftest.WithCatalog(fmt.Sprintf("/Names<</EmbeddedFiles %d 0 R>>/AcroForm<</Fields[%d 0 R]>>", object(0), object(1)),
		[]pdftest.Page{pdftest.Text("a")},
		fmt.Sprintf("<</Kids[%[1]d 0 R %[1]d 0 R]/Names[(a)%[2]d 0 R(b)%[2]d 0 R]>>", object(0), object(2)),
		fmt.Sprintf("<</FT/Sig/V<<>>/Kids[%[1]d 0 R %[1]d 0 R]>>", object(1)),
		"<</F(a)/EF<<>>>>")
	if got, want := details(t, data).Extras, (wire.Extras{Files: 1, FileNames: []string{"a"}, Signatures: 1}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	shared := fmt.Sprintf("[%s]", strings.Repeat(fmt.Sprintf("%d 0 R ", object(1)), 20_000))
	pages := slices.Repeat([]pdftest.Page{{Extra: fmt.Sprintf("/Annots %d 0 R", object(0))}}, 2_000)
	if got := details(t, pdftest.Build(pages, shared, "<</Subtype/Text/Contents(a)>>")).Extras; got.Comments != 1 {
		t.Errorf("got %+v", got)
	}
}

// Entries that are not files count against the limit, too. So a list of such entries that is shared by many branches is
// read in bounded time. A file after the limit is not found.
//
// SECURITY.md, promise 15 (damaged files)
func TestEntriesThatAreNotFilesCount(t *testing.T) {
	file := "<</Names[(a)<</F(a)/EF<<>>>>]>>"
	for name, entry := range map[string]string{"nothing": "null null ", "no file": "()<<>>", "a file elsewhere": "()<</F(b)>>"} {
		for branches, files := range map[int]int{3: 1, 110: 0} {
			kids := strings.Repeat(fmt.Sprintf("<</Names %d 0 R>>", pdftest.Object(0)), branches)
			data := pdftest.WithCatalog("/Names<</EmbeddedFiles<</Kids["+kids+file+"]>>>>", []pdftest.Page{pdftest.Text("a")},
				"["+strings.Repeat(entry, 10_000)+"]")
			if got := details(t, data).Extras.Files; got != files {
				t.Errorf("%s, %d times: %d files, want %d", name, branches, got, files)
			}
		}
	}
}

// The search for a missing name does not take exponential time in a name tree that is deep, or whose nodes have the
// same child twice.
//
// SECURITY.md, promise 15 (damaged files)
func TestNamesOfAMalformedTree(t *testing.T) {
	object := pdftest.Object
	for name, kids := range map[string]string{"deep": "%[1]d 0 R", "the same twice": "%[1]d 0 R %[1]d 0 R"} {
		var objects []string
		for i := range 60 {
			objects = append(objects, fmt.Sprintf("<</Limits[(a)(z)]/Kids["+kids+"]>>", object(i+1)))
		}
		objects = append(objects, "<</Limits[(a)(z)]/Names[(b)[1 0 R/Fit]]>>")
		data := pdftest.WithCatalog(fmt.Sprintf("/Names<</Dests %d 0 R>>/Outlines<</First<</Title(One)/Dest(nowhere)>>>>", object(0)),
			[]pdftest.Page{pdftest.Text("a")}, objects...)
		if got := titles(details(t, data).Outline); got != "One" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// A name tree is read in bounded time if its list of children contains itself, directly or through another list. Names
// after the 100,000th branch are not found.
//
// SECURITY.md, promise 15 (damaged files)
func TestNamesOfATreeThatIsCut(t *testing.T) {
	object := pdftest.Object
	page := pdftest.PageObject(4, 0)
	leaf := fmt.Sprintf("%d 0 R ", object(3))
	within := fmt.Sprintf("<</Kids %d 0 R>>", object(0))
	for name, test := range map[string]struct {
		kids string
		page int
	}{
		"a good one":           {leaf, 1},
		"within itself":        {within + within, 0},
		"within another":       {fmt.Sprintf("%s<</Kids %d 0 R>>%[1]s", within, object(1)), 0},
		"by another name":      {fmt.Sprintf("%s<</Kids %d 0 R>>%[1]s", within, object(2)), 0},
		"a name beside it":     {within + leaf + within, 1},
		"a name behind zeros":  {strings.Repeat("0 ", 99_000) + leaf, 1},
		"a name behind others": {strings.Repeat("0 ", 120_000) + leaf, 0},
	} {
		data := pdftest.WithCatalog("/Names<</Dests"+within+">>/Outlines<</First<</Title(One)/Dest(there)>>>>", []pdftest.Page{pdftest.Text("a")},
			"["+test.kids+"]", "["+within+within+"]", fmt.Sprintf("%d 0 R", object(0)), fmt.Sprintf("<</Limits[(a)(z)]/Names[(there)[%d 0 R/Fit]]>>",
				page))
		outline := details(t, data).Outline
		if titles(outline) != "One" || outline[0].Target.Page != test.page {
			t.Errorf("%s: got %+v, want page %d", name, outline, test.page)
		}
	}
}

// The reading of names can be cancelled, and a later request reads them completely. The test doubles the time before
// the cancellation until a request succeeds.
//
// SECURITY.md, promise 15 (damaged files)
func TestCancelledNamesAreReadAgain(t *testing.T) {
	doc, _ := open(t, manyNames())
	cancelled := 0
	links, err := linksWithin(doc, time.Millisecond)
	for patience := 2 * time.Millisecond; kind(err) == wire.PDFCancelled; patience *= 2 {
		cancelled++
		links, err = linksWithin(doc, patience)
	}
	if err != nil || len(links) != 1 || links[0].Target.Page != 1 {
		t.Errorf("after %d that were cancelled: %+v, %v", cancelled, links, err)
	}
	if cancelled < 2 { // cancelling must have had an effect; the first cancellation may come before the names are read
		t.Errorf("%d were cancelled", cancelled)
	}
}

// manyNames returns a PDF whose page has a link to the last of 90,000 names.
func manyNames() []byte {
	const branches = 90_000
	objects := make([]string, branches+1, branches+2)
	var kids strings.Builder
	for i := 1; i <= branches; i++ {
		fmt.Fprintf(&kids, "%d 0 R ", pdftest.Object(i))
		objects[i] = "<</Limits[(a)(a)]>>"
	}
	objects[0] = fmt.Sprintf("<</Kids[%s%d 0 R]>>", kids.String(), pdftest.Object(branches+1))
	objects = append(objects, fmt.Sprintf("<</Limits[(there)(there)]/Names[(there)[%d 0 R/Fit]]>>", pdftest.PageObject(branches+2, 0)))
	page := pdftest.Page{Extra: "/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(there)>>]"}
	return pdftest.WithCatalog(fmt.Sprintf("/Names<</Dests %d 0 R>>", pdftest.Object(0)), []pdftest.Page{page}, objects...)
}

// linksWithin returns the links of page 1, or an error if reading them takes longer than patience.
func linksWithin(doc *Document, patience time.Duration) ([]wire.Link, error) {
	doc.Begin()
	told := make(chan bool)
	timer := time.AfterFunc(patience, func() {
		doc.Abort()
		close(told)
	})
	links, err := doc.links(1)
	if !timer.Stop() {
		<-told
	}
	return links, err
}
