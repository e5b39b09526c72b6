package document

import (
	"slices"
	"testing"
)

func TestUniqueNames(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{[]string{"a.pdf", "a.pdf", "A.PDF"}, []string{"a.pdf", "a (2).pdf", "A (3).PDF"}},
		{[]string{"a (2).pdf", "a.pdf", "a.pdf"}, []string{"a (2).pdf", "a.pdf", "a (3).pdf"}},
		{[]string{"letter", "letter"}, []string{"letter", "letter (2)"}},
		{[]string{"../../etc/passwd", `C:\x`, "a\x00b", "", ".."}, []string{".._.._etc_passwd", "C__x", "a_b", "document", "document (2)"}},
		{[]string{"سلام.docx", "سلام.docx"}, []string{"سلام.docx", "سلام (2).docx"}},
	} {
		names := map[string]bool{}
		var got []string
		for _, name := range test.names {
			got = append(got, uniqueName(names, name))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.names, got, test.want)
		}
	}
}
