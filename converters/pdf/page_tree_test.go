package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// All pages in the page tree of a document are found, even if the document states another number of pages or the tree
// is malformed.
//
// SECURITY.md, promise 15 (damaged files)
func TestPageTreeWithWrongCount(t *testing.T) {
	const both = "5 0 R 6 0 R"
	var arrays []string // each array refers twice to the next one, which makes 2^40 branches
	for i := range 40 {
		arrays = append(arrays, fmt.Sprintf("[<</Kids %[1]d 0 R>><</Kids %[1]d 0 R>>]", 8+i))
	}
	tests := []struct {
		name, kids, count string
		further           []string
		pages             int
	}{
		{"as it is", both, "2", nil, 2},
		{"one too many", both, "3", nil, 2},
		{"more than there are objects", both, "100000", nil, 2},
		{"more than a number holds", both, "5000000000", nil, 2},
		{"none", both, "0", nil, 2},
		{"below none", both, "-1", nil, 2},
		{"nothing", both, "null", nil, 2},
		{"no number", both, "/Many", nil, 2},
		{"a page twice", both + " 5 0 R", "9", nil, 3},
		{"a broken page", both + " 99 0 R", "3", nil, 3},
		{"a broken page, and too many", both + " 99 0 R", "4", nil, 2},
		{"a branch", "5 0 R 7 0 R", "9", []string{"<</Type/Pages/Kids[6 0 R 6 0 R]/Count 0>>"}, 3},
		{"a branch without a type", "5 0 R 7 0 R", "9", []string{"<</Kids[6 0 R]>>"}, 2},
		{"a circle", both + " 2 0 R", "9", nil, 2},
		{"a circle of two", both + " 7 0 R", "9", []string{"<</Type/Pages/Kids[2 0 R 7 0 R]>>"}, 2},
		{"a branch twice", "7 0 R 7 0 R", "9", []string{"<</Type/Pages/Kids[5 0 R]/Count 1>>"}, 1},
		{"very many branches", both + "<</Kids 7 0 R>>", "9", append(arrays, "[]"), 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc, info := open(t, pdftest.Tree(test.kids, test.count, test.further...))
			if info.Pages != test.pages {
				t.Errorf("%d pages, want %d", info.Pages, test.pages)
			}
			for page := 1; page <= 2; page++ {
				if w, h := info.Size(page); page <= test.pages && (w != 9 || h != 9) {
					t.Errorf("page %d has %g × %g", page, w, h)
				}
				if _, err := svgOf(doc, page); page <= test.pages && err != nil {
					t.Errorf("page %d: %v", page, err)
				}
			}
		})
	}
}

// If the document declares fewer pages than exist, or refers to missing pages, all existing pages are shown. Missing
// pages are reported if the declared number includes them.
func TestPageTreeDeclaresFewerPages(t *testing.T) {
	for _, test := range []struct {
		name, kids, count string
		branch            string
		pages             int
		missing           []int
		said              int
	}{
		{"as it is", "5 0 R 6 0 R", "2", "", 2, nil, 0},
		{"one too few", "5 0 R 6 0 R", "1", "", 2, nil, 0},
		{"in a branch", "5 0 R 7 0 R", "1", "<</Type/Pages/Kids[6 0 R 6 0 R]/Count 1>>", 3, nil, 0},
		{"the branch alone", "5 0 R 7 0 R", "3", "<</Type/Pages/Kids[6 0 R 6 0 R]/Count 1>>", 3, nil, 0},
		{"no object of its own", "5 0 R <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> 6 0 R", "1", "", 3, nil, 0},
		{"a missing one that is counted", "5 0 R 99 0 R 6 0 R", "3", "", 3, []int{2}, 0},
		{"one that is none", "5 0 R null 6 0 R", "3", "", 3, []int{2}, 0},
		{"a missing one that is not counted", "5 0 R 99 0 R 6 0 R", "2", "", 2, nil, 0},
		{"one of two that are missing", "5 0 R 99 0 R 98 0 R 6 0 R", "3", "", 4, []int{2, 3}, 0},
		{"a missing one, and too few", "5 0 R 99 0 R 6 0 R", "1", "", 2, nil, 0},
		{"one too many", "5 0 R 6 0 R", "3", "", 2, nil, 3},
		{"a missing one, and too many", "5 0 R 99 0 R 6 0 R", "4", "", 2, nil, 4},
		{"a branch twice", "7 0 R 7 0 R", "2", "<</Type/Pages/Kids[5 0 R]/Count 1>>", 2, nil, 0},
		{"nothing", "5 0 R 6 0 R", "null", "", 2, nil, 0},
	} {
		doc, info := open(t, pdftest.Tree(test.kids, test.count, test.branch))
		details, err := doc.Details()
		if err != nil || info.Pages != test.pages || !slices.Equal(details.Missing, test.missing) || details.DeclaredPages != test.said ||
			details.Unsized > 0 {
			t.Errorf("%s: %d pages, %v missing, %d said, %d without a size; %v", test.name, info.Pages, details.Missing, details.DeclaredPages,
				details.Unsized, err)
		}
		for page := 1; page <= info.Pages; page++ {
			if w, h := info.Size(page); (w != 9 || h != 9) != slices.Contains(test.missing, page) {
				t.Errorf("%s: page %d has %g × %g", test.name, page, w, h)
			}
		}
	}
}

// All pages are found if the file must be repaired while the page tree is read.
//
// SECURITY.md, promise 15 (damaged files)
func TestPageTreeThatIsRepaired(t *testing.T) {
	good := pdftest.Tree("5 0 R 7 0 R", "1", "<</Type/Pages/Kids[6 0 R]/Count 1>>")
	for _, object := range []int{2, 5, 6, 7} {
		at := bytes.Index(good, fmt.Appendf(nil, "%d 0 obj", object))
		wrong := bytes.Replace(good, fmt.Appendf(nil, "%010d 00000 n", at), fmt.Appendf(nil, "%010d 00000 n", at+17), 1)
		if _, info := open(t, wrong); info.Pages != 2 || bytes.Equal(good, wrong) {
			t.Errorf("object %d is not at its declared position: %d pages", object, info.Pages)
		}
	}
}

// A document whose page tree contains itself and no page is reported as damaged. A document with too many pages is
// rejected.
func TestPageTreeWithoutEnd(t *testing.T) {
	tests := []struct {
		name, kids, count string
		kind              wire.PDFFault
	}{
		{"itself only", "2 0 R 2 0 R", "1000000", wire.PDFDamaged},
		{"too many", strings.Repeat("5 0 R ", 12), "0", wire.PDFPages},
		{"too many, and more said", strings.Repeat("5 0 R ", 12), "99", wire.PDFPages},
	}
	for _, test := range tests {
		_, _, err := limited(t, pdftest.Tree(test.kids, test.count), func(l *Limits) { l.Pages = 10 })
		var fault *Fault
		if !errors.As(err, &fault) || fault.Kind != test.kind || test.kind == wire.PDFPages && fault.Pages <= 10 {
			t.Errorf("%s: %+v", test.name, err)
		}
	}
}

// The details of a document contain the number of pages that have no usable size.
//
// SECURITY.md, promise 21 (limits of pages)
func TestPagesWithoutASize(t *testing.T) {
	boxes := map[string]int{"0 0 9 9": 0, "9 9 0 0": 0, "0 0 612 792": 0, "0 0 1e7 1e7": 1, "0 0 0 0": 1, "0 0 14400 0.001": 1,
		"0 0 9": 1, "": 1,
		"0 0 10000000 10000000": 0}
	for box, want := range boxes {
		doc, _ := open(t, pdftest.Tree("5 0 R 7 0 R", "2", "<</Type/Page/Parent 2 0 R/MediaBox["+box+"]>>"))
		if details, err := doc.Details(); err != nil || details.Unsized != want {
			t.Errorf("[%s]: %d without a size, want %d; %v", box, details.Unsized, want, err)
		}
	}
}
