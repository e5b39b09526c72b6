package sheet

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/cells"
	"lectern/converters/template/markup"
	"lectern/converters/template/objects"
	"lectern/converters/template/opc"
)

// finish writes the sheets and the parts that belong to them, removes sheets without copies, and writes the shared
// parts.
func (b *workbookNode) finish() error {
	d := b.document
	if err := b.removeSheets(); err != nil {
		return err
	}
	for _, c := range b.copies {
		if c.number > 0 {
			c.part = d.AddPart(c.source.part, d.Type(c.source.part))
		}
		if err := c.finishRelated(); err != nil {
			return err
		}
		if err := cmp.Or(c.finishPictures(), c.relateLinks()); err != nil {
			return err
		}
		if c.source.source != nil {
			d.WriteFunc(c.part, c.write)
		}
	}
	if b.strings != nil && b.strings.tagged {
		d.Write(b.strings.part, b.strings.withoutTags())
	}
	return b.finishBook()
}

// removeSheets removes the sheets of the template that have no copy, with their parts.
func (b *workbookNode) removeSheets() error {
	gone := map[string]bool{}
	for i, s := range b.sheets {
		if _, there := b.firstCopy(i); there || s.node.part == "" {
			continue
		}
		parts, err := b.document.OwnedParts(s.node.part, belongsToSheet)
		if err != nil {
			return err
		}
		for _, part := range parts {
			gone[part] = true
		}
	}
	return cmp.Or(b.document.RemoveParts(gone, belongsToSheet), b.document.RemoveReferences(gone))
}

// belongsToSheet reports whether a relationship refers to a part that belongs to a single sheet.
func belongsToSheet(r *opc.Relation) bool {
	return !r.External() && slices.ContainsFunc([]string{"drawing", "vmlDrawing", "comments", "threadedComment", "table", "queryTable",
		"pivotTable", "chart", "printerSettings"}, r.Is)
}

// finishBook writes the parts that all sheets share, and removes the calculation chain.
func (b *workbookNode) finishBook() error {
	d := b.document
	relations, err := d.Relations(d.Main)
	if err != nil {
		return err
	}
	if one := relations.First("calcChain"); one != nil {
		d.Delete(relations.Part(one))
		relations.Remove(one.ID)
	}
	styles := b.styles.marshal()
	if styles == nil {
		return nil
	}
	if relations.First("styles") == nil {
		relations.Add(objects.RelationNS+"/styles", b.styles.part, false)
		d.SetType(b.styles.part, "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml")
	}
	d.Write(b.styles.part, styles)
	return nil
}

// elementsAfterCalculation returns the elements that follow the calculation settings in the schema (ECMA-376, part 1,
// 18.2.27).
func elementsAfterCalculation() []string {
	return []string{"oleSize", "customWorkbookViews", "pivotCaches", "smartTagPr", "smartTagTypes", "webPublishing", "fileRecoveryPr",
		"webPublishObjects", "extLst", "workbook"}
}

// workbook returns the markup of the workbook part.
func (b *workbookNode) workbook() (raw []byte) {
	relations, _ := b.document.Relations(b.document.Main) // they were already read without an error
	listed, calculated := false, false
	for i := 0; i < len(b.tokens); i++ {
		t := b.tokens[i]
		end := markup.EndOf(b.tokens, i)
		switch {
		case t.Name == "sheets" && t.Kind == markup.Start:
			raw = append(append(append(raw, t.Raw...), b.entries(relations)...), b.tokens[end].Raw...)
			i, listed = end, true
			continue
		case t.Name == "definedNames" && t.Kind == markup.Start:
			raw = append(raw, b.names(b.tokens[i:end+1])...)
			i = end
			continue
		case t.Name == "workbookView":
			t.Raw = b.view(&t)
		case t.Name == "calcPr" && t.Kind != markup.End:
			t.Raw = t.With("fullCalcOnLoad", "1")
			calculated = true
		case listed && !calculated && followsCalculation(&t):
			raw = append(raw, `<calcPr fullCalcOnLoad="1"/>`...)
			calculated = true
		}
		raw = append(raw, t.Raw...)
	}
	return raw
}

func followsCalculation(t *markup.Token) bool {
	return slices.Contains(elementsAfterCalculation(), t.Name) && (t.Name == "workbook") == (t.Kind == markup.End)
}

// entries returns the list of sheets.
func (b *workbookNode) entries(relations *opc.Relations) (raw []byte) {
	last := 0
	for _, s := range b.sheets {
		last = max(last, intOf(&s.entry, "sheetId"))
	}
	for _, c := range b.copies {
		t := c.source.sheet.entry
		t.Raw = t.With("name", c.Name)
		if c.number > 0 {
			last++
			t.Raw = t.With("sheetId", strconv.Itoa(last))
			t.Raw = t.With("r:id", relations.Add(objects.RelationNS+"/worksheet", c.part, false))
		}
		raw = append(raw, t.Raw...)
		if t.Kind == markup.Start {
			raw = append(raw, "</sheet>"...)
		}
	}
	return raw
}

// firstCopy returns the index of the first copy of a sheet. The parameter template is the index of that sheet in the
// template. ok is false if the sheet has no copy.
func (b *workbookNode) firstCopy(template int) (at int, ok bool) {
	if template < 0 || template >= len(b.sheets) {
		return 0, false
	}
	at = slices.IndexFunc(b.copies, func(c *renderedSheet) bool { return c.source == b.sheets[template].node })
	return max(0, at), at >= 0
}

// view returns the markup of a workbookView element, in which the indexes of sheets are those of the rendered workbook.
func (b *workbookNode) view(t *markup.Token) []byte {
	moved := *t
	for _, name := range []string{"activeTab", "firstSheet"} {
		if _, ok := t.Attribute(name); ok {
			at, there := b.firstCopy(intOf(t, name))
			if !there {
				at = slices.IndexFunc(b.copies, func(c *renderedSheet) bool { return !c.hidden() })
			}
			moved.Raw = moved.With(name, strconv.Itoa(at))
		}
	}
	return moved.Raw
}

// names returns the element with the defined names. Names that are local to a sheet are repeated for each copy of the
// sheet.
func (b *workbookNode) names(element []markup.Token) []byte {
	var raw []byte
	for i := 1; i < len(element)-1; i++ {
		end := markup.EndOf(element, i)
		t, text := element[i], markup.TextOf(element[i:end+1])
		i = end
		local, ok := t.Attribute("localSheetId")
		if !ok {
			raw = appendName(raw, &t, cells.Parse(text).WithGrowingReferences().Append(nil, cells.Position{}, b))
			continue
		}
		id, err := strconv.Atoi(local)
		if err != nil || id < 0 || id >= len(b.sheets) {
			continue
		}
		for at, c := range b.copies {
			if c.source == b.sheets[id].node {
				one := t
				one.Raw = t.With("localSheetId", strconv.Itoa(at))
				raw = appendName(raw, &one, cells.Parse(text).WithGrowingReferences().Append(nil, cells.Position{Sheet: &c.Sheet}, b))
			}
		}
	}
	if len(raw) == 0 {
		return nil
	}
	return slices.Concat(element[0].Raw, raw, element[len(element)-1].Raw)
}

func appendName(raw []byte, t *markup.Token, formula []byte) []byte {
	if name, _ := t.Attribute("name"); strings.HasPrefix(name, "_xlnm.") && bytes.Contains(formula, []byte("#REF!")) {
		return raw
	}
	return append(markup.AppendEscaped(append(raw, t.Raw...), string(formula)), "</definedName>"...)
}
