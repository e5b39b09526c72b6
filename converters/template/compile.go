package template

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// compiler makes nodes, which can be rendered again and again, of the pieces of a part.
type compiler struct {
	extents
	part     string
	refers   references
	language *tagLanguage
	loops    []loop        // in the order of their left ends
	next     int           // of loops
	depth    int           // of the present loop
	foreign  bool          // the part is put into another document: none of its ids stays
	slide    *tag          // what the whole slide is repeated for
	sections []int         // where the properties of sections begin; nil where nobody has asked
	rooms    map[int]int64 // widths in EMU, by where their cells and sections begin
	tags     []int         // how many tags there are before each piece; nil where nobody has asked
}

// compile makes a part's program; nil where it has no tags. What is wrong is among the problems; the
// error is that the part is broken markup.
func compile(part string, source []byte, f *format, refers references, l *tagLanguage, found *problems) (*program, error) {
	c, err := newCompiler(part, source, f, refers, l, found)
	if c == nil || err != nil {
		return nil, err
	}
	nodes := c.build(0, len(c.pieces))
	return &program{part, nodes, c.slide}, nil
}

// newCompiler makes the compiler of a part; nil where it has no tags.
func newCompiler(part string, source []byte, f *format, refers references, l *tagLanguage, found *problems) (*compiler, error) {
	pieces, err := lex(part, source, f, f.textsOf(), found)
	if err != nil || pieces == nil && !refers.again && len(refers.addresses) == 0 && !l.hasHiddenTags(source) {
		return nil, err
	}
	if pieces == nil {
		if pieces, err = lexPlain(source); err != nil {
			return nil, err
		}
	}
	c := &compiler{extents: extents{pieces, f, found}, part: part, refers: refers, language: l}
	if refers.again {
		c.depth = 1
	}
	if refers.document != nil {
		l.added(refers.document, source)
	}
	c.parseAll()
	c.keepSpaces()
	c.loops = c.all(pair(pieces, found))
	slices.SortStableFunc(c.loops, func(a, b loop) int {
		if a.left != b.left {
			return a.left - b.left
		}
		return a.open - b.open
	})
	return c, nil
}

// parseAll reads the expressions of all tags.
func (c *compiler) parseAll() {
	for i := range c.pieces {
		if c.pieces[i].kind == tagPiece {
			c.parse(c.pieces[i].tag)
		}
	}
}

func (c *compiler) parse(t *tag) {
	if t.kind == endTag || t.kind == branchTag && t.command == "else" {
		return
	}
	c.language.rewrite(c, t)
	if t.kind == commandTag && !c.language.knows(t.command) {
		problem := t.problem("unknown-tag", "name", t.command)
		problem.Nearest = expression.Nearest(t.command, c.language.commandNames())
		c.found.add(problem)
		return
	}
	parsed, err := expression.Parse(t.body, c.language.filters)
	if err == nil {
		t.expr = parsed
		return
	}
	if isPlain(t.body) {
		return // a name that is no expression, such as {first name}: it is looked up as it is
	}
	var wrong *expression.SyntaxError
	if errors.As(err, &wrong) {
		problem := t.problemWith(wrong.Code, wrong.Values)
		problem.Nearest = wrong.Nearest
		c.found.add(problem)
		return
	}
	c.found.add(t.problem("expression-syntax", "at", t.body))
}

// isPlain says whether a text can only be a name, one with spaces or other signs in it.
func isPlain(text string) bool {
	return text != "" && !strings.ContainsAny(text, "+*/%<>=!&|?;()[]{}\"'“”‘’,")
}

// keepSpaces has the elements with tags keep the spaces of their text (XML 1.0, 2.10).
func (c *compiler) keepSpaces() {
	for i := range c.pieces {
		if c.pieces[i].kind != tagPiece || c.pieces[i].parent < 0 {
			continue
		}
		if t := &c.pieces[c.pieces[i].parent].token; t.Name == "w:t" || t.Name == "t" {
			t.Raw = t.With("xml:space", "preserve")
		}
	}
}

// build makes the nodes of pieces from one up to another.
func (c *compiler) build(from, to int) []node {
	b := builder{compiler: c}
	for i := from; i < to; i++ {
		if c.next < len(c.loops) && c.loops[c.next].left < i {
			l := &c.loops[c.next]
			c.found.add(l.tag.problem("crossed-loops", "name", l.tag.body))
			c.next++
		}
		if c.next < len(c.loops) && c.loops[c.next].left == i {
			l := c.loops[c.next]
			c.next++
			if l.right >= to {
				c.found.add(l.tag.problem(cmpCode(c.pieces[to].token.Kind == markup.End, "loop-breaks-element", "crossed-loops"), "name", l.tag.body))
				continue
			}
			b.loopWithSections(&l)
			i = l.right
			continue
		}
		i = b.piece(i, to)
	}
	b.flush()
	return b.nodes
}

// loop makes the node of a loop.
func (c *compiler) loop(l *loop) node {
	c.depth++
	defer func() { c.depth-- }()
	n := &loopNode{tag: l.tag}
	from, to := l.left, l.right+1
	if l.apart {
		n.first = c.pageBreak(l.left, c.pieces[l.left].match)
		start := c.around(l.close, l.unit)
		n.last = c.pageBreak(start, l.right)
		if bytes.Contains(c.sectionEnd(l.left, c.pieces[l.left].match), []byte(`<w:type w:val="nextPage"/>`)) {
			n.between = pageBreak()
		}
		if !c.hasPicture(l.left, c.pieces[l.left].match) {
			from = c.pieces[l.left].match + 1
		}
		if !c.hasPicture(start, l.right) {
			to = start
			if end := c.sectionEnd(start, l.right); end != nil && c.sectionEnd(c.pieces[l.left].match, l.itemEnd(start)) != nil {
				n.between = end
			}
		}
	}
	c.pieces[l.open].dead, c.pieces[l.close].dead = true, true
	current := &n.body
	for _, b := range l.branches {
		*current = c.build(from, b.begin)
		n.others = append(n.others, branchNode{tag: b.tag})
		current, from = &n.others[len(n.others)-1].body, b.end+1
	}
	*current = c.build(from, to)
	return n
}

// itemEnd gives the piece behind what is written for an item, where that of the end's paragraph is known.
func (l *loop) itemEnd(end int) int {
	if len(l.branches) > 0 {
		return l.branches[0].begin
	}
	return end
}

// loopWithSections adds a loop. A section that ends in the paragraph of one of its tags ends there
// still, once, but that each item has its own where it has several; and a bookmark that begins or ends in one does so beside the loop.
func (b *builder) loopWithSections(l *loop) {
	if !l.apart {
		b.add(b.loop(l))
		return
	}
	if !b.hasPicture(l.left, b.pieces[l.left].match) {
		b.raw = append(b.raw, b.sectionEnd(l.left, b.pieces[l.left].match)...)
		b.raw = append(b.raw, b.bookmarks(l.left, b.pieces[l.left].match)...)
	}
	b.add(b.loop(l))
	if start := b.around(l.close, l.unit); !b.hasPicture(start, l.right) {
		b.raw = append(b.raw, b.bookmarks(start, l.right)...)
		b.raw = append(b.raw, b.sectionEnd(start, l.right)...)
	}
}

// bookmarks gives the tags of bookmarks among pieces.
func (c *compiler) bookmarks(from, to int) (raw []byte) {
	for i := from; i < to; i++ {
		if t := &c.pieces[i].token; t.Name == "w:bookmarkStart" || t.Name == "w:bookmarkEnd" {
			raw = append(raw, t.Raw...)
		}
	}
	return raw
}

// pageBreak gives a page break of its own where there is one among pieces.
func (c *compiler) pageBreak(from, to int) []byte {
	for i := from; i <= to; i++ {
		if t := &c.pieces[i].token; t.Name == "w:br" && bytes.Contains(t.Raw, []byte(`w:type="page"`)) {
			return pageBreak()
		}
	}
	return nil
}

func pageBreak() []byte { return []byte(`<w:p><w:r><w:br w:type="page"/></w:r></w:p>`) }

func (c *compiler) hasPicture(from, to int) bool {
	return slices.ContainsFunc(c.pieces[from:to], func(p piece) bool { return p.token.Name == "w:drawing" || p.token.Name == "w:pict" })
}

// sectionEnd gives a paragraph that ends the section which ends among pieces; nil where none does.
func (c *compiler) sectionEnd(from, to int) []byte {
	for i := from; i < to; i++ {
		if p := &c.pieces[i]; p.token.Name == "w:sectPr" && p.token.Kind == markup.Start {
			return fmt.Appendf(nil, "<w:p><w:pPr>%s</w:pPr></w:p>", c.source(i, p.match))
		}
	}
	return nil
}

// source gives the markup of pieces as it is.
func (c *compiler) source(from, to int) (raw []byte) {
	for i := from; i <= to; i++ {
		raw = append(raw, c.pieces[i].token.Raw...)
	}
	return raw
}

// builder gathers nodes; what has no tags is one of them.
type builder struct {
	*compiler
	nodes []node
	raw   []byte
}

func (b *builder) add(n node) {
	b.flush()
	b.nodes = append(b.nodes, n)
}

func (b *builder) flush() {
	if len(b.raw) > 0 {
		b.nodes = append(b.nodes, rawNode(b.raw))
		b.raw = nil
	}
}

// piece adds one piece, or the element that begins with it, and gives the last piece that it added.
func (b *builder) piece(i, to int) int {
	p := &b.pieces[i]
	switch {
	case p.dead:
	case p.kind == textPiece:
		b.raw = markup.AppendEscaped(b.raw, p.text)
	case p.kind == tagPiece:
		b.tag(i)
	case p.token.Kind == markup.Start:
		return b.start(i, to)
	default:
		b.markup(&p.token)
	}
	return i
}

// start adds an element that needs a look at what comes to lie in it, or its start.
func (b *builder) start(i, to int) int {
	p := &b.pieces[i]
	if p.match < to {
		if n := b.language.element(b, i); n != nil {
			b.add(n)
			return p.match
		}
	}
	if p.match >= to || !b.hasTags(i, p.match) {
		b.markup(&p.token)
		return i
	}
	if command := b.takesElement(i); command != nil {
		b.add(command)
		return p.match
	}
	if f := b.format.fullnessOf(p.token.Name); f != nil {
		n := &fullNode{need: f}
		if p.token.Name == "w:tbl" {
			b.language.beforeTable(b.compiler, i)
		}
		n.body = b.build(i+1, p.match)
		n.start, n.end = p.token.Raw, b.pieces[p.match].token.Raw
		if p.token.Name == "w:tbl" {
			b.add(b.language.table(b.compiler, i, n))
		} else {
			b.add(n)
		}
		return p.match
	}
	b.markup(&p.token)
	return i
}

// hasTags says whether there are tags from one piece up to another.
func (c *compiler) hasTags(from, to int) bool {
	if c.tags == nil {
		c.tags = make([]int, len(c.pieces)+1)
		for i := range c.pieces {
			c.tags[i+1] = c.tags[i]
			if c.pieces[i].kind == tagPiece {
				c.tags[i+1]++
			}
		}
	}
	return c.tags[from] < c.tags[to]
}

// markup adds a token. Ids that must not come twice are given anew in loops.
func (b *builder) markup(t *markup.Token) {
	if n := nodeOr(b.language.token(b, t), b.refers.target(t)); n != nil {
		b.add(n)
		return
	}
	if b.depth == 0 || t.Kind != markup.Start && t.Kind != markup.Empty {
		b.raw = append(b.raw, t.Raw...)
		return
	}
	switch t.Name {
	case "wp:docPr", "p:cNvPr":
		b.addID(t, "id")
	case "w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:cellIns", "w:cellDel", "w:cellMerge", "w:rPrChange", "w:pPrChange",
		"w:sectPrChange", "w:tblPrChange", "w:tblPrExChange", "w:trPrChange", "w:tcPrChange", "w:numberingChange":
		b.addID(t, "w:id")
	case "w:id": // of a content control
		b.addID(t, "w:val")
	case "a16:rowId":
		b.addID(t, "val")
	case "w:p", "w:tr":
		b.raw = append(b.raw, withoutIDs(t)...)
	default:
		b.raw = append(b.raw, t.Raw...)
	}
}

// addID adds a token whose attribute is another number each time.
func (b *builder) addID(t *markup.Token, attribute string) {
	n := &idNode{anew: b.foreign}
	n.before, n.after = around(t, attribute)
	n.original, _ = t.Attribute(attribute)
	b.add(n)
}

// withoutIDs gives the tag of a paragraph or row without the ids that editors give each, once.
func withoutIDs(t *markup.Token) []byte {
	raw := t.Raw
	for _, name := range []string{"w14:paraId", "w14:textId"} {
		if value, ok := t.Attribute(name); ok {
			raw = bytes.Replace(raw, fmt.Appendf(nil, ` %s="%s"`, name, value), nil, 1)
		}
	}
	return raw
}

// tag adds what becomes of a tag.
func (b *builder) tag(i int) {
	switch t := b.pieces[i].tag; t.kind {
	case valueTag:
		b.add(&valueNode{tag: t, run: b.run(i)})
	case rawTag:
		b.found.add(t.problem("raw-outside-paragraph"))
	case commandTag:
		b.command(i)
	}
}

// run tells how a break is made where a tag is; nil where its text is in no run.
func (b *builder) run(i int) *run {
	text := b.pieces[i].parent
	if text < 0 || b.pieces[text].token.Name != b.format.text {
		return nil
	}
	start := b.around(i, b.format.run)
	if start < 0 {
		return nil
	}
	return &run{format: b.format, properties: withoutOnce(b.format.properties, b.properties(start)), text: b.pieces[text].token.Raw,
		open: b.pieces[start].token.Raw, room: b.room(i), boxed: b.around(start, "w:txbxContent") >= 0, outer: b.linkless(start),
		link: b.linkOf(start)}
}

// linkOf gives the tag of a link in a run of a slide; nil where there is none, or none of the part has tags.
func (b *builder) linkOf(run int) *markup.Token {
	if len(b.refers.addresses) == 0 {
		return nil
	}
	for i := run; i < b.pieces[run].match; i++ {
		if t := &b.pieces[i].token; t.Name == "a:hlinkClick" && t.Kind != markup.End {
			return t
		}
	}
	return nil
}

// linkless gives the elements around a run of a text document that no link can be in, such as inserted
// text (ECMA-376, part 1, 17.13.5.18), innermost first, with those between them.
func (b *builder) linkless(run int) (found []*markup.Token) {
	var between []*markup.Token
	for at := b.pieces[run].parent; at >= 0; at = b.pieces[at].parent {
		t := &b.pieces[at].token
		switch t.Name {
		case "w:p", "w:sdtContent":
			return found
		case "w:ins", "w:del", "w:moveTo", "w:moveFrom", "w:hyperlink":
			found, between = append(append(found, between...), t), nil
		default:
			between = append(between, t)
		}
	}
	return found
}

// properties gives the markup of the properties of a run, which are the first in it.
func (b *builder) properties(start int) []byte {
	for i := start + 1; i < b.pieces[start].match; i++ {
		switch p := &b.pieces[i]; {
		case p.kind != markupPiece || p.token.Kind != markup.Start && p.token.Kind != markup.Empty:
		case p.token.Name != b.format.properties:
			return nil
		case p.token.Kind == markup.Empty:
			return p.token.Raw
		default:
			return b.source(i, p.match)
		}
	}
	return nil
}
