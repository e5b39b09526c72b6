package document

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// promise 7
func TestCleanName(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Letter.docx", "Letter.docx"},
		{"path", "../../etc/passwd", "passwd"},
		{"windows path", `C:\Users\me\Report.doc`, "Report.doc"},
		{"nul and controls", "a\x00b\x1b[31m.pdf", "ab[31m.pdf"},
		{"right-to-left override", "invoice\u202Efdp.exe", "invoicefdp.exe"},
		{"zero width", "a\u200Bb.pdf", "ab.pdf"},
		{"line break", "a\nb.pdf", "ab.pdf"},
		{"no-break space", "a\u00A0b.pdf", "a b.pdf"},
		{"other script", "отчёт за год.docx", "отчёт за год.docx"},
		{"japanese", "報告書.xlsx", "報告書.xlsx"},
		{"emoji", "🎉.pptx", "🎉.pptx"},
		{"empty", "", "document"},
		{"dots", "..", "document"},
		{"slash at the end", "folder/", "document"},
		{"not utf-8", "a\xff\xfeb.pdf", "ab.pdf"},
		{"spaces", "   ", "document"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := CleanName(test.in); got != test.want {
				t.Errorf("CleanName(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

// promise 7
func TestCleanNameShortens(t *testing.T) {
	for _, in := range []string{strings.Repeat("ä", 1000) + ".docx", strings.Repeat("x", 1000)} {
		got := CleanName(in)
		if n := utf8.RuneCountInString(got); n > maxName {
			t.Errorf("%d characters, want at most %d", n, maxName)
		}
		if strings.HasSuffix(in, ".docx") && !strings.HasSuffix(got, "….docx") {
			t.Errorf("the extension is lost: %q", got)
		}
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("../a\x00.docx")
	f.Fuzz(func(t *testing.T, in string) {
		got := CleanName(in)
		if got == "" || strings.ContainsAny(got, "/\\\x00\n") || !utf8.ValidString(got) || utf8.RuneCountInString(got) > maxName {
			t.Errorf("CleanName(%q) = %q", in, got)
		}
		if again := CleanName(got); again != got {
			t.Errorf("CleanName is not stable: %q, then %q", got, again)
		}
	})
}
