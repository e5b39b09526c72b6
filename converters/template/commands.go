package template

import (
	"maps"

	"lectern/converters/template/core"
	"lectern/converters/template/filter"
	"lectern/converters/template/include"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/slide"
	"lectern/converters/template/word"
)

// newLanguage returns the template language with the tags of all document formats.
func newLanguage() *core.Language {
	l := &core.Language{
		Filters:    maps.Clone(filter.All()),
		Commands:   commands(),
		RewriteTag: rewriteTag,
		HasHiddenTags: func(source []byte) bool {
			return objects.HasPlaceholders(source) || word.HasFieldLinks(source)
		},
		ReplaceElement: func(b *core.Builder, start int) core.Node {
			return core.FirstNode(objects.CompilePlaceholder(b, start), word.CompileFieldText(b.Compiler, start))
		},
		ReplaceToken: func(b *core.Builder, t *markup.Token) core.Node {
			return core.FirstNode(objects.CompileLink(b.Compiler, t), word.CompileSimpleField(b.Compiler, t))
		},
		PrepareTable: func(c *core.Compiler, start int) { word.MarkSpans(c, start) },
		WrapTable:    func(c *core.Compiler, start int, n core.Node) core.Node { return word.WrapTable(c, start, n) },
		MarkupAdded:  func(d *core.Document, source []byte) { word.DetectRanges(d, source) },
		Finish: func(r *core.Renderer, source []byte) []byte {
			return word.RepairRanges(r, slide.MergeCells(source))
		},
	}
	maps.Copy(l.Filters, objects.ImageFilters())
	maps.Copy(l.Filters, objects.MarkdownFilter())
	return l
}

// commands returns the commands (tags with a name, such as {:qr x}), by their names.
func commands() map[string]core.Command {
	return map[string]core.Command{
		"sheet":      {}, // the compiler of sheets handles it
		"pagebreak":  {Inline: word.InlinePageBreak, Block: word.BlockPageBreak},
		"image":      {Inline: word.InlineImage, Shape: slide.ShapeImage},
		"slide":      {Handle: slide.HandleRepeat},
		"chart":      {Handle: objects.HandleChart},
		"link":       {Inline: byFormat(word.InlineLink, slide.InlineLink)},
		"footnote":   {Inline: word.InlineFootnote},
		"html":       {Inline: byFormat(word.InlineHTML, slide.InlineHTML), Block: slide.BlockHTML},
		"htmlblock":  {Block: blockByFormat(word.BlockHTML, slide.BlockHTML)},
		"include":    {Block: include.Block},
		"table":      {Block: word.BlockTable, Shape: slide.ShapeTable},
		"qr":         {Inline: word.InlineImage, Shape: slide.ShapeImage},
		"barcode":    {Inline: word.InlineImage, Shape: slide.ShapeImage},
		"imageblock": {Inline: word.InlineImage, Block: word.BlockImage, Shape: slide.ShapeImage},
	}
}

// rewriteTag turns the short forms of chart and slide tags into commands.
func rewriteTag(c *core.Compiler, t *core.Tag) {
	objects.RewriteChartTag(c, t)
	slide.RewriteTag(c, t)
}

// byFormat returns a function that creates the node of a tag. The returned function calls the function word in a text
// document, and the function drawing in other formats.
func byFormat(word, drawing func(t *core.Tag, r *core.Run) core.Node) func(t *core.Tag, r *core.Run) core.Node {
	return func(t *core.Tag, r *core.Run) core.Node {
		if r.Format.IsWord() {
			return word(t, r)
		}
		return drawing(t, r)
	}
}

// blockByFormat is like byFormat for tags that replace their paragraph.
func blockByFormat(word, drawing func(*core.Tag, *core.Paragraph) core.Node) func(*core.Tag, *core.Paragraph) core.Node {
	return func(t *core.Tag, paragraph *core.Paragraph) core.Node {
		if paragraph.Format.IsWord() {
			return word(t, paragraph)
		}
		return drawing(t, paragraph)
	}
}
