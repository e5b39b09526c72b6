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

// isMarkup reports whether data begins like an SVG.
func isMarkup(data []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(byteOrderMark)), " \t\r\n")
	wide, _ := opc.IsUTF16(data[:min(len(data), 2)])
	return wide || bytes.HasPrefix(text, []byte("<"))
}

// Limits of an SVG. An SVG that exceeds them is not checked.
const (
	maxSVGAttributes = 100_000 // of one element
	maxSVGEntities   = 1_000   // declarations of entities
)

var (
	// declaredEntity matches the names of entities in a document type declaration.
	declaredEntity = regexp.MustCompile(`<!ENTITY\s+([^\s%]+)\s`)
	// externalSubset matches references to other files in a document type declaration.
	externalSubset = regexp.MustCompile(`^DOCTYPE\s+\S+\s+(?:PUBLIC|SYSTEM)\s|%[\w.:-]+;`)
	// svgVersion matches the XML version. LibreOffice accepts every version.
	svgVersion = regexp.MustCompile(`^<\?xml\s+version\s*=\s*(?:"[^"<]*"|'[^'<]*')`)
)

// checkSVG checks that an SVG is well-formed, because LibreOffice draws nothing of a malformed SVG. The root element
// must be <svg>.
func checkSVG(c *Check, data []byte, complete bool) string {
	svg := newSVGCheck(c, data)
	for {
		token, err := svg.decoder.Token()
		if err != nil {
			return svg.finish(err, complete)
		}
		if fault := svg.fault(token); fault != "" {
			return fault
		}
	}
}

// svgCheck is the state of the check of an SVG.
type svgCheck struct {
	*Check
	text     *svgText
	decoder  *xml.Decoder
	tokens   int
	hasRoot  bool // the root element is <svg>
	external bool // entities may be declared in other files, which LibreOffice does not read
}

// newSVGCheck returns the check of an SVG. Encodings other than UTF-8 and UTF-16 are read as Latin-1: characters may be
// wrong, but markup is not affected.
func newSVGCheck(c *Check, data []byte) *svgCheck {
	text := &svgText{Reader: svgSource(data), check: c}
	decoder := xml.NewDecoder(text)
	decoder.Entity = map[string]string{}
	wide, _ := opc.IsUTF16(data[:min(len(data), 2)])
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) {
		if wide {
			return input, nil // already converted to UTF-8
		}
		return charmap.ISO8859_1.NewDecoder().Reader(input), nil
	}
	return &svgCheck{Check: c, text: text, decoder: decoder}
}

// svgSource returns the text of an SVG. Its XML declaration, if there is one, is changed to version 1.0, because package
// xml accepts no other version.
func svgSource(data []byte) io.Reader {
	head := make([]byte, 1<<10)
	text := opc.UTF8Reader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	n, _ := io.ReadFull(text, head) // a shorter image fits completely
	head = head[:n]
	if declared := svgVersion.Find(head); declared != nil {
		return io.MultiReader(strings.NewReader(`<?xml version="1.0"`), bytes.NewReader(head[len(declared):]), text)
	}
	return io.MultiReader(bytes.NewReader(head), text)
}

// fault returns the fault of the next token.
func (s *svgCheck) fault(token xml.Token) string {
	s.tokens++
	s.text.equalsSigns = 0
	switch token := token.(type) {
	case xml.ProcInst:
		if token.Target == "xml" && s.tokens > 1 { // LibreOffice accepts it only at the very beginning
			return wire.PictureDamaged
		}
	case xml.Directive:
		s.recordEntities(token)
	case xml.StartElement:
		if !s.hasRoot && token.Name.Local != "svg" {
			return wire.PictureUnreadable
		}
		if hasDuplicate(token.Attr) {
			return wire.PictureDamaged
		}
		s.hasRoot = true
	}
	return ""
}

// recordEntities records the entities of a document type declaration.
func (s *svgCheck) recordEntities(token xml.Directive) {
	names := declaredEntity.FindAllSubmatch(token, maxSVGEntities)
	for _, name := range names {
		s.decoder.Entity[string(name[1])] = ""
	}
	s.external = s.external || len(names) == maxSVGEntities || externalSubset.Match(token)
}

// finish returns the fault of an SVG whose scan ended with err.
func (s *svgCheck) finish(err error, complete bool) string {
	switch {
	case errors.Is(err, errLate), s.external && isUnknownEntity(err):
		return s.Skip()
	case !s.hasRoot:
		return wire.PictureUnreadable
	case errors.Is(err, io.EOF):
		return ""
	}
	return s.endsEarly(complete)
}

// isUnknownEntity reports whether err is the error of package xml for an undeclared entity.
func isUnknownEntity(err error) bool {
	wrong, _ := errors.AsType[*xml.SyntaxError](err)
	if wrong == nil {
		return false
	}
	name, found := strings.CutPrefix(wrong.Msg, "invalid character entity &")
	return found && !strings.HasPrefix(name, "#") && strings.HasSuffix(name, ";")
}

// svgText reads the text of an SVG. It returns errLate when the deadline has passed or an element has too many
// attributes.
type svgText struct {
	io.Reader
	check       *Check
	equalsSigns int // equals signs since the last token
}

func (t *svgText) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.equalsSigns += bytes.Count(p[:n], []byte("="))
	if t.equalsSigns > maxSVGAttributes || t.check.Late() {
		return n, errLate
	}
	return n, err
}

// hasDuplicate reports whether an attribute occurs twice.
func hasDuplicate(attributes []xml.Attr) bool {
	seen := make(map[xml.Name]struct{}, len(attributes))
	for _, attribute := range attributes {
		seen[attribute.Name] = struct{}{}
	}
	return len(seen) < len(attributes)
}
