package document_test

import (
	"slices"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/converters/wire"
)

func TestWhatPagesShowOtherwise(t *testing.T) {
	const inserted = "Content that was inserted from other files is left out, because only that of .docx files can be shown: "
	for _, test := range []struct {
		facts wire.Facts
		want  []string
	}{
		{wire.Facts{}, nil},
		{wire.Facts{Films: 1, Charts: 1}, []string{
			"A film or sound in the document is not played: a picture of it is shown where it has one.",
			"A chart is of a kind that is not drawn, such as a waterfall or a treemap: what the document has in its place is shown.",
		}},
		{wire.Facts{Films: 2, Charts: 3}, []string{
			"2 films or sounds in the document are not played: pictures of them are shown where they have some.",
			"3 charts are of kinds that are not drawn, such as a waterfall or a treemap: what the document has in their place is shown.",
		}},
		{wire.Facts{Filters: true, Sparklines: true, Changes: true}, []string{
			"Slicers and timelines are not drawn: what the document has in their place is shown.",
			"Small charts within cells (sparklines) are not drawn.",
			"Tracked changes are shown with their marks, those that were deleted struck through.",
		}},
		{wire.Facts{Unread: []string{"it is encrypted"}, Inserted: []string{"a.html"}}, []string{
			"A part of the document could not be looked into: it is encrypted.", inserted + "a.html.",
		}},
		{wire.Facts{Inserted: []string{"1", "2", "3", "4", "5"}}, []string{inserted + "1, 2, 3, 4, 5."}},
		{wire.Facts{Inserted: []string{"1", "2", "3", "4", "5", "6", "7"}}, []string{inserted + "1, 2, 3, 4, 5 and 2 more."}},
	} {
		if got := document.Otherwise(test.facts); !slices.Equal(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.facts, got, test.want)
		}
	}
}

func TestValuesOfFacts(t *testing.T) {
	german := map[string]string{"address-unreadable": "eine unlesbare Adresse ({kind})"}
	for value, want := range map[string]string{
		"http://a/b": "http://a/b",
		"an address of kind image that is not readable": "eine unlesbare Adresse (image)",
		"an address of kind":                            "an address of kind",
	} {
		fact := document.FactValue(convert.Fact{Name: document.FactBlockedLink, Value: value})
		if got, known := fact.In(german); got != want || !known || fact.String() != value {
			t.Errorf("%q is told as %q, %q", value, got, fact)
		}
	}
}
