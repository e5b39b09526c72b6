package search

import (
	"strings"
	"testing"
)

func TestIndex(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", " \n\t", ""},
		{"signs alone", "— … !? ☃ ★ * \" ( ) | ^ : NEAR/2", "near 2"},
		{"ASCII", "The QUICK brown-fox, 3.14; e_mail don't", "the quick brown fox 3 14 e mail don t"},
		{"accents", "Käse CAFÉ Ångström naïve ç Ñ ű ő Ș", "kase cafe angstrom naive c n u o s"},
		{"accents apart", "Ka\u0308se e\u0301 a\u0323\u0302", "kase e a"},
		{"Vietnamese", "Đường phố Việt Nam", "duong pho viet nam"},
		{"letters without accents", "Łódź Sørensen Æsir œuvre Þór ħ ŧ ð", "lodz sorensen aesir oeuvre thor h t d"},
		{"German", "Straße STRASSE STRAẞE Fußball", "strasse strasse strasse fussball"},
		{"Turkish", "İstanbul ISPARTA ısı kıyı", "istanbul isparta isi kiyi"},
		{"Greek", "Ελλάδα ΕΛΛΆΔΑ Ὀδυσσεύς ΟΔΥΣΣΕΥΣ ᾳ", "ελλαδα ελλαδα οδυσσευσ οδυσσευσ α"},
		{"Cyrillic", "Ёлка ёлка Їжак МОЙ", "елка елка іжак мои"},
		{"Ukrainian apostrophes", "м'ята м’ята мʼята", "м ята м ята м ята"},
		{"Georgian and Armenian", "ᲥᲐᲠᲗᲣᲚᲘ ქართული ՀԱՅԵՐԵՆ Հայերեն", "ქართული ქართული հայերեն հայերեն"},
		{"ligatures and forms", "ﬁn eﬀect ﬃ ＦＵＬＬ ｗｉｄｔｈ １２３ ℌello ſo", "fin effect ffi full width 123 hello so"},
		{"raised and lowered", "word¹ m² 10³ H₂O Lectern™ ① ½ 5㎡", "word 1 m 2 10 3 h2o lectern tm 1 1 2 5 m2"},
		{"digits of scripts", "١٢٣ ۴۵ १२ ๓๔ 𝟗𝟖 𞥐𞥑", "123 45 12 34 98 01"},
		{"soft hyphens and joiners", "ex\u00ADample می\u200cخواهم \u200fabc\u200e \ufeffx", "example ميخواهم abc x"},
		{"Hebrew", "בְּרֵאשִׁית בָּרָא שּׁ", "בראשית ברא ש"},
		{"Arabic", "لُغَة السَّلَامُ ٱللَّٰهُ إلى آن مؤمن ـــكـتاب", "لغه السلام الله الي ان مومن كتاب"},
		{"Arabic forms", "ﻻ ﷲ کتاب یک", "لا الله كتاب يك"},
		{"Syriac", "ܠܫܵܢܵܐ", "ܠܫܢܐ"},
		{"Hindi", "हिन्दी क़लम कलम", "हिन्दी कलम कलम"},
		{"Tamil", "தமிழ் மொழி", "தமிழ் மொழி"},
		{"Tibetan", "བོད་སྐད་", "བོད སྐད"},
		{"Ethiopic", "አማርኛ ሰላም።", "አማርኛ ሰላም"},
		{"Chinese", "全文搜索。中", "全文 文搜 搜索 索 中"},
		{"Chinese over lines", "全文\n搜索\n\n引擎", "全文 文搜 搜索 索 引擎 擎"},
		{"compatibility ideographs", "\uf9e9⼀", "里一 一"},
		{"Japanese", "東京タワーとﾀﾜｰ がか\u3099", "東京 京タ タワ ワー ーと とタ タワ ワー ーが がが が"},
		{"Korean", "학교에서 집", "학교 교에 에서 서집 집"},
		{"Korean in parts", "\u1112\u1161\u11ab국", "한국 국"},
		{"mixed", "第12章PDF文書", "第 12 章 pdf 文書 書"},
		{"Thai", "น้ำใจ", "น้ํา าใ ใจ จ"},
		{"Lao and Khmer and Burmese", "ລາວ ខ្មែរ မြန်မာ", "ລາ າວ ວខ្ ខ្មែ មែរ រမြ မြန် န်မာ မာ"},
		{"a broken word", "for this exam-\nple of many", "for this exam ple of many \uE000 for this example of many"},
		{"broken at the ends", "exam-\nple", "exam ple \uE000 example"},
		{"broken by a soft hyphen", "exam\u00AD\nple", "exam ple \uE000 example"},
		{"broken by another hyphen", "exam\u2010 \n ple", "exam ple \uE000 example"},
		{"not broken", "exam - ple exam--\nple exam-\n\nple exam\nple 文-\n字", "exam ple exam ple exam ple exam ple 文 字"},
		{"long words", strings.Repeat("ä", 200) + " " + strings.Repeat("ю", 100), strings.Repeat("a", 128) + " " + strings.Repeat("ю", 64)},
		{"long and broken", strings.Repeat("a", 100) + "-\n" + strings.Repeat("b", 100),
			strings.Repeat("a", 100) + " " + strings.Repeat("b", 100) + " \uE000 " + strings.Repeat("a", 100) + strings.Repeat("b", 28)},
		{"what is no text", "a\xffb\x00c \xc3", "a b c"},
	}
	for _, test := range tests {
		if got := Index(test.text); got != test.want {
			t.Errorf("%s: %q\n got %q\nwant %q", test.name, test.text, got, test.want)
		}
	}
}

// The tokenizer of the database must keep each word of [Index] as one token. Therefore ASCII words must contain only
// lower-case letters and digits.
func FuzzIndex(f *testing.F) {
	for _, seed := range []string{"Käse", "½", "exam-\nple", "東京\n\nタワー", "น้ำ", "\u1112\u1161\u11ab", "a\xff", "\u0300a", "ﷺ", "ʼnŉ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for word := range strings.SplitSeq(Index(text), " ") {
			if word == "" && Index(text) != "" || len(word) > maxWord {
				t.Errorf("%q has the word %q", text, word)
			}
			for _, b := range []byte(word) {
				if b < 0x80 && !('a' <= b && b <= 'z' || '0' <= b && b <= '9') {
					t.Errorf("%q has the word %q", text, word)
				}
			}
		}
		for _, token := range Tokenize(text) {
			if token.Start < 0 || token.End < token.Start || token.End > len(text) {
				t.Errorf("%q has a word at %d to %d", text, token.Start, token.End)
			}
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	texts := map[string]string{
		"english":  strings.Repeat("The quick brown fox, it is said, jumps over the lazy dog.\n", 42),
		"german":   strings.Repeat("Der Käse läßt sich schön über die Straße tragen, sagt man hier.\n", 42),
		"russian":  strings.Repeat("Съешь же ещё этих мягких французских булок да выпей чаю сейчас.\n", 45),
		"japanese": strings.Repeat("私は昨日東京タワーに行きました。とても高かったです。\n", 40),
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Index(text)
			}
		})
	}
}
