package core

import (
	"maps"
	"slices"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Language is the language of templates, which the formats add their tags and rules to. A nil function adds nothing.
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
	// PrepareTable prepares the pieces of a table before its node is made, and table returns the node of the whole table.
	PrepareTable func(c *Compiler, start int)
	WrapTable    func(c *Compiler, start int, n Node) Node
	// MarkupAdded is called with markup that a document gets.
	MarkupAdded func(d *Document, source []byte)
	// Finish returns the final markup of a part that was rendered.
	Finish func(r *Renderer, source []byte) []byte
}

// IsKnown reports whether a command has a name, or begins a branch.
func (l *Language) IsKnown(name string) bool {
	_, ok := l.Commands[name]
	return ok || name == "else" || name == "elseif"
}

// commandNames returns the names of all commands, for suggestions.
func (l *Language) commandNames() []string {
	return append(slices.Sorted(maps.Keys(l.Commands)), "else", "elseif")
}

// FirstNode returns the first of some nodes that is not nil.
func FirstNode(all ...Node) Node {
	for _, n := range all {
		if n != nil {
			return n
		}
	}
	return nil
}
