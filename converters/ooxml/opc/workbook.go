package opc

import (
	"fmt"
	"slices"
)

// sheetEntry is a sheet in the workbook's list of sheets.
type sheetEntry struct {
	Name, Id string
	Hidden   bool
}

// Workbook is the main part of a spreadsheet.
type Workbook struct {
	Sheets []sheetEntry
	First  int // index of the first visible sheet, or -1
	// Areas are the print areas of the first visible sheet, and Titles are the rows and columns that repeat on each
	// page. Both are written as in the document.
	Areas, Titles string
	// Calculated reports whether the stored values of formulas are up to date (ECMA-376 part 1, 18.2.2).
	Calculated bool
}

// SheetByID returns the sheet with a relationship id, or an empty entry.
func (b *Workbook) SheetByID(id string) sheetEntry {
	if i := slices.IndexFunc(b.Sheets, func(s sheetEntry) bool { return s.Id == id }); i >= 0 {
		return b.Sheets[i]
	}
	return sheetEntry{}
}

func ReadWorkbook(p *Package, main string) (Workbook, error) {
	book := Workbook{First: -1, Calculated: true}
	name, text := "", []byte(nil)
	names := map[string]string{} // keyed by name and sheet
	err := p.Scan(main, func(t Token) bool {
		switch local := string(t.Local); {
		case t.Kind == EndTag && local == "definedName":
			names[name] = Unescape(text)
		case t.Kind == TextRun:
			text = append(text, t.Raw...)
		case local == "definedName":
			name, text = t.Value("name")+" "+t.Value("localSheetId"), nil
		case local == "sheet" && t.Kind != EndTag:
			state := t.Value("state")
			book.Sheets = append(book.Sheets, sheetEntry{t.Value("name"), RelationID(t), state != "" && state != "visible"})
		case local == "calcPr" && t.Kind != EndTag:
			_, there := t.Attribute("fullCalcOnLoad")
			book.Calculated = !there || !t.IsTrue("fullCalcOnLoad")
		default:
			text = nil
		}
		return len(book.Sheets)+len(names) < MaxRelations && len(text) < MaxMarkup
	})
	book.First = slices.IndexFunc(book.Sheets, func(s sheetEntry) bool { return !s.Hidden })
	book.Areas = names[fmt.Sprint(PrintArea, " ", book.First)]
	book.Titles = names[fmt.Sprint(PrintTitles, " ", book.First)]
	return book, err
}

// Defined names that control printing (ECMA-376 part 1, 18.2.5).
const (
	PrintArea   = "_xlnm.Print_Area"
	PrintTitles = "_xlnm.Print_Titles"
)
