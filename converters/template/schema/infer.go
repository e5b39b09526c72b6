package schema

import (
	"slices"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
)

// Parameter is what is known of a parameter, because of what the template does with it.
type Parameter struct {
	kind    core.ParameterKind
	order   []string // names of members, in the order of their first use
	members map[string]*Parameter
	item    *Parameter // an item of a list
}

// member returns a member by its name, which is added if it is new.
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

// addKind notes that the parameter seems to be of a kind. A text and a condition are weak evidence, because any value
// can be one of them: a number or a date replaces them, also if it comes later.
func (g *Parameter) addKind(what core.ParameterKind) {
	loose := g.kind == core.TextKind || g.kind == core.TruthKind || g.kind == core.TextOrTruthKind
	switch {
	case g.kind == core.UnknownKind, loose && (what == core.NumberKind || what == core.DateKind):
		g.kind = what
	case g.kind == core.TextKind && what == core.TruthKind, g.kind == core.TruthKind && what == core.TextKind:
		g.kind = core.TextOrTruthKind
	}
}

// Inference infers the parameters of a template.
type Inference struct {
	Scopes []*Parameter    // all parameters, followed by the items of the loops around the current node
	set    map[string]bool // names that the template assigns
	outer  map[string]bool // names that are used outside of all loops
}

// NewInference returns an inference without any parameter.
func NewInference() *Inference {
	return &Inference{Scopes: []*Parameter{{kind: core.ObjectKind}}, set: map[string]bool{}, outer: map[string]bool{}}
}

// Add adds the parameters that programs use. Names outside of all loops are found first, because the same names within
// loops are the same parameters.
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
			in.read(n.Reads())
		case core.PhraseNode:
			for _, t := range n.Tags() {
				in.read(t, core.TextKind)
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

// addOuterNames notes the names that are used outside of all loops.
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

// loop infers what a loop goes over: a list if its body uses names or values of the items; otherwise its value is a
// condition.
func (in *Inference) loop(n *core.LoopNode) {
	over := in.loopedList(n)
	if over == nil {
		in.walk(n.Body)
	} else {
		items := over.listItem()
		if makesOtherItems(n.Tag) {
			items = &Parameter{} // the items are made by the template
		}
		in.Scopes = append(in.Scopes, items)
		in.walk(n.Body)
		in.Scopes = in.Scopes[:len(in.Scopes)-1]
	}
	for _, b := range n.Branches {
		if b.Tag.Expr != nil {
			in.read(b.Tag, core.TruthKind)
		}
		in.walk(b.Body)
	}
}

// makesOtherItems reports whether the filters of a tag return other items than those of the list.
func makesOtherItems(t *core.Tag) bool {
	return slices.ContainsFunc([]string{"group", "groupBy", "chunk", "map", "pluck"}, func(name string) bool {
		return strings.Contains(strings.ReplaceAll(t.Body, " ", ""), "|"+name+":")
	})
}

// loopedList returns the list that a loop goes over; nil if the loop is a condition.
func (in *Inference) loopedList(n *core.LoopNode) *Parameter {
	if n.Tag.IsIf || n.Tag.Kind == core.InvertedTag {
		in.read(n.Tag, core.TruthKind)
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
	// A list can be used as a condition before, such as in {#if items}{#items}…{/items}{/if}.
	canBeList := slices.Contains([]core.ParameterKind{core.UnknownKind, core.TruthKind, core.ListKind, core.ObjectKind}, over.kind)
	if !canBeList || !in.readsOwnNames(n.Body) {
		in.read(n.Tag, core.TruthKind)
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
		return first == "this" || !in.set[first] && !in.outer[first] && !slices.ContainsFunc(in.Scopes,
			func(g *Parameter) bool { return g.members[first] != nil })
	})
}

// paths returns the paths that a tag uses.
func (in *Inference) paths(t *core.Tag) []expression.Path {
	switch {
	case t.Expr == nil && core.IsPlain(t.Body):
		return []expression.Path{{Names: []string{t.Body}}}
	case t.Expr == nil:
		return nil
	}
	return t.Expr.Paths()
}

// read notes what a tag uses. The kind of the whole value is that of the parameter if the tag is a single name.
func (in *Inference) read(t *core.Tag, whole core.ParameterKind) {
	paths := in.paths(t)
	if whole == core.TruthKind && t.Expr != nil {
		paths = t.Expr.Asked()
	}
	for _, p := range paths {
		found := in.find(p)
		asked := found.kind == core.TruthKind && whole == core.TextKind // the parameter is also part of a text
		if p.Hint == expression.None && (len(paths) == 1 || asked) {
			found.addKind(whole)
		}
	}
	if t.Expr != nil {
		for _, p := range t.Expr.Assigned() {
			in.set[p.Names[0]] = true
		}
	}
}

// find returns the parameter of a path: that of the innermost loop where its first name is known, or of the innermost
// loop.
func (in *Inference) find(p expression.Path) *Parameter {
	first := p.Names[0]
	if len(first) > 0 && first[0] == '$' || in.set[first] {
		return &Parameter{} // the name is defined by the template
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

// addHint notes what an operator or a filter expects the parameter to be.
func (g *Parameter) addHint(hint expression.Hint) {
	switch hint {
	case expression.String:
		g.addKind(core.TextKind)
	case expression.Numeric:
		g.addKind(core.NumberKind)
	case expression.Boolean:
		g.addKind(core.TruthKind)
	case expression.Date:
		g.addKind(core.DateKind)
	case expression.List:
		g.listItem()
	}
}
