package sheet

import (
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
	"lectern/converters/wire"
)

// workbookNode is the root node of a compiled workbook. Rendering it renders all sheets.
type workbookNode struct {
	document *core.Document
	tokens   []markup.Token // the markup of the workbook part
	sheets   []*templateSheet
	strings  *sharedStrings
	styles   *styles
	from1904 bool
	tagged   bool

	copies      []*renderedSheet // the rendered sheets in order
	taken       map[string]bool  // used names of sheets and tables, in lower case
	lastTableID int              // the largest id of the tables
}

// templateSheet is an entry in the template's list of sheets, with the node of its sheet.
type templateSheet struct {
	entry    markup.Token // the entry in the list of sheets
	template string       // the name in the template
	name     []core.Node  // nil if the name has no tags
	node     *sheetNode
	body     core.Node // the node, or a loop that repeats it
}

// sheetNode renders a sheet. source is nil for a chart sheet.
type sheetNode struct {
	source              *sheetSource
	part                string
	sheet               *templateSheet
	book                *workbookNode
	repeat              *core.Tag
	rowPlan, columnPlan cells.Plan
	columns             []*columnPart // nil if no columns are repeated
	body                []core.Node
	header              []core.Node // nodes of headers and footers; nil if they have no tags
	links               []sheetLink
	relations           *opc.Relations
	drawings            []*drawingPart
	comments            []*commentPart
	tables              []*tablePart
}

// renderedSheet is a copy of a sheet in the rendered workbook, and the state while this copy is being rendered.
type renderedSheet struct {
	cells.Sheet
	book   *workbookNode
	source *sheetNode
	number int // 0 for the first copy of the template's sheet, then 1, 2 and so on
	part   string
	scope  *core.Scope

	next, row, column             int // positions of the next row, and of the current row and cell
	loopStart                     int
	rowIteration, columnIteration *cells.Iteration
	measuring                     bool // a first pass that only counts the repeated columns
	columnCount                   int  // the number of columns counted so far
	writeBlank                    bool // cells are written without content
	items                         columnItem
	used                          cells.Range

	data         []byte // the markup of the rows without formulas
	patches      []formulaPatch
	pictures     []cellPicture
	height       int64  // height of the pictures in the current row, in EMU
	drawing      string // relationship id of a new drawing; empty if there is none
	header       []byte
	related      []relatedPart
	links        map[linkKey]string    // addresses; relateLinks replaces them with relationship ids
	headerTables []*tablePart          // tables whose header is the current row
	linkCount    int                   // the number of links that were already written
	columnNames  map[cells.Cell]string // names of the columns of tables, by their header cells
}

// IsWorkbook reports whether a document type, such as xlsx, is that of a workbook.
func IsWorkbook(kind string) bool { return strings.HasPrefix(kind, "xl") }

// Prepare removes data that duplicates cells and sheet names, such as caches. Otherwise the tags in this data would be
// compiled, too.
func Prepare(d *core.Document) {
	for _, name := range d.Names() {
		kind := d.Type(name)
		var drop []string
		switch {
		case strings.HasPrefix(kind, "application/vnd.openxmlformats-officedocument.extended-properties"):
			drop = []string{"HeadingPairs", "TitlesOfParts"}
		case strings.HasSuffix(kind, "drawingml.chart+xml"):
			drop = []string{"c:numCache", "c:strCache", "c:multiLvlStrCache"}
		default:
			continue
		}
		source, err := d.Read(name)
		if err != nil {
			continue // compiling the part reports the error
		}
		if tokens, err := markup.Scan(source); err == nil {
			d.Write(name, markup.Raw(markup.DropElements(tokens, drop)))
		}
	}
}

// Compile compiles a workbook. It returns the program of the workbook, followed by those of the given programs that do
// not belong to the workbook's sheets.
func Compile(d *core.Document, programs []*core.Program) []*core.Program {
	b := &workbookNode{document: d, taken: map[string]bool{}}
	c := workbookCompiler{workbookNode: b, programs: programs}
	if err := c.read(); err != nil {
		d.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: d.Main, Values: map[string]string{"reason": err.Error()}})
		return programs
	}
	for _, s := range b.sheets {
		c.sheet(s)
	}
	if !b.tagged {
		return programs
	}
	return append([]*core.Program{{Part: d.Main, Nodes: []core.Node{b}}}, c.programs...)
}

// workbookCompiler compiles the parts of a workbook.
type workbookCompiler struct {
	*workbookNode
	programs []*core.Program // programs of parts that do not belong to a sheet
}

// read reads the parts that all sheets share.
func (c *workbookCompiler) read() error {
	d := c.document
	source, err := d.Read(d.Main)
	if err != nil {
		return err
	}
	if c.tokens, err = markup.Scan(unprefixed(source)); err != nil {
		return err
	}
	relations, err := d.Relations(d.Main)
	if err != nil {
		return err
	}
	if one := relations.First("sharedStrings"); one != nil {
		if source, err = d.Read(relations.Part(one)); err != nil {
			return err
		}
		if c.strings, err = readSharedStrings(relations.Part(one), source); err != nil {
			return err
		}
	}
	if err := c.readStyles(relations); err != nil {
		return err
	}
	c.readEntries(relations)
	return nil
}

// readStyles reads the styles. A workbook without styles gets minimal ones.
func (c *workbookCompiler) readStyles(relations *opc.Relations) error {
	part, source := "xl/styles.xml", []byte(minimalStyles)
	if one := relations.First("styles"); one != nil {
		var err error
		part = relations.Part(one)
		if source, err = c.document.Read(part); err != nil {
			return err
		}
	}
	read, err := readStyles(part, source)
	c.styles = read
	return err
}

// readEntries reads the list of sheets.
func (c *workbookCompiler) readEntries(relations *opc.Relations) {
	for i := range c.tokens {
		t := &c.tokens[i]
		switch {
		case t.Name == "workbookPr":
			value, _ := t.Attribute("date1904")
			c.from1904 = value == "1" || value == "true"
		case t.Name == "sheet" && t.Kind != markup.End:
			s := &templateSheet{entry: *t}
			s.template, _ = t.Attribute("name")
			id, _ := t.Attribute("r:id")
			if one := relations.Find(id); one != nil {
				s.node = &sheetNode{part: relations.Part(one), sheet: s, book: c.workbookNode}
			}
			c.sheets = append(c.sheets, s)
		}
	}
}

// sheet compiles a sheet and the parts that belong to it.
func (c *workbookCompiler) sheet(s *templateSheet) {
	d := c.document
	s.name = c.fragment(d.Main, fmt.Appendf(nil, "<t>%s</t>", markup.Escape(s.template)), &core.Format{Text: "t", Paragraph: "t",
		Texts: map[string]bool{"t": true}})
	if s.name == nil {
		c.taken[strings.ToLower(s.template)] = true
	}
	if s.node == nil {
		s.node = &sheetNode{sheet: s, book: c.workbookNode}
		s.body = s.node
		return
	}
	part := s.node.part
	source, err := d.Read(part)
	var read *sheetSource
	if err == nil && strings.HasSuffix(d.Type(part), "worksheet+xml") {
		read, err = readSheet(part, source, c.strings)
	}
	if err == nil {
		s.node.relations, err = d.Relations(part)
	}
	if err != nil {
		d.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: part, Values: map[string]string{"reason": err.Error()}})
		return
	}
	n := s.node
	if read != nil {
		n = compileSheet(read, c.styles, d.Addresses(part), d.Language, &d.Problems)
		n.part, n.sheet, n.book, n.relations = part, s, c.workbookNode, s.node.relations
		c.tagged = c.tagged || len(n.links) > 0 || slices.ContainsFunc(read.rows, func(r *sheetRow) bool { return r.tagged })
		n.header = c.header(read)
		s.node = n
	}
	c.compileRelated(n)
	s.body = n
	if n.repeat != nil {
		s.body = &core.LoopNode{Tag: n.repeat, Body: []core.Node{n}}
	}
}

// fragment compiles a fragment of a part. It returns nil if the fragment has no tags.
func (c *workbookCompiler) fragment(part string, source []byte, f *core.Format) []core.Node {
	compiled, err := core.Compile(part, source, f, core.References{}, c.document.Language, &c.document.Problems)
	if err != nil {
		c.document.Problems.Add(wire.TemplateProblem{Code: "broken-part", Part: part, Values: map[string]string{"reason": err.Error()}})
	}
	if compiled == nil {
		return nil
	}
	c.tagged = true
	return compiled.Nodes
}

// header compiles the headers and footers of a sheet.
func (c *workbookCompiler) header(s *sheetSource) []core.Node {
	at := slices.IndexFunc(s.tail, func(t markup.Token) bool { return t.Name == "headerFooter" })
	if at < 0 {
		return nil
	}
	f := &core.Format{OneParagraph: true, Texts: map[string]bool{}}
	for _, name := range []string{"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"} {
		f.Texts[name] = true
	}
	return c.fragment(s.part, markup.Raw(s.tail[at:markup.EndOf(s.tail, at)+1]), f)
}

// Inner implements [core.Container].
func (b *workbookNode) Inner() (nodes []core.Node) {
	for _, s := range b.sheets {
		if s.body != nil {
			nodes = append(nodes, s.body)
		}
	}
	return nodes
}

// Inner implements [core.Container]. It returns all nodes of the sheet that can contain tags.
func (n *sheetNode) Inner() []core.Node {
	nodes := slices.Concat(n.sheet.name, n.body, n.header)
	for _, link := range n.links {
		nodes = append(nodes, link.node)
	}
	for _, d := range n.drawings {
		for _, a := range d.anchors {
			nodes = append(nodes, a.nodes...)
		}
		for _, chart := range d.charts {
			nodes = append(nodes, chart.nodes...)
		}
	}
	for _, part := range n.comments {
		for _, one := range part.comments {
			nodes = append(nodes, one.nodes...)
		}
	}
	return nodes
}

// Copies implements [cells.Book].
func (b *workbookNode) Copies(template string) (copies []*cells.Sheet, known bool) {
	for _, s := range b.sheets {
		known = known || strings.EqualFold(s.template, template)
	}
	for _, c := range b.copies {
		if strings.EqualFold(c.Template, template) {
			copies = append(copies, &c.Sheet)
		}
	}
	return copies, known
}

// Table implements [cells.Book].
func (b *workbookNode) Table(name string, from *cells.Sheet) string {
	for _, c := range b.copies {
		if &c.Sheet != from {
			continue
		}
		for _, r := range c.related {
			if t, ok := r.content.(*tableCopy); ok && strings.EqualFold(t.table.name, name) {
				return t.name
			}
		}
	}
	return name
}
