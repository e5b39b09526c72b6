package viewer

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"unicode/utf8"
)

// watermark returns the data URL of an image that repeats a text and covers pages of any shape, or "" for no text. The
// image contains only the text.
func watermark(text string) template.URL {
	if text == "" {
		return ""
	}
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(text)) // writing to a buffer cannot fail
	const side, height, size = 800, 150, 26
	width := max(200, utf8.RuneCountInString(text)*size*3/5+80)
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" preserveAspectRatio="xMidYMid slice">`+
		`<defs><text id="t" text-anchor="middle" font-family="sans-serif" font-size="%d" fill="#808080" fill-opacity=".28">%s</text></defs>`+
		`<g transform="rotate(-30 %[4]d %[4]d)">`, side, size, escaped.String(), side/2)
	// The image repeats the text in separate elements instead of an SVG pattern, because browsers print patterns at a
	// low resolution. The square with the elements is rotated and must reach the corners of the page, too.
	const reach = side * 3 / 4
	for y := -reach; y <= reach; y += height {
		for x := 0; x <= reach+width/2; x += width {
			fmt.Fprintf(&svg, `<use href="#t" x="%d" y="%d"/>`, side/2+x, side/2+y)
			if x > 0 {
				fmt.Fprintf(&svg, `<use href="#t" x="%d" y="%d"/>`, side/2-x, side/2+y)
			}
		}
	}
	svg.WriteString("</g></svg>")
	return template.URL("data:image/svg+xml," + url.PathEscape(svg.String()))
}
