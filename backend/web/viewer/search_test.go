package viewer_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"lectern/backend/document"
	"lectern/backend/search"
	"lectern/converters/wire"
)

// sampleWords is a source of words that returns the word "Sample" for every page.
type sampleWords struct{}

func (sampleWords) Words(context.Context, string, int) (wire.Words, error) {
	box := wire.Box{10, 20, 50, 30}
	return wire.Words{Page: 1, Lines: []wire.Line{{Box: box, Words: []wire.Word{{Text: "Sample", Box: box}}}}}, nil
}

func TestSearchOfASession(t *testing.T) {
	room := openTestViewer(t, "")
	check(t, room.store.PDFs.AddTexts(t.Context(), room.document.PDF, document.Texts{First: 1, Count: 2,
		Pages: []string{"no hit", "a Sample of text"}}))
	answer, text := room.get(room.base() + "/search?q=AMPL&limit=1")
	var found search.DocumentHits
	check(t, json.Unmarshal([]byte(text), &found))
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Cache-Control") != "no-store" || *found.Total != 1 || *found.Hits != 1 ||
		len(found.Pages) != 1 {
		t.Fatalf("%d %s", answer.StatusCode, text)
	}
	page := found.Pages[0]
	if page.Page != 2 || len(page.Snippet) != 3 || page.Snippet[1] != (search.SnippetPart{Text: "Sample", Hit: true}) ||
		len(page.Boxes) != 1 || page.Boxes[0][0] != (wire.Box{10, 20, 50, 30}) {
		t.Errorf("%s", text)
	}
	found = search.DocumentHits{}
	_, text = room.get(room.base() + "/search?q=sample&count=false&snippets=false&boxes=false&lines=true&before=3")
	check(t, json.Unmarshal([]byte(text), &found))
	if page := found.Pages[0]; found.Hits != nil || found.Total != nil || page.Snippet != nil || page.Boxes != nil || len(page.Lines) != 1 ||
		page.Lines[0][1].Text != "Sample" {
		t.Errorf("%s", text)
	}
	const one, none = `{"pages":1,"hits":1,"searched":2,"runs":[{"page":2,"hits":[1]}]}`, `{"pages":0,"hits":0,"searched":2,"runs":[]}`
	for query, want := range map[string]string{
		"sample": one, "ampl": one, "%22ple+of+te": one, "ple*": none, "sam*": one, "%22ple+f+te": none,
		"ampl&word=true": none, "sample&word=true": one, "Ampl&case=true": none, "ampl&case=true": one, "%C3%A4mpl": one,
		"%C3%A4mpl&marks=true": none,
	} {
		if _, text = room.get(room.base() + "/search/counts?q=" + query); text != want+"\n" {
			t.Errorf("%s: %s", query, text)
		}
	}
	for _, query := range []string{"", "?q=", "?q=%20", "?q=a&limit=101", "?q=a&limit=-1", "?q=a&limit=x", "?q=a&after=-1", "?q=a&case=maybe",
		"?q=a&before=-1", "?q=a&count=2"} {
		if answer, text := room.get(room.base() + "/search" + query); answer.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", query, answer.StatusCode, text)
		}
	}
}
