package store

import (
	"testing"
	"time"

	"lectern/backend/convert/filetype"
	"lectern/backend/document"
	"lectern/backend/document/content"
	"lectern/backend/internal/fault"
)

// TestContentFaults checks that missing and damaged content is recorded with the time at which it was first found, and
// is reported with the records that need it.
//
// SECURITY.md, promise 56 (verified backups)
func TestContentFaults(t *testing.T) {
	ctx, address, at := t.Context(), newAddress(t), time.UnixMilli(5_000)
	if faults, err := PeekContentFaults(ctx, address, 10); err != nil || len(faults) > 0 {
		t.Fatalf("before there is a library: %v, %v", faults, err)
	}
	db := openTest(t, address)
	doc := testDocument("a", time.UnixMilli(1_000))
	if _, err := db.Documents.CreateDocuments(ctx, document.Post{Documents: []document.Document{doc}}); err != nil {
		t.Fatal(err)
	}
	for i, condition := range []content.Condition{content.Missing, content.Damaged} {
		if err := db.Contents.SaveContentFault(ctx, doc.Original, condition, at.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Contents.SaveContentFault(ctx, "ef/01", content.Missing, at); err != nil {
		t.Fatal(err)
	}
	faults, err := PeekContentFaults(ctx, address, 10)
	if err != nil || len(faults) != 2 || faults[0].Condition != content.Damaged || !faults[0].FoundAt.Equal(at) {
		t.Fatalf("recorded are %+v, %v", faults, err)
	}
	want := content.User{Kind: "document", ID: doc.ID, Name: doc.Name}
	if users := faults[0].Users; len(users) != 1 || users[0] != want || len(faults[1].Users) > 0 {
		t.Errorf("they are of %+v", faults)
	}
	if counts, err := db.Contents.CountContentFaults(ctx); err != nil || counts[content.Damaged] != 1 || counts[content.Missing] != 1 {
		t.Errorf("there are %v, %v", counts, err)
	}
	for _, known := range []bool{true, false} {
		if was, err := db.Contents.ForgetContentFault(ctx, doc.Original); err != nil || was != known {
			t.Errorf("forgotten: %t, %v", was, err)
		}
	}
	check := content.Progress{Position: "ab/cd", EndedAt: at}
	if found, err := db.Contents.FindContentCheck(ctx); err != nil || found != (content.Progress{}) {
		t.Errorf("before a check: %+v, %v", found, err)
	}
	if err := db.Contents.SaveContentCheck(ctx, check); err != nil {
		t.Fatal(err)
	}
	if found, err := db.Contents.FindContentCheck(ctx); err != nil || found.Position != check.Position || !found.EndedAt.Equal(at) {
		t.Errorf("the check is %+v, %v", found, err)
	}
}

// TestContentIsUsedByDocumentsAndConversions removes the users of a PDF one after the other.
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
	want(true) // a document has the same original as the conversion
	if _, err := db.write.Exec(`UPDATE document SET original = 'ij/03'`); err != nil {
		t.Fatal(err)
	}
	if err := db.PDFs.ForgetPDFs(ctx); err != nil {
		t.Fatal(err)
	}
	want(false)
}
