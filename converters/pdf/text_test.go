package pdf

import (
	"testing"

	"lectern/converters/pdf/pdftest"
)

// Fonts are recognized as bold by their names, which follow different conventions.
func TestBoldByName(t *testing.T) {
	for name, want := range map[string]bool{
		"ABCDEF+Frutiger-Black": true, "Frutiger-DemiItalic": true, "CMBX10": true,
		"NimbusRomNo9L-Medi": true, "NimbusRomNo9L-MediItal": true,
		"Frutiger-Roman": false, "CMR10": false, "Roboto-Medium": false, "ABCDEF+Roboto-MediumItalic": false,
	} {
		doc, _ := open(t, pdftest.NotEmbedded(name))
		read, err := doc.read(1, nil)
		if err != nil || len(read.Chars) == 0 || read.Chars[0].Bold != want {
			t.Errorf("%s: %+v, %v, want bold: %t", name, read.Chars, err, want)
		}
	}
}
