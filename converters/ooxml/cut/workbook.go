package cut

import (
	"bytes"
	"fmt"
	"strings"

	"lectern/converters/ooxml/opc"
)

// cutSheets keeps the first visible sheet, and only the first rows of a long one.
func cutSheets(p *opc.Package, main string, limits Limits) (*partCopy, error) {
	relations, err := p.Relations(main)
	if err != nil {
		return nil, err
	}
	book, err := opc.ReadWorkbook(p, main)
	if err != nil {
		return nil, err
	}
	if book.First < 0 {
		return nil, notCut("it has no visible sheet")
	}
	shared := opc.RelatedPart(relations, "sharedStrings")
	size, key := p.Size(shared), ""
	for _, r := range relations {
		if r.Kind == "worksheet" {
			size += p.Size(r.Key)
			if r.Id == book.Sheets[book.First].Id {
				key = r.Key
			}
		}
	}
	if key == "" {
		return nil, notCut("its first sheet has no cells")
	}
	if len(book.Sheets) < limits.MinSheets && size < limits.MinSheetText {
		return nil, notCut("its %d sheets have only %d bytes", len(book.Sheets), size)
	}
	return cutWorkbook(p, main, key, shared, book, size, limits)
}

func cutWorkbook(p *opc.Package, main, key, shared string, book opc.Workbook, size int64, limits Limits) (*partCopy, error) {
	sheet, err := cutSheet(p, key, limits.MinHeight)
	if err != nil {
		return nil, err
	}
	if float64(sheet.out.Len()) > limits.MaxShare*float64(size) {
		return nil, notCut("most of it must be kept")
	}
	if sheet.formulas && !book.Calculated {
		return nil, notCut("its formulas must be calculated")
	}
	name := book.Sheets[book.First].Name
	if err := sheet.checkRelated(p, key, name); err != nil {
		return nil, err
	}
	if err := sheet.checkPrintAreas(book); err != nil {
		return nil, err
	}
	c := newCopy(p, func(part string, r opc.Relation) bool {
		switch r.Kind {
		case "worksheet", "chartsheet", "dialogsheet", "macrosheet":
			return r.Key == key
		}
		return r.Kind != "queryTable" && r.Kind != "slicer" && r.Kind != "slicerCache"
	})
	c.changed[key] = sheet.out.Bytes()
	if err := cutStrings(c, shared, sheet.strings); err != nil {
		return nil, err
	}
	c.changed[main], err = oneSheet(p, main, book)
	return c, err
}

// droppedBookElements are the elements of a workbook that refer to content that is left out.
var droppedBookElements = map[string]bool{
	"bookViews": true, "externalReferences": true, "pivotCaches": true, "customWorkbookViews": true, "extLst": true,
	"calcPr": true, "definedNames": true, "functionGroups": true,
}

// oneSheet returns the main part of a workbook with only its first visible sheet.
func oneSheet(p *opc.Package, main string, book opc.Workbook) ([]byte, error) {
	var out bytes.Buffer
	seen, depth, skipping := -1, 0, 0
	err := p.Scan(main, func(t opc.Token) bool {
		local := string(t.Local)
		switch t.Kind {
		case opc.StartTag:
			depth++
		case opc.EndTag:
			depth--
		}
		switch {
		case skipping > 0:
			if depth < skipping {
				skipping = 0
			}
			return true
		case t.Kind == opc.StartTag && droppedBookElements[local]:
			skipping = depth
			return true
		case t.Kind == opc.EmptyTag && droppedBookElements[local]:
			return true
		case local == "sheet":
			if t.Kind != opc.EndTag {
				seen++
			}
			if seen != book.First {
				return true
			}
		}
		out.Write(t.Raw)
		if local == "sheets" && t.Kind == opc.EndTag {
			out.WriteString(definedNames(book, strings.TrimSuffix(string(t.Name), "sheets")))
		}
		return out.Len() < opc.MaxPart
	})
	return out.Bytes(), err
}

// definedNames returns the print areas and titles for a workbook of one sheet.
func definedNames(b opc.Workbook, prefix string) string {
	var out strings.Builder
	for name, value := range map[string]string{opc.PrintArea: b.Areas, opc.PrintTitles: b.Titles} {
		if value != "" {
			fmt.Fprintf(&out, `<%[1]sdefinedName name="%[2]s" localSheetId="0">%[3]s</%[1]sdefinedName>`, prefix, name, escape(value))
		}
	}
	if out.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("<%[1]sdefinedNames>%[2]s</%[1]sdefinedNames>", prefix, out.String())
}

// minStringsSize is the minimum size in bytes of the shared strings for which it is worthwhile to cut them, too.
const minStringsSize = 100 << 10

// cutStrings empties the shared strings that are not needed. The needed strings keep their indexes.
func cutStrings(c *partCopy, key string, needed map[int]bool) error {
	if c.from.Size(key) < minStringsSize {
		return nil
	}
	last := -1
	for number := range needed {
		last = max(last, number)
	}
	var out bytes.Buffer
	root, number, depth := "", -1, 0
	err := c.from.Scan(key, func(t opc.Token) bool {
		if t.Kind == opc.EndTag {
			depth--
		}
		if t.Kind != opc.EndTag && depth == 1 && string(t.Local) == "si" {
			if number++; !needed[number] && number <= last {
				out.WriteString("<" + string(t.Name) + "/>")
			}
		}
		if t.Kind != opc.TextRun && depth == 0 && root == "" {
			root = string(t.Name)
			out.Write(t.Raw)
		} else if needed[number] && depth > 0 {
			out.Write(t.Raw)
		}
		if t.Kind == opc.StartTag {
			depth++
		}
		return number <= last && out.Len() < opc.MaxPart
	})
	if err != nil || root == "" {
		return err
	}
	out.WriteString("</" + root + ">")
	c.changed[key] = out.Bytes()
	return nil
}
