package imagecheck

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/charmap"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

const byteOrderMark = "\xef\xbb\xbf"

// isMarkup reports whether data begins as a picture in SVG does.
func isMarkup(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(byteOrderMark)), " \t\r\n")
	wide, _ := opc.IsUTF16(data[:min(len(data), 2)])
	return wide || bytes.HasPrefix(text, []byte("<"))
}

// The bounds of a picture in SVG; beyond them it is not checked.
const (
	maxSVGAttributes = 100_000 // of one element
	maxSVGEntities   = 1_000   // that are declared
)

var (
	// declaredEntity finds the names of entities in a document type declaration.
	declaredEntity = regexp.MustCompile(`<!ENTITY\s+([^\s%]+)\s`)
	// externalSubset finds what makes a document type declaration depend on other files.
	externalSubset = regexp.MustCompile(`^DOCTYPE\s+\S+\s+(?:PUBLIC|SYSTEM)\s|%[\w.:-]+;`)
	// svgVersion finds the version of XML, of which LibreOffice reads any.
	svgVersion = regexp.MustCompile(`^<\?xml\s+version\s*=\s*(?:"[^"<]*"|'[^'<]*')`)
)

// checkSVG follows the elements of a picture, of which the first must be <svg>. LibreOffice draws nothing where one mark is
// wrong.
func checkSVG(c *Check, data []byte, whole bool) string {
	svg := newSVGCheck(c, data)
	for {
		token, err := svg.decoder.Token()
		if err != nil {
			return svg.end(err, whole)
		}
		if fault := svg.fault(token); fault != "" {
			return fault
		}
	}
}

// svgCheck is a picture in SVG that is being checked.
type svgCheck struct {
	*Check
	text     *svgText
	decoder  *xml.Decoder
	tokens   int
	found    bool // the element <svg>
	external bool // entities may be declared in other files, which LibreOffice does not read
}

// newSVGCheck returns the check of a picture. Characters of other encodings may become wrong ones, which no markup is.
func newSVGCheck(c *Check, data []byte) *svgCheck {
	text := &svgText{Reader: svgSource(data), check: c}
	decoder := xml.NewDecoder(text)
	decoder.Entity = map[string]string{}
	wide, _ := opc.IsUTF16(data[:min(len(data), 2)])
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) {
		if wide {
			return input, nil // it is UTF-8 by now
		}
		return charmap.ISO8859_1.NewDecoder().Reader(input), nil
	}
	return &svgCheck{Check: c, text: text, decoder: decoder}
}

// svgSource returns the text of a picture, with the version of XML that package xml reads.
func svgSource(data []byte) io.Reader {
	head := make([]byte, 1<<10)
	text := opc.UTF8Reader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	n, _ := io.ReadFull(text, head) // a shorter picture has all of it there
	head = head[:n]
	if declared := svgVersion.Find(head); declared != nil {
		return io.MultiReader(strings.NewReader(`<?xml version="1.0"`), bytes.NewReader(head[len(declared):]), text)
	}
	return io.MultiReader(bytes.NewReader(head), text)
}

// fault returns what is wrong with the next part of the picture.
func (s *svgCheck) fault(token xml.Token) string {
	s.tokens++
	s.text.signs = 0
	switch token := token.(type) {
	case xml.ProcInst:
		if token.Target == "xml" && s.tokens > 1 { // LibreOffice wants it at the very beginning
			return wire.PictureDamaged
		}
	case xml.Directive:
		s.declared(token)
	case xml.StartElement:
		if !s.found && token.Name.Local != "svg" {
			return wire.PictureUnreadable
		}
		if isAnyTwice(token.Attr) {
			return wire.PictureDamaged
		}
		s.found = true
	}
	return ""
}

// declared notes the entities of a document type declaration.
func (s *svgCheck) declared(token xml.Directive) {
	names := declaredEntity.FindAllSubmatch(token, maxSVGEntities)
	for _, name := range names {
		s.decoder.Entity[string(name[1])] = ""
	}
	s.external = s.external || len(names) == maxSVGEntities || externalSubset.Match(token)
}

// end returns the fault of a picture whose markup ends with an error.
func (s *svgCheck) end(err error, whole bool) string {
	switch {
	case errors.Is(err, errLate), s.external && isUnknownEntity(err):
		return s.Skip()
	case !s.found:
		return wire.PictureUnreadable
	case err == io.EOF:
		return ""
	}
	return s.endsEarly(whole)
}

// isUnknownEntity reports whether an error of package xml is that of an entity which is not declared.
func isUnknownEntity(err error) bool {
	wrong, _ := errors.AsType[*xml.SyntaxError](err)
	if wrong == nil {
		return false
	}
	name, found := strings.CutPrefix(wrong.Msg, "invalid character entity &")
	return found && !strings.HasPrefix(name, "#") && strings.HasSuffix(name, ";")
}

// svgText is the text of a picture. It ends with errLate when the time for pictures is over, or when an element has too
// many attributes to be held.
type svgText struct {
	io.Reader
	check *Check
	signs int // equals signs since the last part of the picture
}

func (t *svgText) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.signs += bytes.Count(p[:n], []byte("="))
	if t.signs > maxSVGAttributes || t.check.Late() {
		return n, errLate
	}
	return n, err
}

// isAnyTwice reports whether an element has an attribute twice.
func isAnyTwice(attributes []xml.Attr) bool {
	seen := make(map[xml.Name]struct{}, len(attributes))
	for _, attribute := range attributes {
		seen[attribute.Name] = struct{}{}
	}
	return len(seen) < len(attributes)
}
