package store

import (
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// TestContentIsUsedByDocumentsAndConversions takes the users of a PDF away, one after
// the other.
func TestContentIsUsedByDocumentsAndConversions(t *testing.T) {
	db := newTest(t)
	ctx := t.Context()
	doc := testDocument("a", time.Now())
	if _, err := db.Documents.CreateDocuments(ctx, document.Post{Documents: []document.Document{doc}}); err != nil {
		t.Fatal(err)
	}
	pdf := document.PDF{Key: "ef/01", Pages: 2, Sizes: document.Sizes{{2, 10, 20}}}
	key := document.ConversionKey{Original: doc.Original, Type: filetype.Docx, Engine: "Engine 1"}
	_, err := db.Documents.UpdateDocument(ctx, "a", document.Update{
		PDF: &pdf, Conversion: &document.Conversion{ConversionKey: key, PDF: pdf.Key},
		Change: func(d *document.Document) error { d.PDF = pdf.Key; return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := func(used bool) {
		t.Helper()
		got, err := db.Contents.UsesContent(ctx, pdf.Key)
		for prefix, within := range map[string]bool{"ef/": true, "ef": true, "ee/": false, "f0/": false} {
			if listed, err := db.Contents.ListUsedContent(ctx, prefix); err != nil || listed[pdf.Key] != (used && within) {
				t.Errorf("used with the prefix %s: %v, %v", prefix, listed, err)
			}
		}
		_, conversion := db.PDFs.FindConversion(ctx, key)
		_, found := db.PDFs.FindPDF(ctx, pdf.Key)
		if err != nil || got != used || fault.Is(conversion, fault.NotFound) == used || fault.Is(found, fault.NotFound) == used {
			t.Errorf("used: %t, want %t; %v, %v, %v", got, used, err, conversion, found)
		}
	}
	want(true)
	if _, err := db.Documents.UpdateDocument(ctx, "a", update(func(d *document.Document) { d.PDF = "gh/02" })); err != nil {
		t.Fatal(err)
	}
	want(true) // a document has the original of the conversion
	if _, err := db.write.Exec(`UPDATE document SET original = 'ij/03'`); err != nil {
		t.Fatal(err)
	}
	if err := db.PDFs.ForgetPDFs(ctx); err != nil {
		t.Fatal(err)
	}
	want(false)
}
