package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// commentPart is a part whose elements are attached to cells: comments, the shapes of comments, or threaded comments
// (ECMA-376, part 1, 18.7).
type commentPart struct {
	part     string
	pieces   []commentPiece // in the order of the markup
	comments []*comment
}

// commentPiece is a comment, or unchanged markup between comments.
type commentPiece struct {
	raw     []byte
	comment *comment
}

type comment struct {
	cell  cells.Cell
	raw   []byte
	nodes []core.Node // nil if it has no tags
}

func (c *workbookCompiler) readComments(n *sheetNode, part string) error {
	f := &core.Format{Text: "t", Paragraph: "comment", OneParagraph: true, Texts: map[string]bool{"t": true}}
	return c.readCellElements(n, part, "comment", func(tokens []markup.Token) *comment {
		text, _ := tokens[0].Attribute("ref")
		cell, ok := cells.ParseCell(text)
		if !ok {
			return nil
		}
		one := &comment{cell: cell, raw: markup.Raw(tokens)}
		one.nodes = c.fragment(part, one.raw, f)
		return one
	})
}

// readUntaggedComments reads a part with shapes of comments, or with threaded comments. Neither can contain template
// tags.
func (c *workbookCompiler) readUntaggedComments(n *sheetNode, part string) error {
	if strings.HasSuffix(c.document.Type(part), "threadedcomments+xml") {
		return c.readCellElements(n, part, "threadedComment", func(tokens []markup.Token) *comment {
			text, _ := tokens[0].Attribute("ref")
			cell, ok := cells.ParseCell(text)
			if !ok {
				return nil
			}
			return &comment{cell: cell, raw: markup.Raw(tokens)}
		})
	}
	// Legacy drawings with shapes can be HTML that is not well-formed. Such a part is left unchanged.
	_ = c.readCellElements(n, part, "v:shape", func(tokens []markup.Token) *comment {
		row, errRow := strconv.Atoi(strings.TrimSpace(markup.TextOf(markup.ContentOf(tokens, "x:Row"))))
		column, errColumn := strconv.Atoi(strings.TrimSpace(markup.TextOf(markup.ContentOf(tokens, "x:Column"))))
		if errRow != nil || errColumn != nil {
			return nil
		}
		return &comment{cell: cells.Cell{Row: row + 1, Column: column + 1}, raw: markup.Raw(tokens)}
	})
	return nil
}

// readCellElements reads a part whose elements are attached to cells. For each such element, it calls the function
// read, which returns the comment, or nil if the markup of the element stays unchanged.
func (c *workbookCompiler) readCellElements(n *sheetNode, part, element string, read func([]markup.Token) *comment) error {
	source, err := c.document.Read(part)
	if err != nil {
		return err
	}
	tokens, err := markup.Scan(unprefixed(source))
	if err != nil {
		return err
	}
	p := &commentPart{part: part}
	var raw []byte
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Name == element && tokens[i].Kind == markup.Start {
			end := markup.EndOf(tokens, i)
			if one := read(tokens[i : end+1]); one != nil {
				p.pieces = append(p.pieces, commentPiece{raw: raw}, commentPiece{comment: one})
				p.comments = append(p.comments, one)
				raw, i = nil, end
				continue
			}
		}
		raw = append(raw, tokens[i].Raw...)
	}
	p.pieces = append(p.pieces, commentPiece{raw: raw})
	n.comments = append(n.comments, p)
	return nil
}

// commentCopy is the rendered content of a part with comments.
type commentCopy struct{ content []byte }

func (c *commentCopy) finish(sheet *renderedSheet, part string) error {
	sheet.book.document.Write(part, c.content)
	return nil
}

func (p *commentPart) render(r *core.Renderer, s *core.Scope, c *renderedSheet) relatedContent {
	made := &commentCopy{}
	shapes := 0
	for _, piece := range p.pieces {
		if piece.comment == nil {
			made.content = append(made.content, piece.raw...)
			continue
		}
		cell := piece.comment.cell
		for i, moved := range c.Ranges(cells.Range{Rows: cells.Extent{From: cell.Row, To: cell.Row}, Columns: cells.Extent{From: cell.Column,
			To: cell.Column}}, false) {
			raw := piece.comment.raw
			if piece.comment.nodes != nil {
				inner := s
				if moved.Row != nil {
					inner = moved.Row.Scope.(*core.Scope)
				}
				raw = renderFragment(r, piece.comment.nodes, inner, escapeCell, "")
				if len(raw) > longestCell {
					raw = shortMarkup(raw)
				}
			}
			if i > 0 {
				shapes++
			}
			made.content = append(made.content, moveComment(raw, cell, moved.First(), map[bool]int{true: shapes}[i > 0])...)
		}
	}
	made.content = p.sortForExcel(made.content, shapes)
	return made
}

// moveComment moves a comment, or the shape of a comment, to another cell. copyNumber is 0 for the original and the
// number of the copy for a copy. Copies get new ids.
func moveComment(raw []byte, from, to cells.Cell, copyNumber int) []byte {
	tokens := markup.ScanOrNil(raw)
	var moved []byte
	for i := range tokens {
		t := tokens[i]
		switch {
		case i == 0 && t.Name != "v:shape":
			t.Raw = t.With("ref", to.String())
			if copyNumber > 0 {
				for _, name := range []string{"xr:uid", "shapeId"} {
					t.Raw = t.Without(name)
				}
			}
		case i == 0 && copyNumber > 0:
			t.Raw = t.With("id", fmt.Sprintf("_x0000_s%d", firstCopiedShapeID+copyNumber))
		case t.Kind == markup.Text && i > 0:
			switch tokens[i-1].Name {
			case "x:Row":
				t.Raw = strconv.AppendInt(nil, int64(to.Row-1), 10)
			case "x:Column":
				t.Raw = strconv.AppendInt(nil, int64(to.Column-1), 10)
			case "x:Anchor":
				t.Raw = moveShape(t.Raw, to.Row-from.Row, to.Column-from.Column)
			}
		}
		moved = append(moved, t.Raw...)
	}
	return moved
}

// firstCopiedShapeID is the first id of copied shapes. The 64 blocks of 1,024 ids below it are reserved for the
// template.
const firstCopiedShapeID = 65_536

// moveShape moves the anchor of a comment's shape. The anchor is a list of numbers: the first and the fifth are
// columns, and the third and the seventh are rows.
func moveShape(raw []byte, rows, columns int) []byte {
	numbers := strings.Split(string(raw), ",")
	for i, by := range map[int]int{0: columns, 2: rows, 4: columns, 6: rows} {
		if i < len(numbers) {
			if number, err := strconv.Atoi(strings.TrimSpace(numbers[i])); err == nil {
				numbers[i] = strconv.Itoa(max(0, number+by))
			}
		}
	}
	return []byte(strings.Join(numbers, ","))
}

// sortForExcel changes the markup as Excel requires: comments are sorted by cells, and all used blocks of shape ids are
// declared.
func (p *commentPart) sortForExcel(content []byte, shapes int) []byte {
	if shapes == 0 {
		return content
	}
	tokens := markup.ScanOrNil(content)
	var made []byte
	for i := range tokens {
		t := tokens[i]
		if t.Name == "o:idmap" && t.Kind != markup.End {
			data, _ := t.Attribute("data")
			for block := firstCopiedShapeID / 1024; block <= (firstCopiedShapeID+shapes)/1024; block++ {
				data += "," + strconv.Itoa(block)
			}
			t.Raw = t.With("data", data)
		}
		made = append(made, t.Raw...)
	}
	return sortComments(made)
}

// sortComments sorts the list of comments by rows, and by columns within a row.
func sortComments(content []byte) []byte {
	tokens := markup.ScanOrNil(content)
	at := slices.IndexFunc(tokens, func(t markup.Token) bool { return t.Name == "commentList" && t.Kind == markup.Start })
	if at < 0 {
		return content
	}
	end := markup.EndOf(tokens, at)
	type placed struct {
		cell cells.Cell
		raw  []byte
	}
	var all []placed
	for i := at + 1; i < end; i++ {
		to := markup.EndOf(tokens, i)
		text, _ := tokens[i].Attribute("ref")
		cell, _ := cells.ParseCell(text)
		all = append(all, placed{cell, markup.Raw(tokens[i : to+1])})
		i = to
	}
	slices.SortStableFunc(all, func(a, b placed) int {
		if a.cell.Row != b.cell.Row {
			return a.cell.Row - b.cell.Row
		}
		return a.cell.Column - b.cell.Column
	})
	var raw [][]byte
	for _, one := range all {
		raw = append(raw, one.raw)
	}
	return slices.Concat(markup.Raw(tokens[:at+1]), bytes.Join(raw, nil), markup.Raw(tokens[end:]))
}
