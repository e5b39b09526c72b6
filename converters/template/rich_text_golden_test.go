package template_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"lectern/converters/template"
	"lectern/converters/template/markup"
	"lectern/converters/template/templatetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The result of a long HTML text equals the golden file. "go test -update" writes the golden files.
func TestHTMLGolden(t *testing.T) {
	source, err := os.ReadFile("testdata/richtext/sample.html")
	if err != nil {
		t.Fatal(err)
	}
	document := rich(t, styled(templatetest.P("{~~x}")), string(source))
	got := strings.ReplaceAll(templatetest.Part(t, document, "word/document.xml"), "><w:", ">\n<w:") + "\n" +
		strings.ReplaceAll(templatetest.Part(t, document, "word/numbering.xml"), "><w:", ">\n<w:") + "\n"
	const golden = "testdata/richtext/sample.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(before) || line != before[i] {
			t.Fatalf("line %d is %s, want %s", i+1, line, strings.Join(before[min(i, len(before)):min(i+1, len(before))], ""))
		}
	}
}

// For every HTML text, the markup of the document is well-formed. It contains all letters of the text, but no HTML
// tags.
func FuzzHTML(f *testing.F) {
	if source, err := os.ReadFile("testdata/richtext/sample.html"); err == nil {
		f.Add(string(source))
	}
	for _, seed := range []string{"<p>a<b>b", "<ul><li>a<ol><li>b<p>c", "<table><tr><td rowspan=2>a<td colspan=3>b<tr><td>c",
		"<a href='https://a\"b'>c</a>", "<pre>\n a\tb\n", "\x00\ufffe<w:t>&lt;", "<table><caption>a<td><table><th>b</table>c",
		"<li value=3>a<li><ul><li>b", "<p style='font-family:\"<&>\";margin:1e9px;line-height:1e99;font-size:1e-9em;text-indent:-9in'>a",
		"<svg><p>a<math><mi>b<table>c"} {
		f.Add(seed)
	}
	f.Fuzz(checkWhole)
}

// checkWhole checks for one text that it has the properties that the comment on [FuzzHTML] describes.
func checkWhole(t *testing.T, text string) {
	for part, source := range map[string][]byte{
		"word/document.xml":     templatetest.Docx(templatetest.P("{~~x}") + templatetest.P("[{~x}]")),
		"ppt/slides/slide1.xml": templatetest.Pptx(templatetest.Shape("{~x}", "[{~x}]")),
	} {
		made, err := template.Render(t.Context(), template.Request{Name: "x", Template: source, Params: map[string]any{"x": text}})
		if err != nil {
			if code := err.Error(); !strings.Contains(code, "html-too-") && !strings.Contains(code, "image-") &&
				!strings.Contains(code, "addresses") {
				t.Fatal(err)
			}
			continue
		}
		if wrong := templatetest.Validate(made.Documents[0].Content); len(wrong) > 0 {
			t.Fatalf("%q: %q", text, wrong)
		}
		tokens, err := markup.Scan([]byte(templatetest.Part(t, made.Documents[0].Content, part)))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var there strings.Builder
		for _, token := range tokens {
			if token.Kind == markup.Text {
				there.WriteString(markup.Unescape(token.Raw))
			}
			if token.Kind == markup.Other && !strings.HasPrefix(string(token.Raw), "<?xml ") {
				t.Fatalf("%q became markup", token.Raw)
			}
		}
		got := letters(there.String())
		for letter, count := range letters(visible(text)) {
			if got[letter] < 2*count { // the template has two tags with the text
				t.Fatalf("%q: %q is there %d times, want %d", text, letter, got[letter], 2*count)
			}
		}
	}
}

// HTML elements can be nested in any way.
func TestHTMLOfAnyKind(t *testing.T) {
	pieces := strings.Split("<p>|</p>|<b>|</b>|<i>|</i>|<a href=https://a.b>|</a>|<ul>|</ul>|<ol start=3>|</ol>|<li>|<li "+
		"value=7>|</li>|<table>|</table>|<tr>|<td>|<td colspan=3>|<td rowspan=4>|<td rowspan=2 "+
		"colspan=2>|<th>|</td>|</tr>|<thead>|<tfoot>|<caption>|<col "+
		"width=40>|<div>|</div>|<pre>|</pre>|<h2>|</h2>|<blockquote>|</blockquote>|<br>|<hr>|<span "+
		"style='color:red;font-size:2em;white-space:pre'>|</span>|<math>|<svg>|</svg>|<select>|<option>|</select>|<form>|"+
		"<dl><dt>|<dd>|<q>|<img alt=z>|<textarea>|</textarea>|<p style='margin-left:2em;text-indent:-1em;line-height:2'>|"+
		"<sup>|<input value=v>|<div dir=rtl align=left>|<table border=1 width=10 align=right>|<frameset>|"+
		"<template>|</template>|<nobr>|<center>", "|")
	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		var text strings.Builder
		for range 1 + random.IntN(40) {
			text.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(2) == 0 {
				text.WriteString([]string{"a", " b ", "c\n d", "\t", "&lt;e&gt;"}[random.IntN(5)])
			}
		}
		checkWhole(t, text.String())
	}
}

// visible returns the text of HTML that every browser shows.
func visible(text string) string {
	root, err := html.ParseWithOptions(strings.NewReader(strings.ToValidUTF8(text, "\ufffd")), html.ParseOptionEnableScripting(false))
	if err != nil {
		return ""
	}
	var all strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			all.WriteString(n.Data)
		}
		switch n.Data {
		case "head", "title", "script", "style", "template", "iframe", "object", "embed", "audio", "video", "canvas", "svg", "noframes",
			"noembed", "datalist", "applet":
			return
		}
		for _, a := range n.Attr {
			if a.Key == "hidden" || a.Key == "style" && strings.Contains(strings.ToLower(a.Val), "none") {
				return
			}
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
	}
	walk(root)
	return all.String()
}

func letters(text string) map[rune]int {
	count := map[rune]int{}
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			count[r]++
		}
	}
	return count
}
