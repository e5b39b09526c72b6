package documents_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/search"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/pdf/pdftest"
	"lectern/converters/wire"
)

// scriptTexts are paragraphs in several scripts, with the queries that must find them.
var scriptTexts = []struct {
	text    string
	right   bool // written from right to left
	queries []string
}{
	{text: "Der Käse läßt sich schön über die Straße tragen.", queries: []string{"kase", "KÄSE", "strasse", `"über die strasse"`, "schon*",
		"tragen kase"}},
	{text: "Łódź, Sørensen, İstanbul, œuvre and naïve", queries: []string{"lodz", "sorensen", "istanbul", "oeuvre", `"and naive"`}},
	{text: "Καλημέρα Ελλάδα", queries: []string{"ΕΛΛΑΔΑ", "καλημερα"}},
	{text: "Съешь же ещё булок", queries: []string{"еще", "СЪЕШЬ", "бул*"}},
	{text: "בְּרֵאשִׁית בָּרָא אֱלֹהִים", right: true, queries: []string{"בראשית", `"ברא אלהים"`, "ברא"}},
	{text: "لُغَة السلام عليكم", right: true, queries: []string{"لغة", "السلام", `"السلام عليكم"`, "علي*"}},
	{text: "हिन्दी भाषा", queries: []string{"हिन्दी", "भाषा"}},
	{text: "ภาษาไทย น้ำใจ", queries: []string{"ไทย", "น้ำใจ", "ภาษา"}},
	{text: "私は東京タワーに行きました。", queries: []string{"東京", "タワー", "東京タワー", "京", `"に行き"`}},
	{text: "全文搜索引擎第12章", queries: []string{"搜索", "引擎", "第12章", "全文搜索引擎"}},
	{text: "한국어 학교에서 공부", queries: []string{"학교", "한국어", "공부"}},
}

func scriptsDocument() []byte {
	var body strings.Builder
	for _, s := range scriptTexts {
		if !s.right {
			body.WriteString(ooxmltest.Paragraph(s.text))
			continue
		}
		body.WriteString(`<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>` + s.text + `</w:t></w:r></w:p>`)
	}
	return ooxmltest.DocxOf(body.String(), nil)
}

// librarySearch is the response to a search in all documents.
type librarySearch struct {
	Documents []struct {
		ID        string
		Name      string
		Status    string
		PageCount int
		CreatedAt string
		Pages     []search.PageHits
	}
	Next   string
	Totals search.Totals
}

func searchFor(s *lecterntest.Server, query string, more string) librarySearch {
	s.T.Helper()
	status, text := s.Call(http.MethodGet, "/search?q="+url.QueryEscape(query)+more, nil, nil)
	var found librarySearch
	if err := json.Unmarshal(text, &found); status != http.StatusOK || err != nil {
		s.T.Fatalf("the search for %s: %d %s", query, status, text)
	}
	return found
}

func searchDocument(s *lecterntest.Server, id, query string, more string) search.DocumentHits {
	s.T.Helper()
	status, text := s.Call(http.MethodGet, "/document/"+id+"/search?q="+url.QueryEscape(query)+more, nil, nil)
	var found search.DocumentHits
	if err := json.Unmarshal(text, &found); status != http.StatusOK || err != nil {
		s.T.Fatalf("the search for %s: %d %s", query, status, text)
	}
	return found
}

// countedSearch searches a document until the pages with hits are counted: on a busy machine, counting may take too
// long for a response.
func countedSearch(s *lecterntest.Server, id, query string, more string) search.DocumentHits {
	s.T.Helper()
	for {
		if found := searchDocument(s, id, query, more); found.Total != nil {
			return found
		}
	}
}

// lineOf returns the box of the line that contains a text.
func lineOf(t *testing.T, words *wire.Words, text string) wire.Box {
	t.Helper()
	text = strings.ReplaceAll(text, " ", "")
	for _, line := range words.Lines {
		all := ""
		for _, word := range line.Words {
			all += word.Text
		}
		if all == text {
			return line.Box
		}
	}
	t.Fatalf("no line is %s", text)
	return wire.Box{}
}

// isWithin reports whether inner lies within outer and has an area.
func isWithin(inner, outer wire.Box) bool {
	const slack = 0.05
	return inner[0] >= outer[0]-slack && inner[1] >= outer[1]-slack && inner[2] <= outer[2]+slack && inner[3] <= outer[3]+slack &&
		inner[2]-inner[0] > 1 && inner[3]-inner[1] > 1
}

// TestSearchInAllScripts searches for words of many scripts in an Office document, in all documents and in a session.
func TestSearchInAllScripts(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("Scripts.docx", scriptsDocument()).ID)
	_, text := s.Get("/document/"+doc.ID+"/page/1.json", nil)
	var words wire.Words
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	viewed, err := url.Parse(s.View(doc.ID))
	if err != nil {
		t.Fatal(err)
	}
	session := s.URL + "/viewer/session/" + viewed.Query().Get("sessionId") + "/search?q="
	for _, script := range scriptTexts {
		line := lineOf(t, &words, script.text)
		for _, query := range script.queries {
			found := countedSearch(s, doc.ID, query, "")
			if *found.Total != 1 || *found.Hits < 1 || found.Searched != doc.PageCount || len(found.Pages) != 1 ||
				len(found.Pages[0].Boxes) != found.Pages[0].Hits {
				t.Errorf("%s: %+v", query, found)
				continue
			}
			if !slices.ContainsFunc(found.Pages[0].Boxes, func(boxes []wire.Box) bool { return isWithin(boxes[0], line) }) {
				t.Errorf("%s is at %v, and its line at %v", query, found.Pages[0].Boxes, line)
			}
			whole := found
			if !strings.HasSuffix(query, "*") {
				whole = searchDocument(s, doc.ID, query, "&word=true")
			}
			library := searchFor(s, query, "&boxes=true")
			if len(library.Documents) != 1 || library.Documents[0].ID != doc.ID ||
				fmt.Sprint(library.Documents[0].Pages) != fmt.Sprint(whole.Pages) {
				t.Errorf("%s: in all documents it is %+v, and in the one %+v", query, library, whole.Pages)
			}
			var read search.DocumentHits
			if _, text := s.Call(http.MethodGet, session+url.QueryEscape(query), nil, nil); json.Unmarshal(text, &read) != nil ||
				fmt.Sprint(read.Pages) != fmt.Sprint(found.Pages) {
				t.Errorf("%s: in the session it is %s", query, text)
			}
		}
	}
}

// TestSearchMarksWords checks that the boxes of search hits cover the words found.
func TestSearchMarksWords(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("Words.docx", ooxmltest.DocxOf(ooxmltest.Paragraph("one two (three) four")+ooxmltest.Paragraph("five two"),
		nil)).ID)
	_, text := s.Get("/document/"+doc.ID+"/page/1.json", nil)
	var words wire.Words
	if err := json.Unmarshal(text, &words); err != nil || len(words.Lines) != 2 {
		t.Fatalf("%v: %s", err, text)
	}
	line := words.Lines[0].Words
	three := line[2].Box
	for query, want := range map[string][][]wire.Box{
		"one":                {{line[0].Box}},
		"two":                {{line[1].Box}, {words.Lines[1].Words[1].Box}},
		`"one two"`:          {{line[0].Box.Join(line[1].Box)}},
		"fo*":                {{line[3].Box}},
		"our":                {{line[3].Box}},
		"our*":               nil,
		`"ne tw"`:            {{line[0].Box.Join(line[1].Box)}},
		`"four five two"`:    {{line[3].Box, words.Lines[1].Box}},
		`"two three four"`:   {{line[1].Box.Join(line[3].Box)}},
		"five four":          {{line[3].Box}, {words.Lines[1].Words[0].Box}},
		`"two three" absent`: nil,
	} {
		found := searchDocument(s, doc.ID, query, "")
		var got [][]wire.Box
		for _, page := range found.Pages {
			got = append(got, page.Boxes...)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is at %v, want %v", query, got, want)
		}
	}
	if box := searchDocument(s, doc.ID, "three", "").Pages[0].Boxes[0][0]; !isWithin(box, three) || box[0] <= three[0] || box[2] >= three[2] {
		t.Errorf("three is at %v, in parentheses at %v", box, three)
	}
}

// TestSearchMarksMonospacedText searches for parts of words in a monospaced font, in which all characters are 6 points
// wide.
func TestSearchMarksMonospacedText(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("code.pdf", pdftest.Build([]pdftest.Page{{
		Content:   `BT /C 10 Tf 72 700 Td (if\(illicit.WOMEN\)) Tj ET`,
		Resources: "/Font<</C<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>",
	}})).ID)
	for query, want := range map[string][2]float64{"illicit": {90, 132}, "women": {138, 168}} {
		box := searchDocument(s, doc.ID, query, "").Pages[0].Boxes[0][0]
		if math.Abs(box[0]-want[0]) > 0.1 || math.Abs(box[2]-want[1]) > 0.1 {
			t.Errorf("%s is at %v, want it from %g to %g", query, box, want[0], want[1])
		}
	}
}

// TestSearchManyPages searches a document of 1,200 pages, one page of results after another.
func TestSearchManyPages(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	const pages = 1200
	var content []pdftest.Page
	for page := range pages {
		line := fmt.Sprintf("n%d common", page+1)
		if page%3 == 0 {
			line += " and Common"
		}
		content = append(content, pdftest.Text(line))
	}
	doc := s.Wait(s.Upload("long.pdf", pdftest.Build(content)).ID)
	found := countedSearch(s, doc.ID, "and", "&limit=3&after=9")
	if *found.Total != pages/3 || *found.Hits != pages/3 || len(found.Pages) != 3 || found.Pages[0].Page != 10 || found.Pages[2].Page != 16 ||
		found.Next != 16 {
		t.Errorf("%+v", found)
	}
	found = countedSearch(s, doc.ID, "common", "&limit=2")
	if *found.Total != pages || found.Hits != nil || len(found.Pages) != 2 || found.Next != 2 {
		t.Errorf("%+v", found)
	}
	found = countedSearch(s, doc.ID, "Common", "&limit=2&case=true")
	if *found.Total != pages || found.Hits != nil || len(found.Pages) != 2 || found.Pages[1].Page != 4 || found.Next != 4 {
		t.Errorf("%+v", found)
	}
	found = searchDocument(s, doc.ID, "common", "&after=1199")
	if len(found.Pages) != 1 || found.Next != 0 {
		t.Errorf("%+v", found)
	}
	if found = countedSearch(s, doc.ID, "n12", "&limit=100"); *found.Total != 12 {
		t.Errorf("%+v", found)
	}
	if found = searchDocument(s, doc.ID, "119", "&count=false&after=118"); found.Total != nil || found.Hits != nil || len(found.Pages) != 12 {
		t.Errorf("%+v", found)
	}
	if found = countedSearch(s, doc.ID, "n12", "&word=true"); *found.Total != 1 || found.Pages[0].Page != 12 {
		t.Errorf("%+v", found)
	}
}

// TestSearchRefuses checks that invalid queries are rejected.
func TestSearchRefuses(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("sample.pdf", lecterntest.Sample(t, "sample.pdf")).ID)
	for _, path := range []string{"/search", "/document/" + doc.ID + "/search"} {
		for _, query := range []string{
			"", "?q=", "?q=%20%0A", "?q=%FF", "?q=" + strings.Repeat("a", search.MaxQuery+1), "?q=a&limit=0", "?q=a&limit=101", "?q=a&limit=x",
			"?q=a&after=x", "?q=a&after=-1",
		} {
			status, text := s.Call(http.MethodGet, path+query, nil, nil)
			if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), `"message":"`) {
				t.Errorf("%s%.20s: %d %s", path, query, status, text)
			}
		}
		for _, query := range []string{`"`, `a" OR "b`, "AND", "NEAR(", "*", "a:b", "%00", strings.Repeat("a ", 500),
			"一" + strings.Repeat("二", 999)} {
			if status, text := s.Call(http.MethodGet, path+"?q="+url.QueryEscape(query), nil, nil); status != http.StatusOK {
				t.Errorf("%s %.20s: %d %s", path, query, status, text)
			}
		}
	}
	if status, _ := s.Call(http.MethodGet, "/document/nobody/search?q=a", nil, nil); status != http.StatusNotFound {
		t.Errorf("a search of no document is %d", status)
	}
}
