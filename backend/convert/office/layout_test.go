package office

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/converters/wire"
)

// testSheet is a sheet of a workbook, filled with short texts.
type testSheet struct {
	name          string
	rows, columns int
	cells         string // XML in <sheetData>, after the short texts
	state         string // attribute of <sheet>, such as hidden or veryHidden
	before, after string // XML around <sheetData>
}

func (s testSheet) xml() string {
	var out strings.Builder
	out.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + s.before + `<sheetData>`)
	for range s.rows {
		out.WriteString("<row>" + strings.Repeat(`<c t="inlineStr"><is><t>a cell</t></is></c>`, s.columns) + "</row>")
	}
	return out.String() + s.cells + `</sheetData>` + s.after + `</worksheet>`
}

// styles contains one cell style, number 1, with a border and a fill color.
const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font/></fonts>` +
	`<fills count="3"><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>` +
	`<borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom ` +
	`style="thin"/></border></borders>` +
	`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fillId="2" borderId="1" applyFill="1" applyBorder="1"/>` +
	`</cellXfs></styleSheet>`

// workbook returns an .xlsx file. names is the XML of its defined names.
func workbook(t *testing.T, names string, sheets ...testSheet) io.ReadSeeker {
	t.Helper()
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const content = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	var types, list, relations strings.Builder
	parts :=
		map[string]string{"_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship ` +
			`Id="r1" Type="` + relation + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`}
	for i, s := range sheets {
		fmt.Fprintf(&types, `<Override PartName="/xl/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i, content)
		fmt.Fprintf(&relations, `<Relationship Id="r%d" Type="%s/worksheet" Target="sheet%d.xml"/>`, i, relation, i)
		state := s.state
		if state == "" {
			state = "visible"
		}
		fmt.Fprintf(&list, `<sheet name="%s" sheetId="%d" r:id="r%d" state="%s"/>`, s.name, i+1, i, state)
		parts[fmt.Sprintf("xl/sheet%d.xml", i)] = s.xml()
	}
	fmt.Fprintf(&relations, `<Relationship Id="styles" Type="%s/styles" Target="styles.xml"/>`, relation)
	fmt.Fprintf(&types, `<Override PartName="/xl/styles.xml" ContentType="%sstyles+xml"/>`, content)
	parts["xl/styles.xml"] = styles
	parts["[Content_Types].xml"] =
		`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ` +
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="` + content +
			`sheet.main+xml"/>` + types.String() + `</Types>`
	parts["xl/workbook.xml"] = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relation +
		`"><sheets>` + list.String() + `</sheets>` + names + `</workbook>`
	parts["xl/_rels/workbook.xml.rels"] = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		relations.String() + `</Relationships>`
	return archive(t, parts)
}

// laidOut contains the properties of a converted document that a reader sees.
type laidOut struct {
	info    wire.Info
	outline []string
	facts   []Fact
}

// layOut converts a document and reads the PDF.
func layOut(t *testing.T, office *Converter, in io.ReadSeeker, kind filetype.Type) laidOut {
	t.Helper()
	reader := pdf.New(office.cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	defer reader.Close()
	var out laidOut
	report, err := office.Convert(t.Context(), Order{In: in, Kind: kind}, ReceiverFunc(func(stage Completeness, file *os.File) error {
		if stage != WholeDocument {
			return nil
		}
		src := pdf.Source{Key: "whole", Open: func(context.Context) (*os.File, error) { return os.Open(file.Name()) }}
		var err error
		if out.info, err = reader.Info(t.Context(), src); err != nil {
			return err
		}
		details, err := reader.Details(t.Context(), src)
		for _, item := range details.Outline {
			out.outline = append(out.outline, fmt.Sprintf("%s %d", item.Title, item.Target.Page))
		}
		return err
	}))
	if err != nil {
		t.Fatalf("Convert: %v", err)
	}
	// Facts about fonts have a test of their own.
	out.facts = slices.DeleteFunc(report.Facts, func(f Fact) bool { return f.Name == wire.FactAskedFont || f.Name == wire.FactMissingFont })
	return out
}

func needsExtension(t *testing.T) {
	t.Helper()
	engine := converttest.Engine(t)
	switch extended := exists(filepath.Join(engine, "program", "liblectern.so")); {
	case extended:
	case exists(filepath.Join(engine, "version")):
		t.Fatal("the bundled LibreOffice is without its extension")
	default:
		t.Skip("needs the extension of the bundled LibreOffice")
	}
}

func TestSheetsAsPeopleReadThem(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	narrow := testSheet{name: "Narrow", rows: 20, columns: 4}
	const rightToLeft = `<sheetViews><sheetView rightToLeft="1" workbookViewId="0"/></sheetViews>`
	tests := []struct {
		name   string
		names  string
		sheets []testSheet
		pages  int
		facts  []Fact
		// widest is the expected width of the widest page in points; 0 if it is not checked.
		widest float64
	}{
		{"a narrow sheet is left alone", "", []testSheet{narrow}, 1, nil, 612},
		{"a wide one is turned and fitted", "", []testSheet{{name: "Wide", rows: 20, columns: 14}}, 1,
			[]Fact{{wire.FactFittedSheet, "Wide"}}, 792},
		{"one from right to left is as another", "", []testSheet{{name: "Narrow", rows: 20, columns: 4, before: rightToLeft}}, 1, nil, 612},
		{"a wide one from right to left is fitted", "", []testSheet{{name: "Wide", rows: 20, columns: 14, before: rightToLeft}}, 1,
			[]Fact{{wire.FactFittedSheet, "Wide"}}, 792},
		{"a very wide one gets a larger page", "", []testSheet{{name: "Vast", rows: 20, columns: 60}}, 1,
			[]Fact{{wire.FactFittedSheet, "Vast"}}, 0},
		{"one too wide for any page goes on on others", "", []testSheet{{name: "Endless", rows: 1, columns: 2000}}, 200,
			[]Fact{{wire.FactWideSheet, "Endless"}}, 612},
		{"a print area without content is none",
			`<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Odd!$Z$50:$AA$60</definedName></definedNames>`,
			[]testSheet{{name: "Odd", rows: 120, columns: 14}, narrow}, 5, []Fact{{wire.FactEmptyArea, "Odd"}, {wire.FactFittedSheet, "Odd"}}, 792},
		{"long ones go on below", "", []testSheet{{name: "Long", rows: 120, columns: 4}}, 3, nil, 612},
		{"a scale of the author's is kept", "", []testSheet{{name: "Own", rows: 20, columns: 14,
			after: `<pageSetup scale="95"/>`}}, 2, nil, 612},
		{"a print area is kept",
			`<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Wide!$A$1:$B$2</definedName></definedNames>`,
			[]testSheet{{name: "Wide", rows: 20, columns: 14}}, 1, []Fact{{wire.FactPrintArea, "Wide"}}, 612},
		{"a break of the author's is kept", "", []testSheet{{name: "Own", rows: 20, columns: 14,
			after: `<colBreaks count="1" manualBreakCount="1"><brk id="3" max="1048575" man="1"/></colBreaks>`}}, 3, nil, 612},
		{"hidden ones are left out", "", []testSheet{narrow, {name: "Secret", rows: 2, columns: 2, state: "hidden"},
			{name: "Most secret", rows: 2, columns: 2, state: "veryHidden"}}, 1,
			[]Fact{{wire.FactHiddenSheet, "Secret"}, {wire.FactHiddenSheet, "Most secret"}}, 612},
		{"what lies far away makes no empty pages", "", []testSheet{{name: "Far", rows: 3, columns: 3,
			after: `<mergeCells><mergeCell ref="A60000:C60001"/></mergeCells>`}}, 1, nil, 612},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := layOut(t, office, workbook(t, test.names, test.sheets...), filetype.Xlsx)
			if got.info.Pages != test.pages || !slices.Equal(got.facts, test.facts) {
				t.Errorf("%d pages, facts %v; want %d, %v", got.info.Pages, got.facts, test.pages, test.facts)
			}
			for page := range got.info.Pages {
				if width, _ := got.info.Size(page + 1); test.widest > 0 && width > test.widest+1 {
					t.Errorf("page %d is %v points wide, more than %v", page+1, width, test.widest)
				}
			}
		})
	}
}

func TestSheetNamesAreTheOutline(t *testing.T) {
	office := openOffice(t, converttest.OfficeConfig(t))
	book := workbook(t, "", testSheet{name: "First", rows: 120, columns: 3}, testSheet{name: "Second &amp; last", rows: 2, columns: 2})
	got := layOut(t, office, book, filetype.Xlsx)
	if want := []string{"First 1", "Second & last 4"}; !slices.Equal(got.outline, want) {
		t.Errorf("outline %q, want %q", got.outline, want)
	}
}

// slides returns a presentation of two slides with titles. The first one is hidden if hide is set.
func slides(t *testing.T, hide bool) io.ReadSeeker {
	t.Helper()
	source, err := zip.OpenReader("../../samples/testdata/sample.pptx")
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	parts := map[string]string{}
	for _, file := range source.File {
		part, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		parts[file.Name] = retitle(file.Name, string(text), hide)
	}
	return archive(t, parts)
}

var firstRun = regexp.MustCompile(`<a:t>[^<]*</a:t>`)

// retitle returns the text of the part with the given name, in which the title of the slide is replaced.
func retitle(name, text string, hide bool) string {
	if !strings.HasPrefix(name, "ppt/slides/slide") {
		return text
	}
	text = strings.Replace(text, `<p:cNvSpPr txBox="1"/><p:nvPr/>`, `<p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr>`, 1)
	if name == "ppt/slides/slide2.xml" {
		// LibreOffice uses names of this form for slides without a title.
		text = firstRun.ReplaceAllLiteralString(text, "<a:t>Slide 10</a:t>")
	}
	if hide && name == "ppt/slides/slide1.xml" {
		text = strings.Replace(text, "<p:sld ", `<p:sld show="0" `, 1)
	}
	return text
}

func TestSlidesAreNamedByTheirTitles(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	all := layOut(t, office, slides(t, false), filetype.Pptx)
	if len(all.outline) != 2 || all.info.Pages != 2 || !strings.HasPrefix(all.outline[0], "Lectern sample") ||
		!strings.HasPrefix(all.outline[1], "Slide 10") {
		t.Errorf("%d pages with outline %q", all.info.Pages, all.outline)
	}
	some := layOut(t, office, slides(t, true), filetype.Pptx)
	title := strings.TrimSuffix(all.outline[0], " 1")
	if want := []Fact{{wire.FactHiddenSlide, title}}; some.info.Pages != 1 || !slices.Equal(some.facts, want) {
		t.Errorf("with slide 1 hidden: %d pages, facts %v; want 1, %v", some.info.Pages, some.facts, want)
	}
}

func TestOfficeReportsFonts(t *testing.T) {
	needsExtension(t)
	office := openOffice(t, converttest.OfficeConfig(t))
	const rtf = `{\rtf1\ansi{\fonttbl{\f0 No Such Family;}{\f1 Liberation Serif;}}\f0 One text, \f1 and another.\par}`
	report, err := office.Convert(t.Context(), Order{In: strings.NewReader(rtf), Kind: filetype.Rtf}, &result{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Fact{{wire.FactAskedFont, "No Such Family"}, {wire.FactAskedFont, "Liberation Serif"}} {
		if !slices.Contains(report.Facts, want) {
			t.Errorf("facts %v are without %v", report.Facts, want)
		}
	}
	missing := slices.DeleteFunc(report.Facts, func(f Fact) bool { return f.Name != wire.FactMissingFont })
	if len(missing) != 1 || !strings.HasPrefix(missing[0].Value, "No Such Family|") {
		t.Errorf("missing: %v", missing)
	}
}
