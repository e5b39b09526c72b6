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
	opVertical       = 30 // a curve that begins along one axis and ends along the other
	opHorizontal     = 31
)

// maxArguments is how many numbers an operator may have before it.
const maxArguments = 48

// charString writes the charstring of a glyph. Segments of the same kind share an
// operator, as far as it takes their numbers.
type charString struct {
	out  []byte
	at   Point
	op   byte // that is due for the numbers that are written
	args int
	next byte // the operator that would go on with what is along the axes in turn
}

// appendCharString appends a glyph as a charstring.
func appendCharString(out []byte, glyph *Glyph) []byte {
	c := charString{out: out}
	if glyph.Advance != 0 { // else it is the default
		c.number(glyph.Advance)
	}
	for i := range glyph.Outline {
		c.segment(&glyph.Outline[i])
	}
	c.flush()
	return append(c.out, opEnd)
}

func (c *charString) number(v int) { c.out = appendInteger(c.out, v) }

// flush writes the operator that is due.
func (c *charString) flush() {
	if c.op != 0 {
		c.out = append(c.out, c.op)
	}
	c.op, c.args, c.next = 0, 0, 0
}

// begin makes op the operator that is due, with room for so many more numbers.
func (c *charString) begin(op byte, args int) {
	if c.op != op || c.args+args > maxArguments {
		c.flush()
		c.op = op
	}
	c.args += args
}

func (c *charString) segment(s *Segment) {
	delta := s.End().minus(c.at)
	switch {
	case s.Kind == Move:
		c.move(delta)
	case s.Kind == Curve:
		c.curve(s)
	case delta.Y == 0:
		c.along(opHorizontalLine, opVerticalLine, delta.X)
	case delta.X == 0:
		c.along(opVerticalLine, opHorizontalLine, delta.Y)
	default:
		c.begin(opLine, 2)
		c.number(delta.X)
		c.number(delta.Y)
	}
	c.at = s.End()
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

// along draws a line or a curve along one axis, and then the other. The operator of the
// first of them goes on with such ones along both axes in turn.
func (c *charString) along(op, other byte, numbers ...int) {
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
	first, second, third := p[0].minus(c.at), p[1].minus(p[0]), p[2].minus(p[1])
	switch {
	case first.Y == 0 && third.X == 0:
		c.along(opHorizontal, opVertical, first.X, second.X, second.Y, third.Y)
	case first.X == 0 && third.Y == 0:
		c.along(opVertical, opHorizontal, first.Y, second.X, second.Y, third.X)
	default:
		c.begin(opCurve, 6)
		for _, delta := range [...]Point{first, second, third} {
			c.number(delta.X)
			c.number(delta.Y)
		}
	}
}
