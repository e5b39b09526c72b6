package core

// expandToRows makes a loop repeat whole rows of a table, from the row of its start tag to the row of its end tag. This
// is the case for loops that start in one cell and end in another. It returns false if the rows are not in the same
// table.
//
// Rows need no special node: [LoopNode] renders their elements once for each item. Package word and package slide adapt
// the number of columns of a table in which loops repeat cells. Package sheet has its own loops over rows.
func (e *LoopExpander) expandToRows(l *Loop) bool { return e.expandTo(l, e.Format.Row) }
