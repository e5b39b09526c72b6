package filetype_test

import (
	"testing"

	"lectern/backend/convert/filetype"
)

func TestReplaceExtension(t *testing.T) {
	for name, want := range map[string]string{
		"offer.docx": "offer.pdf", "Offer 1.2.docx": "Offer 1.2.pdf", "offer": "offer.pdf", ".docx": ".pdf", "": ".pdf",
	} {
		if got := filetype.ReplaceExtension(name, filetype.Pdf); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
