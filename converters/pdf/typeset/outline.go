package typeset

import (
	"math"

	"lectern/converters/pdf/typeset/opentype"
)

// outline is a glyph's outline in the SVG.
type outline struct {
	id, data []byte
	uses     int  // by glyphs that may be set as text
	kept     bool // as something uses it that stays
	char     rune // that it was first used for
	// Of what is set, filled in later:
	shape   opentype.Outline
	right   float64 // of what it paints, em
	glyph   uint16  // its index in the font; 0 for none
	code    rune
	script  script
	advance float64 // em
}

// blank reports whether the outline paints nothing.
func (o *outline) blank() bool { return len(o.data) == 0 }

// maxSegments bounds the outline of a glyph: what has more is a drawing.
const maxSegments = 4000

// pen reads an outline.
type pen struct {
	unit    float64 // of which one is an em
	at      [2]float64
	start   [2]float64
	open    bool // a contour was begun
	outline opentype.Outline
}

// parseOutline reads the data of an SVG path whose unit is the em. It is false where it says
// more than an outline of a font can.
func parseOutline(data []byte, unitsPerEm int) (o opentype.Outline, ok bool) {
	p := pen{unit: float64(unitsPerEm)}
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

// draw does a command as often as it has numbers, and gives what is behind them.
func (p *pen) draw(command byte, rest []byte) ([]byte, bool) {
	count := arguments(command)
	if count == 0 {
		p.close()
		return rest, command == 'Z'
	}
	for times := 0; ; times++ {
		var n [6]float64
		behind, ok := parseNumbers(rest, n[:count])
		if !ok {
			return behind, times > 0 && len(behind) == len(rest)
		}
		if !p.step(command, n) {
			return rest, false
		}
		if rest = behind; command == 'M' {
			command = 'L'
		}
	}
}

// arguments is how many numbers a command has.
func arguments(command byte) int {
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

// step does a command once.
func (p *pen) step(command byte, n [6]float64) bool {
	from := p.at
	switch command {
	case 'M':
		p.at, p.start, p.open = [2]float64{n[0], n[1]}, [2]float64{n[0], n[1]}, false
		return true
	case 'L':
		p.at = [2]float64{n[0], n[1]}
	case 'H':
		p.at[0] = n[0]
	case 'V':
		p.at[1] = n[0]
	case 'Q':
		// A curve of the third degree that is the same.
		p.at = [2]float64{n[2], n[3]}
		n[2], n[3] = p.at[0]+(n[0]-p.at[0])*2/3, p.at[1]+(n[1]-p.at[1])*2/3
		n[0], n[1] = from[0]+(n[0]-from[0])*2/3, from[1]+(n[1]-from[1])*2/3
	case 'C':
		p.at = [2]float64{n[4], n[5]}
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
	return p.add(kind, n, p.at)
}

// close ends a contour; fonts draw the line back to its start themselves.
func (p *pen) close() { p.at, p.open = p.start, false }

func (p *pen) add(kind opentype.SegmentKind, n [6]float64, end [2]float64) bool {
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

func (p *pen) point(x, y float64) opentype.Point {
	const most = math.MaxInt16 // so that what is far off is refused, not taken for something near
	return opentype.Point{
		X: int(math.Round(max(-most, min(most, x*p.unit)))),
		Y: int(math.Round(max(-most, min(most, y*p.unit)))),
	}
}

// shapeIn makes the outline one of a font. It is false where it cannot be one.
func (o *outline) shapeIn(unitsPerEm int) (ok bool) {
	o.shape, ok = parseOutline(o.data, unitsPerEm)
	for i := range o.shape {
		o.right = max(o.right, float64(o.shape[i].End().X)/float64(unitsPerEm))
	}
	return ok
}

// The units of an em. A thousandth is less than a thirtieth of a pixel in letters of 12 points
// at 200 %; the letters of posters want more.
const (
	usualUnits = 1000
	fineUnits  = 4000
	usualSize  = 60 // points, up to which the usual ones do
)

// unitsPerEm is of how many units an em is to be.
func (t *Setter) chooseUnits() int {
	for i := range t.styles {
		if t.styles[i].height() > usualSize || t.styles[i].width() > usualSize {
			return fineUnits
		}
	}
	return usualUnits
}
