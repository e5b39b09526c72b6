package core

import (
	"maps"
	"slices"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Language has the tags and rules that the formats add to the core. Commands, filters and every function must be set.
type Language struct {
	// Filters are the filters of expressions.
	Filters expression.Filters
	// Commands are the tags with a name, such as {:pagebreak}.
	Commands map[string]Command
	// RewriteTag changes a tag of a part before its expression is parsed.
	RewriteTag func(c *Compiler, t *Tag)
	// HasHiddenTags reports whether a part may have tags outside of its text, such as in the address of a link.
	HasHiddenTags func(source []byte) bool
	// ReplaceElement returns the node that replaces the element that starts at a piece; nil if the element stays.
	ReplaceElement func(b *Builder, start int) Node
	// ReplaceToken returns the node that replaces a token of the markup; nil if the token stays.
	ReplaceToken func(b *Builder, t *markup.Token) Node
	// PrepareTable changes the pieces of a table before its node is built, and WrapTable returns the node of the whole
	// table.
	PrepareTable func(c *Compiler, start int)
	WrapTable    func(c *Compiler, start int, n Node) Node
	// MarkupAdded is called with all markup that becomes part of a document.
	MarkupAdded func(d *Document, source []byte)
	// Finish returns the final markup of a part that was rendered.
	Finish func(r *Renderer, source []byte) []byte
}

// IsKnown reports whether a name is that of a command, or begins a branch.
func (l *Language) IsKnown(name string) bool {
	_, ok := l.Commands[name]
	return ok || name == "else" || name == "elseif"
}

// commandNames returns the names of all commands, for suggestions.
func (l *Language) commandNames() []string {
	return append(slices.Sorted(maps.Keys(l.Commands)), "else", "elseif")
}

// FirstNode returns the first node that is not nil.
func FirstNode(all ...Node) Node {
	for _, n := range all {
		if n != nil {
			return n
		}
	}
	return nil
}
