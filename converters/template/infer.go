package template

import (
	"slices"
	"strings"

	"lectern/converters/template/expression"
)

// guess is what is known of a parameter by what a template does with it.
type guess struct {
	kind    kind
	order   []string // of members, as they come
	members map[string]*guess
	item    *guess // of a list
}

// member gives that of a name, which is made where it is not known yet.
func (g *guess) member(name string) *guess {
	if g.members == nil {
		g.members = make(map[string]*guess)
	}
	if g.kind != listKind {
		g.kind = objectKind
	}
	found := g.members[name]
	if found == nil {
		found = &guess{}
		g.members[name] = found
		g.order = append(g.order, name)
	}
	return found
}

func (g *guess) items() *guess {
	if g.item == nil {
		g.item = &guess{}
	}
	g.kind = listKind
	return g.item
}

// is notes what something seems to be, where nothing better is known. Whatever is there may be written
// as a text, or asked whether it holds: what is computed with it, or formatted, says more, also where that comes later.
func (g *guess) is(what kind) {
	loose := g.kind == textKind || g.kind == truthKind || g.kind == askedKind
	switch {
	case g.kind == unknownKind, loose && (what == numberKind || what == dateKind):
		g.kind = what
	case g.kind == textKind && what == truthKind, g.kind == truthKind && what == textKind:
		g.kind = askedKind
	}
}

// inference guesses what the parameters of a template are.
type inference struct {
	scopes []*guess        // outermost first: that of all parameters
	set    map[string]bool // names that the template assigns itself
	outer  map[string]bool // names that are read outside of all loops
}

func newInference() *inference {
	return &inference{scopes: []*guess{{kind: objectKind}}, set: map[string]bool{}, outer: map[string]bool{}}
}

// add adds what programs do with their parameters. What they read outside of all loops comes first:
// within one, such a name is the same parameter.
func (in *inference) add(programs []*program) {
	for _, p := range programs {
		if p.slide == nil {
			in.outside(p.nodes)
		}
	}
	for _, p := range programs {
		if p.slide == nil {
			in.walk(p.nodes)
		} else {
			in.loop(&loopNode{tag: p.slide, body: p.nodes})
		}
	}
}

func (in *inference) walk(nodes []node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case tagged:
			in.read(n.reads())
		case phrased:
			for _, t := range n.tags() {
				in.read(t, textKind)
			}
		case *fullNode:
			in.walk(n.body)
		case *loopNode:
			in.loop(n)
		case wrapper:
			in.walk(n.wrapped())
		case container:
			in.walk(n.inner())
		}
	}
}

// outside notes the names of what stands in no loop.
func (in *inference) outside(nodes []node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case tagged:
			t, _ := n.reads()
			for _, p := range in.paths(t) {
				in.outer[p.Names[0]] = p.Names[0] != "this"
			}
		case *fullNode:
			in.outside(n.body)
		case wrapper:
			in.outside(n.wrapped())
		}
	}
}

// loop guesses what a loop goes over: a list where it has names or values of its own, else it asks
// whether something holds.
func (in *inference) loop(n *loopNode) {
	over := in.over(n)
	if over == nil {
		in.walk(n.body)
	} else {
		items := over.items()
		if makesOthers(n.tag) {
			items = &guess{} // those that the template has made
		}
		in.scopes = append(in.scopes, items)
		in.walk(n.body)
		in.scopes = in.scopes[:len(in.scopes)-1]
	}
	for _, b := range n.others {
		if b.tag.expr != nil {
			in.read(b.tag, truthKind)
		}
		in.walk(b.body)
	}
}

// makesOthers says whether a tag's filters make other items than those that the list has.
func makesOthers(t *tag) bool {
	return slices.ContainsFunc([]string{"group", "groupBy", "chunk", "map", "pluck"}, func(name string) bool {
		return strings.Contains(strings.ReplaceAll(t.body, " ", ""), "|"+name+":")
	})
}

// over gives the list that a loop goes over; nil where it is a condition.
func (in *inference) over(n *loopNode) *guess {
	if n.tag.isIf || n.tag.kind == invertedTag {
		in.read(n.tag, truthKind)
		return nil
	}
	paths := in.paths(n.tag)
	if len(paths) == 0 {
		return nil
	}
	for _, p := range paths[1:] {
		in.find(p)
	}
	over := in.find(paths[0])
	// A list may be asked for before, such as by {#if items}{#items}…{/items}{/if}.
	if !slices.Contains([]kind{unknownKind, truthKind, listKind, objectKind}, over.kind) || !in.hasOwn(n.body) {
		in.read(n.tag, truthKind)
		return nil
	}
	return over
}

// hasOwn says whether nodes read a name that is not known further out, or the item itself.
func (in *inference) hasOwn(nodes []node) bool {
	return slices.ContainsFunc(nodes, func(n node) bool {
		switch n := n.(type) {
		case *fullNode:
			return in.hasOwn(n.body)
		case *loopNode:
			return in.isOwn(n.tag) || in.hasOwn(n.body)
		case wrapper:
			return in.hasOwn(n.wrapped())
		case container:
			return in.hasOwn(n.inner())
		case tagged:
			t, _ := n.reads()
			return in.isOwn(t)
		}
		return false
	})
}

func (in *inference) isOwn(t *tag) bool {
	return slices.ContainsFunc(in.paths(t), func(p expression.Path) bool {
		first := p.Names[0]
		return first == "this" || !in.set[first] && !in.outer[first] && !slices.ContainsFunc(in.scopes,
			func(g *guess) bool { return g.members[first] != nil })
	})
}

// paths gives the names that a tag reads.
func (in *inference) paths(t *tag) []expression.Path {
	switch {
	case t.expr == nil && isPlain(t.body):
		return []expression.Path{{Names: []string{t.body}}}
	case t.expr == nil:
		return nil
	}
	return t.expr.Paths()
}

// read notes what a tag reads, of which the whole seems to be of a kind where it is one name.
func (in *inference) read(t *tag, whole kind) {
	paths := in.paths(t)
	if whole == truthKind && t.expr != nil {
		paths = t.expr.Asked()
	}
	for _, p := range paths {
		found := in.find(p)
		asked := found.kind == truthKind && whole == textKind // and is a part of what is written
		if p.Hint == expression.None && (len(paths) == 1 || asked) {
			found.is(whole)
		}
	}
	if t.expr != nil {
		for _, p := range t.expr.Assigned() {
			in.set[p.Names[0]] = true
		}
	}
}

// find gives what is known of a path: of the innermost loop in which its first name is known, or
// else of the innermost one.
func (in *inference) find(p expression.Path) *guess {
	first := p.Names[0]
	if len(first) > 0 && first[0] == '$' || in.set[first] {
		return &guess{} // the template's own
	}
	at := in.scopes[len(in.scopes)-1]
	if in.outer[first] {
		at = in.scopes[0]
	}
	names := p.Names
	if first == "this" {
		names = names[1:]
	} else {
		for _, scope := range slices.Backward(in.scopes) {
			if scope.members[first] != nil {
				at = scope
				break
			}
		}
	}
	for _, name := range names {
		if name == expression.Element {
			at = at.items()
		} else {
			at = at.member(name)
		}
	}
	at.hint(p.Hint)
	return at
}

// hint notes what an operator or a filter needs something to be.
func (g *guess) hint(hint expression.Hint) {
	switch hint {
	case expression.String:
		g.is(textKind)
	case expression.Numeric:
		g.is(numberKind)
	case expression.Boolean:
		g.is(truthKind)
	case expression.Date:
		g.is(dateKind)
	case expression.List:
		g.items()
	}
}
