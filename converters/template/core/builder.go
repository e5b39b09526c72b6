package core

import (
	"lectern/converters/template/markup"
)

// Builder builds the nodes ([Node]) for a range of pieces ([Piece]). Consecutive markup without tags becomes one node.
type Builder struct {
	*Compiler
	nodes []Node
	raw   []byte
}

// Add adds a node after the markup collected so far.
func (b *Builder) Add(n Node) {
	b.flush()
	b.nodes = append(b.nodes, n)
}

func (b *Builder) flush() {
	if len(b.raw) > 0 {
		b.nodes = append(b.nodes, RawNode(b.raw))
		b.raw = nil
	}
}

// addPiece adds the piece i. If the piece starts an element that needs its own node, addPiece adds the whole element.
// It returns the index of the last piece that it added.
func (b *Builder) addPiece(i, to int) int {
	p := &b.Pieces[i]
	switch {
	case p.Removed:
	case p.Kind == TextPiece:
		b.raw = markup.AppendEscaped(b.raw, p.Text)
	case p.Kind == TagPiece:
		b.addTag(i)
	case p.Token.Kind == markup.Start:
		return b.addStart(i, to)
	default:
		b.addToken(&p.Token)
	}
	return i
}

// addStart adds the element that starts at the piece i if the element needs its own node. Otherwise it adds only the
// start tag. It returns the index of the last piece that it added.
func (b *Builder) addStart(i, to int) int {
	p := &b.Pieces[i]
	if p.Match < to {
		if n := b.Language.ReplaceElement(b, i); n != nil {
			b.Add(n)
			return p.Match
		}
	}
	if p.Match >= to || !b.hasTags(i, p.Match) {
		b.addToken(&p.Token)
		return i
	}
	if command := b.replaceElement(i); command != nil {
		b.Add(command)
		return p.Match
	}
	if f := b.Format.ruleFor(p.Token.Name); f != nil {
		n := &RequiredContentNode{rule: f}
		if p.Token.Name == "w:tbl" {
			b.Language.PrepareTable(b.Compiler, i)
		}
		n.Body = b.Build(i+1, p.Match)
		n.start, n.end = p.Token.Raw, b.Pieces[p.Match].Token.Raw
		if p.Token.Name == "w:tbl" {
			b.Add(b.Language.WrapTable(b.Compiler, i, n))
		} else {
			b.Add(n)
		}
		return p.Match
	}
	b.addToken(&p.Token)
	return i
}

// addToken adds a token. In a loop, elements with an id that must be unique get a node that writes a new id for each
// copy.
func (b *Builder) addToken(t *markup.Token) {
	if n := FirstNode(b.Language.ReplaceToken(b, t), b.References.target(t)); n != nil {
		b.Add(n)
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
	case "w:id": // the id of a content control
		b.addID(t, "w:val")
	case "a16:rowId":
		b.addID(t, "val")
	case "w:p", "w:tr":
		b.raw = append(b.raw, markup.WithoutIDs(t)...)
	default:
		b.raw = append(b.raw, t.Raw...)
	}
}

// addID adds a node for a start tag that has an attribute whose value must be unique in the document.
func (b *Builder) addID(t *markup.Token, attribute string) {
	n := &idNode{alwaysNew: b.Included}
	n.before, n.after = markup.SplitAttribute(t, attribute)
	n.original, _ = t.Attribute(attribute)
	b.Add(n)
}

// addTag adds the node of the template tag at the piece i.
func (b *Builder) addTag(i int) {
	switch t := b.Pieces[i].Tag; t.Kind {
	case ValueTag:
		b.Add(&valueNode{tag: t, run: b.runAt(i)})
	case rawTag:
		b.Problems.Add(t.Problem("raw-outside-paragraph"))
	case CommandTag:
		b.addCommand(i)
	}
}
