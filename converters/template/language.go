package template

import (
	"maps"
	"slices"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// language is the language of templates, which the formats add their tags and rules to. A nil function adds nothing.
type tagLanguage struct {
	// filters are the filters of expressions.
	filters expression.Filters
	// commands are the tags with a name, such as {:pagebreak}.
	commands map[string]command
	// rewrite changes a tag of a part before its expression is parsed.
	rewrite func(c *compiler, t *tag)
	// hasHiddenTags reports whether a part may have tags outside of its text, such as in the address of a link.
	hasHiddenTags func(source []byte) bool
	// element returns the node that replaces the element that starts at a piece; nil if the element stays.
	element func(b *builder, start int) node
	// token returns the node that replaces a token of the markup; nil if the token stays.
	token func(b *builder, t *markup.Token) node
	// beforeTable prepares the pieces of a table before its node is made, and table returns the node of the whole table.
	beforeTable func(c *compiler, start int)
	table       func(c *compiler, start int, n node) node
	// added is called with markup that a document gets.
	added func(d *document, source []byte)
	// finish returns the final markup of a part that was rendered.
	finish func(r *renderer, source []byte) []byte
}

// knows reports whether a command has a name, or begins a branch.
func (l *tagLanguage) knows(name string) bool {
	_, ok := l.commands[name]
	return ok || name == "else" || name == "elseif"
}

// commandNames returns the names of all commands, for suggestions.
func (l *tagLanguage) commandNames() []string {
	return append(slices.Sorted(maps.Keys(l.commands)), "else", "elseif")
}

// nodeOr returns the first of some nodes that is not nil.
func nodeOr(all ...node) node {
	for _, n := range all {
		if n != nil {
			return n
		}
	}
	return nil
}
