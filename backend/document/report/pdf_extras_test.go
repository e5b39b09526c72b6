package report_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestSentencesAboutPDFExtras(t *testing.T) {
	type told struct {
		warning string
		facts   []office.Fact
	}
	for name, test := range map[string]struct {
		beyond wire.Extras
		want   told
	}{
		"nothing": {wire.Extras{}, told{}},
		"a name that turns": {wire.Extras{Files: 1, FileNames: []string{"in\u202Ev\x1b.exe"}},
			told{warning: "A file is attached to the document and not shown: “inv.exe”."}},
		"a file": {wire.Extras{Files: 1, FileNames: []string{"a.xlsx"}},
			told{warning: "A file is attached to the document and not shown: “a.xlsx”."}},
		"files": {wire.Extras{Files: 3, FileNames: []string{"a", "", "c"}},
			told{warning: "3 files are attached to the document and not shown: “a”, “unnamed” and “c”."}},
		"many files": {wire.Extras{Files: 200, FileNames: slices.Repeat([]string{"a"}, 100)},
			told{warning: "200 files are attached to the document and not shown: “a”, “a”, “a”, “a”, “a”, “a”, “a”, “a”, “a”, “a” " +
				"and 190 more."}},
		"a portfolio": {wire.Extras{Files: 2, FileNames: []string{"a", "b"}, Portfolio: true},
			told{warning: "The document is a portfolio: its pages are only the cover of 2 embedded files, which are not shown: “a” and “b”."}},
		"a portfolio of one": {wire.Extras{Files: 1, FileNames: []string{"a"}, Portfolio: true},
			told{warning: "The document is a portfolio: its pages are only the cover of an embedded file, which is not shown: “a”."}},
		"an empty portfolio": {wire.Extras{Portfolio: true}, told{}},
		"a form that may be laid out otherwise": {wire.Extras{XFA: true},
			told{warning: "The document has a form that Adobe programs may display differently (XFA). Scripts in it are not run. The pages " +
				"shown are those for other programs."}},
		"a form": {wire.Extras{XFA: true, NeedsRendering: true},
			told{warning: "The document is a form that only Adobe programs can display (XFA): the pages shown are its replacement for " +
				"other programs."}},
		"a film": {wire.Extras{Media: 1}, told{warning: "A film, a sound or a model in the document is not played."}},
		"films":  {wire.Extras{Media: 2}, told{warning: "2 films, sounds or models in the document are not played."}},
		"a blocked link": {wire.Extras{Links: 1},
			told{warning: "A link in the document is disabled: it leads to a file, starts a program or runs a script."}},
		"blocked links": {wire.Extras{Links: 2},
			told{warning: "2 links in the document are disabled: they lead to files, start programs or run scripts."}},
		"signatures, comments": {wire.Extras{Signatures: 2, Comments: 3},
			told{facts: []office.Fact{{Name: document.FactSigned}, {Name: document.FactComments, Value: "3"}}}},
	} {
		extended := report.WithPDFExtras(document.Report{}, &test.beyond)
		got := told{strings.Join(report.English(extended.Warnings), " "), extended.Facts}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}
