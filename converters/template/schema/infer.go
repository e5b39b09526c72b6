package schema

import (
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
)

// Parameter is the inferred description of a parameter.
type Parameter struct {
	kind    core.ParameterKind
	order   []string // names of the members, in the order of first use
	members map[string]*Parameter
	item    *Parameter // the items, if the parameter is a list
}

// member returns the member with a name. It adds the member if it does not exist yet.
func (g *Parameter) member(name string) *Parameter {
	if g.members == nil {
		g.members = make(map[string]*Parameter)
	}
	if g.kind != core.ListKind {
		g.kind = core.ObjectKind
	}
	found := g.members[name]
	if found == nil {
		found = &Parameter{}
		g.members[name] = found
		g.order = append(g.order, name)
	}
	return found
}

func (g *Parameter) listItem() *Parameter {
	if g.item == nil {
		g.item = &Parameter{}
	}
	g.kind = core.ListKind
	return g.item
}

// addKind records that the parameter is used as a kind of value. A use as a text or as a condition is weak evidence,
// because any value can be used in these ways. A use as a number or a date takes precedence over weak evidence, even if
// it occurs later.
func (g *Parameter) addKind(kind core.ParameterKind) {
	loose := g.kind == core.TextKind || g.kind == core.BooleanKind || g.kind == core.TextOrBooleanKind
	switch {
	case g.kind == core.UnknownKind, loose && (kind == core.NumberKind || kind == core.DateKind):
		g.kind = kind
	case g.kind == core.TextKind && kind == core.BooleanKind, g.kind == core.BooleanKind && kind == core.TextKind:
		g.kind = core.TextOrBooleanKind
	}
}

// Inference infers the parameters of a template.
type Inference struct {
	Scopes   []*Parameter    // the parameters, followed by the items of the loops around the current node
	assigned map[string]bool // names that the template assigns to
	outer    map[string]bool // names that are used outside of all loops
}

// NewInference returns an Inference to which no programs were added yet.
func NewInference() *Inference {
	return &Inference{Scopes: []*Parameter{{kind: core.ObjectKind}}, assigned: map[string]bool{}, outer: map[string]bool{}}
}

// Add infers the parameters that the given programs use. It first collects the names that are used outside of all
// loops. If a loop contains one of these names, the name refers to the same parameter there.
func (in *Inference) Add(programs []*core.Program) {
	for _, p := range programs {
		if p.Repeat == nil {
			in.addOuterNames(p.Nodes)
		}
	}
	for _, p := range programs {
		if p.Repeat == nil {
			in.walk(p.Nodes)
		} else {
			in.loop(&core.LoopNode{Tag: p.Repeat, Body: p.Nodes})
		}
	}
}

func (in *Inference) walk(nodes []core.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case core.OneTagNode:
			in.addTag(n.Reads())
		case core.TaggedTextNode:
			for _, t := range n.Tags() {
				in.addTag(t, core.TextKind)
			}
		case *core.RequiredContentNode:
			in.walk(n.Body)
		case *core.LoopNode:
			in.loop(n)
		case core.Wrapper:
			in.walk(n.Wrapped())
		case core.Container:
			in.walk(n.Inner())
		}
	}
}

// addOuterNames collects the names that are used outside of all loops.
func (in *Inference) addOuterNames(nodes []core.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case core.OneTagNode:
			t, _ := n.Reads()
			for _, p := range in.paths(t) {
				in.outer[p.Names[0]] = p.Names[0] != "this"
			}
		case *core.RequiredContentNode:
			in.addOuterNames(n.Body)
		case core.Wrapper:
			in.addOuterNames(n.Wrapped())
		}
	}
}

// loop infers the parameter that a loop tag names. The parameter is a list if the body of the loop uses the item itself
// or names that are unknown outside of the loop. Otherwise it is a condition.
func (in *Inference) loop(n *core.LoopNode) {
	over := in.loopedList(n)
	if over == nil {
		in.walk(n.Body)
	} else {
		items := over.listItem()
		if makesOtherItems(n.Tag) {
			items = &Parameter{} // filters create the items
		}
		in.Scopes = append(in.Scopes, items)
		in.walk(n.Body)
		in.Scopes = in.Scopes[:len(in.Scopes)-1]
	}
	for _, b := range n.Branches {
		if b.Tag.Expr != nil {
			in.addTag(b.Tag, core.BooleanKind)
		}
		in.walk(b.Body)
	}
}

// makesOtherItems reports whether a tag contains a filter, such as group, that replaces the items of the list with new
// objects.
func makesOtherItems(t *core.Tag) bool {
	return slices.ContainsFunc([]string{"group", "groupBy", "chunk", "map", "pluck"}, func(name string) bool {
		return strings.Contains(strings.ReplaceAll(t.Body, " ", ""), "|"+name+":")
	})
}

// loopedList returns the list that a loop iterates over, or nil if the loop is a condition.
func (in *Inference) loopedList(n *core.LoopNode) *Parameter {
	if n.Tag.IsIf || n.Tag.Kind == core.InvertedTag {
		in.addTag(n.Tag, core.BooleanKind)
		return nil
	}
	paths := in.paths(n.Tag)
	if len(paths) == 0 {
		return nil
	}
	for _, p := range paths[1:] {
		in.find(p)
	}
	over := in.find(paths[0])
	// A list can be used as a condition before it is looped over, as in {#if items}{#items}…{/items}{/if}.
	canBeList := slices.Contains([]core.ParameterKind{core.UnknownKind, core.BooleanKind, core.ListKind, core.ObjectKind}, over.kind)
	if !canBeList || !in.readsOwnNames(n.Body) {
		in.addTag(n.Tag, core.BooleanKind)
		return nil
	}
	return over
}

// readsOwnNames reports whether nodes use the item itself, or names that are unknown outside of the loop.
func (in *Inference) readsOwnNames(nodes []core.Node) bool {
	return slices.ContainsFunc(nodes, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.RequiredContentNode:
			return in.readsOwnNames(n.Body)
		case *core.LoopNode:
			return in.usesOwnName(n.Tag) || in.readsOwnNames(n.Body)
		case core.Wrapper:
			return in.readsOwnNames(n.Wrapped())
		case core.Container:
			return in.readsOwnNames(n.Inner())
		case core.OneTagNode:
			t, _ := n.Reads()
			return in.usesOwnName(t)
		}
		return false
	})
}

func (in *Inference) usesOwnName(t *core.Tag) bool {
	return slices.ContainsFunc(in.paths(t), func(p expression.Path) bool {
		first := p.Names[0]
		return first == "this" || !in.assigned[first] && !in.outer[first] && !slices.ContainsFunc(in.Scopes,
			func(g *Parameter) bool { return g.members[first] != nil })
	})
}

// paths returns the paths that the expression of a tag reads.
func (in *Inference) paths(t *core.Tag) []expression.Path {
	switch {
	case t.Expr == nil && core.IsPlain(t.Body):
		return []expression.Path{{Names: []string{t.Body}}}
	case t.Expr == nil:
		return nil
	}
	return t.Expr.Paths()
}

// addTag infers parameters from a tag. If the tag is a single name, kind is the kind of the parameter with that name.
func (in *Inference) addTag(t *core.Tag, kind core.ParameterKind) {
	paths := in.paths(t)
	if kind == core.BooleanKind && t.Expr != nil {
		paths = t.Expr.ConditionPaths()
	}
	for _, p := range paths {
		found := in.find(p)
		// isCondition states that the parameter is used both as a condition and as a text.
		isCondition := found.kind == core.BooleanKind && kind == core.TextKind
		if p.Hint == expression.None && (len(paths) == 1 || isCondition) {
			found.addKind(kind)
		}
	}
	if t.Expr != nil {
		for _, p := range t.Expr.Assigned() {
			in.assigned[p.Names[0]] = true
		}
	}
}

// find returns the parameter of a path. If the first name of the path is known, the parameter belongs to the innermost
// loop that knows the name. Otherwise, the parameter is added to the innermost loop.
func (in *Inference) find(p expression.Path) *Parameter {
	first := p.Names[0]
	if len(first) > 0 && first[0] == '$' || in.assigned[first] {
		return &Parameter{} // the template defines the name
	}
	at := in.Scopes[len(in.Scopes)-1]
	if in.outer[first] {
		at = in.Scopes[0]
	}
	names := p.Names
	if first == "this" {
		names = names[1:]
	} else {
		for _, scope := range slices.Backward(in.Scopes) {
			if scope.members[first] != nil {
				at = scope
				break
			}
		}
	}
	for _, name := range names {
		if name == expression.Element {
			at = at.listItem()
		} else {
			at = at.member(name)
		}
	}
	at.addHint(p.Hint)
	return at
}

// addHint records the kind of value that an operator or a filter expects.
func (g *Parameter) addHint(hint expression.Hint) {
	switch hint {
	case expression.String:
		g.addKind(core.TextKind)
	case expression.Numeric:
		g.addKind(core.NumberKind)
	case expression.Boolean:
		g.addKind(core.BooleanKind)
	case expression.Date:
		g.addKind(core.DateKind)
	case expression.List:
		g.listItem()
	}
}
