package office

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/ooxml/ooxmltest"
	"lectern/converters/wire"
)

// clicks maps the text of clickable shapes and words on a slide to the attributes of their links: a relationship and an
// action.
var clicks = map[string]string{
	"next":     `r:id="" action="ppaction://hlinkshowjump?jump=nextslide"`,
	"previous": `r:id="" action="ppaction://hlinkshowjump?jump=previousslide"`,
	"first":    `r:id="" action="ppaction://hlinkshowjump?jump=firstslide"`,
	"last":     `r:id="" action="ppaction://hlinkshowjump?jump=lastslide"`,
	"end":      `r:id="" action="ppaction://hlinkshowjump?jump=endshow"`,
	"viewed":   `r:id="" action="ppaction://hlinkshowjump?jump=lastslideviewed"`,
	"show":     `r:id="" action="ppaction://customshow?id=0&amp;return=true"`,
	"macro":    `r:id="" action="ppaction://macro?name=Run"`,
	"media":    `r:id="" action="ppaction://media"`,
	"program":  `r:id="r2" action="ppaction://program"`,
	"web":      `r:id="r3"`,
	"slide1":   `r:id="r4" action="ppaction://hlinksldjump"`,
	"slide2":   `r:id="r5" action="ppaction://hlinksldjump"`,
	"slide3":   `r:id="r6" action="ppaction://hlinksldjump"`,
	"slide4":   `r:id="r7" action="ppaction://hlinksldjump"`,
}

// clickable returns a slide with two links for each entry of clicks: a shape on the left, and a text in a group on the
// right.
func clickable(title string, hidden bool) ooxmltest.Slide {
	var shapes strings.Builder
	if title != "" {
		fmt.Fprintf(&shapes,
			`<p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>`+
				`<a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>`, title)
	}
	row := 0
	for name, click := range clicks {
		row++
		link := `<a:hlinkClick ` + click + `/>`
		shape := func(column int, text, ofShape, ofText string) string {
			return fmt.Sprintf(
				`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="s">%s</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="%d" y="%d"/><a:ext `+
					`cx="2000000" cy="380000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr wrap="none" lIns="0" tIns="0"/><a:p><a:r>`+
					`<a:rPr lang="en-US" sz="900"/><a:t>%s,</a:t></a:r><a:r><a:rPr lang="en-US" sz="900">%s</a:rPr><a:t>%s</a:t></a:r></a:p>`+
					`</p:txBody></p:sp>`,
				10*row+column, ofShape, column*3000000, row*400000, name, ofText, text)
		}
		shapes.WriteString(shape(0, "shape", link, "") +
			`<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` + shape(1, "text", "",
			link) + `</p:grpSp>`)
	}
	return ooxmltest.Slide{Shapes: shapes.String(), Hidden: hidden, Related: []string{
		"hyperlink", `notepad.exe" TargetMode="External`, "hyperlink", `https://example.com/" TargetMode="External`,
		"slide", "slide1.xml", "slide", "slide2.xml", "slide", "slide3.xml", "slide", "slide4.xml"}}
}

// linkTargets returns the targets of the links of each page of a PDF, by the word at the link. A target has no page if
// it is not in the document.
func linkTargets(t *testing.T, reader *pdf.Reader, whole []byte, pages int) []map[string]wire.Target {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.pdf")
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	all := make([]map[string]wire.Target, pages)
	for i := range all {
		text, err := reader.Words(t.Context(), pdf.Source{Key: path, Open: func(context.Context) (*os.File, error) { return os.Open(path) }}, i+1)
		var words wire.Words
		if err == nil {
			err = json.Unmarshal(text, &words)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[i] = map[string]wire.Target{}
		for _, link := range words.Links {
			all[i][wordAt(words, link.Box)] = link.Target
		}
	}
	return all
}

// wordAt returns the word whose right end is inside a box. In these tests, the box of each link surrounds the end of a
// word.
func wordAt(words wire.Words, box wire.Box) string {
	for _, line := range words.Lines {
		for _, word := range line.Words {
			x, y := word.Box[2]-2, (word.Box[1]+word.Box[3])/2
			if box[0] <= x && x <= box[2] && box[1] <= y && y <= box[3] {
				return word.Text
			}
		}
	}
	return "nothing"
}

// Links on slides lead to the page of the slide that they lead to in PowerPoint, regardless of the titles of the
// slides, the order of their parts, and hidden slides. Links to slides without a page have no target.
func TestLinksLeadToThePagesOfTheirSlides(t *testing.T) {
	needsExtension(t)
	cfg := converttest.OfficeConfig(t)
	office := openOffice(t, cfg)
	reader := pdf.New(cfg, slog.New(slog.DiscardHandler))
	defer reader.Close()
	slides := func(titles ...string) (all []ooxmltest.Slide) {
		for _, title := range titles {
			name, hidden := strings.CutPrefix(title, "hidden ")
			all = append(all, clickable(name, hidden))
		}
		return all
	}
	for name, test := range map[string]struct {
		order  []int // numbers of the slide parts, in presentation order
		slides []ooxmltest.Slide
		pages  []int // page of each slide part; 0 if it is hidden
	}{
		"without titles":             {[]int{1, 2, 3, 4}, slides("", "", "", ""), []int{1, 2, 3, 4}},
		"of one title":               {[]int{1, 2, 3, 4}, slides("A", "A", "A", "A"), []int{1, 2, 3, 4}},
		"called as others are":       {[]int{1, 2, 3, 4}, slides("Slide 2", "Slide 1", "", "Slide 3"), []int{1, 2, 3, 4}},
		"in another order":           {[]int{3, 1, 4, 2}, slides("A", "B", "", "D"), []int{2, 4, 1, 3}},
		"hidden":                     {[]int{1, 2, 3, 4}, slides("A", "hidden B", "", "D"), []int{1, 0, 2, 3}},
		"hidden at the ends":         {[]int{4, 3, 2, 1}, slides("hidden A", "A", "A", "hidden D"), []int{0, 2, 1, 0}},
		"hidden, in another order":   {[]int{2, 4, 1, 3}, slides("", "hidden ", "", ""), []int{2, 0, 3, 1}},
		"shown alone, others hidden": {[]int{1, 2, 3, 4}, slides("hidden A", "hidden A", "A", "hidden A"), []int{0, 0, 1, 0}},
	} {
		whole := wholeOf(t, office, filetype.Pptx, bytes.NewReader(ooxmltest.PptxOf(test.order, test.slides...)))
		last := 0
		for _, page := range test.pages {
			last = max(last, page)
		}
		for i, got := range linkTargets(t, reader, whole, last) {
			page := i + 1
			want := map[string]wire.Target{}
			for _, kind := range []string{"shape", "text"} {
				to := map[string]int{"first": 1, "last": last, "next": page + 1, "previous": page - 1}
				if page == last {
					to["next"] = 0
				}
				for slide, on := range test.pages {
					to[fmt.Sprintf("slide%d", slide+1)] = on
				}
				for on, page := range to {
					if page > 0 {
						want[on+","+kind] = wire.Target{Page: page}
					}
				}
				want["web,"+kind] = wire.Target{URI: "https://example.com/"}
			}
			for on, target := range got {
				got[on] = wire.Target{Page: target.Page, URI: target.URI} // without the position on the page
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("slides %s, page %d:\ngot  %v\nwant %v", name, page, got, want)
			}
		}
		if bytes.Contains(whole, []byte("#action")) || bytes.Contains(whole, []byte("notepad")) {
			t.Errorf("slides %s: the PDF names an action", name)
		}
	}
}
