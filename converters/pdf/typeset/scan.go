package typeset

import "bytes"

// piece is a part of the SVG that may be replaced: the outline of a glyph, or a row of glyphs.
type piece struct {
	start, end int // range including the white space after it
	outline    int // index of the outline; -1 for a row of glyphs
	first      int // range of the glyphs of the row
	last       int
}

// scanner reads a page tag by tag.
type scanner struct {
	svg        []byte
	at         int // position after the last tag
	shapeDepth int // number of open elements in which glyphs are kept
	rootEnd    int // position after the start tag <svg>
	pieces     []piece
	outlines   []outline
	byID       map[string]int32
	styles     []style
	glyphs     []glyph
}

// The beginnings of start and end tags.
const (
	glyphStart   = `<use data-text="`
	outlineStart = `<path id="`
	rootStart    = `<svg `
)

// shapeElements are the elements in which glyphs are used as shapes, so that they must not become text.
var shapeElements = [...]string{"clipPath", "mask", "pattern", "symbol"}

func (s *scanner) reset(svg []byte) {
	clear(s.byID)
	if s.byID == nil {
		s.byID = map[string]int32{}
	}
	*s = scanner{svg: svg, byID: s.byID, pieces: s.pieces[:0], outlines: s.outlines[:0], styles: s.styles[:0], glyphs: s.glyphs[:0]}
}

// scan reads all tags of the page.
func (s *scanner) scan() {
	for {
		i := bytes.IndexByte(s.svg[s.at:], '<')
		if i < 0 {
			return
		}
		at := s.at + i
		n := bytes.IndexByte(s.svg[at:], '>')
		if n < 0 {
			return
		}
		s.at = at + n + 1
		s.readTag(at, s.svg[at:s.at])
	}
}

// readTag processes a tag.
func (s *scanner) readTag(at int, tag []byte) {
	switch {
	case hasPrefix(tag, "<use "):
		s.readUse(at, tag)
	case hasPrefix(tag, outlineStart) && s.shapeDepth == 0:
		s.readOutline(at, tag)
	case hasPrefix(tag, rootStart) && s.rootEnd == 0:
		s.rootEnd = s.at
	default:
		s.trackShapeElement(tag)
	}
}

// trackShapeElement tracks the start and end of elements in which glyphs must not be replaced by text.
func (s *scanner) trackShapeElement(tag []byte) {
	name, change := tag[1:], 1
	if len(name) > 0 && name[0] == '/' {
		name, change = name[1:], -1
	}
	if tag[len(tag)-2] == '/' {
		return
	}
	for _, frozen := range shapeElements {
		if hasPrefix(name, frozen) {
			s.shapeDepth = max(s.shapeDepth+change, 0)
		}
	}
}

// skipSpace skips the white space after a tag.
func (s *scanner) skipSpace() {
	for s.at < len(s.svg) && s.svg[s.at] <= ' ' {
		s.at++
	}
}

// readOutline processes a tag such as `<path id="font_1_2" d="M0 0H.5Z"/>`.
func (s *scanner) readOutline(at int, tag []byte) {
	id, rest, _ := bytes.Cut(tag[len(outlineStart):], []byte(`" d="`))
	data, isAll := bytes.CutSuffix(rest, []byte(`"/>`))
	_, twice := s.byID[string(id)]
	if !isAll || twice || !hasPrefix(id, "font_") || bytes.IndexByte(data, '"') >= 0 {
		return
	}
	s.byID[string(id)] = int32(len(s.outlines))
	s.skipSpace()
	s.pieces = append(s.pieces, piece{start: at, end: s.at, outline: len(s.outlines)})
	s.outlines = append(s.outlines, outline{id: id, data: data})
}

func (s *scanner) readUse(at int, tag []byte) {
	g, ok := s.parseGlyph(tag)
	if !ok || s.shapeDepth > 0 {
		s.keepOutline(tag)
		return
	}
	s.skipSpace()
	n := len(s.pieces) - 1
	if n < 0 || s.pieces[n].outline >= 0 || s.pieces[n].end != at {
		n++
		s.pieces = append(s.pieces, piece{start: at, outline: -1, first: len(s.glyphs)})
	}
	g.start, g.end = int32(at), int32(s.at)
	s.glyphs = append(s.glyphs, g)
	s.pieces[n].end, s.pieces[n].last = s.at, len(s.glyphs)
}

// keepOutline records that an outline is used by an element that is kept.
func (s *scanner) keepOutline(tag []byte) {
	_, reference, _ := bytes.Cut(tag, []byte(`href="#`))
	id, _, _ := bytes.Cut(reference, []byte{'"'})
	if i, ok := s.byID[string(id)]; ok {
		s.outlines[i].kept = true
	}
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
