package document

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestCleanName checks that names lose paths, control characters and characters that reverse or hide text.
//
// SECURITY.md, promise 7 (names are only displayed)
func TestCleanName(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "Letter.docx", "Letter.docx"},
		{"path", "../../etc/passwd", "passwd"},
		{"windows path", `C:\Users\me\Report.doc`, "Report.doc"},
		{"windows share", `\\server\share\Report.doc`, "Report.doc"},
		{"windows path with slashes", "c:/Users/me/Report.doc", "Report.doc"},
		{"hidden windows path", "x/\u202E C:\\Report.doc", "Report.doc"},
		{"backslash", `Jan\Feb.docx`, `Jan\Feb.docx`},
		{"drive without a path", "C:Report.doc", "C:Report.doc"},
		{"nul and controls", "a\x00b\x1b[31m.pdf", "ab[31m.pdf"},
		{"right-to-left override", "invoice\u202Efdp.exe", "invoicefdp.exe"},
		{"zero width", "a\u200Bb\uFEFFc\u2060.pdf", "abc.pdf"},
		{"marks, embeddings and isolates", "a\u200Eb\u200Fc\u202Ad\u202Be\u202Cf\u202Dg\u2066h\u2067i\u2068j\u2069.pdf", "abcdefghij.pdf"},
		{"soft hyphen and tags", "a\u00ADb\U000E0041.pdf", "ab.pdf"},
		{"persian", "نامه\u200Cها.docx", "نامه\u200Cها.docx"},
		{"hindi", "क्\u200Dष और क्\u200Cष.docx", "क्\u200Dष और क्\u200Cष.docx"},
		{"family", "👩\u200D👩\u200D👧.pdf", "👩\u200D👩\u200D👧.pdf"},
		{"tone of skin", "👩🏽\u200D⚕\uFE0F.pdf", "👩🏽\u200D⚕\uFE0F.pdf"},
		{"color", "❤\uFE0F\u200D🔥.pdf", "❤\uFE0F\u200D🔥.pdf"},
		{"joiners that hide", "pay\u200Cpal\u200D.pd\u200Cf", "paypal.pdf"},
		{"joiners in russian", "до\u200Cм.pdf", "дом.pdf"},
		{"joiners at the edges", "\u200Cنامه\u200C.pdf\u200D", "نامه.pdf"},
		{"several joiners", "نامه\u200C\u200C\u200Dها.pdf", "نامه\u200Dها.pdf"},
		{"joiner and override", "نامه\u200C\u202Eها.pdf", "نامهها.pdf"},
		{"arabic number sign", "\u0600١٢.pdf", "\u0600١٢.pdf"},
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

// TestCleanEnteredName checks that an entered name keeps the text around its slashes, but cannot be used as a path.
//
// SECURITY.md, promise 7 (names are only displayed)
func TestCleanEnteredName(t *testing.T) {
	for in, want := range map[string]string{
		"Contract 2024/25.xlsx": "Contract 2024-25.xlsx",
		"../../etc/passwd":      "..-..-etc-passwd",
		"a/\x00b\n.pdf":         "a-b.pdf",
		"folder/":               "folder-",
	} {
		if got := cleanEnteredName(in); got != want {
			t.Errorf("typedName(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestCleanNameShortens checks that long names are shortened and keep their extension.
//
// SECURITY.md, promise 7 (names are only displayed)
func TestCleanNameShortens(t *testing.T) {
	for _, in := range []string{strings.Repeat("ä", 1000) + ".docx", strings.Repeat("ه\u200c", 1000) + ".docx", strings.Repeat("x", 1000)} {
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
	f.Add("\u200d\x9f00")
	f.Add("C:\\ن\u200cه\u202e👩\u200d🔥.docx")
	f.Fuzz(func(t *testing.T, in string) {
		got := CleanName(in)
		if got == "" || strings.ContainsAny(got, "/\x00\n") || !utf8.ValidString(got) || utf8.RuneCountInString(got) > maxName {
			t.Errorf("CleanName(%q) = %q", in, got)
		}
		if again := CleanName(got); again != got {
			t.Errorf("CleanName is not stable: %q, then %q", got, again)
		}
	})
}
