package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// A batch of texts ends at a page that takes too long, and contains the texts of the pages before it.
//
// SECURITY.md, promise 17 (limits of converters)
func TestTextsEndAtASlowPage(t *testing.T) {
	doc, _ := open(t, pdftest.Bomb(9))
	const timeout = time.Second // enough for the harmless page on a busy machine
	for range 2 {
		got, err := doc.Texts(1, 2, timeout, nil)
		if err != nil || !slices.Equal(got.Pages, []string{"Harmless\n", ""}) || !slices.Equal(got.Unread, []int{2}) || got.Slow != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		if got.Lost < timeout.Seconds() || got.Took < got.Lost {
			t.Errorf("it took %v s, of which %v s are lost", got.Took, got.Lost)
		}
		doc.Begin()
	}
}

// Pages that cannot be read are listed as unread, and the texts of all other pages are returned.
//
// SECURITY.md, promise 15 (damaged files)
func TestTextsPassOverBrokenPages(t *testing.T) {
	nested := pdftest.Page{Content: string(slices.Repeat([]byte{'['}, 100_000))}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), nested, pdftest.Text("Three")}))
	got, err := doc.Texts(1, 9, time.Minute, nil)
	if err != nil || !slices.Equal(got.Pages, []string{"One\n", "", "Three\n"}) || !slices.Equal(got.Unread, []int{2}) || got.Slow != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := doc.Texts(4, 9, time.Minute, nil); kind(err) != wire.PDFNoPage {
		t.Errorf("beyond the end: %v", err)
	}
}

// A page from which content is left out because of errors is reported as faulty; pages without errors are not.
func TestTextsReportFaultyPages(t *testing.T) {
	form := pdftest.Page{Content: "BT /F 12 Tf 20 50 Td (Two) Tj ET /Missing Do", Box: "0 0 200 100"}
	garbage := pdftest.Page{Content: strings.Repeat("xyzzy ", 1000) + "BT /F 12 Tf 20 50 Td (Lost) Tj ET"}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), form, pdftest.Text("Three"), garbage, pdftest.Text("Five")}))
	got, err := doc.Texts(1, 9, time.Minute, nil)
	if err != nil || !slices.Equal(got.Pages, []string{"One\n", "Two\n", "Three\n", "", "Five\n"}) || !slices.Equal(got.Faulty, []int{2, 4}) ||
		len(got.Unread) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// A page is reported as faulty if its content is missing or cannot be decompressed. A page without content, or whose
// stream only lacks its end marker or checksum, is not reported.
func TestTextsReportMissingContent(t *testing.T) {
	const flate, lzw, base85 = "/Filter/FlateDecode", "/Filter/LZWDecode", "/Filter/ASCII85Decode"
	packed := pdftest.Compressed("BT /F 12 Tf 20 50 Td (Whole) Tj ET")
	var colors strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&colors, "0.%d g\n", i*i*i)
	}
	long := pdftest.Compressed("BT /F 12 Tf 20 50 Td (Whole) Tj ET " + colors.String())
	for name, test := range map[string]struct {
		contents string // value of /Contents in the page's dictionary; a reference to stream if empty
		stream   string
		text     string
		faulty   bool
	}{
		"no Flate data": {stream: pdftest.Stream(flate, "no such data"), faulty: true},
		"bad ASCII85":   {stream: pdftest.Stream("/Filter[/ASCII85Decode/FlateDecode]", "zzzz~>"), faulty: true},
		"bad LZW":       {stream: pdftest.Stream(lzw, strings.Repeat("\xff", 50)), faulty: true},
		"absent":        {contents: "999 0 R", faulty: true},
		"no stream":     {contents: "1 0 R", faulty: true},
		"one of two absent": {contents: fmt.Sprintf("[%d 0 R 999 0 R]", pdftest.Object(0)), stream: pdftest.Stream(flate, packed),
			text: "Whole\n", faulty: true},
		"cut off": {stream: pdftest.Stream(flate, long[:len(long)-30]), text: "Whole\n", faulty: true},
		"cut off, in an array": {contents: fmt.Sprintf("[%d 0 R]", pdftest.Object(0)), stream: pdftest.Stream("/Filter[/FlateDecode]",
			long[:len(long)-30]), text: "Whole\n", faulty: true},
		"long and whole":          {stream: pdftest.Stream(flate, long), text: "Whole\n"},
		"whole":                   {stream: pdftest.Stream(flate, packed), text: "Whole\n"},
		"whole without a sum":     {stream: pdftest.Stream(flate, packed[:len(packed)-4]), text: "Whole\n"},
		"whole with a wrong sum":  {stream: pdftest.Stream(flate, packed[:len(packed)-4]+"abcd"), text: "Whole\n"},
		"an empty stream":         {stream: pdftest.Stream("", "")},
		"an empty one, as Flate":  {stream: pdftest.Stream(flate, "")},
		"an empty one, as LZW":    {stream: pdftest.Stream(lzw, "")},
		"an empty one, as text":   {stream: pdftest.Stream(base85, "")},
		"an empty array":          {contents: "[]"},
		"nothing that would draw": {contents: "null"},
	} {
		t.Run(name, func(t *testing.T) {
			if test.contents == "" {
				test.contents = fmt.Sprintf("%d 0 R", pdftest.Object(0))
			}
			page := pdftest.Page{Extra: "/Contents " + test.contents}
			// If two consecutive pages have the same fault, both are reported, and the page after them is not.
			doc, _ := open(t, pdftest.Build([]pdftest.Page{page, page, pdftest.Text("After")}, test.stream))
			var faulty []int
			if test.faulty {
				faulty = []int{1, 2}
			}
			got, err := doc.Texts(1, 9, time.Minute, nil)
			if err != nil || !slices.Equal(got.Pages, []string{test.text, test.text, "After\n"}) || !slices.Equal(got.Faulty, faulty) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}
