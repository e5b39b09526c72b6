package template

import (
	"maps"

	"lectern/converters/template/filter"
	"lectern/converters/template/markup"
)

// newLanguage returns the language of templates with the tags of all formats.
func newLanguage() *tagLanguage {
	l := &tagLanguage{
		filters:  maps.Clone(filter.All()),
		commands: commands(),
		rewrite:  rewriteTag,
		hasHiddenTags: func(source []byte) bool {
			return hasPlaceholders(source) || hasFieldLinks(source)
		},
		element:     func(b *builder, start int) node { return nodeOr(b.placeholder(start), b.fieldText(start)) },
		token:       func(b *builder, t *markup.Token) node { return nodeOr(b.link(t), b.simpleField(t)) },
		beforeTable: func(c *compiler, start int) { c.markHeads(start) },
		table:       func(c *compiler, start int, n node) node { return c.withColumns(start, n) },
		added:       func(d *document, source []byte) { d.lookForRanges(source) },
		finish: func(r *renderer, source []byte) []byte {
			return r.withRanges(joinCells(source))
		},
	}
	maps.Copy(l.filters, imageFilters())
	maps.Copy(l.filters, markdownFilter())
	return l
}

// commands returns the tags with a name, by their names.
func commands() map[string]command {
	return map[string]command{
		"sheet":      {}, // the compiler of sheets handles it
		"pagebreak":  {inline: inlinePageBreak, block: blockPageBreak},
		"image":      {inline: inlineImage, shape: shapeImage},
		"slide":      {take: takeSlideTag},
		"chart":      {take: takeChartTag},
		"link":       {inline: byFormat(inlineLink, slideLink)},
		"footnote":   {inline: inlineFootnote},
		"html":       {inline: byFormat(inlineHTML, slideInlineHTML), block: slideHTML},
		"htmlblock":  {block: blockByFormat(blockHTML, slideHTML)},
		"include":    {block: blockInclude},
		"table":      {block: blockTable, shape: shapeTable},
		"qr":         {inline: inlineImage, shape: shapeImage},
		"barcode":    {inline: inlineImage, shape: shapeImage},
		"imageblock": {inline: inlineImage, block: blockImage, shape: shapeImage},
	}
}

// rewriteTag turns the shorthands of charts and slides into commands.
func rewriteTag(c *compiler, t *tag) {
	rewriteChartTag(c, t)
	rewriteSlideTag(c, t)
}

// byFormat returns a constructor that calls word in a text document, and drawing elsewhere.
func byFormat(word, drawing func(t *tag, r *run) node) func(t *tag, r *run) node {
	return func(t *tag, r *run) node {
		if r.format.isWord() {
			return word(t, r)
		}
		return drawing(t, r)
	}
}

// blockByFormat returns a constructor that calls word in a text document, and drawing elsewhere.
func blockByFormat(word, drawing func(t *tag, around *element) node) func(t *tag, around *element) node {
	return func(t *tag, around *element) node {
		if around.format.isWord() {
			return word(t, around)
		}
		return drawing(t, around)
	}
}
