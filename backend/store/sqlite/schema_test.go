package sqlite

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// FuzzSchemaSize checks that reading a schema always terminates, even if the first pages of the file are arbitrary
// bytes.
func FuzzSchemaSize(f *testing.F) {
	page := make([]byte, 512)
	copy(page, "SQLite format 3\x00\x02\x00")
	for _, kind := range []byte{interiorPage, leafPage, 0} {
		page[100], page[103], page[104], page[111] = kind, 0xff, 0xff, 1
		f.Add(slices.Clone(page))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "a.db")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		_ = checkSchemaSize(path) // any result is acceptable
	})
}

// TestSchemaSizeDoesNotOverflow reads a schema with two definitions whose sizes add up to 0 modulo 2^64.
func TestSchemaSizeDoesNotOverflow(t *testing.T) {
	page := make([]byte, 512)
	copy(page, "SQLite format 3\x00\x02\x00")
	const cell = 256
	copy(page[100:], []byte{leafPage, 0, 0, 0, 2})
	copy(page[108:], []byte{cell >> 8, cell & 0xff, cell >> 8, cell & 0xff})
	copy(page[cell:], []byte{0xc0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0}) // the size 1<<63 as a varint
	path := filepath.Join(t.TempDir(), "a.db")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
	err := checkSchemaSize(path)
	if _, ok := errors.AsType[*SchemaError](err); !ok {
		t.Errorf("the message is %v", err)
	}
}

func TestNormalizeSQL(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE a (\n\tb TEXT, -- of it\n\tc  INT /* so */ NOT NULL\n)": "CREATE TABLE a(b TEXT,c INT NOT NULL)",
		`x '--' "/*" [ -- ] ''`: `x '--' "/*" [ -- ] ''`,
		"a -- no end":           "a",
		"a - - b":               "a - - b",
		"'no end":               "'no end",
	} {
		if got := normalizeSQL(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
