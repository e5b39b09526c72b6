package expression

import (
	"slices"
	"strings"
)

// Element is the name in a [Path] that stands for all items of a list.
const Element = "[]"

// A Hint is the kind of value that an expression probably expects, derived from how the expression uses the value.
type Hint string

// The kinds of values that a use in an expression can suggest.
const (
	None    Hint = ""
	Any     Hint = "any"
	String  Hint = "string"
	Numeric Hint = "number"
	Boolean Hint = "boolean"
	Date    Hint = "date"
	List    Hint = "list"
)

// A Path is a name, followed by members of its value, that an expression reads or assigns.
type Path struct {
	// Names are the keys of the path. The first is a name or "this". [Element] stands for all items of the list that
	// the keys before it denote.
	Names []string
	Hint  Hint // the kind of the value; [None] if nothing suggests one
}

// Paths returns the paths that the expression reads, in order. A path that the expression assigns before it reads it is
// not included.
func (e *Expression) Paths() []Path {
	return e.walk(None).read
}

// ConditionPaths returns the paths that the expression reads if it is used as a condition.
func (e *Expression) ConditionPaths() []Path {
	return e.walk(Boolean).read
}

// Assigned returns the paths that the expression assigns to.
func (e *Expression) Assigned() []Path {
	return e.walk(None).assigned
}

func (e *Expression) walk(hint Hint) *walker {
	w := &walker{}
	for i, statement := range e.body {
		if i < len(e.body)-1 {
			w.visit(statement, None)
		} else {
			w.visit(statement, hint)
		}
	}
	return w
}

// walker collects the paths of an expression.
type walker struct {
	read, assigned []Path
}

// visit collects the paths of a node. hint is the kind of value that the use of the node suggests.
func (w *walker) visit(n node, hint Hint) {
	switch n := n.(type) {
	case *name, *member, thisValue:
		w.visitPath(n, hint)
	case *call:
		w.visitCall(n)
	case *filterCall:
		w.visitFilter(n)
	case *unary:
		w.visit(n.operand, map[bool]Hint{true: Boolean, false: Numeric}[n.sign == "!"])
	case *binary:
		w.visitBinary(n)
	case *logical:
		if n.sign == "&&" && hint == None {
			w.visit(n.left, Boolean) // the right side determines the value
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

// visitPath adds the path of a name or a member, and the paths in its computed keys.
func (w *walker) visitPath(n node, hint Hint) {
	names, keys := pathOf(n)
	w.visitAll(keys)
	if isLength(n) {
		hint = Any
	}
	if len(names) > 0 && !w.isAssigned(names) {
		w.read = append(w.read, Path{names, hint})
	}
}

// isAssigned reports whether the expression has assigned the path, or a prefix of it.
func (w *walker) isAssigned(names []string) bool {
	return slices.ContainsFunc(w.assigned, func(p Path) bool {
		return len(p.Names) <= len(names) && slices.Equal(p.Names, names[:len(p.Names)])
	})
}

func (w *walker) assign(target node, hint Hint) {
	names, keys := pathOf(target)
	w.visitAll(keys)
	if len(names) > 0 {
		w.assigned = append(w.assigned, Path{names, hint})
	}
}

// pathOf returns the path of a name or a member. keys are further nodes that the caller must visit: computed keys, or n
// itself if no path can be derived from n.
func pathOf(n node) (names []string, keys []node) {
	switch n := n.(type) {
	case *name:
		return []string{n.name}, nil
	case thisValue:
		return []string{"this"}, nil
	case *member:
		names, keys = pathOf(n.object)
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

// isLength reports whether a node is the length of a value. The length is not a member of the value's path.
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

// visitFilter adds the paths in the input of a filter, and the paths of those members of the items that the filter's
// first argument names.
func (w *walker) visitFilter(n *filterCall) {
	hint := n.filter.Input
	if hint == Any {
		hint = None
	}
	w.visit(n.in, hint)
	w.visitAll(n.args)
	list, keepsItems := n.inputList()
	names, _ := pathOf(list)
	if !keepsItems || len(n.args) == 0 || len(names) == 0 || n.filter.Member == None || w.isAssigned(names) {
		return
	}
	argument, ok := n.args[0].(*literal)
	if !ok || !isText(argument.value) {
		return
	}
	names = append(slices.Clip(names), Element)
	if n.itemExpression != nil {
		w.visitItemExpression(names, n.itemExpression)
		return
	}
	hint = n.filter.Member
	if hint == Any {
		hint = None
	}
	path := strings.TrimPrefix(argument.value.(string), "-") // the prefix of a descending sort
	if path != "" && path != "this" && path != "." && path != "asc" && path != "desc" {
		names = append(names, SplitPath(path)...)
	}
	w.read = append(w.read, Path{names, hint})
}

// inputList returns the node that provides the items of a filter's input list. keepsItems is false if an earlier filter
// in the chain replaces the items by new objects.
func (n *filterCall) inputList() (from node, keepsItems bool) {
	for {
		inner, ok := n.in.(*filterCall)
		if !ok || inner.filter.Input != List {
			return n.in, true
		}
		if inner.filter.NewItems {
			return inner.in, false
		}
		n = inner
	}
}

// visitItemExpression adds the paths in an expression that is evaluated for each item of a list. names is the path of
// the list, and expr is the expression.
func (w *walker) visitItemExpression(names []string, expr *Expression) {
	for _, path := range expr.Paths() {
		if path.Names[0] == "this" {
			path.Names = path.Names[1:]
		}
		w.read = append(w.read, Path{slices.Concat(names, path.Names), path.Hint})
	}
}

// visitBinary adds the paths of both operands. An arithmetic operator suggests that both operands are numbers. Other
// operators suggest that both operands are of the same kind.
func (w *walker) visitBinary(n *binary) {
	left, right := hintOf(n.right), hintOf(n.left)
	switch n.sign {
	case "-", "*", "/", "%":
		left, right = Numeric, Numeric
	case "+": // a text can be joined with a value of any kind
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

// hintOf returns the kind of a node's result if the node itself determines it, as a comparison does. Otherwise it
// returns [None].
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
