package ooxml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// sheetEntry is a sheet as the workbook lists it.
type sheetEntry struct {
	name, id string
	hidden   bool
}

// workbook is the main part of a spreadsheet.
type workbook struct {
	sheets []sheetEntry
	first  int // the first sheet that is shown
	// areas and titles are what is printed of it, and repeated on each page, as they
	// are written.
	areas, titles string
	// calculated says that what is stored of formulas is a result (ECMA-376 part 1, 18.2.2).
	calculated bool
}

// named returns the sheet of a relationship, an empty one where there is none.
func (b *workbook) named(id string) sheetEntry {
	if i := slices.IndexFunc(b.sheets, func(s sheetEntry) bool { return s.id == id }); i >= 0 {
		return b.sheets[i]
	}
	return sheetEntry{}
}

func readWorkbook(p *pack, main string) (workbook, error) {
	book := workbook{first: -1, calculated: true}
	name, text := "", []byte(nil)
	names := map[string]string{} // by name and sheet
	err := p.scan(main, func(t token) bool {
		switch local := string(t.local); {
		case t.kind == endTag && local == "definedName":
			names[name] = unescape(text)
		case t.kind == textRun:
			text = append(text, t.raw...)
		case local == "definedName":
			name, text = t.value("name")+" "+t.value("localSheetId"), nil
		case local == "sheet" && t.kind != endTag:
			state := t.value("state")
			book.sheets = append(book.sheets, sheetEntry{t.value("name"), slideID(t), state != "" && state != "visible"})
		case local == "calcPr" && t.kind != endTag:
			_, there := t.attribute("fullCalcOnLoad")
			book.calculated = !there || !t.set("fullCalcOnLoad")
		default:
			text = nil
		}
		return len(book.sheets)+len(names) < maxRels && len(text) < maxMarkup
	})
	book.first = slices.IndexFunc(book.sheets, func(s sheetEntry) bool { return !s.hidden })
	book.areas = names[fmt.Sprint(printArea, " ", book.first)]
	book.titles = names[fmt.Sprint(printTitles, " ", book.first)]
	return book, err
}

// The names of what the author wants to be printed (ECMA-376 part 1, 18.2.5).
const (
	printArea   = "_xlnm.Print_Area"
	printTitles = "_xlnm.Print_Titles"
)

// cutSheets keeps the first sheet that is shown, and of a long one its first rows.
func cutSheets(p *pack, main string, by Measure) (*partCopy, error) {
	relations, err := p.relations(main)
	if err != nil {
		return nil, err
	}
	book, err := readWorkbook(p, main)
	if err != nil {
		return nil, err
	}
	if book.first < 0 {
		return nil, notCut("it shows no sheet")
	}
	shared := of(relations, "sharedStrings")
	size, key := p.size(shared), ""
	for _, r := range relations {
		if r.kind == "worksheet" {
			size += p.size(r.key)
			if r.id == book.sheets[book.first].id {
				key = r.key
			}
		}
	}
	if key == "" {
		return nil, notCut("its first sheet has no cells")
	}
	if len(book.sheets) < by.Sheets && size < by.SheetText {
		return nil, notCut("its %d sheets have %d bytes only", len(book.sheets), size)
	}
	return cutWorkbook(p, main, key, shared, book, size, by)
}

func cutWorkbook(p *pack, main, key, shared string, book workbook, size int64, by Measure) (*partCopy, error) {
	sheet, err := cutSheet(p, key, by.Height)
	if err != nil {
		return nil, err
	}
	if float64(sheet.out.Len()) > by.Share*float64(size) {
		return nil, notCut("what has to be kept is most of it")
	}
	if sheet.formulas && !book.calculated {
		return nil, notCut("its formulas are to be worked out")
	}
	name := book.sheets[book.first].name
	if err := sheet.checkRelated(p, key, name); err != nil {
		return nil, err
	}
	if err := sheet.checkPrinted(book); err != nil {
		return nil, err
	}
	c := newCopy(p, func(part string, r relation) bool {
		switch r.kind {
		case "worksheet", "chartsheet", "dialogsheet", "macrosheet":
			return r.key == key
		}
		return r.kind != "queryTable" && r.kind != "slicer" && r.kind != "slicerCache"
	})
	c.changed[key] = sheet.out.Bytes()
	if err := cutStrings(c, shared, sheet.strings); err != nil {
		return nil, err
	}
	c.changed[main], err = oneSheet(p, main, book)
	return c, err
}

// goneFromBook are the elements of a workbook that name what is left out.
var goneFromBook = map[string]bool{
	"bookViews": true, "externalReferences": true, "pivotCaches": true, "customWorkbookViews": true, "extLst": true,
	"calcPr": true, "definedNames": true, "functionGroups": true,
}

// oneSheet gives the workbook's main part with its first shown sheet alone.
func oneSheet(p *pack, main string, book workbook) ([]byte, error) {
	var out bytes.Buffer
	seen, depth, skipping := -1, 0, 0
	err := p.scan(main, func(t token) bool {
		local := string(t.local)
		switch t.kind {
		case startTag:
			depth++
		case endTag:
			depth--
		}
		switch {
		case skipping > 0:
			if depth < skipping {
				skipping = 0
			}
			return true
		case t.kind == startTag && goneFromBook[local]:
			skipping = depth
			return true
		case t.kind == emptyTag && goneFromBook[local]:
			return true
		case local == "sheet":
			if t.kind != endTag {
				seen++
			}
			if seen != book.first {
				return true
			}
		}
		out.Write(t.raw)
		if local == "sheets" && t.kind == endTag {
			out.WriteString(book.names(strings.TrimSuffix(string(t.name), "sheets")))
		}
		return out.Len() < maxPart
	})
	return out.Bytes(), err
}

// names gives what is printed, for a workbook of one sheet.
func (b workbook) names(prefix string) string {
	var out strings.Builder
	for name, value := range map[string]string{printArea: b.areas, printTitles: b.titles} {
		if value != "" {
			fmt.Fprintf(&out, `<%[1]sdefinedName name="%[2]s" localSheetId="0">%[3]s</%[1]sdefinedName>`, prefix, name, escape(value))
		}
	}
	if out.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("<%[1]sdefinedNames>%[2]s</%[1]sdefinedNames>", prefix, out.String())
}

// stringsWorth is from which length on shared strings are cut, too.
const stringsWorth = 100 << 10

// cutStrings empties the shared strings that are not wanted: the others keep their
// numbers.
func cutStrings(c *partCopy, key string, wanted map[int]bool) error {
	if c.from.size(key) < stringsWorth {
		return nil
	}
	last := -1
	for number := range wanted {
		last = max(last, number)
	}
	var out bytes.Buffer
	root, number, depth := "", -1, 0
	err := c.from.scan(key, func(t token) bool {
		if t.kind == endTag {
			depth--
		}
		if t.kind != endTag && depth == 1 && string(t.local) == "si" {
			if number++; !wanted[number] && number <= last {
				out.WriteString("<" + string(t.name) + "/>")
			}
		}
		if t.kind != textRun && depth == 0 && root == "" {
			root = string(t.name)
			out.Write(t.raw)
		} else if wanted[number] && depth > 0 {
			out.Write(t.raw)
		}
		if t.kind == startTag {
			depth++
		}
		return number <= last && out.Len() < maxPart
	})
	if err != nil || root == "" {
		return err
	}
	out.WriteString("</" + root + ">")
	c.changed[key] = out.Bytes()
	return nil
}
