package search

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/internal/fault"
)

// describe returns the phrases of a query in angle brackets, with an asterisk after an incomplete last word.
func describe(q *Query) string {
	var all []string
	for _, p := range q.Phrases {
		text := "<" + strings.Join(p.Terms, " ") + ">"
		text = p.before + text + p.after
		if p.Suffix {
			text = "*" + text
		}
		if p.Prefix {
			text += "*"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// within contains the options of a search in one document.
var within = Options{}.inDocument()

func TestParse(t *testing.T) {
	tests := []struct {
		query   string
		options Options
		want    string
	}{
		{query: "Käse und Brot", want: "<kase> <und> <brot>"},
		{query: `"Käse und" Brot`, want: "<kase und> <brot>"},
		{query: "„Käse und“ «Brot»　“und” ＂Wein rot＂", want: "<kase und> <brot> <und> <wein rot>"},
		{query: `"never closed here`, want: "<never closed here>"},
		{query: `5" pipe ש"ח`, want: "<5> <pipe> <ש ח>"},
		{query: `"" " " ""x`, want: "<x>"},
		{query: `"`, want: ""},
		{query: `a"b" "c"d "e`, want: "<a b> <c> <d> <e>"},
		{query: "kuch* Brot＊ * **", want: "<kuch>* <brot>*"},
		{query: `"der kuch"* "der kuch*"`, want: "<der kuch>* <der kuch>"},
		{query: "e-mail 3.14 don't c++", want: "<e mail> <3 14> <don t> <c>"},
		{query: "a OR b NOT c NEAR(d, e) col:f {g} -h ^i", want: "<a> <or> <b> <not> <c> <near d> <e> <col f> <g> <h> <i>"},
		{query: "a a A á", want: "<a>"},
		{query: "東京タワー", want: "<東京 京タ タワ ワー>"},
		{query: "東", want: "<東>*"},
		{query: "PDF東 東PDF", want: "<pdf 東>* <東 pdf>"},
		{query: "第12章", want: "<第 12 章>*"},
		{query: "東京*", want: "<東京>*"},
		{query: "— … !", want: ""},
		{query: "Käse ku", options: within, want: "*<kase>* *<ku>*"},
		{query: `"Käse ku`, options: within, want: "*<kase ku>*"},
		{query: `ku* "a ku"* ku ku*`, options: within, want: "<ku>* <a ku>* *<ku>*"},
		{query: "c++ #x# =a (b), =", options: within, want: "*<c>++ #<x># =<a>* *<b>* =<>*"},
		{query: "c++ =", options: Options{Word: true}.inDocument(), want: "<c>++"},
		{query: "ku*", options: Options{Word: true}, want: "<ku>"},
		{query: "ku 東", options: Options{Word: true}.inDocument(), want: "<ku> <東>*"},
		{query: "a á", options: Options{Marks: true}, want: "<a> <a>"},
		{query: "\x00a\xffb\n", want: "<a> <b>"},
	}
	for _, test := range tests {
		q, err := Parse(test.query, test.options)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
		} else if got := describe(q); got != test.want {
			t.Errorf("%s is %s, want %s", test.query, got, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, query := range []string{"", " \t\n　", "\xff", strings.Repeat("ä", MaxQuery+1)} {
		if _, err := Parse(query, Options{}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.20q: %v", query, err)
		}
	}
	if _, err := Parse(strings.Repeat("ä", MaxQuery), Options{}); err != nil {
		t.Error(err)
	}
}

// mark returns a text with its hits in brackets.
func mark(text string, hits []Hit) string {
	for _, h := range slices.Backward(hits) {
		text = text[:h.Start] + "[" + text[h.Start:h.End] + "]" + text[h.End:]
	}
	return text
}

func TestFind(t *testing.T) {
	const none = "none"
	tests := []struct {
		text, query string
		options     Options
		want        string
	}{
		{text: "Der Käse, der kase.", query: "KÄSE", want: "Der [Käse], der [kase]."},
		{text: "Der Ka\u0308se\u0301.", query: "kase", want: "Der [Ka\u0308se\u0301]."},
		{text: "Der Käse", query: "käse brot", want: none},
		{text: "Brot und Käse und Brot", query: "käse brot", want: "[Brot] und [Käse] und [Brot]"},
		{text: "Brot und Käse und Brot", query: `"und brot"`, want: "Brot und Käse [und Brot]"},
		{text: "und\nBrot", query: `"und brot"`, want: "[und\nBrot]"},
		{text: "und Brot", query: `und "und brot"`, want: "[und Brot]"},
		{text: "In C, C++ and C#: 5 € (§ 7) 50%.", query: "c", want: "In [C], [C]++ and [C]#: 5 € (§ 7) 50%."},
		{text: "In C, C++ and abc++d.", query: "c++", options: within, want: "In C, [C++] and [abc++]d."},
		{text: "In cab++ and c+.", query: "c++", options: within, want: none},
		{text: "Item #7, #71 and 7.", query: "#7", options: within, want: "Item [#7], [#71] and 7."},
		{text: "5 € (§§ 7) 50%.", query: "€ § 50%", options: within, want: "5 [€] ([§][§] 7) [50%]."},
		{text: "In C, C++ and C#.", query: "c++", options: Options{Word: true}.inDocument(), want: "In C, [C++] and C#."},
		{text: "a, b and c.", query: `(b), "c".`, options: within, want: "a, [b] and [c]."},
		{text: "Kuchen kocht", query: "k", want: none},
		{text: "Kuchen kocht", query: "k*", want: "[Kuchen] [kocht]"},
		{text: "ﬁne ½ Straße", query: "fine strasse", want: "[ﬁne] ½ [Straße]"},
		{text: "word¹ is", query: "word", want: "[word]¹ is"},
		{text: "an exam-\nple of", query: "example", want: "an [exam-\nple] of"},
		{text: "an exam-\nple of", query: "exam", want: "an [exam]-\nple of"},
		{text: "an exam-\nple of it", query: `"an example of it"`, want: "[an exam-\nple of it]"},
		{text: "one two exam-\nple of", query: "two of", want: "one [two] exam-\nple [of]"},
		{text: "全文搜索引擎", query: "搜索", want: "全文[搜索]引擎"},
		{text: "全文搜\n索引擎", query: "搜索引", want: "全文[搜\n索引]擎"},
		{text: "全文搜\n\n索引擎", query: "搜索", want: none},
		{text: "全文搜索引擎", query: "搜", want: "全文[搜]索引擎"},
		{text: "全文搜索引擎", query: "擎", want: "全文搜索引[擎]"},
		{text: "全文搜索引擎", query: "文索", want: none},
		{text: "図PDF文書", query: "pdf文", want: "図[PDF文]書"},
		{text: "図PDF文書", query: "図PDF", want: "[図PDF]文書"},
		{text: "あああ", query: "ああ", want: "[あああ]"},
		{text: "학교에서", query: "학교", want: "[학교]에서"},
		{text: "ภาษาไทย น้ำใจ", query: "ไทย", want: "ภาษา[ไทย] น้ำใจ"},
		{text: "ภาษาไทย น้ำใจ", query: "น้ำ", want: "ภาษาไทย [น้ำ]ใจ"},
		{text: "בְּרֵאשִׁית בָּרָא", query: "ברא", want: "בְּרֵאשִׁית [בָּרָא]"},
		{text: "m’ahmed", query: "ahmed", want: "m’[ahmed]"},

		{text: "Käse KÄSE käse", query: "Käse", options: Options{Case: true}, want: "[Käse] KÄSE käse"},
		{text: "Kase KÄSE käse", query: "kÄse", options: Options{Marks: true}, want: "Kase [KÄSE] [käse]"},
		{text: "Ka\u0308se", query: "Käse", options: Options{Marks: true, Case: true}, want: "[Ka\u0308se]"},
		{text: "Käse", query: "käse", options: Options{Case: true}, want: none},
		{text: "Straße STRASSE", query: "strasse", options: Options{Marks: true}, want: "[Straße] [STRASSE]"},
		{text: "Kuchen kuch", query: "kuch", options: Options{Word: true}.inDocument(), want: "Kuchen [kuch]"},
		{text: "don't snake_case snake-case snake", query: "snake", options: Options{Word: true}, want: "don't snake_case [snake]-case [snake]"},
		{text: "don't don", query: "don", options: Options{Word: true}, want: "don't [don]"},
		{text: "l'exam-\nPle", query: "examPle", options: Options{Case: true}, want: "l'[exam-\nPle]"},
		{text: "が か", query: "か", want: "が [か]"},

		{text: "A document viewer", query: "ment", options: within, want: "A [document] viewer"},
		{text: "A document viewer", query: "doc view", options: within, want: "A [document] [viewer]"},
		{text: "A document viewer", query: `"ment vie`, options: within, want: "A [document viewer]"},
		{text: "A document viewer, ocuvie", query: `"ocu vie"`, options: within, want: none},
		{text: "A document viewer, mentiew", query: `"ment iew"`, options: within, want: none},
		{text: "A document is viewed", query: `"ment is vie"`, options: within, want: "A [document is viewed]"},
		{text: "A document his viewer, mentisvie", query: `"ment is vie"`, options: within, want: none},
		{text: "A document isle viewer, mentisvie", query: `"ment is vie"`, options: within, want: none},
		{text: "the men went", query: "hem", options: within, want: none},
		{text: "banana an ban", query: "an", options: within, want: "[banana] [an] [ban]"},
		{text: "document comment men", query: "ment*", options: within, want: none},
		{text: "document mental", query: "ment*", options: within, want: "document [mental]"},
		{text: "document doc", query: "doc", options: Options{Word: true}.inDocument(), want: "document [doc]"},
		{text: "docuMent document", query: "uMen", options: Options{Case: true}.inDocument(), want: "[docuMent] document"},
		{text: "oMent Vie oment vie", query: `"Ment V"`, options: Options{Case: true}.inDocument(), want: "[oMent Vie] oment vie"},
		{text: "Straße Strasse", query: "aß", options: within, want: "[Straße] [Strasse]"},
		{text: "Verkäufer verkaufen", query: "käu", options: Options{Marks: true}.inDocument(), want: "[Verkäufer] verkaufen"},
		{text: "Verka\u0308ufer", query: "käu", options: Options{Marks: true}.inDocument(), want: "[Verka\u0308ufer]"},
		{text: "don't 2012 m²", query: "on", options: within, want: "[don]'t 2012 m²"},
		{text: "don't 2012 m²", query: `"n't 201`, options: within, want: "[don't 2012] m²"},
		{text: "an exam-\nple of", query: "ampl", options: within, want: "an [exam-\nple] of"},
		{text: "an exam-\nple of", query: `"ample o`, options: within, want: "an [exam-\nple of]"},
		{text: "one two three four exam-\nple of it all too", query: `"wo three four example of it all`, options: within,
			want: "one [two three four exam-\nple of it all] too"},
		{text: "one hyphen-\nation and exam-\nple of-\nten too", query: `"ne hyphenation and example oft`, options: within,
			want: "[one hyphen-\nation and exam-\nple of-\nten] too"},
		{text: "one hyphen-\nation and exam-\nple of", query: `"hyphen ation and example of"`, want: "one [hyphen-\nation and exam-\nple of]"},
		{text: "a ba-\nnana is ba", query: "ba", options: within, want: "a [ba-\nnana] is [ba]"},
		{text: "a ba-\nnana is ba", query: `"na is`, options: within, want: "a [ba-\nnana is] ba"},
		{text: "図PDF文書", query: "df文", options: within, want: "図[PDF文]書"},
		{text: "全文搜索引擎", query: "索", options: within, want: "全文搜[索]引擎"},
		{text: "全文搜索引擎", query: "文索", options: within, want: none},
		{text: "학교에서", query: "교에", options: within, want: "학[교에]서"},
		{text: "\u1112\u1161\u11ab국", query: "한국", options: within, want: "[\u1112\u1161\u11ab국]"},
		{text: "น้ำใจ", query: "ใจ", options: within, want: "น้ำ[ใจ]"},
		{text: "हिन्दी", query: "न्दी", options: within, want: "[हिन्दी]"},
		{text: "булками", query: "лка", options: within, want: "[булками]"},
		{text: "כשבראשית", query: "ברא", options: within, want: "[כשבראשית]"},
	}
	for _, test := range tests {
		q, err := Parse(test.query, test.options)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
			continue
		}
		want := strings.NewReplacer("[", "", "]", "").Replace(test.want)
		if test.want != none && want != test.text {
			t.Fatalf("the test of %s is wrong", test.query)
		}
		got := none
		if hits := q.Find(t.Context(), test.text); len(hits) > 0 {
			got = mark(test.text, hits)
		}
		if got != test.want {
			t.Errorf("%s %+v: %q, want %q", test.query, test.options, got, test.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("before it goes on ", 30) + "\n\n the  Kuchen\tstands\nhere " + strings.Repeat("and behind it goes on ",
		30) + " Kuchen Brot"
	tests := []struct{ text, query, want string }{
		{"Kuchen", "kuchen", "[Kuchen]"},
		{"  Der \n Kuchen\u00a0da  ", "kuchen", " Der [Kuchen] da"},
		{long, "kuchen", "…\u00a0it goes on before it goes on before it goes on the [Kuchen] stands here " +
			"and behind it goes on and behind it goes " +
			"on and behind it goes on and behind it goes on and behind it goes on and behind it goes\u00a0…"},
		{long, "kuchen brot", "…\u00a0it goes on and behind it goes on and behind it goes on [Kuchen] [Brot]"},
		{strings.Repeat("文書", 200), "書文", ""},
	}
	for _, test := range tests {
		q, err := Parse(test.query, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range excerpt(test.text, q.Find(t.Context(), test.text)) {
			if p.Hit {
				got += "[" + p.Text + "]"
			} else {
				got += p.Text
			}
		}
		if test.want == "" {
			test.want = got
			if n := len([]rune(got)); n < excerptLength || n > 2*excerptLength {
				t.Errorf("%s: %d characters", test.query, n)
			}
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.query, got, test.want)
		}
	}
}

// FuzzParse parses any text, and searches for every query that is valid.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`a "b c"* d*`, `"`, `""*`, "C++ #7 €", "東京", "NEAR(a, b)", "文-\n字", "½ ™", "\x00\xff", "*", `“a„`} {
		f.Add(seed, "a b c 東京 "+seed)
	}
	f.Fuzz(func(t *testing.T, query, text string) {
		for _, options := range []Options{{}, within, {Case: true, Marks: true, matchParts: true}, {Case: true, Marks: true, Word: true}} {
			q, err := Parse(query, options)
			if err != nil {
				if !fault.Is(err, fault.Invalid) {
					t.Error(err)
				}
				return
			}
			for _, p := range q.Phrases {
				if len(p.Terms) == 0 && p.before == "" {
					t.Errorf("%q has an empty phrase", query)
				}
			}
			hits := q.Find(t.Context(), text)
			if q.matchParts && !slices.Equal(hits, q.withoutLetters().Find(t.Context(), text)) {
				t.Errorf("%q in %q: not found for want of letters", query, text)
			}
			for i, h := range hits {
				if h.Start >= h.End || h.End > len(text) || i > 0 && h.Start < hits[i-1].End {
					t.Errorf("%q in %q: %v", query, text, hits)
				}
			}
			excerpt(text, hits)
		}
	})
}

// withoutLetters returns a copy of the query without the quick check of letters.
func (q *Query) withoutLetters() *Query {
	other := *q
	other.matchParts = false
	return &other
}

// TestAnyPartIsFound checks that every substring of a text is found in that text.
func TestAnyPartIsFound(t *testing.T) {
	for _, text := range []string{"Der Käse läßt sich.", "a½b ﬁne word¹", "3.14 don't e_mail", "Съешь ещё", "東京タワーに 行く", "학교 에서 집",
		"PDF文書 12章b", "کتاب ١٢٣"} {
		for from := range text {
			for to := range text + "." {
				part := text[from:max(from, to)]
				if len(tokenize(part)) == 0 {
					continue
				}
				q, err := Parse(`"`+part+`"`, within)
				if err != nil || len(q.Find(t.Context(), text)) == 0 {
					t.Errorf("%q is not found in %q: %v", part, text, err)
				}
			}
		}
	}
}

// A text is found if the whole text is searched for as a phrase.
func TestQuotedTextIsFound(t *testing.T) {
	for _, text := range []string{"Der Käse läßt sich.", "東京タワーに行く。", "ภาษาไทย น้ำใจ", "a½b", "مِصر ١٢٣", "학교 에서 집", "exam-\nple of it",
		"PDF文書 12章"} {
		q, err := Parse(`"`+text+`"`, Options{})
		if err != nil || len(q.Find(t.Context(), text)) == 0 {
			t.Errorf("%q is not found in itself: %v", text, err)
		}
	}
}
