package opentype

// Outline is the line around what a glyph paints: contours, each of which begins with a
// Move. What lies within is what the contours wind around, in sum.
type Outline []Segment

// Segment is a part of an outline.
type Segment struct {
	Kind SegmentKind
	// Points are the ends of a curve's two tangents and its own end; of a line or a move
	// the last one counts alone.
	Points [3]Point
}

// End is where the segment ends.
func (s *Segment) End() Point { return s.Points[2] }

// SegmentKind is the shape of a segment.
type SegmentKind uint8

// The kinds of segments.
const (
	Move SegmentKind = iota
	Line
	Curve
)

// Point is a place in units. Its numbers have 16 bits.
type Point struct{ X, Y int }

func (p Point) minus(o Point) Point { return Point{p.X - o.X, p.Y - o.Y} }

// box is around points; the zero box is around none.
type box struct {
	x0, y0, x1, y1 int
	some           bool
}

func (b box) join(o box) box {
	switch {
	case !o.some:
		return b
	case !b.some:
		return o
	}
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1), true}
}

// box is around all points, also around those that the line does not touch.
func (o Outline) box() (b box) {
	for i := range o {
		from := 2
		if o[i].Kind == Curve {
			from = 0
		}
		for _, p := range o[i].Points[from:] {
			b = b.join(box{p.X, p.Y, p.X, p.Y, true})
		}
	}
	return b
}
