package report_test

import (
	"slices"
	"testing"

	"lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/report"
	"lectern/converters/wire"
)

func TestSentencesAboutOfficeFacts(t *testing.T) {
	const inserted = "Content inserted from other files is omitted, because it is only supported for .docx files: "
	for _, test := range []struct {
		facts wire.Facts
		want  []string
	}{
		{wire.Facts{}, nil},
		{wire.Facts{Videos: 1, Charts: 1}, []string{
			"A film or sound in the document is not played: its picture is shown if there is one.",
			"A chart is of a kind that is not drawn, such as a waterfall or a treemap: the document's placeholder for it is shown.",
		}},
		{wire.Facts{Videos: 2, Charts: 3}, []string{
			"2 films or sounds in the document are not played: their pictures are shown if there are any.",
			"3 charts are of kinds that are not drawn, such as a waterfall or a treemap: the document's placeholders for them are shown.",
		}},
		{wire.Facts{Filters: true, Sparklines: true, Changes: true}, []string{
			"Slicers and timelines are not drawn: the document's placeholders for them are shown.",
			"Small charts within cells (sparklines) are not drawn.",
			"Tracked changes are shown with markup, and deleted text is struck through.",
		}},
		{wire.Facts{Pictures: []wire.FactPicture{{Name: "a.png", Fault: wire.PictureMissing}, {Name: "b.png", Fault: wire.PictureDamaged},
			{Name: "c.png", Fault: wire.PictureMissing},
			{Name: "d.heic", Fault: wire.PictureUnreadable}, {Name: "e.png", Fault: wire.PictureLarge}}, UncheckedPictures: 3}, []string{
			"Pictures that are missing from the file and shown empty: “a.png” and “c.png”.",
			"Pictures in an unsupported format that are shown empty: “d.heic”.",
			"Pictures that are too large to be drawn and are shown empty: “e.png”.",
			"Damaged pictures that may be missing or incomplete: “b.png”.",
			"Pictures that were not checked for damage, or only in part, because they are large, numerous or in an unsupported format: 3.",
		}},
		{wire.Facts{DialogSheets: []string{"A", "B"}}, []string{"Dialog sheets, which Excel shows as windows, are not drawn: “A” and “B”."}},
		{wire.Facts{BrokenObjects: 1}, []string{"An embedded object is damaged and may be missing."}},
		{wire.Facts{BrokenObjects: 2}, []string{"2 embedded objects are damaged and may be missing."}},
		{wire.Facts{Unread: []string{"it is encrypted"}, Inserted: []string{"a.html"}}, []string{
			"A part of the document could not be inspected: it is encrypted.", inserted + "a.html.",
		}},
		{wire.Facts{Inserted: []string{"1", "2", "3", "4", "5"}}, []string{inserted + "1, 2, 3, 4, 5."}},
		{wire.Facts{Inserted: []string{"1", "2", "3", "4", "5", "6", "7"}}, []string{inserted + "1, 2, 3, 4, 5 and 2 more."}},
	} {
		if got := report.Otherwise(test.facts); !slices.Equal(got, test.want) {
			t.Errorf("%+v: got %q, want %q", test.facts, got, test.want)
		}
	}
}

// Each target of a document is reported once. For a link with an unreadable target, only its kind is reported.
func TestLinksOfADocument(t *testing.T) {
	links := []wire.FactLink{{Kind: "image", Target: "http://a/b"}, {Kind: "image"}, {Kind: "oleObject"}, {Kind: "image"},
		{Kind: "oleObject", Target: "http://a/b"}}
	want := []office.Fact{
		{Name: document.FactBlockedLink, Value: "http://a/b"},
		{Name: document.FactUnreadableLink, Value: "image"}, {Name: document.FactUnreadableLink, Value: "oleObject"},
	}
	if got := report.OfficeFacts(wire.Facts{Links: links}); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestValuesOfFacts(t *testing.T) {
	german := map[string]string{"address-unreadable": "eine unlesbare Adresse ({kind})"}
	for _, test := range []struct {
		fact            office.Fact
		english, german string
	}{
		{office.Fact{Name: document.FactBlockedLink, Value: "http://a/b"}, "http://a/b", "http://a/b"},
		{office.Fact{Name: document.FactUnreadableLink, Value: "image"}, "an unreadable address of kind image",
			"eine unlesbare Adresse (image)"},
		// The text comes from the file itself, or from an old report that did not store the kind separately.
		{office.Fact{Name: document.FactBlockedLink, Value: "an unreadable address of kind image"},
			"an unreadable address of kind image", "an unreadable address of kind image"},
	} {
		value := report.FactValue(test.fact)
		if got, known := value.Translate("de", german); got != test.german || !known || value.String() != test.english {
			t.Errorf("%+v: got %q, %q", test.fact, got, value)
		}
	}
}
