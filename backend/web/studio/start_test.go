package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"lectern/backend/web/studio"
)

// No text in the data can end the element that contains it, and the page reads exactly the same data.
func TestStartIsEscaped(t *testing.T) {
	const hostile = `</script><script>alert(1)</script><!-- <script> ]]> & ` + "\u2028"
	start := studio.FirstScreen{Responses: map[string]studio.Response{studio.DocumentsPath: {Body: hostile, Total: "1"}}}
	page, err := start.InsertInto([]byte("<!doctype html><html><head><title>Lectern</title></head><body></body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	var scripts []*html.Node
	for node := range tree.Descendants() {
		if node.Data == "script" {
			scripts = append(scripts, node)
		}
	}
	if len(scripts) != 1 {
		t.Fatalf("the page has %d scripts", len(scripts))
	}
	var found studio.FirstScreen
	if err := json.Unmarshal([]byte(scripts[0].FirstChild.Data), &found); err != nil {
		t.Fatal(err)
	}
	if got := found.Responses[studio.DocumentsPath].Body; got != hostile {
		t.Errorf("the page reads %q", got)
	}
}
