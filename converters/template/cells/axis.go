// Package cells computes the new positions of the cells of a workbook template after its rows and columns were repeated,
// and adjusts the references in formulas to them.
package cells

import "slices"

// The number of rows and columns of a sheet (ECMA-376, part 1, 18.3.1.73; limits of Excel).
const (
	Rows    = 1 << 20
	Columns = 1 << 14
)

// Extent is a range of rows or columns, counted from 1. Both ends belong to it.
type Extent struct{ From, To int }

func (e Extent) has(number int) bool { return e.From <= number && number <= e.To }

// Plan describes which rows, or columns, of a template are written together. Those in no segment are not written.
type Plan struct {
	Segments []Extent // in the order of the template, without overlaps
	Loops    []Extent // repeated ranges; inner ones follow those around them
}

// Still returns the plan of a sheet without repeated ranges; most is the number of its rows or columns.
func Still(most int) Plan { return Plan{Segments: []Extent{{1, most}}} }

// Axis records where the rows, or the columns, of a template are in the finished sheet.
type Axis struct {
	plan   Plan
	most   int
	starts [][]int             // positions of the copies of each segment, ascending
	turns  [][]*Turn           // copies of each loop
	memo   map[Extent][]Extent // results of pieces, because many formulas refer to the same range
}

// NewAxis returns the axis of a plan without any copy.
func NewAxis(plan Plan, most int) *Axis {
	return &Axis{plan: plan, most: most, starts: make([][]int, len(plan.Segments)), turns: make([][]*Turn, len(plan.Loops))}
}

// Put records that a copy of a segment begins at a position.
func (x *Axis) Put(segment, at int) { x.starts[segment] = append(x.starts[segment], at) }

// Turn is one copy of what a loop repeats.
type Turn struct {
	Outer *Turn // the copy around this one; nil if there is none
	// Scope is a value that the caller attaches to the copy.
	Scope      any
	template   Extent // the range in the template
	start, end int    // the position in the finished sheet; end is the position after it
	first      bool
}

// Begin records the beginning of a copy; first reports whether it is the first of its loop in the outer copy.
func (x *Axis) Begin(loop int, outer *Turn, at int, first bool, scope any) *Turn {
	turn := &Turn{Outer: outer, Scope: scope, template: x.plan.Loops[loop], start: at, end: at, first: first}
	x.turns[loop] = append(x.turns[loop], turn)
	return turn
}

// End records the end of a copy, before a position.
func (t *Turn) End(at int) { t.end = at }

// around returns the innermost copy around t, or t itself, whose range contains a row or column of the template; nil if
// there is none.
func (t *Turn) around(number int) *Turn {
	for ; t != nil && !t.template.has(number); t = t.Outer {
	}
	return t
}

// Span returns the first and the last position of a range of the template: in a copy of a loop, or in the whole sheet
// if in is nil. ok is false if the range was not written.
func (x *Axis) Span(from, to int, in *Turn) (first, last int, ok bool) {
	low, high := 1, x.most+1
	if in != nil {
		low, high = in.start, in.end
	}
	for i, s := range x.plan.Segments {
		if s.To < from || s.From > to || len(x.starts[i]) == 0 {
			continue
		}
		starts := x.starts[i]
		above, below := max(from, s.From)-s.From, min(to, s.To)-s.From
		if at, _ := slices.BinarySearch(starts, low-above); at < len(starts) && starts[at]+above < high {
			if begin := starts[at] + above; !ok || begin < first {
				first = begin
			}
			end, _ := slices.BinarySearch(starts, high-above)
			last, ok = max(last, min(starts[end-1]+below, high-1)), true
		}
	}
	return first, last, ok
}

// pieces returns the positions of a range as Span does, but without what was written between its copies. It returns nil
// if the range was not written, or if there are more than most pieces.
func (x *Axis) pieces(from, to int, in *Turn, most int) []Extent {
	key := Extent{from, to}
	all, known := x.memo[key]
	if in != nil || !known {
		all = x.findPieces(from, to, in)
	}
	if in == nil && !known {
		if x.memo == nil {
			x.memo = map[Extent][]Extent{}
		}
		x.memo[key] = all
	}
	if len(all) > most {
		return nil
	}
	return all
}

func (x *Axis) findPieces(from, to int, in *Turn) (all []Extent) {
	low, high := 1, x.most+1
	if in != nil {
		low, high = in.start, in.end
	}
	for i, s := range x.plan.Segments {
		if s.To < from || s.From > to {
			continue
		}
		above, below := max(from, s.From)-s.From, min(to, s.To)-s.From
		at, _ := slices.BinarySearch(x.starts[i], low-above)
		for _, start := range x.starts[i][at:] {
			if start+above >= high {
				break
			}
			one := Extent{start + above, min(start+below, high-1)}
			if last := len(all) - 1; last >= 0 && all[last].To+1 == one.From {
				all[last].To = one.To
			} else if all = append(all, one); len(all) > maxJoined {
				return nil
			}
		}
	}
	slices.SortFunc(all, func(a, b Extent) int { return a.From - b.From })
	return joinedExtents(all)
}

// maxJoined is the number of pieces that are examined, some of which may be adjacent.
const maxJoined = 200_000

func joinedExtents(all []Extent) (fewer []Extent) {
	for _, one := range all {
		if last := len(fewer) - 1; last >= 0 && fewer[last].To+1 == one.From {
			fewer[last].To = one.To
			continue
		}
		fewer = append(fewer, one)
	}
	return fewer
}

// Copy is the position of a copy of a range.
type Copy struct {
	Extent
	Turn *Turn // nil if the range is not repeated
}

// Copies returns the positions of a range: one for each copy of the innermost loop that contains it.
func (x *Axis) Copies(from, to int) (all []Copy) {
	inner := -1
	for i, loop := range x.plan.Loops {
		if loop.has(from) && loop.has(to) {
			inner = i
		}
	}
	turns := []*Turn{nil}
	if inner >= 0 {
		turns = x.turns[inner]
	}
	for _, turn := range turns {
		if first, last, ok := x.Span(from, to, turn); ok {
			all = append(all, Copy{Extent{first, last}, turn})
		}
	}
	return all
}

// Place is the position of a formula: a row or column of the template, and the copy that it is in.
type Place struct {
	Number int
	Turn   *Turn
}

// resolve returns the position that a reference leads to. It leads into the copy of the formula, unless it is fixed with a
// $. A reference to the row before the repeated ones leads to the last row of the previous copy, in all copies but the
// first: so it does in a formula that is filled down.
func (x *Axis) resolve(number int, fixed bool, from Place) (at int, ok bool) {
	if fixed {
		at, _, ok = x.Span(number, number, nil)
		return at, ok
	}
	if t := from.turnBelow(number); t != nil {
		return t.start - 1, true
	}
	at, _, ok = x.Span(number, number, from.Turn.around(number))
	return at, ok
}

// turnBelow returns the copy in whose first row the place is, if number is the row before the repeated ones, and the copy
// is not the first; otherwise nil.
func (p Place) turnBelow(number int) *Turn {
	for t := p.Turn; t != nil; t = t.Outer {
		if number == t.template.From-1 && p.Number == t.template.From && !t.first {
			return t
		}
	}
	return nil
}

// resolveRange returns the positions that a reference to a range leads to. A range that begins in the row before the repeated
// ones and ends in them moves with its copy, unless one of its ends is fixed.
func (x *Axis) resolveRange(a, b axisCorner, from Place) (first, last int, ok bool) {
	first, _, ok = x.Span(a.number, b.number, a.turn(from))
	_, last, also := x.Span(a.number, b.number, b.turn(from))
	if t := from.turnBelow(a.number); t != nil && !a.fixed && !b.fixed && t.template.has(b.number) {
		first = t.start - 1
	}
	return first, max(first, last), ok && also
}

// axisCorner is an end of a range on one axis.
type axisCorner struct {
	number int
	fixed  bool
}

func (c axisCorner) turn(from Place) *Turn {
	if c.fixed {
		return nil
	}
	return from.Turn.around(c.number)
}
