package document

import (
	"fmt"
	"strings"

	"lectern/backend/convert"
)

// maxSheetsNamed is how many sheets a sentence names.
const maxSheetsNamed = 10

// LeftOut tells in sentences of what the author of a workbook keeps out of its sheets, and
// where that or their width could not be kept to, one for each kind; it is empty where
// there is nothing to tell.
func LeftOut(facts []convert.Fact) (sentences []string) {
	for _, kind := range []struct {
		name     convert.FactName
		sentence string // of the sheets
	}{
		{FactPrintArea, "Nothing but the print area is shown of %s."},
		{FactHiddenCells, "Hidden rows or columns are left out of %s."},
		{FactEmptyArea, "All is shown of %s, as nothing is in the print area."},
		{FactCutText, "Long texts are cut at the edge of the page in %s."},
		{FactWideSheet, "No page is wide enough for %s: the columns go on on further pages."},
	} {
		var names []string
		for _, fact := range facts {
			if fact.Name == kind.name {
				names = append(names, "“"+fact.Value+"”")
			}
		}
		if len(names) > 0 {
			sentences = append(sentences, fmt.Sprintf(kind.sentence, sheets(names)))
		}
	}
	return sentences
}

// sheets names some.
func sheets(names []string) string {
	switch more := len(names) - maxSheetsNamed; {
	case len(names) == 1:
		return "the sheet " + names[0]
	case more > 0:
		return fmt.Sprintf("the sheets %s and %d more", strings.Join(names[:maxSheetsNamed], ", "), more)
	}
	last := len(names) - 1
	return "the sheets " + strings.Join(names[:last], ", ") + " and " + names[last]
}
