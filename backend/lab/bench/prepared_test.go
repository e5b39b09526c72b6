package main

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/backend/store/storetest"
)

// TestPreparedLibraries fills a library. The next run must copy the stored database, or fill the library again if a
// source file has changed.
func TestPreparedLibraries(t *testing.T) {
	source := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(source, 0o700); err != nil {
		t.Fatal(err)
	}
	schema, folder := filepath.Join(source, "schema.sql"), filepath.Join(t.TempDir(), "kept")
	filled := 0
	documents := func(yield func(storetest.Document) bool) {
		filled++
		_ = yield(storetest.Document{Name: "a.pdf", Pages: []string{"text"}})
	}
	for i, run := range []struct {
		schema string
		filled int
	}{{"one", 1}, {"one", 1}, {"two", 2}, {"two", 2}, {"one", 3}} {
		if err := os.WriteFile(schema, []byte(run.schema), 0o600); err != nil {
			t.Fatal(err)
		}
		prepared, err := newPreparedLibraries(folder, source)
		if err != nil {
			t.Fatal(err)
		}
		database := filepath.Join(t.TempDir(), "lectern.db")
		if err := prepared.fill(t.Context(), "small", database, documents); err != nil {
			t.Fatal(err)
		}
		if filled != run.filled {
			t.Errorf("run %d: it was filled %d times, want %d", i, filled, run.filled)
		}
		if info, err := os.Stat(database); err != nil || info.Size() == 0 {
			t.Errorf("run %d: the database is %v, %v", i, info, err)
		}
		if kept, err := os.ReadDir(folder); err != nil || len(kept) != 1 {
			t.Errorf("run %d: %v is kept, %v", i, kept, err)
		}
	}
}

// TestPreparedLibrariesOutsideTheProject checks that nothing is stored if the source files are not found.
func TestPreparedLibrariesOutsideTheProject(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	prepared, err := newPreparedLibraries(folder, filepath.Join(t.TempDir(), "gone"))
	if err != nil {
		t.Fatal(err)
	}
	documents := func(yield func(storetest.Document) bool) { _ = yield(storetest.Document{Name: "a.pdf"}) }
	if err := prepared.fill(t.Context(), "small", filepath.Join(t.TempDir(), "lectern.db"), documents); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}
