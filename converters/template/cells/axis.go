// Package cells computes where the cells of a workbook template are in the finished workbook, after loops have repeated
// rows and columns. It adjusts the references in formulas to the new positions.
package cells

import "slices"

// Rows and Columns are the numbers of rows and columns of a sheet (ECMA-376, part 1, 18.3.1.73; limits of Excel).
const (
	Rows    = 1 << 20
	Columns = 1 << 14
)

// Extent is a range of rows or columns, counted from 1. From and To are inclusive.
type Extent struct{ From, To int }

func (e Extent) has(number int) bool { return e.From <= number && number <= e.To }

// Plan describes which ranges of rows (or columns) of a template are written as a unit, called a segment. Rows outside
// of all segments are not written.
type Plan struct {
	Segments []Extent // in the order of the template, not overlapping
	Loops    []Extent // repeated ranges; outer ones precede inner ones
}

// PlanWithoutLoops returns the plan of a sheet without repeated ranges. size is the number of rows (or columns) of the
// sheet.
func PlanWithoutLoops(size int) Plan { return Plan{Segments: []Extent{{1, size}}} }

// Axis maps the rows, or the columns, of a template to positions in the finished sheet.
type Axis struct {
	plan       Plan
	size       int
	starts     [][]int             // positions of the copies of each segment, ascending
	iterations [][]*Iteration      // copies of the content of each loop
	memo       map[Extent][]Extent // results of findPieces for the whole sheet; many formulas share a range
}

// NewAxis returns the axis for a plan. It contains no copies of segments yet.
func NewAxis(plan Plan, size int) *Axis {
	return &Axis{plan: plan, size: size, starts: make([][]int, len(plan.Segments)), iterations: make([][]*Iteration, len(plan.Loops))}
}

// AddSegment records that a copy of a segment begins at the given position.
func (x *Axis) AddSegment(segment, at int) { x.starts[segment] = append(x.starts[segment], at) }

// Iteration is one copy of the content of a loop.
type Iteration struct {
	Outer *Iteration // the copy of the outer loop that contains this one; nil if there is none
	// Scope is a value that the caller attaches to the copy.
	Scope      any
	template   Extent // the range in the template
	start, end int    // the half-open range of positions in the finished sheet
	first      bool
}

// Begin records the beginning of a copy of a loop's content. outer is the copy of the enclosing loop. first states
// whether the new copy is the first one within outer.
func (x *Axis) Begin(loop int, outer *Iteration, at int, first bool, scope any) *Iteration {
	turn := &Iteration{Outer: outer, Scope: scope, template: x.plan.Loops[loop], start: at, end: at, first: first}
	x.iterations[loop] = append(x.iterations[loop], turn)
	return turn
}

// SetEnd records that the copy ends before the given position.
func (t *Iteration) SetEnd(at int) { t.end = at }

// enclosing returns the innermost copy whose range contains a row or column of the template. It considers t and the
// copies around t. It returns nil if none of them contains the row or column.
func (t *Iteration) enclosing(number int) *Iteration {
	for ; t != nil && !t.template.has(number); t = t.Outer {
	}
	return t
}

// Span returns the first and the last position of a range of the template in the finished sheet. If iteration is
// not nil, only positions within this copy of a loop count. ok is false if the range was not written.
func (x *Axis) Span(from, to int, iteration *Iteration) (first, last int, ok bool) {
	low, high := 1, x.size+1
	if iteration != nil {
		low, high = iteration.start, iteration.end
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

// pieces returns the positions of all copies of a range. Unlike Span, which returns one long range, pieces excludes the
// rows between the copies. It returns nil if the range was not written, or if the number of pieces would exceed limit.
func (x *Axis) pieces(from, to int, iteration *Iteration, limit int) []Extent {
	key := Extent{from, to}
	all, known := x.memo[key]
	if iteration != nil || !known {
		all = x.findPieces(from, to, iteration)
	}
	if iteration == nil && !known {
		if x.memo == nil {
			x.memo = map[Extent][]Extent{}
		}
		x.memo[key] = all
	}
	if len(all) > limit {
		return nil
	}
	return all
}

func (x *Axis) findPieces(from, to int, iteration *Iteration) (all []Extent) {
	low, high := 1, x.size+1
	if iteration != nil {
		low, high = iteration.start, iteration.end
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
			} else if all = append(all, one); len(all) > maxPieces {
				return nil
			}
		}
	}
	slices.SortFunc(all, func(a, b Extent) int { return a.From - b.From })
	return joinAdjacent(all, func(e *Extent) *Extent { return e })
}

// maxPieces is the maximum number of ranges that findPieces collects; if there are more, it returns none. The limit
// bounds the memory of the cache.
const maxPieces = 200_000

// joinAdjacent joins items whose ranges are adjacent. The argument extentOf returns the range of an item.
func joinAdjacent[T any](all []T, extentOf func(*T) *Extent) (fewer []T) {
	for i := range all {
		extent := extentOf(&all[i])
		if last := len(fewer) - 1; last >= 0 && extentOf(&fewer[last]).To+1 == extent.From {
			extentOf(&fewer[last]).To = extent.To
			continue
		}
		fewer = append(fewer, all[i])
	}
	return fewer
}

// Copy is one position of a range of rows or columns in the finished sheet. A range in a loop has a position for each
// item.
type Copy struct {
	Extent
	Iteration *Iteration // the copy of the loop that contains the range; nil if the range is not repeated
}

// Copies returns the positions of a range: one for each copy of the innermost loop that contains the range.
func (x *Axis) Copies(from, to int) (all []Copy) {
	inner := -1
	for i, loop := range x.plan.Loops {
		if loop.has(from) && loop.has(to) {
			inner = i
		}
	}
	turns := []*Iteration{nil}
	if inner >= 0 {
		turns = x.iterations[inner]
	}
	for _, turn := range turns {
		if first, last, ok := x.Span(from, to, turn); ok {
			all = append(all, Copy{Extent{first, last}, turn})
		}
	}
	return all
}

// Place is the position of a formula: its row or column in the template, and the copy of a loop that contains it.
type Place struct {
	Number    int
	Iteration *Iteration
}

// resolve returns the position that a reference points to. A relative reference points into the same copy as the
// formula. A reference that is fixed with $ points to the first copy. A reference from the first repeated row to the
// row above the loop is special: in all copies but the first, it points to the last row of the previous copy, as in a
// formula that is filled down.
func (x *Axis) resolve(number int, fixed bool, from Place) (at int, ok bool) {
	if fixed {
		at, _, ok = x.Span(number, number, nil)
		return at, ok
	}
	if t := from.iterationBelow(number); t != nil {
		return t.start - 1, true
	}
	at, _, ok = x.Span(number, number, from.Iteration.enclosing(number))
	return at, ok
}

// iterationBelow returns the copy of a loop that begins at the place p. It returns nil if the row number is not
// directly above the loop in the template, or if the copy is the first one.
func (p Place) iterationBelow(number int) *Iteration {
	for t := p.Iteration; t != nil; t = t.Outer {
		if number == t.template.From-1 && p.Number == t.template.From && !t.first {
			return t
		}
	}
	return nil
}

// resolveRange returns the first and the last position that a reference to a range covers. A range from the row above
// the repeated rows to a repeated row moves with the copy of the formula, unless one of its ends is fixed with $.
func (x *Axis) resolveRange(a, b axisCorner, from Place) (first, last int, ok bool) {
	first, _, ok = x.Span(a.number, b.number, a.iteration(from))
	_, last, also := x.Span(a.number, b.number, b.iteration(from))
	if t := from.iterationBelow(a.number); t != nil && !a.fixed && !b.fixed && t.template.has(b.number) {
		first = t.start - 1
	}
	return first, max(first, last), ok && also
}

// axisCorner is the row or the column of one corner of a referenced range.
type axisCorner struct {
	number int
	fixed  bool
}

func (c axisCorner) iteration(from Place) *Iteration {
	if c.fixed {
		return nil
	}
	return from.Iteration.enclosing(c.number)
}
