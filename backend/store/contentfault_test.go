package store

import (
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/document/content"
)

// TestContentFaults are recorded with the time at which they were first found, and told with the records that need the
// content.
//
// promise 56
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
