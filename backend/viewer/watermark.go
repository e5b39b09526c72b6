package viewer

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html/template"
	"net/url"
	"unicode/utf8"
)

// watermark gives the address of a picture, to lie over a page of any shape, that repeats a
// text across it; "" of no text. It is the text alone: the picture holds no address.
func watermark(text string) template.URL {
	if text == "" {
		return ""
	}
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(text)) // a buffer takes everything
	const height, size = 150, 26
	width := max(200, utf8.RuneCountInString(text)*size*3/5+80)
	svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" preserveAspectRatio="xMidYMid slice">`+
		`<pattern id="p" width="%d" height="%d" patternUnits="userSpaceOnUse" patternTransform="rotate(-30)">`+
		`<text x="%d" y="%d" text-anchor="middle" font-family="sans-serif" font-size="%d" fill="#808080" fill-opacity=".28">%s</text></pattern>`+
		`<rect width="800" height="800" fill="url(#p)"/></svg>`, width, height, width/2, height/2, size, escaped.String())
	return template.URL("data:image/svg+xml," + url.PathEscape(svg))
}
