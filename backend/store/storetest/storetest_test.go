package storetest_test

import (
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"testing"
	"time"

	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/backend/store"
	"lectern/backend/store/storetest"
)

// TestFill checks that a library that [Fill] has created is read like one that the store has written.
func TestFill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a library?.db")
	const count = 2001
	err := storetest.Fill(t.Context(), path, func(yield func(storetest.Document) bool) {
		for i := range count {
			if !yield(storetest.Document{Name: fmt.Sprint(i), CreatedAt: time.UnixMilli(int64(i)),
				Pages: []string{"first", fmt.Sprintf("Sécond n%d", i)}}) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), path, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	listed := 0
	err = db.Documents.ListDocuments(t.Context(), document.Query{}, func(d document.Document) error {
		if pdf, err := db.PDFs.FindPDF(t.Context(), d.PDF); err != nil || d.Status != document.Ready || !d.Viewable || pdf.Indexed != 2 ||
			pdf.Pages != 2 {
			return fmt.Errorf("%+v, %+v, %w", d, pdf, err)
		}
		listed++
		return nil
	})
	if err != nil || listed != count {
		t.Errorf("%d documents, %v", listed, err)
	}
	query, err := search.Parse("second n2000", search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if matches, err := db.Search.ListMatches(t.Context(), query, math.MaxInt64, 9); err != nil || len(matches) != 1 ||
		matches[0].PDF != count ||
		matches[0].Page != 2 {
		t.Errorf("%+v, %v", matches, err)
	}
}
