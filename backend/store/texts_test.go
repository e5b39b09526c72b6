package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/converters/wire"
)

// searched returns the pages of a document that match a query.
func searched(t *testing.T, db *DB, id, query string) string {
	t.Helper()
	q := parsed(t, query)
	source, err := db.Search.FindSource(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := db.Search.ListPages(t.Context(), q, source.PDF, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, text := range texts {
		pages = append(pages, fmt.Sprint(text.Page))
	}
	if count, err := db.Search.CountPages(t.Context(), q, source.PDF); err != nil || count != len(pages) {
		t.Errorf("%s is on %d pages, and counted on %d, %v", query, len(pages), count, err)
	}
	return strings.Join(pages, " ")
}

func parsed(t *testing.T, query string) *search.Query {
	t.Helper()
	q, err := search.Parse(query, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// withPDF adds a document with a PDF that has these texts.
func withPDF(t *testing.T, db *DB, id, pdf string, texts ...string) {
	t.Helper()
	if _, err := db.Documents.CreateDocuments(t.Context(), document.Post{Documents: []document.Document{testDocument(id,
		time.Now())}}); err != nil {
		t.Fatal(err)
	}
	_, err := db.Documents.UpdateDocument(t.Context(), id, document.Update{
		PDF:    &document.PDF{Key: pdf, Pages: len(texts)},
		Texts:  &document.Texts{First: 1, Count: len(texts), Pages: texts},
		Change: func(d *document.Document) error { d.PDF = pdf; return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTextIsFound(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "Der Käse", "", "CAFÉ und Kuchen", "Ελλάδα café", "zero\x00byte")
	withPDF(t, db, "b", "bb/02", "café")
	tests := []struct{ query, want string }{
		{"cafe", "3 4"}, {"kase", "1"}, {"ΕΛΛΆΔΑ", "4"}, {`"und kuchen"`, "3"}, {"kuch*", "3"}, {"zerobyte", "5"}, {"nothing", ""},
	}
	for _, test := range tests {
		if got := searched(t, db, "a", test.query); got != test.want {
			t.Errorf("%s is found on %q, want %q", test.query, got, test.want)
		}
	}
	if got := searched(t, db, "b", "cafe"); got != "1" {
		t.Errorf("in the other document it is found on %q", got)
	}
}

// TestTextIsStoredOnce tries to add texts of pages that are already stored, and texts that would leave a gap.
func TestTextIsStoredOnce(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "one", "two")
	for _, first := range []int{1, 2, 4} {
		if err := db.PDFs.AddTexts(t.Context(), "aa/01", document.Texts{First: first, Count: 1, Pages: []string{"other"}}); err != nil {
			t.Error(err)
		}
	}
	if err := db.PDFs.AddTexts(t.Context(), "aa/01", document.Texts{First: 3, Count: 5, Pages: []string{"three"},
		Unread: []document.UnreadPages{{First: 4, Last: 7, Reason: document.UnreadSkipped}}}); err != nil {
		t.Error(err)
	}
	var all []string
	err := db.PDFs.ListTexts(t.Context(), "aa/01", func(page int, text string) error {
		all = append(all, fmt.Sprint(page, text))
		return nil
	})
	if got := strings.Join(all, " "); err != nil || got != "1one 2two 3three" {
		t.Errorf("stored is %q, %v", got, err)
	}
	if pdf, err := db.PDFs.FindPDF(t.Context(), "aa/01"); err != nil || pdf.Indexed != 7 || pdf.Unread != 4 || len(pdf.UnreadPages) != 1 {
		t.Errorf("%+v, %v", pdf, err)
	}
}

// TestMissingGlyphsAddUp stores the texts of three pages, and one of them twice. The counts of the characters that
// could not be drawn (wire.MissingGlyphKind) are added up, those of the repeated page only once.
func TestMissingGlyphsAddUp(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "one")
	tibetan := wire.MissingGlyphKind{Kind: "Tibetan", Count: 2, Example: 'ཀ'}
	for _, texts := range []document.Texts{
		{First: 2, Count: 1, MissingGlyphs: []wire.MissingGlyphKind{tibetan}},
		{First: 2, Count: 1, MissingGlyphs: []wire.MissingGlyphKind{tibetan}},
		{First: 3, Count: 1},
		{First: 4, Count: 1, MissingGlyphs: []wire.MissingGlyphKind{tibetan, {Kind: "symbols", Count: 9, Example: '☃'}}},
	} {
		if err := db.PDFs.AddTexts(t.Context(), "aa/01", texts); err != nil {
			t.Fatal(err)
		}
	}
	pdf, err := db.PDFs.FindPDF(t.Context(), "aa/01")
	want := []wire.MissingGlyphKind{{Kind: "symbols", Count: 9, Example: '☃'}, {Kind: "Tibetan", Count: 4, Example: 'ཀ'}}
	if err != nil || pdf.Indexed != 4 || !slices.Equal(pdf.MissingGlyphs, want) {
		t.Errorf("%+v, %v", pdf, err)
	}
}

// TestTextIsDeletedWithItsPDF removes the only user of a PDF. The text must be deleted.
func TestTextIsDeletedWithItsPDF(t *testing.T) {
	db := newTest(t)
	withPDF(t, db, "a", "aa/01", "alpha")
	withPDF(t, db, "b", "bb/02", "alpha")
	if _, err := db.Documents.UpdateDocument(t.Context(), "a", update(func(d *document.Document) { d.PDF = "" })); err != nil {
		t.Fatal(err)
	}
	var texts int
	if err := db.read.QueryRow(`SELECT COUNT(*) FROM page_text`).Scan(&texts); err != nil || texts != 1 {
		t.Errorf("%d texts are left, %v", texts, err)
	}
	found, err := db.Search.ListMatches(t.Context(), parsed(t, "alpha"), math.MaxInt64, 10)
	if err != nil || len(found) != 1 {
		t.Errorf("%d pages are found, %v", len(found), err)
	}
	if server != nil {
		return
	}
	if _, err := db.write.ExecContext(context.Background(), `INSERT INTO page_index (page_index) VALUES ('integrity-check')`); err != nil {
		t.Error(err)
	}
}
