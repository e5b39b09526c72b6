package opentype

// Outline is the outline of a glyph: contours, each of which begins with a Move. The area with a nonzero winding number
// is filled.
type Outline []Segment

// Segment is a line, a curve, or the move to the start of a contour.
type Segment struct {
	Kind SegmentKind
	// Points are the two control points of a curve and its end point. Lines and moves use only the last one.
	Points [3]Point
}

// End returns the end point of the segment.
func (s *Segment) End() Point { return s.Points[2] }

// SegmentKind is the shape of a segment.
type SegmentKind uint8

// The kinds of segments.
const (
	Move SegmentKind = iota
	Line
	Curve
)

// Point is a point in units. Its coordinates fit in 16 bits.
type Point struct{ X, Y int }

func (p Point) minus(o Point) Point { return Point{p.X - o.X, p.Y - o.Y} }

// box is a bounding box. The zero box is empty.
type box struct {
	x0, y0, x1, y1 int
	nonEmpty       bool
}

func (b box) join(o box) box {
	switch {
	case !o.nonEmpty:
		return b
	case !b.nonEmpty:
		return o
	}
	return box{min(b.x0, o.x0), min(b.y0, o.y0), max(b.x1, o.x1), max(b.y1, o.y1), true}
}

// box returns the bounding box of all points, including control points.
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
