package pdf

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// Promise 17: a page that never ends is the last of a batch of texts, and those before it come.
func TestTextsEndAtASlowPage(t *testing.T) {
	doc, _ := open(t, pdftest.Bomb(9))
	for range 2 {
		got, err := doc.Texts(1, 2, 20*time.Millisecond, nil)
		if err != nil || !slices.Equal(got.Pages, []string{"Harmless\n", ""}) || !slices.Equal(got.Unread, []int{2}) || got.Slow != 2 {
			t.Errorf("%+v, %v", got, err)
		}
		if got.Lost < 0.02 || got.Took < got.Lost {
			t.Errorf("it took %v s, of which %v s are lost", got.Took, got.Lost)
		}
		doc.Begin()
	}
}

// Promise 15: pages that cannot be read are told, and the texts of the others come.
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

// A page of which something is left out for its mistakes is told, and those without are not.
func TestTextsTellMistakes(t *testing.T) {
	form := pdftest.Page{Content: "BT /F 12 Tf 20 50 Td (Two) Tj ET /Missing Do", Box: "0 0 200 100"}
	garbage := pdftest.Page{Content: strings.Repeat("xyzzy ", 1000) + "BT /F 12 Tf 20 50 Td (Lost) Tj ET"}
	doc, _ := open(t, pdftest.Build([]pdftest.Page{pdftest.Text("One"), form, pdftest.Text("Three"), garbage, pdftest.Text("Five")}))
	got, err := doc.Texts(1, 9, time.Minute, nil)
	if err != nil || !slices.Equal(got.Pages, []string{"One\n", "Two\n", "Three\n", "", "Five\n"}) || !slices.Equal(got.Faulty, []int{2, 4}) || len(got.Unread) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
