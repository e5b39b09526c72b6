package opentype

// Operators of charstrings (TN 5177, 4.1).
const (
	opLine           = 5
	opHorizontalLine = 6
	opVerticalLine   = 7
	opCurve          = 8
	opEnd            = 14
	opMove           = 21
	opHorizontalMove = 22
	opVerticalMove   = 4
	opVertical       = 30 // curves that begin vertical and end horizontal, then alternately the other way round
	opHorizontal     = 31
)

// maxArguments is the maximum number of arguments of an operator.
const maxArguments = 48

// charString writes the charstring of a glyph. Consecutive segments of the same kind share one operator, up to
// maxArguments.
type charString struct {
	out      []byte
	position Point
	op       byte // pending operator, which follows its arguments; 0 for none
	args     int
	next     byte // operator of the segment that op can include next, if segments alternate between the axes; else 0
}

// appendCharString appends a glyph as a charstring.
func appendCharString(out []byte, glyph *Glyph) []byte {
	c := charString{out: out}
	if glyph.Advance != 0 { // 0 is the default width
		c.number(glyph.Advance)
	}
	for i := range glyph.Outline {
		c.segment(&glyph.Outline[i])
	}
	c.flush()
	return append(c.out, opEnd)
}

func (c *charString) number(v int) { c.out = appendInteger(c.out, v) }

// flush writes the pending operator.
func (c *charString) flush() {
	if c.op != 0 {
		c.out = append(c.out, c.op)
	}
	c.op, c.args, c.next = 0, 0, 0
}

// begin makes op the pending operator. args is the number of arguments that the caller adds next. If another operator
// is pending, or if the pending one cannot take so many further arguments, begin first writes the pending operator.
func (c *charString) begin(op byte, args int) {
	if c.op != op || c.args+args > maxArguments {
		c.flush()
		c.op = op
	}
	c.args += args
}

func (c *charString) segment(s *Segment) {
	delta := s.End().minus(c.position)
	switch {
	case s.Kind == Move:
		c.move(delta)
	case s.Kind == Curve:
		c.curve(s)
	case delta.Y == 0:
		c.alternate(opHorizontalLine, opVerticalLine, delta.X)
	case delta.X == 0:
		c.alternate(opVerticalLine, opHorizontalLine, delta.Y)
	default:
		c.begin(opLine, 2)
		c.number(delta.X)
		c.number(delta.Y)
	}
	c.position = s.End()
}

func (c *charString) move(delta Point) {
	c.flush()
	switch {
	case delta.Y == 0:
		c.number(delta.X)
		c.op = opHorizontalMove
	case delta.X == 0:
		c.number(delta.Y)
		c.op = opVerticalMove
	default:
		c.number(delta.X)
		c.number(delta.Y)
		c.op = opMove
	}
	c.flush()
}

// alternate adds a line along an axis, or a curve between the axes. op is its operator, and other is the operator of
// the perpendicular direction. A pending operator can include further segments as long as the two directions alternate.
func (c *charString) alternate(op, other byte, numbers ...int) {
	if c.next != op || c.args+len(numbers) > maxArguments {
		c.flush()
		c.op = op
	}
	c.args += len(numbers)
	for _, v := range numbers {
		c.number(v)
	}
	c.next = other
}

func (c *charString) curve(s *Segment) {
	p := s.Points
	first, second, third := p[0].minus(c.position), p[1].minus(p[0]), p[2].minus(p[1])
	switch {
	case first.Y == 0 && third.X == 0:
		c.alternate(opHorizontal, opVertical, first.X, second.X, second.Y, third.Y)
	case first.X == 0 && third.Y == 0:
		c.alternate(opVertical, opHorizontal, first.Y, second.X, second.Y, third.X)
	default:
		c.begin(opCurve, 6)
		for _, delta := range [...]Point{first, second, third} {
			c.number(delta.X)
			c.number(delta.Y)
		}
	}
}
