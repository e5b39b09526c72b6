package ooxml

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"time"

	"golang.org/x/text/encoding/charmap"

	"lectern/converters/wire"
)

// isMarkup reports whether data begins as a picture in SVG does.
func isMarkup(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
	wide, _ := isWide(data[:min(len(data), 2)])
	return wide || bytes.HasPrefix(text, []byte("<"))
}

// svgPace is after how many parts of a picture in SVG the time is looked at.
const svgPace = 1 << 10

// declaredEntity finds the names of entities in a document type declaration.
var declaredEntity = regexp.MustCompile(`<!ENTITY\s+([^\s%]+)\s`)

// checkSVG follows the elements of a picture, of which the first must be <svg>. LibreOffice draws nothing where one mark is
// wrong.
func checkSVG(c *pictureCheck, data []byte, whole bool) string {
	decoder := newSVGDecoder(data)
	found := false
	for n := 1; ; n++ {
		token, err := decoder.Token()
		switch {
		case err != nil && !found:
			return wire.PictureUnreadable
		case err == io.EOF:
			return ""
		case err != nil:
			return c.endsEarly(whole)
		case n%svgPace == 0 && time.Now().After(c.until):
			return c.unverified()
		}
		switch token := token.(type) {
		case xml.Directive:
			for _, name := range declaredEntity.FindAllSubmatch(token, -1) {
				decoder.Entity[string(name[1])] = ""
			}
		case xml.StartElement:
			if !found && token.Name.Local != "svg" {
				return wire.PictureUnreadable
			}
			if isAnyTwice(token.Attr) {
				return wire.PictureDamaged
			}
			found = true
		}
	}
}

// newSVGDecoder returns a decoder of a picture. Letters of other encodings may become wrong ones, which no mark is.
func newSVGDecoder(data []byte) *xml.Decoder {
	decoder := xml.NewDecoder(asUTF8(bytes.NewReader(data)))
	decoder.Entity = map[string]string{}
	wide, _ := isWide(data[:min(len(data), 2)])
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) {
		if wide {
			return input, nil // it is UTF-8 by now
		}
		return charmap.ISO8859_1.NewDecoder().Reader(input), nil
	}
	return decoder
}

// isAnyTwice reports whether an element has an attribute twice.
func isAnyTwice(attributes []xml.Attr) bool {
	for i, one := range attributes {
		for _, other := range attributes[:i] {
			if one.Name == other.Name {
				return true
			}
		}
	}
	return false
}
