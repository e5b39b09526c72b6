package core

import (
	"maps"
	"slices"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// Language contains the tags and rules that the document formats add to the core. Commands, Filters and all functions
// must be set.
type Language struct {
	// Filters are the filters that expressions can use.
	Filters expression.Filters
	// Commands are the named tags, such as {:pagebreak}, by their names.
	Commands map[string]Command
	// RewriteTag can change a tag before its expression is parsed.
	RewriteTag func(c *Compiler, t *Tag)
	// HasHiddenTags reports whether a part may contain tags outside of its text, such as in the address of a link.
	HasHiddenTags func(source []byte) bool
	// ReplaceElement returns the node that replaces the element whose first piece has the index start. It returns nil
	// if the element stays.
	ReplaceElement func(b *Builder, start int) Node
	// ReplaceToken returns the node that replaces a token of the markup, or nil if the token stays.
	ReplaceToken func(b *Builder, t *markup.Token) Node
	// PrepareTable changes the pieces of a table before its node is built. WrapTable returns the node of the complete
	// table, given the node n of its content.
	PrepareTable func(c *Compiler, start int)
	WrapTable    func(c *Compiler, start int, n Node) Node
	// MarkupAdded is called for all markup that becomes part of a document.
	MarkupAdded func(d *Document, source []byte)
	// Finish post-processes the rendered markup of a part and returns the result.
	Finish func(r *Renderer, source []byte) []byte
}

// IsKnown reports whether name is the name of a command, "else" or "elseif".
func (l *Language) IsKnown(name string) bool {
	_, ok := l.Commands[name]
	return ok || name == "else" || name == "elseif"
}

// commandNames returns the names with which a misspelled command is compared.
func (l *Language) commandNames() []string {
	return append(slices.Sorted(maps.Keys(l.Commands)), "else", "elseif")
}

// FirstNode returns the first node that is not nil, or nil if there is none.
func FirstNode(all ...Node) Node {
	for _, n := range all {
		if n != nil {
			return n
		}
	}
	return nil
}
