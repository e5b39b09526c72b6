package typeset

import (
	"math"

	"lectern/converters/pdf/typeset/opentype"
)

// outline is the outline of a glyph in the SVG.
type outline struct {
	id, data []byte
	uses     int  // number of uses by glyphs that may be set as text
	kept     bool // whether an element that stays in the SVG uses it
	char     rune // character of its first use
	// Set for outlines in the font:
	shape   opentype.Outline
	right   float64 // right edge of its ink, in em
	glyph   uint16  // index in the font; 0 for none
	code    rune
	script  script
	advance float64 // in em
}

// blank reports whether the outline has no ink.
func (o *outline) blank() bool { return len(o.data) == 0 }

// maxSegments limits the outline of a glyph. A longer outline is a drawing.
const maxSegments = 4000

// outlineParser is the state of parsing an outline.
type outlineParser struct {
	unit     float64 // units per em
	position [2]float64
	start    [2]float64
	open     bool // inside of a contour
	outline  opentype.Outline
}

// parseOutline parses the data of an SVG path in em. It returns false if the path cannot be a glyph outline.
func parseOutline(data []byte, unitsPerEm int) (o opentype.Outline, ok bool) {
	p := outlineParser{unit: float64(unitsPerEm)}
	for at := 0; at < len(data); {
		command := data[at]
		at++
		if command == ' ' || command == '\n' {
			continue
		}
		rest, ok := p.draw(command, data[at:])
		if !ok || len(p.outline) > maxSegments {
			return nil, false
		}
		at = len(data) - len(rest)
	}
	return p.outline, true
}

// draw executes a command for each of its groups of numbers, and returns the rest of the data.
func (p *outlineParser) draw(command byte, rest []byte) ([]byte, bool) {
	count := argumentCount(command)
	if count == 0 {
		p.close()
		return rest, command == 'Z'
	}
	for times := 0; ; times++ {
		var n [6]float64
		after, ok := parseNumbers(rest, n[:count])
		if !ok {
			return after, times > 0 && len(after) == len(rest)
		}
		if !p.step(command, n) {
			return rest, false
		}
		if rest = after; command == 'M' {
			command = 'L'
		}
	}
}

// argumentCount returns the number of arguments of a command.
func argumentCount(command byte) int {
	switch command {
	case 'M', 'L':
		return 2
	case 'H', 'V':
		return 1
	case 'Q':
		return 4
	case 'C':
		return 6
	}
	return 0
}

// step executes a command once.
func (p *outlineParser) step(command byte, n [6]float64) bool {
	from := p.position
	switch command {
	case 'M':
		p.position, p.start, p.open = [2]float64{n[0], n[1]}, [2]float64{n[0], n[1]}, false
		return true
	case 'L':
		p.position = [2]float64{n[0], n[1]}
	case 'H':
		p.position[0] = n[0]
	case 'V':
		p.position[1] = n[0]
	case 'Q':
		// A quadratic curve is converted to an equal cubic curve.
		p.position = [2]float64{n[2], n[3]}
		n[2], n[3] = p.position[0]+(n[0]-p.position[0])*2/3, p.position[1]+(n[1]-p.position[1])*2/3
		n[0], n[1] = from[0]+(n[0]-from[0])*2/3, from[1]+(n[1]-from[1])*2/3
	case 'C':
		p.position = [2]float64{n[4], n[5]}
	}
	if !p.open {
		p.open = true
		if !p.add(opentype.Move, n, from) {
			return false
		}
	}
	kind := opentype.Line
	if command == 'C' || command == 'Q' {
		kind = opentype.Curve
	}
	return p.add(kind, n, p.position)
}

// close ends a contour. Fonts close contours implicitly.
func (p *outlineParser) close() { p.position, p.open = p.start, false }

func (p *outlineParser) add(kind opentype.SegmentKind, n [6]float64, end [2]float64) bool {
	s := opentype.Segment{Kind: kind}
	if kind == opentype.Curve {
		s.Points[0], s.Points[1] = p.point(n[0], n[1]), p.point(n[2], n[3])
	}
	s.Points[2] = p.point(end[0], end[1])
	p.outline = append(p.outline, s)
	for _, point := range s.Points {
		if max(point.X, -point.X, point.Y, -point.Y) > math.MaxInt16/2 {
			return false
		}
	}
	return true
}

func (p *outlineParser) point(x, y float64) opentype.Point {
	const limit = math.MaxInt16 // larger values would overflow and move the point
	return opentype.Point{
		X: int(math.Round(max(-limit, min(limit, x*p.unit)))),
		Y: int(math.Round(max(-limit, min(limit, y*p.unit)))),
	}
}

// setShape converts the outline to units of a font. It returns false if that is impossible.
func (o *outline) setShape(unitsPerEm int) (ok bool) {
	o.shape, ok = parseOutline(o.data, unitsPerEm)
	for i := range o.shape {
		o.right = max(o.right, float64(o.shape[i].End().X)/float64(unitsPerEm))
	}
	return ok
}

// Units per em. A thousandth of an em is less than a thirtieth of a pixel in 12 point text at 200 %. Larger text needs
// a higher resolution.
const (
	usualUnits = 1000
	fineUnits  = 4000
	usualSize  = 60 // font size in points up to which the usual units suffice
)

// chooseUnits returns the units per em for the font of the page.
func (t *Setter) chooseUnits() int {
	for i := range t.styles {
		if t.styles[i].height() > usualSize || t.styles[i].width() > usualSize {
			return fineUnits
		}
	}
	return usualUnits
}
