// Package cells tells where the cells of a spreadsheet's template have come to, once its rows and
// columns have been repeated, and writes the references of formulas accordingly.
package cells

import "slices"

// How many rows and columns a sheet has (ECMA-376, part 1, 18.3.1.73; Excel's bounds).
const (
	Rows    = 1 << 20
	Columns = 1 << 14
)

// Extent is from one row or column to another one; both belong to it. They count from 1.
type Extent struct{ From, To int }

func (e Extent) has(number int) bool { return e.From <= number && number <= e.To }

// Plan says which rows, or columns, of a template come to stand together. Those in no segment come
// nowhere.
type Plan struct {
	Segments []Extent // in the order of the template; none has a part of another one
	Loops    []Extent // what is repeated, inner ones behind those that they lie in
}

// Still is the plan of a sheet of which nothing is repeated; most is how much there is.
func Still(most int) Plan { return Plan{Segments: []Extent{{1, most}}} }

// Axis tells where the rows, or the columns, of a template have come to.
type Axis struct {
	plan   Plan
	most   int
	starts [][]int             // of the copies of each segment, ascending
	turns  [][]*Turn           // of each loop
	memo   map[Extent][]Extent // pieces, which many formulas may have
}

// NewAxis gives the axis of a plan, of which nothing has come anywhere yet.
func NewAxis(plan Plan, most int) *Axis {
	return &Axis{plan: plan, most: most, starts: make([][]int, len(plan.Segments)), turns: make([][]*Turn, len(plan.Loops))}
}

// Put says that a copy of a segment begins at a row or column.
func (x *Axis) Put(segment, at int) { x.starts[segment] = append(x.starts[segment], at) }

// Turn is one copy of what a loop repeats.
type Turn struct {
	Outer *Turn // nil where it is in none
	// Scope is whatever belongs to the copy.
	Scope      any
	of         Extent // of the template
	start, end int    // where it has come to; end is behind it
	first      bool
}

// Begin begins a copy of what a loop repeats; first says whether it is the loop's first one here.
func (x *Axis) Begin(loop int, outer *Turn, at int, first bool, scope any) *Turn {
	turn := &Turn{Outer: outer, Scope: scope, of: x.plan.Loops[loop], start: at, end: at, first: first}
	x.turns[loop] = append(x.turns[loop], turn)
	return turn
}

// End ends a copy before a row or column.
func (t *Turn) End(at int) { t.end = at }

// around gives the innermost copy that lies around one, or is it, and has a part of the template;
// nil where none has.
func (t *Turn) around(number int) *Turn {
	for ; t != nil && !t.of.has(number); t = t.Outer {
	}
	return t
}

// Span gives from where to where a part of the template has come, in a copy of what a loop repeats
// or, where that is nil, altogether. It is not ok where it has come nowhere.
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

// pieces gives the same as Span without what has come between the copies; nil where it is nowhere, or
// in more pieces than may be.
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
			} else if all = append(all, one); len(all) > joinable {
				return nil
			}
		}
	}
	slices.SortFunc(all, func(a, b Extent) int { return a.From - b.From })
	return joinedExtents(all)
}

// joinable bounds the pieces that are looked at, of which some may come to lie beside each other.
const joinable = 200_000

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

// Copy is where a part of a template has come to.
type Copy struct {
	Extent
	Turn *Turn // nil for what is not repeated
}

// Copies gives where a part of the template has come to: one for each copy of the innermost loop
// that has all of it.
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

// Place is where a formula stands: a row or column of the template, and the copy it is in.
type Place struct {
	Number int
	Turn   *Turn
}

// one gives where a reference from a place leads. It stays in the copy that it is in, but for a fixed
// one, with a $. The row right above those that are repeated is, for the copies behind the first,
// the last one of the copy before: as it is for a formula that is filled down.
func (x *Axis) one(number int, fixed bool, from Place) (at int, ok bool) {
	if fixed {
		at, _, ok = x.Span(number, number, nil)
		return at, ok
	}
	if t := from.under(number); t != nil {
		return t.start - 1, true
	}
	at, _, ok = x.Span(number, number, from.Turn.around(number))
	return at, ok
}

// under gives the copy, none of the first ones, whose first row a place is in, where a number is that
// of the row right above the repeated ones; else nil.
func (p Place) under(number int) *Turn {
	for t := p.Turn; t != nil; t = t.Outer {
		if number == t.of.From-1 && p.Number == t.of.From && !t.first {
			return t
		}
	}
	return nil
}

// area gives where a reference to more than one row or column leads. One from the row right above
// those that are repeated into them moves, as both its ends do, where neither is fixed.
func (x *Axis) area(a, b corner1, from Place) (first, last int, ok bool) {
	first, _, ok = x.Span(a.number, b.number, a.turn(from))
	_, last, also := x.Span(a.number, b.number, b.turn(from))
	if t := from.under(a.number); t != nil && !a.fixed && !b.fixed && t.of.has(b.number) {
		first = t.start - 1
	}
	return first, max(first, last), ok && also
}

// corner1 is an end of an area on one axis.
type corner1 struct {
	number int
	fixed  bool
}

func (c corner1) turn(from Place) *Turn {
	if c.fixed {
		return nil
	}
	return from.Turn.around(c.number)
}
