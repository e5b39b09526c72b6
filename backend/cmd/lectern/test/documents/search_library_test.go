package documents_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/backend/search"
	"lectern/converters/pdf/pdftest"
)

// uploadPages uploads a PDF with a page for each line, waits until it is ready, and returns its id.
func uploadPages(s *lecterntest.Server, name string, lines ...string) string {
	s.T.Helper()
	var pages []pdftest.Page
	for _, line := range lines {
		pages = append(pages, pdftest.Text(line))
	}
	return s.Wait(s.Upload(name, pdftest.Build(pages)).ID).ID
}

// TestSearchAllDocuments searches all documents, some of which have the same content, and reads the results page by
// page.
func TestSearchAllDocuments(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	often := uploadPages(s, "often.pdf", "apple apple apple", "an apple", "nothing", "apple and apple", "an apple")
	once := uploadPages(s, "once.pdf", "one apple among many other things of which there are so many that it is hard to see")
	twin := uploadPages(s, "twin.pdf", "one apple among many other things of which there are so many that it is hard to see")
	uploadPages(s, "none.pdf", "pears")
	found := searchFor(s, "apple", "")
	if len(found.Documents) != 3 || found.Documents[0].ID != often || found.Documents[1].ID != twin || found.Documents[2].ID != once ||
		found.Next != "" {
		t.Fatalf("%+v", found)
	}
	first := found.Documents[0]
	if first.Name != "often.pdf" || first.Status != "ready" || first.PageCount != 5 || len(first.Pages) != 3 ||
		first.Pages[0].Page != 1 || first.Pages[0].Hits != 3 || first.Pages[1].Page != 4 || first.Pages[2].Page != 2 ||
		first.Pages[0].Boxes != nil {
		t.Errorf("%+v", first)
	}
	var ids []string
	for after := ""; ; {
		more := "&limit=1"
		if after != "" {
			more += "&after=" + after
		}
		page := searchFor(s, "apple", more)
		for _, d := range page.Documents {
			ids = append(ids, d.ID)
		}
		if after = page.Next; after == "" || len(ids) > 3 {
			break
		}
		uploadPages(s, "newer.pdf", "apple "+after) // a new document must not shift the following results
	}
	if !slices.Equal(ids, []string{often, twin, once}) {
		t.Errorf("one by one they are %q", ids)
	}
	if found := searchFor(s, "apple pears", ""); len(found.Documents) != 0 || found.Documents == nil {
		t.Errorf("%+v", found)
	}
}

// TestSearchSomeDocuments limits searches to some of the documents, and checks the counts of the results.
func TestSearchSomeDocuments(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	plain := uploadPages(s, "plain.pdf", "a plum")
	tagged := uploadPages(s, "tagged.pdf", "a plum", "pears", "two plums and a plum")
	starred := uploadPages(s, "starred.pdf", "the plum")
	batch(s, `{`+named(tagged)+`,"action":"tag","tags":["fruit","sweet"]}`)
	batch(s, `{`+named(starred)+`,"action":"favorite"}`)
	board := s.Fields(http.StatusOK, http.MethodPost, "/collection", `{"name":"Board"}`)["id"].(string)
	batch(s, `{`+named(plain, starred)+`,"action":"collect","collection":"`+board+`"}`)
	gone := uploadPages(s, "gone.pdf", "no plum any more")
	batch(s, `{`+named(gone)+`,"action":"trash"}`)
	for query, want := range map[string]string{
		"":                     "plain.pdf starred.pdf tagged.pdf 3 4 false",
		"&tag=fruit":           "tagged.pdf 1 2 false",
		"&tag=fruit&tag=sweet": "tagged.pdf 1 2 false",
		"&tag=fruit&tag=sour":  "0 0 false",
		"&favorite=true":       "starred.pdf 1 1 false",
		"&collection=" + board: "plain.pdf starred.pdf 2 2 false",
		"&collection=none":     "0 0 false",
		"&type=pdf":            "plain.pdf starred.pdf tagged.pdf 3 4 false",
		"&type=sheet":          "0 0 false",
		"&collection=" + board + "&favorite=true": "starred.pdf 1 1 false",
	} {
		found := searchFor(s, "plum", query+"&count=true")
		var got []string
		for _, d := range found.Documents {
			got = append(got, d.Name)
		}
		slices.Sort(got)
		got = append(got, fmt.Sprint(found.Totals.Documents), fmt.Sprint(found.Totals.Pages), fmt.Sprint(found.Totals.Partial))
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %s, want %s", query, text, want)
		}
	}
	s.WantRefused(http.StatusUnprocessableEntity, http.MethodGet, "/search?q=plum&type=picture")
}

// TestSearchPagingSkipsDeletedDocuments reads search results page by page, and deletes the documents of each page of
// results before it requests the next page.
func TestSearchPagingSkipsDeletedDocuments(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for i := range 6 {
		doc := s.Upload(fmt.Sprintf("%d.pdf", i), pdftest.Build([]pdftest.Page{pdftest.Text("Zwetschge" + strings.Repeat(" other", i))}))
		s.Wait(doc.ID)
	}
	seen := map[string]bool{}
	for more := "&limit=2"; more != ""; {
		page := searchFor(s, "zwetschge", more)
		for _, d := range page.Documents {
			if seen[d.ID] {
				t.Errorf("%s is listed twice", d.Name)
			}
			seen[d.ID] = true
		}
		s.Fields(http.StatusNoContent, http.MethodDelete, "/document/"+page.Documents[0].ID, "")
		if more = ""; page.Next != "" {
			more = "&limit=2&after=" + page.Next
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d of 6 documents are found", len(seen))
	}
}

// TestSearchOmitsDeletedDocuments deletes documents with the same content one by one. Deleted documents are not found.
func TestSearchOmitsDeletedDocuments(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	content := pdftest.Build([]pdftest.Page{pdftest.Text("an apple")})
	first, second := s.Wait(s.Upload("a.pdf", content).ID).ID, s.Wait(s.Upload("b.pdf", content).ID).ID
	for _, step := range []struct {
		remove string
		want   []string
	}{{second, []string{first}}, {first, nil}} {
		if status, text := s.Call(http.MethodDelete, "/document/"+step.remove, nil, nil); status != http.StatusNoContent {
			t.Fatalf("%d %s", status, text)
		}
		var ids []string
		for _, d := range searchFor(s, "apple", "").Documents {
			ids = append(ids, d.ID)
		}
		if !slices.Equal(ids, step.want) {
			t.Errorf("found are %q, want %q", ids, step.want)
		}
		if status, _ := s.Call(http.MethodGet, "/document/"+step.remove+"/search?q=apple", nil, nil); status != http.StatusNotFound {
			t.Errorf("a search of what is deleted is %d", status)
		}
	}
	doc := s.Wait(s.Upload("c.pdf", pdftest.Build([]pdftest.Page{pdftest.Text("another apple")})).ID)
	if found := searchFor(s, "apple", ""); len(found.Documents) != 1 || found.Documents[0].ID != doc.ID {
		t.Errorf("%+v", found)
	}
}

// TestSessionsSearchAsTheInterfaceDoes checks that searches in a session accept the same parameters as the API's
// searches, with the same values and defaults, and return the same results.
func TestSessionsSearchAsTheInterfaceDoes(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	pages := []pdftest.Page{pdftest.Text("a word, a Word, a w\xf6rd and wording")}
	for range search.DefaultPages {
		pages = append(pages, pdftest.Text("word"))
	}
	doc := s.Wait(s.Upload("words.pdf", pdftest.Build(pages)).ID)
	viewed, err := url.Parse(s.View(doc.ID))
	if err != nil {
		t.Fatal(err)
	}
	session := s.URL + "/viewer/session/" + viewed.Query().Get("sessionId")
	operations := s.Operations()
	for _, path := range []string{"/search", "/search/counts"} {
		ask := func(more string) string {
			t.Helper()
			status, text := s.Call(http.MethodGet, "/document/"+doc.ID+path+"?q=word"+more, nil, nil)
			read, seen := s.Call(http.MethodGet, session+path+"?q=word"+more, nil, nil)
			if status != http.StatusOK || read != http.StatusOK || strings.TrimSpace(string(text)) != strings.TrimSpace(string(seen)) {
				t.Errorf("%s%s: %d %s\nin a session: %d %s", path, more, status, text, read, seen)
			}
			return string(text)
		}
		usual := ask("")
		for _, p := range operations["GET /api/v0/document/{id}"+path].Parameters {
			if p.In != "query" || p.Required || p.Schema["deprecated"] == true {
				continue
			}
			values := []string{"true", "false"}
			if p.Schema["type"] == "integer" {
				values = []string{"2"}
			}
			same, usual, with := true, usual, ""
			if p.Name == "skip" { // skip requires lines=true
				with = "&lines=true"
				usual = ask(with)
			}
			for _, value := range values {
				same = ask(with+"&"+p.Name+"="+value) == usual && same
			}
			if same {
				t.Errorf("%s: nothing here shows what %s does", path, p.Name)
			}
		}
	}
}
