package expression

import (
	"slices"
	"strings"
)

// Element stands in a [Path] for any item of a list.
const Element = "[]"

// A Hint says what a value seems to be, by what is done with it.
type Hint string

// The hints.
const (
	None    Hint = ""
	Any     Hint = "any"
	String  Hint = "string"
	Numeric Hint = "number"
	Boolean Hint = "boolean"
	Date    Hint = "date"
	List    Hint = "list"
)

// A Path is a name and the members below it that an expression reads or assigns to.
type Path struct {
	// Names begins with the name, or with "this"; [Element] is any item of what stands before it.
	Names []string
	Hint  Hint // of the last of the names; [None] where nothing says
}

// Paths gives the names and members that the expression reads, but for those below names that it
// has assigned to itself, in the order in which they stand there.
func (e *Expression) Paths() []Path {
	return e.walk(None).read
}

// Asked gives the same of an expression of which it is asked whether it holds.
func (e *Expression) Asked() []Path {
	return e.walk(Boolean).read
}

// Assigned gives the names and members that the expression assigns to.
func (e *Expression) Assigned() []Path {
	return e.walk(None).assigned
}

func (e *Expression) walk(whole Hint) *walker {
	w := &walker{}
	for i, statement := range e.body {
		if i < len(e.body)-1 {
			w.visit(statement, None)
		} else {
			w.visit(statement, whole)
		}
	}
	return w
}

// walker collects paths.
type walker struct {
	read, assigned []Path
}

// visit collects the paths of a part of which something is known.
func (w *walker) visit(n node, hint Hint) {
	switch n := n.(type) {
	case *name, *member, current:
		w.visitPlace(n, hint)
	case *call:
		w.visitCall(n)
	case *filtered:
		w.visitFilter(n)
	case *unary:
		w.visit(n.of, map[bool]Hint{true: Boolean, false: Numeric}[n.sign == "!"])
	case *binary:
		w.visitBinary(n)
	case *logical:
		if n.sign == "&&" && hint == None {
			w.visit(n.left, Boolean) // of what holds, the right one is the value
		} else {
			w.visit(n.left, hint)
		}
		w.visit(n.right, hint)
	case *choice:
		w.visit(n.test, Boolean)
		w.visit(n.yes, hint)
		w.visit(n.no, hint)
	case *assignment:
		w.visit(n.value, hint)
		w.assign(n.target, hintOf(n.value))
	case *list:
		w.visitAll(n.items)
	case *object:
		w.visitAll(n.keys)
		w.visitAll(n.values)
	}
}

func (w *walker) visitAll(nodes []node) {
	for _, n := range nodes {
		w.visit(n, None)
	}
}

// visitPlace notes a name or a member, and what is read for its keys.
func (w *walker) visitPlace(n node, hint Hint) {
	names, keys := place(n)
	w.visitAll(keys)
	if isLength(n) {
		hint = Any
	}
	if len(names) > 0 && !w.own(names) {
		w.read = append(w.read, Path{names, hint})
	}
}

// own tells whether the expression has assigned to the name or to what it stands below.
func (w *walker) own(names []string) bool {
	return slices.ContainsFunc(w.assigned, func(p Path) bool {
		return len(p.Names) <= len(names) && slices.Equal(p.Names, names[:len(p.Names)])
	})
}

func (w *walker) assign(target node, hint Hint) {
	names, keys := place(target)
	w.visitAll(keys)
	if len(names) > 0 {
		w.assigned = append(w.assigned, Path{names, hint})
	}
}

// place gives the names down to a name or a member, and the parts that are to be visited besides:
// what computes keys, or all of it where there is no name at its beginning.
func place(n node) (names []string, keys []node) {
	switch n := n.(type) {
	case *name:
		return []string{n.name}, nil
	case current:
		return []string{"this"}, nil
	case *member:
		names, keys = place(n.object)
		key, constant := n.key.(*literal)
		if !constant {
			keys = append(keys, n.key)
		}
		if len(names) == 0 {
			return nil, keys
		}
		if constant && isText(key.value) {
			if isLength(n) {
				return names, keys
			}
			return append(names, key.value.(string)), keys
		}
		return append(names, Element), keys
	}
	return nil, []node{n}
}

// isLength tells whether a part is the length of something, which is no member of its own.
func isLength(n node) bool {
	m, ok := n.(*member)
	if !ok {
		return false
	}
	key, ok := m.key.(*literal)
	return ok && key.value == "length"
}

func (w *walker) visitCall(n *call) {
	hint := None
	switch {
	case textMethods[n.method] != nil && listMethods[n.method] == nil:
		hint = String
	case listMethods[n.method] != nil && textMethods[n.method] == nil:
		hint = List
	case numberMethods[n.method] != nil:
		hint = Numeric
	}
	w.visit(n.object, hint)
	w.visitAll(n.args)
}

// visitFilter notes what a filter is applied to, and the members of its items that it names.
func (w *walker) visitFilter(n *filtered) {
	hint := n.filter.Takes
	if hint == Any {
		hint = None
	}
	w.visit(n.in, hint)
	w.visitAll(n.args)
	list, kept := n.listed()
	names, _ := place(list)
	if !kept || len(n.args) == 0 || len(names) == 0 || n.filter.Member == None || w.own(names) {
		return
	}
	argument, ok := n.args[0].(*literal)
	if !ok || !isText(argument.value) {
		return
	}
	names = append(slices.Clip(names), Element)
	if n.overItems != nil {
		w.visitOverItems(names, n.overItems)
		return
	}
	hint = n.filter.Member
	if hint == Any {
		hint = None
	}
	path := strings.TrimPrefix(argument.value.(string), "-") // of a sort downwards
	if path != "" && path != "this" && path != "." && path != "asc" && path != "desc" {
		names = append(names, SplitPath(path)...)
	}
	w.read = append(w.read, Path{names, hint})
}

// listed gives what the items of a filter's list come from, and whether the filters on the way keep
// them.
func (n *filtered) listed() (from node, kept bool) {
	for {
		inner, ok := n.in.(*filtered)
		if !ok || inner.filter.Takes != List {
			return n.in, true
		}
		if inner.filter.Makes {
			return inner.in, false
		}
		n = inner
	}
}

// visitOverItems notes what an expression over the items of a list reads of them.
func (w *walker) visitOverItems(names []string, over *Expression) {
	for _, path := range over.Paths() {
		if path.Names[0] == "this" {
			path.Names = path.Names[1:]
		}
		w.read = append(w.read, Path{slices.Concat(names, path.Names), path.Hint})
	}
}

// visitBinary hints at what an operator needs: numbers, or the same as on its other side.
func (w *walker) visitBinary(n *binary) {
	left, right := hintOf(n.right), hintOf(n.left)
	switch n.sign {
	case "-", "*", "/", "%":
		left, right = Numeric, Numeric
	case "+": // anything can be put beside a text
		if left == String {
			left = None
		}
		if right == String {
			right = None
		}
	}
	w.visit(n.left, left)
	w.visit(n.right, right)
}

// hintOf gives what a part computes, where that can be seen.
func hintOf(n node) Hint {
	switch n := n.(type) {
	case *literal:
		switch n.value.(type) {
		case float64:
			return Numeric
		case string:
			return String
		case bool:
			return Boolean
		}
	case *binary:
		switch n.sign {
		case "-", "*", "/", "%":
			return Numeric
		case "+":
			if hint := hintOf(n.left); hint == String || hint == hintOf(n.right) {
				return hint
			}
			return None
		}
		return Boolean
	case *unary:
		if n.sign != "!" {
			return Numeric
		}
		return Boolean
	case *list:
		return List
	}
	return None
}
