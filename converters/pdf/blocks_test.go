package pdf

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/converters/corpustest"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// describe formats the blocks of a page, one per line, with kind, level and text. A table has one line per row.
func describe(words wire.Words) string {
	var out strings.Builder
	for _, block := range words.Blocks {
		out.WriteString(string(block.Kind))
		if block.Level > 0 {
			fmt.Fprint(&out, block.Level)
		}
		if block.Continues {
			out.WriteString(" continues")
		}
		lines := words.Lines[block.First : block.First+block.Count]
		if block.Rows == nil {
			fmt.Fprintf(&out, ": %s\n", linesText(lines, block.Breaks))
			continue
		}
		out.WriteString(":\n")
		for _, row := range block.Rows {
			for _, count := range row {
				fmt.Fprintf(&out, " | %s", linesText(lines[:count], nil))
				lines = lines[count:]
			}
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// linesText joins the text of lines with " / ", or with " // " after a line that ends with a line break.
func linesText(lines []wire.Line, breaks []int) string {
	var out strings.Builder
	for i, line := range lines {
		for k, word := range line.Words {
			if k > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(word.Text)
		}
		if len(breaks) > 0 && breaks[0] == i {
			out.WriteString(" /")
			breaks = breaks[1:]
		}
		if i < len(lines)-1 {
			out.WriteString(" / ")
		}
	}
	return strings.ReplaceAll(out.String(), " / / ", " // ")
}

// put returns operators that write a text at x, y, in points from the bottom left corner.
func put(x, y, size int, text string) string {
	return fmt.Sprintf("BT /F %d Tf %d %d Td (%s) Tj ET\n", size, x, y, text)
}

// paragraph returns operators that write the texts as lines, each 13 points below the previous one.
func paragraph(x, y int, texts ...string) string {
	var out strings.Builder
	for i, text := range texts {
		out.WriteString(put(x, y-13*i, 11, text))
	}
	return out.String()
}

// thin returns operators that write an "x" with almost no width.
func thin(x, y int) string { return "0.01 Tz " + put(x, y, 11, "x") + "100 Tz " }

// prose returns operators that write one paragraph of the given number of lines. The first line is at the height y, and
// all other lines are below it.
func prose(x, y, lines int) string {
	var out strings.Builder
	for i := range lines {
		text := "and the reader goes on to what stands there now,"
		switch i {
		case 0:
			text = "The column begins at the top of the page with it"
		case lines - 1:
			text = "and here it ends."
		}
		out.WriteString(put(x, y-13*i, 11, text))
	}
	return out.String()
}

// signs are page resources with a font in which the code \200 is a bullet with a private use character.
const signs = "/Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica/" +
	"Encoding<</BaseEncoding/WinAnsiEncoding/Differences[128/uniF0D2]>>>> >>"

func TestBlocks(t *testing.T) {
	full := strings.Repeat(" / and the reader goes on to what stands there now,", 6)
	whole := "paragraph: The column begins at the top of the page with it" + full + " / and here it ends.\n"
	tests := []struct{ name, content, want string }{
		{"a paragraph", prose(60, 600, 8), whole},
		{"a heading", put(60, 630, 18, "Of columns") + prose(60, 600, 8), "heading1: Of columns\n" + whole},
		{"a heading of text in nearly one size", put(60, 630, 18, "Of columns") + strings.Replace(prose(60, 600, 9), "/F 11 Tf",
			"/F 10.99 Tf", 5),
			"heading1: Of columns\n" + strings.Replace(whole, " / and the", " / and the reader goes on to what stands there now, / and the", 1)},
		{"a smaller one of two rows", put(60, 648, 14, "Of columns and of") + put(60, 631, 14, "what is in them") + prose(60, 600, 8),
			"heading2: Of columns and of / what is in them\n" + whole},
		{"a heading without text below", prose(60, 600, 8) + put(60, 460, 18, "Of columns"), whole + "paragraph: Of columns\n"},
		{"large text that is a sentence", put(60, 630, 18, "of columns, and more,") + prose(60, 600, 8),
			"paragraph: of columns, and more,\n" + whole},
		{"the title of a slide", put(60, 770, 30, "Of columns") + put(60, 730, 30, "and rows") + put(60, 600, 20, "A line.") +
			put(60, 560, 16, "Another"),
			"heading1: Of columns / and rows\nparagraph: A line.\nparagraph: Another\n"},
		{"the title of a slide, drawn last", put(290, 30, 9, "7") + put(60, 600, 20, "A line.") + put(60, 700, 30, "Of columns"),
			"heading1: Of columns\nparagraph: A line.\nother: 7\n"},
		{"a title beside what is not of it", put(60, 700, 30, "Of columns") + put(400, 700, 11, "May"), "heading1: Of columns\nparagraph: May\n"},
		{"large text behind other", put(60, 700, 11, "May") + put(120, 700, 30, "Of columns"), "paragraph: May / Of columns\n"},
		{"large cells", put(60, 700, 30, "Of columns") + put(260, 700, 30, "Of rows") + put(60, 600, 11, "A line"),
			"paragraph: Of columns / Of rows\nparagraph: A line\n"},
		{"the last line of a slide", put(60, 700, 30, "Of columns") + put(60, 600, 20, "A line") + put(60, 40, 20, "Another"),
			"heading1: Of columns\nparagraph: A line\nparagraph: Another\n"},
		{"too little text to tell", put(60, 630, 18, "Of columns") + put(60, 600, 16, "A line."), "paragraph: Of columns\nparagraph: A line.\n"},
		{"large text below other", put(60, 730, 11, "A line.") + put(60, 630, 30, "Of columns"), "paragraph: A line.\nparagraph: Of columns\n"},
		{"large text at several places", put(60, 730, 30, "Of columns") + put(60, 630, 11, "A line.") + put(60, 400, 30, "Of rows"),
			"paragraph: Of columns\nparagraph: A line.\nparagraph: Of rows\n"},
		{"large text in the lower half", put(60, 330, 30, "Of columns") + put(60, 300, 11, "A line."),
			"paragraph: Of columns\nparagraph: A line.\n"},
		{"a large sentence", put(60, 730, 30, "A line of letters.") + put(60, 600, 11, "A line"),
			"paragraph: A line of letters.\nparagraph: A line\n"},
		{"a page of one line", put(60, 730, 30, "Of columns"), "paragraph: Of columns\n"},
		{"a large number", put(60, 730, 30, "12") + put(60, 600, 11, "A line"), "paragraph: 12\nparagraph: A line\n"},
		{"two columns", prose(60, 600, 8) + prose(320, 600, 8), whole + whole},
		{"a paragraph over two columns", put(60, 600, 11, "The column begins at the top of the page with it") +
			put(60, 587, 11, "and the reader goes on to what stands there now,") +
			put(320, 600, 11, "and here, at the top of the next one, it ends now."),
			"paragraph: The column begins at the top of the page with it / and the reader goes on to what stands there now, / and here, at the " +
				"top of the next one, it ends now.\n"},
		{"paragraphs by indents", prose(60, 600, 3) + put(80, 561, 11, "The next one begins further in than the other") + put(60, 548, 11,
			"and goes on where that begins."),
			"paragraph: The column begins at the top of the page with it / and the reader goes on to what stands there now, / and here it ends.\n" +
				"paragraph: The next one begins further in than the other / and goes on where that begins.\n"},
		{"an address", put(60, 600, 11, "The Society of Readers and Friends") + put(60, 587, 11, "Long Street 1") + put(60, 574, 11, "Anywhere"),
			"paragraph: The Society of Readers and Friends // Long Street 1 // Anywhere\n"},
		{"short lines of names", paragraph(60, 600, "Rules", "Requirements", "Brainstorm", "All"),
			"paragraph: Rules // Requirements // Brainstorm // All\n"},
		{"two lines that may be one name", paragraph(60, 600, "Rules", "Requirements"), "paragraph: Rules / Requirements\n"},
		{"a name in the middle of its column", put(80, 600, 11, "Rules") + put(60, 587, 11, "Requirements") + put(65, 574, 11, "Brainstorm"),
			"paragraph: Rules / Requirements / Brainstorm\n"},
		{"lines of which one goes on", paragraph(60, 600, "Rules", "Requirements", "and", "Brainstorm"),
			"paragraph: Rules / Requirements / and / Brainstorm\n"},
		{"lines that stop amid a sentence", paragraph(60, 600, "Rules,", "Requirements,", "Brainstorm"),
			"paragraph: Rules, / Requirements, / Brainstorm\n"},
		{"a name of several rows", paragraph(60, 600, "Columns, Cells", "Rows and What", "Else There Is"),
			"paragraph: Columns, Cells / Rows and What / Else There Is\n"},
		{"a list", put(60, 600, 11, "1. One item that is so long that it takes") + put(74, 587, 11, "two lines.") +
			put(60, 574, 11, "2. Another"),
			"item1: 1. One item that is so long that it takes / two lines.\nitem1: 2. Another\n"},
		{"marks apart from their items", put(60, 600, 11, "\\225") + put(80, 600, 11, "One") + put(60, 587, 11, "\\225") +
			put(80, 587, 11, "Two"),
			"item1: • / One\nitem1: • / Two\n"},
		{"bullets of a font for signs", put(60, 600, 11, "\\200One item that is so long that it") + put(74, 587, 11, "takes two lines") +
			put(60, 574, 11, "\\200Another") + put(60, 561, 11, "\\200 Third"),
			"item1: \uf0d2 One item that is so long that it / takes two lines\nitem1: \uf0d2 Another\nitem1: \uf0d2 Third\n"},
		{"bullets without a space", put(60, 600, 11, "\\225One") + put(60, 587, 11, "\\225Two"), "item1: • One\nitem1: • Two\n"},
		{"letters of a font for signs", put(60, 600, 11, "\\200 \\200\\200") + put(60, 587, 11, "\\200\\200 \\200"),
			"paragraph: \uf0d2 \uf0d2\uf0d2 / \uf0d2\uf0d2 \uf0d2\n"},
		{"a list in a list", paragraph(60, 600, "\\225 One") + paragraph(75, 587, "\\225 Of one", "\\225 Of it, too") + paragraph(62, 561,
			"\\225 Two") + paragraph(60, 548, "A line") + paragraph(75, 535, "\\225 Three"),
			"item1: • One\nitem2: • Of one\nitem2: • Of it, too\nitem1: • Two\nparagraph: A line\nitem1: • Three\n"},
		{"a number further in", paragraph(60, 600, "1. One", "2. Two") + paragraph(75, 574, "3. Three"),
			"item1: 1. One\nitem1: 2. Two\nitem1: 3. Three\n"},
		{"lists in two columns", paragraph(60, 600, "\\225 One", "\\225 Two") + paragraph(320, 600, "\\225 Three"),
			"item1: • One\nitem1: • Two\nitem1: • Three\n"},
		{"choices", paragraph(60, 600, "A. One choice of them") + put(74, 587, 11, "in two rows") + paragraph(60, 574, "B. Another choice",
			"C. The third"),
			"paragraph: A. One choice of them / in two rows\nparagraph: B. Another choice\nparagraph: C. The third\n"},
		{"initials", paragraph(60, 600, "A. Reader wrote this with", "M. Writer a year ago"),
			"paragraph: A. Reader wrote this with / M. Writer a year ago\n"},
		{"an initial", paragraph(60, 600, "This was written by", "A. Reader in a year", "that is long ago"),
			"paragraph: This was written by / A. Reader in a year / that is long ago\n"},
		{"numbers of an axis", put(66, 600, 11, "0") + put(60, 640, 11, "50") + put(54, 680, 11, "100") + put(60, 720, 11, "May"),
			"paragraph: 0 // 50 // 100\nparagraph: May\n"},
		{"numbers at several places", put(66, 600, 11, "1") + put(90, 640, 11, "5") + put(90, 740, 11, "9") + put(90, 700, 18, "7"),
			"paragraph: 1\nparagraph: 5\nparagraph: 9\nparagraph: 7\n"},
		{"names of an axis", put(60, 600, 11, "A1") + put(60, 640, 11, "A2"), "paragraph: A1\nparagraph: A2\n"},
		{"text below a list", put(60, 600, 11, "\\225 One") + put(60, 587, 11, "Total") + put(60, 574, 11, "\\225 An item that is long"),
			"item1: • One\nparagraph: Total\nitem1: • An item that is long\n"},
		{"text below a bullet that is apart", put(60, 600, 11, "\\225") + put(80, 600, 11, "One") + put(60, 587, 11, "Two"),
			"item1: • / One\nparagraph: Two\n"},
		{"an item that goes on below its mark", put(60, 600, 11, "\\225") + put(80, 600, 11, "One item that is long") + put(60, 587, 11,
			"and goes on below"), "item1: • / One item that is long / and goes on below\n"},
		{"a number that marks nothing", put(60, 600, 11, "12. May is a day like any other."), "paragraph: 12. May is a day like any other.\n"},
		{"a table", table(60, 600, 18, []string{"Item", "Pieces", "Price"}, []string{"Pens", "12", "24.00"}, []string{"Paper", "", "8.50"}),
			"table:\n | Item | Pieces | Price\n | Pens | 12 | 24.00\n | Paper |  | 8.50\n"},
		{"a table without its first head", table(60, 600, 18, []string{"", "Pieces", "Price"}, []string{"Pens", "12", "24.00"},
			[]string{"Paper", "3", "8.50"}),
			"table:\n |  | Pieces | Price\n | Pens | 12 | 24.00\n | Paper | 3 | 8.50\n"},
		{"cells of several lines", table(60, 600, 26, []string{"Item", "What", "Price"}, []string{"Pens", "Those that", "24.00"},
			[]string{"Paper", "Sheets", "8.50"}) +
			put(180, 561, 11, "write well"), "table:\n | Item | What | Price\n | Pens | Those that / write well | 24.00\n | Paper | " +
			"Sheets | 8.50\n"},
		{"cells drawn behind the others", table(60, 600, 26, []string{"Item", "What"}, []string{"Pens", ""}, []string{"Paper", "Sheets"},
			[]string{"Ink", "Blue"}) +
			put(180, 574, 11, "Those that") + put(180, 561, 11, "write well"), "table:\n | Item | What\n | Pens | Those that / write well\n | " +
			"Paper | Sheets\n | Ink | Blue\n"},
		{"a head without width", put(60, 600, 11, "Item") + thin(180, 600) + put(300, 600, 11, "Price") + table(60, 582, 18,
			[]string{"Pens", "12", "24.00"}, []string{"Paper", "3", "8.50"}),
			"table:\n | Item | x | Price\n | Pens | 12 | 24.00\n | Paper | 3 | 8.50\n"},
		{"a cell without width", table(60, 600, 18, []string{"Item", "Pieces", "Price"}, []string{"Pens", "12"}) + thin(300, 582) + table(60, 564,
			18, []string{"Paper", "3", "8.50"}),
			"table:\n | Item | Pieces | Price\n | Pens | 12 | x\n | Paper | 3 | 8.50\n"},
		{"a note below a table", table(60, 600, 18, []string{"Item", "Pieces", "Price"}, []string{"Pens", "12", "24.00"}) +
			put(60, 569, 11, "All"),
			"table:\n | Item | Pieces | Price\n | Pens | 12 | 24.00\nparagraph: All\n"},
		{"rows that are too few", table(60, 600, 18, []string{"Name", "Date"}, []string{"Anna", "May"}), "paragraph: Name / Date / Anna / May\n"},
		{"the head of a table without cells", table(60, 600, 13, []string{"Millions", "Last", "This"}, []string{"Net revenues"},
			[]string{"Income"}),
			"paragraph: Millions / Last / This\nparagraph: Net revenues / Income\n"},
		{"columns of long cells", prose(60, 600, 1) + prose(360, 600, 1) + prose(60, 580, 1) + prose(360, 580, 1) + prose(60, 560, 1) +
			prose(360, 560, 1),
			"paragraph continues: " + strings.TrimSuffix(strings.Repeat("The column begins at the top of the page with it / ", 6), " / ") + "\n"},
		{"the number of the page", prose(60, 600, 8) + put(290, 30, 9, "7"), whole + "other: 7\n"},
		{"a larger foot", prose(60, 600, 8) + put(290, 30, 13, "Columns"), whole + "other: Columns\n"},
		{"the number of the page, drawn first", put(290, 30, 9, "7") + prose(60, 600, 8), whole + "other: 7\n"},
		{"the head of the page", put(60, 810, 9, "A book") + prose(60, 600, 8), "other: A book\n" + whole},
		{"the end of a page amid a paragraph", put(60, 113, 11, "The column begins at the top of the page with it") + put(60, 100, 11,
			"and the reader goes on to what stands there, and"),
			"paragraph continues: The column begins at the top of the page with it / and the reader goes on to what stands there, and\n"},
		{"nothing", "", ""},
	}
	for _, test := range tests {
		doc, _ := open(t, pdftest.Build([]pdftest.Page{{Resources: signs, Content: test.content}}))
		words, err := doc.Words(1)
		if got := describe(words); err != nil || got != test.want {
			t.Errorf("%s:\n%swant\n%s%v", test.name, got, test.want, err)
		}
	}
}

// table returns operators that write rows of cells. Columns are 120 points apart. pitch is the distance between two
// rows in points.
func table(x, y, pitch int, rows ...[]string) string {
	var out strings.Builder
	for i, cells := range rows {
		for k, cell := range cells {
			if cell != "" {
				out.WriteString(put(x+120*k, y-pitch*i, 11, cell))
			}
		}
	}
	return out.String()
}

// The text for search and for display has the same order as the words.
func TestTextIsInTheOrderOfWords(t *testing.T) {
	doc, _ := open(t, pdftest.Build([]pdftest.Page{{Content: put(290, 30, 9, "7") + prose(60, 600, 8)}}))
	words, _ := doc.Words(1)
	want, _ := words.Text()
	text, err := doc.Text(1)
	texts, textsErr := doc.Texts(1, 1, time.Minute, nil)
	if err != nil || textsErr != nil || text != want || !slices.Equal(texts.Pages, []string{want}) ||
		!strings.HasSuffix(text, "it ends.\n\n7\n") {
		t.Errorf("the text is %q and %q, the words are %q; %v, %v", text, texts.Pages, want, err, textsErr)
	}
}

// A line that is the target of an outline entry is a heading of the level of the entry, regardless of its font.
func TestBlocksByOutline(t *testing.T) {
	const entry = "<</Title(%s)/Parent %d 0 R/Dest[%d 0 R /XYZ 0 %d 0]%s>>"
	object := func(n int) int { return pdftest.Object(n) }
	page := pdftest.PageObject(4, 0)
	data := pdftest.WithCatalog(fmt.Sprintf("/Outlines %d 0 R", object(0)),
		[]pdftest.Page{{Content: put(60, 700, 11, "1.2  Plain Words") + put(60, 687, 11, "Text.") + put(60, 300, 11, "Plain words")}},
		fmt.Sprintf("<</First %d 0 R/Last %d 0 R>>", object(1), object(1)),
		fmt.Sprintf(entry, "Not here", object(0), page, 700, fmt.Sprintf("/First %d 0 R/Last %d 0 R", object(2), object(2))),
		fmt.Sprintf(entry, "Plain words", object(1), page, 720, ""),
		"null")
	doc, _ := open(t, data)
	words, err := doc.Words(1)
	const want = "heading2: 1.2 Plain Words\nparagraph: Text.\nparagraph: Plain words\n"
	if got := describe(words); err != nil || got != want {
		t.Errorf("got\n%swant\n%s%v", got, want, err)
	}
}

// tagged wraps content as marked content of the paragraph with this index, see [inParagraphs].
func tagged(id int, content string) string {
	return fmt.Sprintf("/P <</MCID %d>> BDC %s EMC ", id, content)
}

// inParagraphs returns a PDF with one page. count is the number of paragraphs in its structure tree.
func inParagraphs(count int, content string) []byte {
	root, page := pdftest.Object(0), pdftest.PageObject(count+1, 0)
	var kids strings.Builder
	objects := make([]string, count+1)
	for i := range count {
		fmt.Fprintf(&kids, "%d 0 R ", pdftest.Object(i+1))
		objects[i+1] = fmt.Sprintf("<</Type/StructElem/S/P/P %d 0 R/Pg %d 0 R/K %d>>", root, page, i)
	}
	objects[0] = fmt.Sprintf("<</Type/StructTreeRoot/K[%s]/ParentTree<</Nums[0[%s]]>>>>", &kids, &kids)
	return pdftest.WithCatalog(fmt.Sprintf("/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R", root),
		[]pdftest.Page{{Extra: "/StructParents 0", Content: content}}, objects...)
}

// Text that is tagged as a paragraph but set in a large font is a heading, because Word tags titles as paragraphs.
func TestBlocksOfTags(t *testing.T) {
	for _, test := range []struct {
		size int
		want string
	}{
		{24, "heading1: Of columns / and rows\n"},
		{12, "paragraph: Of columns / and rows\n"},
	} {
		doc, _ := open(t, inParagraphs(2, tagged(0, put(60, 660, test.size, "Of columns")+put(60, 632, test.size, "and rows"))+
			tagged(1, prose(60, 600, 8))))
		words, err := doc.Words(1)
		if got := describe(words); err != nil || !strings.HasPrefix(got, test.want) {
			t.Errorf("%d points: got\n%swant\n%s%v", test.size, got, test.want, err)
		}
	}
}

// Blocks have the order of the structure tree, even if they are drawn in another order.
func TestBlocksInOrderOfTags(t *testing.T) {
	doc, _ := open(t, inParagraphs(2, tagged(1, put(60, 600, 11, "Second"))+tagged(0, put(60, 300, 11, "First"))))
	words, err := doc.Words(1)
	if got := describe(words); err != nil || got != "paragraph: First\nparagraph: Second\n" {
		t.Errorf("got\n%s%v", got, err)
	}
}

// In right-to-left text, a short last line that ends at the right margin ends its paragraph.
func TestBlocksFromRightToLeft(t *testing.T) {
	const rows = "BT /L 20 Tf 1 0 0 1 20 160 Tm <141312111413121114131211141312111413>Tj 1 0 0 1 180 138 Tm <1413>Tj " +
		"1 0 0 1 60 90 Tm <1413121114131211141312111413>Tj 1 0 0 1 20 68 Tm <141312111413121114131211141312111413>Tj ET"
	doc, _ := open(t, written(rows))
	words, err := doc.Words(1)
	if err != nil {
		t.Fatal(err)
	}
	counts := []int{}
	for _, block := range words.Blocks {
		counts = append(counts, block.Count)
	}
	if !slices.Equal(counts, []int{2, 2}) {
		t.Errorf("paragraphs of %v lines, want 2 and 2:\n%s", counts, describe(words))
	}
}

// The blocks of the user's guide equal the golden file.
func TestBlocksOfSamples(t *testing.T) {
	data, err := os.ReadFile("../../backend/samples/guide.pdf")
	if err != nil {
		t.Fatal(err)
	}
	goldenBlocks(t, "guide.blocks.txt", data, 3)
}

// A page with two columns: the title above both is read first, then the left column, then the right one.
func TestBlocksOfPaper(t *testing.T) {
	left := paragraph(60, 690, "The columns of a paper are read one behind the", "other, each of them from the top to its end. What",
		"goes across both of them comes first.") +
		put(60, 630, 13, "1. Of Columns") + paragraph(60, 608, "A column ends where the page does, and amid a",
		"sentence as often as not. Whoever reads it aloud",
		"goes on at the top of the next column, without a", "pause, as if there were nothing in between but a")
	right := paragraph(320, 690, "space. That is what this page is there to show.") +
		put(360, 560, 9, "Figure 1: A page of two columns") +
		put(320, 530, 13, "2. Of Figures") + paragraph(320, 508, "Figures stand among the text, with a caption in",
		"smaller letters. The caption is no heading, and no",
		"part of the paragraph below it.")
	content := put(140, 740, 20, "On Reading Two Columns") + put(230, 718, 11, "A. Reader, Anywhere") + left +
		"q 200 0 0 80 340 580 cm BI /W 1/H 1/CS/G/BPC 8 ID x EI Q " + right + put(290, 40, 9, "12")
	goldenBlocks(t, "paper.blocks.txt", pdftest.Build([]pdftest.Page{{Content: content}}), 1)
}

// The blocks of a scientific paper in two columns equal the golden file.
func TestBlocksOfCorpus(t *testing.T) {
	goldenBlocks(t, "journal.blocks.txt", corpustest.Read(t, "tika/testJournalParser.pdf"), 2)
}

func goldenBlocks(t *testing.T, name string, data []byte, pages int) {
	t.Helper()
	doc, _ := open(t, data)
	var out strings.Builder
	for page := 1; page <= pages; page++ {
		words, err := doc.Words(page)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(describe(words) + "\f\n")
	}
	golden(t, name, []byte(out.String()))
}
