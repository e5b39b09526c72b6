package core

// expandToRows makes a loop repeat whole rows of a table: from the row of its start tag to the row of its end tag. A loop
// does so if it starts in one cell and ends in another one. It reports false if the rows are not in the same table.
//
// The rows themselves need no further rule: [LoopNode] renders their elements once for each item. A table in which loops
// repeat cells instead gets as many columns in the packages of the formats, and a workbook has loops over rows of its own.
func (e *LoopExpander) expandToRows(l *Loop) bool { return e.expandTo(l, e.Format.Row) }
