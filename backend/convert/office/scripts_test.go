package office

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
)

// textsFromLeft are words for paragraphs that run from left to right, textsFromRight words for paragraphs that run from
// right to left. The characters are in the order in which they are written.
var (
	textsFromLeft = []string{
		"ภาษาไทย น้ำใจ", "ພາສາລາວ ນ້ຳ", "हिन्दी भाषा क्षत्रिय श्री", "বাংলা ভাষা ক্ষেত্র", "தமிழ் மொழி கொண்டு", "සිංහල භාෂාව",
		"മലയാളം ഭാഷ ക്ഷേത്രം",
		"తెలుగు భాష", "ಕನ್ನಡ ಭಾಷೆ", "ગુજરાતી ભાષા ક્ષેત્ર", "ਪੰਜਾਬੀ ਭਾਸ਼ਾ", "ଓଡ଼ିଆ ଭାଷା", "བོད་སྐད་ རྒྱ", "አማርኛ", "ქართული", "Հայերեն",
		"ᠮᠣᠩᠭᠣᠯ", "ꦗꦮ",
		"English with שָׁלוֹם and עולם in it, 12 times 34.", "English with لا and الله and لُغَة in it.",
	}
	textsFromRight = []string{
		"בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ", "ייִדיש שפּראַך",
		`שלום עולם 123 ועוד 45.67 טקסט (סוגריים) "ציטוט" 10% של 2,345 ש"ח.`, "הגרסה Lectern 2.5 של PDF קוראת עִבְרִית mixed with English מילים.",
		"لَا إِلَٰهَ إِلَّا ٱللَّٰهُ", "السلام عليكم ١٢٣ و 456 مع Lectern PDF والإسلام والآن والأمر.",
		"می\u200cخواهم کتاب\u200cها را بخوانم ۱۲۳۴", "یہ اردو زبان ہے، پاکستان لاہور", "ދިވެހި ބަސް ދިވެހިރާއްޖެ 123", "ܠܫܢܐ ܣܘܪܝܝܐ", "ߒߞߏ ߞߊ߲ߜߍ",
		"𞤆𞤵𞤤𞤢𞤪",
	}
)

// isRightToLeft reports whether a word is of a script that is written from right to left.
func isRightToLeft(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r >= 0x590 && r < 0x900 || r >= 0x1E900 && r < 0x1E960 })
}

// scriptsDocx returns a text document with a paragraph for each word. As in documents of Word, each run has one
// direction. The words are in the given font; if font is empty, no font is set.
func scriptsDocx(font string) string {
	var body strings.Builder
	for i, text := range slices.Concat(textsFromRight, textsFromLeft) {
		body.WriteString("<w:p>")
		if i < len(textsFromRight) {
			body.WriteString("<w:pPr><w:bidi/></w:pPr>")
		}
		for word := range strings.SplitAfterSeq(text, " ") {
			properties := ""
			if font != "" {
				properties = fmt.Sprintf(`<w:rFonts w:ascii=%[1]q w:hAnsi=%[1]q w:cs=%[1]q/>`, font)
			}
			if isRightToLeft(word) {
				properties += "<w:rtl/>"
			}
			fmt.Fprintf(&body, `<w:r><w:rPr>%s</w:rPr><w:t xml:space="preserve">%s</w:t></w:r>`, properties, word)
		}
		body.WriteString("</w:p>")
	}
	return body.String()
}

// Text of any script can be found in the form in which it is written, whether or not the requested font has its
// letters.
func TestTextOfAllScripts(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	for _, font := range []string{"", "Arial", "Times New Roman"} {
		found := strings.Join(strings.Fields(wordsOf(t, office, reader, filetype.Docx, textDocx(scriptsDocx(font), nil))), " ")
		for _, text := range slices.Concat(textsFromRight, textsFromLeft) {
			if !strings.Contains(found, text) {
				t.Errorf("in the font %q %s is not found", font, text)
			}
		}
		if t.Failed() {
			t.Log(found)
		}
	}
}
