package word

import (
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/richtext"
)

// richTextWriter writes rich text into a text document. The text replaces the paragraph of a tag (method document), or
// becomes part of that paragraph (method spans).
type richTextWriter struct {
	*core.Renderer
	tag       *core.Tag
	paragraph markup.Properties // properties of the tag's paragraph, without the section
	run       markup.Properties // properties of the tag's run
	section   []byte            // the section that the tag's paragraph ends; nil if there is none
	width     int64             // the available width, in EMU
	tables    int               // the number of tables that contain the current block
	lists     map[*richtext.List]int
	styles    map[runStyleKey][]byte
}

// defaultWidth is the assumed width of the text area if the document does not set it, in EMU.
const defaultWidth = 9000 * core.Twip

func newRichTextWriter(r *core.Renderer, t *core.Tag, paragraph *core.Paragraph) *richTextWriter {
	w := &richTextWriter{Renderer: r, tag: t, width: paragraph.Width, paragraph: markup.ReadProperties("w:pPr", paragraph.Properties),
		run:   markup.ReadProperties("w:rPr", paragraph.Run.Properties),
		lists: make(map[*richtext.List]int), styles: make(map[runStyleKey][]byte)}
	if w.width <= 0 {
		w.width = defaultWidth
	}
	if at := w.paragraph.Find("w:sectPr"); at >= 0 {
		w.section = w.paragraph.Elements[at].Raw
		w.paragraph.Remove("w:sectPr")
	}
	return w
}

// document writes blocks that replace the tag's paragraph. If there are no blocks, it writes an empty paragraph.
func (w *richTextWriter) document(all []richtext.Block) {
	if len(all) == 0 {
		all = []richtext.Block{&richtext.Paragraph{}}
	}
	w.blocks(all)
	if _, isTable := all[len(all)-1].(*richtext.Table); isTable {
		w.writeParagraph(&richtext.Paragraph{}, paragraphPosition{last: true})
	}
}

func (w *richTextWriter) blocks(all []richtext.Block) {
	afterTable := false
	for i, block := range all {
		switch block := block.(type) {
		case *richtext.Table:
			if afterTable { // an empty paragraph, without which Word would join the tables
				w.writeParagraph(&richtext.Paragraph{}, paragraphPosition{first: true, last: true})
			}
			w.table(block)
			afterTable = true
		case *richtext.Paragraph:
			at := paragraphPosition{first: i == 0, last: i == len(all)-1, afterTable: afterTable}
			if i+1 < len(all) {
				next, isParagraph := all[i+1].(*richtext.Paragraph)
				at.beforeItem = isParagraph && listContinues(block.Item, next.Item)
			}
			w.writeParagraph(block, at)
			afterTable = false
		}
	}
}

func (w *richTextWriter) styleSheet() *styleSheet {
	sheet, err := styleSheetOf(w.Renderer.Document)
	if err != nil {
		w.Fail(err)
		return nil
	}
	return sheet
}
