// Package samples tests the project's own documents.
package samples

import (
	"bytes"
	"testing"
)

func TestFSHasWholeDocuments(t *testing.T) {
	tests := []struct{ name, magic string }{
		{"letter.docx", "PK\x03\x04"},
		{"budget.xlsx", "PK\x03\x04"},
		{"guide.pdf", "%PDF-"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			content, err := FS().ReadFile(test.name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(content, []byte(test.magic)) {
				t.Errorf("begins with %q, want %q", content[:8], test.magic)
			}
		})
	}
}
