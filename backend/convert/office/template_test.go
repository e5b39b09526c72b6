package office

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/backend/convert"
	"lectern/backend/convert/converttest"
	"lectern/backend/convert/filetype"
	"lectern/backend/convert/pdf"
	"lectern/backend/convert/process"
	"lectern/converters/wire"
)

// fill returns a template filled with params by the template process.
func fill(t *testing.T, cfg convert.Config, name string, source []byte, params string) []byte {
	t.Helper()
	request, err := json.Marshal(wire.TemplateRequest{Do: wire.TemplateRender, Name: name, Parts: []wire.TemplatePart{
		{Kind: wire.TemplateFile, Size: int64(len(source))}, {Kind: wire.TemplateParams, Size: int64(len(params))}}})
	if err != nil {
		t.Fatal(err)
	}
	var in bytes.Buffer
	payload := append(append(bytes.Clone(request), source...), params...)
	if err := wire.WriteFrame(&in, wire.TemplateHead{JSON: len(request)}, payload); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(cfg.Converter, "template")
	process.Isolate(command)
	command.Stdin, command.Stderr = &in, t.Output()
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var head wire.TemplateHead
	payload, err = wire.ReadFrame(bytes.NewReader(out), &head)
	if err != nil {
		t.Fatal(err)
	}
	var answer wire.TemplateAnswer
	if err := json.Unmarshal(payload[:head.JSON], &answer); err != nil {
		t.Fatal(err)
	}
	if len(answer.Outputs) == 0 {
		t.Fatalf("got %s", payload[:head.JSON])
	}
	return payload[head.JSON:]
}

// taggedWorkbook returns a workbook template with merged cells, a chart, and other features of Excel that refer to
// cells.
func taggedWorkbook(t *testing.T) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	const sheet = "Sheet1"
	for cell, value := range map[string]any{"A1": "Items", "A3": "Name", "B3": "Price", "C3": "Count", "D3": "Sum", "A4": "{#items}{name}",
		"B4": "{price}", "C4": "{count}{/items}",
		"A7": "Total", "F7": "{-col months}{m}{/months}", "G7": "end"} {
		check(book.SetCellValue(sheet, cell, value))
	}
	check(book.SetCellFormula(sheet, "D4", "B4*C4"))
	check(book.SetCellFormula(sheet, "D7", "SUM(D4:D4)"))
	check(book.MergeCell(sheet, "A1", "D1"))
	check(book.MergeCell(sheet, "A7", "C7"))
	check(book.AddTable(sheet, &excelize.Table{Range: "A3:D4", Name: "Items"}))
	check(book.AddComment(sheet, excelize.Comment{Cell: "A4", Author: "A", Text: "About {name}"}))
	check(book.SetDefinedName(&excelize.DefinedName{Name: "Prices", RefersTo: "Sheet1!$B$4:$B$4"}))
	check(book.AddChart(sheet, "A10", &excelize.Chart{Type: excelize.Col,
		Series: []excelize.ChartSeries{{Name: "Sheet1!$B$3", Categories: "Sheet1!$A$4:$A$4", Values: "Sheet1!$D$4:$D$4"}},
		Title:  []excelize.RichTextRun{{Text: "Chart of {title}"}}}))
	check(book.SetConditionalFormat(sheet, "B4:B4", []excelize.ConditionalFormatOptions{{Type: "cell", Criteria: ">", Value: "2"}}))
	validation := excelize.NewDataValidation(true)
	validation.SetSqref("C4:C4")
	check(validation.SetRange(0, 100, excelize.DataValidationTypeWhole, excelize.DataValidationOperatorBetween))
	check(book.AddDataValidation(sheet, validation))
	_, err := book.NewSheet("{name}")
	check(err)
	check(book.SetCellValue("{name}", "A1", "{:sheet regions}Region {name}"))
	check(book.SetCellFormula("{name}", "A2", "'{name}'!B2*SUM(Prices)"))
	check(book.SetCellValue("{name}", "B2", "{factor}"))
	check(book.AddComment("{name}", excelize.Comment{Cell: "A1", Author: "A", Text: "Of {name}"}))
	out, err := book.WriteToBuffer()
	check(err)
	return out.Bytes()
}

// LibreOffice opens a filled workbook and computes its formulas.
func TestFilledWorkbook(t *testing.T) {
	cfg := converttest.OfficeConfig(t)
	made := fill(t, cfg, "book.xlsx", taggedWorkbook(t),
		`{"title":"R&D","items":[{"name":"Apples","price":1.5,"count":2},{"name":"Pears","price":3,"count":4},
		{"name":"=1+1","price":4,"count":5}],
		"months":[{"m":"Jan"},{"m":"Feb"}],"regions":[{"name":"North","factor":2},{"name":"South","factor":4}]}`)
	book, err := excelize.OpenReader(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	if sheets := strings.Join(book.GetSheetList(), "|"); sheets != "Sheet1|North|South" {
		t.Errorf("the sheets are %s", sheets)
	}
	office := openOffice(t, cfg)
	var pages []string
	readPDF(t, office, filetype.Xlsx, bytes.NewReader(made), func(pdf *pdf.Reader, src pdf.Source) (err error) {
		for page := 1; err == nil && page <= 4; page++ {
			var text string
			if text, err = pdf.Text(t.Context(), src, page); err == nil {
				pages = append(pages, text)
			}
		}
		if len(pages) > 0 {
			return nil
		}
		return err
	})
	text := strings.Join(strings.Fields(strings.Join(pages, " ")), " ")
	for _, want := range []string{"Apples 1.5 2 3", "Pears 3 4 12", "=1+1 4 5 20", "Total 35", "Jan Feb end", "Chart of R&D",
		"Region North 17 2", "Region South 34 4"} {
		if !strings.Contains(text, want) {
			t.Errorf("the pages have no %q: %s", want, text)
		}
	}
}
