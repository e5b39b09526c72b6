package core

import (
	"lectern/converters/template/markup"
)

// runAt returns the run that contains the template tag at the piece i, or nil if the tag is not in a run.
func (b *Builder) runAt(i int) *Run {
	text := b.Pieces[i].parent
	if text < 0 || b.Pieces[text].Token.Name != b.Format.Text {
		return nil
	}
	start := b.Enclosing(i, b.Format.run)
	if start < 0 {
		return nil
	}
	return &Run{Format: b.Format, Properties: markup.WithoutSection(b.Format.properties, b.properties(start)), Text: b.Pieces[text].Token.Raw,
		Open: b.Pieces[start].Token.Raw, Width: b.availableWidth(i), InTextBox: b.Enclosing(start, "w:txbxContent") >= 0,
		Linkless: b.linklessParents(start),
		link:     b.linkOf(start)}
}

// linkOf returns the hyperlink element of a run on a slide. It returns nil if the run has no hyperlink, or if none of
// the part's link addresses contains tags.
func (b *Builder) linkOf(run int) *markup.Token {
	if len(b.References.Addresses) == 0 {
		return nil
	}
	for i := run; i < b.Pieces[run].Match; i++ {
		if t := &b.Pieces[i].Token; t.Name == "a:hlinkClick" && t.Kind != markup.End {
			return t
		}
	}
	return nil
}

// linklessParents returns the elements around a run of a text document that must not contain a link, such as inserted
// text (ECMA-376, part 1, 17.13.5.18). All elements between them and the run are included. The innermost element is
// first.
func (b *Builder) linklessParents(run int) (found []*markup.Token) {
	var between []*markup.Token
	for at := b.Pieces[run].parent; at >= 0; at = b.Pieces[at].parent {
		t := &b.Pieces[at].Token
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

// properties returns the markup of a run's properties element, which is its first child.
func (b *Builder) properties(start int) []byte {
	for i := start + 1; i < b.Pieces[start].Match; i++ {
		switch p := &b.Pieces[i]; {
		case p.Kind != MarkupPiece || p.Token.Kind != markup.Start && p.Token.Kind != markup.Empty:
		case p.Token.Name != b.Format.properties:
			return nil
		case p.Token.Kind == markup.Empty:
			return p.Token.Raw
		default:
			return b.sourceOf(i, p.Match)
		}
	}
	return nil
}
