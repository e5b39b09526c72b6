package template

import "slices"

// loop is what lies between two tags, and is written for each item of a list, or where a condition
// holds.
type loop struct {
	tag         *tag
	open, close int // pieces
	// branches are those that {:else} and {:elseif} begin.
	branches []branch
	// left and right are the first and the last piece of what the loop takes the place of.
	left, right int
	// unit is the element that is repeated; empty for what lies between the tags.
	unit string
	// apart says that the tags stand in paragraphs of their own, which are not repeated.
	apart bool
}

// branch is what is written where no item is, or the condition does not hold.
type branch struct {
	tag *tag
	at  int // the piece of its tag
	// end is the last piece that belongs to the tag: of a paragraph or row of its own, its end.
	begin, end int
}

// pair finds the loops, in the order of their beginnings, and tells those without their end, those
// without their beginning, and those that cross each other.
func pair(pieces []piece, found *problems) []loop {
	var loops []loop
	var open []int // of loops
	for i := range pieces {
		if pieces[i].kind != tagPiece {
			continue
		}
		switch t := pieces[i].tag; t.kind {
		case loopTag, invertedTag:
			open = append(open, len(loops))
			loops = append(loops, loop{tag: t, open: i, close: -1})
		case branchTag:
			if len(open) == 0 {
				found.add(t.problem("unopened-branch"))
				continue
			}
			last := &loops[open[len(open)-1]]
			last.branches = append(last.branches, branch{tag: t, at: i})
		case endTag:
			open = closeLoop(pieces, loops, open, i, found)
		}
	}
	for _, at := range open {
		found.add(loops[at].tag.problem("unclosed-loop", "name", loops[at].tag.body))
	}
	return slices.DeleteFunc(loops, func(l loop) bool { return l.close < 0 })
}

// closeLoop closes the loop that an end is for, and gives those that are open then.
func closeLoop(pieces []piece, loops []loop, open []int, at int, found *problems) []int {
	end := pieces[at].tag
	for i := len(open) - 1; i >= 0; i-- {
		if !end.closes(loops[open[i]].tag) {
			continue
		}
		for _, inner := range open[i+1:] {
			t := loops[inner].tag
			code := "unclosed-loop"
			if endsLater(pieces[at+1:], t) {
				code = "crossed-loops"
			}
			found.add(t.problem(code, "name", t.body, "other", loops[open[i]].tag.body))
		}
		loops[open[i]].close = at
		return open[:i]
	}
	found.add(end.problem("unopened-loop", "name", end.body))
	return open
}

// closes says whether an end is that of a loop.
func (t *tag) closes(begin *tag) bool {
	return t.body == "" || t.body == begin.body || begin.isIf && (t.body == "if" || t.body == "if "+begin.body)
}

func endsLater(pieces []piece, begin *tag) bool {
	return slices.ContainsFunc(pieces, func(p piece) bool {
		return p.kind == tagPiece && p.tag.kind == endTag && p.tag.body == begin.body
	})
}
