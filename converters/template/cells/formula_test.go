package cells

import "testing"

// noSheets is a [Book] without sheets.
type noSheets struct{}

func (noSheets) Copies(string) ([]*Sheet, bool)     { return nil, false }
func (noSheets) Table(name string, _ *Sheet) string { return name }

// formulas returns formulas as users write them.
func formulas() []string {
	return []string{
		"A1", "$A$1+A$1*$A1", "SUM(A1:B2,C:C,$1:3)", "'It''s a sheet'!A1&Sheet2!$B$2:C3", "[1]Sheet1!A1+'[1]My sheet'!A1", "Sheet1:Sheet3!A1",
		`"A1 ""B2"""&A1`, "{1,2;\"}\",4}", "LOG10(A1)+ATAN2(A1,B2)", "Table1[[#This Row],[A1]]*Table1[A1]", "#REF!+A1", "#N/A", "TaxRate*A1",
		"A1#", "XFD1048576",
		"XFE1+A1048577", "1.5E+3+A1", "_xlfn.XLOOKUP(A1,B:B,C:C)", "A1:INDEX(B:B,3)", "IF(A1>=0,-A1,+A1%)", "Sheet1!Name", "Ä1+Größe", "",
	}
}

// A formula of a sheet without repeated ranges stays unchanged.
func TestPlanWithoutLoops(t *testing.T) {
	for _, text := range formulas() {
		if got := string(Parse(text).Append(nil, PositionOf(unmovedSheet(), Cell{1, 1}, nil, nil), noSheets{})); got != text {
			t.Errorf("%s becomes %s", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range formulas() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := PositionOf(unmovedSheet(), Cell{1, 1}, nil, nil)
		once := string(Parse(text).Append(nil, at, noSheets{}))
		if twice := string(Parse(once).Append(nil, at, noSheets{})); once != twice {
			t.Errorf("%q becomes %q, and then %q", text, once, twice)
		}
		Parse(text).Shift(-1, 20_000).Append(nil, at, noSheets{})
	})
}

// Shift moves the relative references of a shared formula by the offset of its cell.
func TestShift(t *testing.T) {
	for text, want := range map[string]string{"A1*$A$1+B$2": "C4*$A$1+D$2", "SUM(A1:B2)": "SUM(C4:D5)", "A:A+1:1": "C:C+4:4",
		"Sheet1!A1": "Sheet1!C4", "XFD1048576": "B3"} {
		if got := string(Parse(text).Shift(3, 2).Append(nil, PositionOf(unmovedSheet(), Cell{1, 1}, nil, nil), noSheets{})); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}
