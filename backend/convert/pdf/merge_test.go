package pdf_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/bundle"
	"lectern/backend/convert/pdf"
	"lectern/converters/pdf/pdftest"
)

// PDFs are merged in order.
func TestPDFMerge(t *testing.T) {
	reader := newPDF(t, nil)
	var sources []pdf.Source
	for _, text := range []string{"one", "two", "three"} {
		sources = append(sources, source(t, pdftest.Build([]pdftest.Page{pdftest.Text(text), pdftest.Text(text + " again")})))
	}
	out := copyFile(t)
	if err := reader.Merge(t.Context(), sources, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	merged := source(t, data)
	for page, want := range []string{"one", "one again", "two", "two again", "three", "three again"} {
		if text, err := reader.Text(t.Context(), merged, page+1); err != nil || text != want+"\n" && text != want {
			t.Errorf("page %d: %q, %v", page+1, text, err)
		}
	}
	if info, err := reader.Info(t.Context(), merged); err != nil || info.Pages != 6 {
		t.Errorf("%+v, %v", info, err)
	}
}

// A damaged source is reported, whatever its position.
func TestPDFMergeRefuses(t *testing.T) {
	good, damaged := pdftest.Build([]pdftest.Page{pdftest.Text("good")}), []byte("%PDF-1.7\nno more")
	for _, datas := range [][][]byte{{good, damaged}, {damaged, good}} {
		reader := newPDF(t, nil)
		err := reader.Merge(t.Context(), []pdf.Source{source(t, datas[0]), source(t, datas[1])}, copyFile(t))
		if cause, ok := errors.AsType[*convert.Error](err); !ok || cause.Reason != convert.ReasonDamaged {
			t.Errorf("%v", err)
		}
	}
}

// More sources than fit into one batch are merged into one PDF.
func TestPDFMergeInBatches(t *testing.T) {
	const many = 130
	reader := newPDF(t, nil)
	var sources []pdf.Source
	for number := range many {
		sources = append(sources, source(t, pdftest.Build([]pdftest.Page{pdftest.Text(fmt.Sprint("number ", number))})))
	}
	out := copyFile(t)
	if err := bundle.MergePDF(t.Context(), reader, t.TempDir(), sources, out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	merged := source(t, data)
	for _, number := range []int{0, 63, 64, 127, 128, many - 1} {
		if text, err := reader.Text(t.Context(), merged, number+1); err != nil || strings.TrimSpace(text) != fmt.Sprint("number ", number) {
			t.Errorf("page %d: %q, %v", number+1, text, err)
		}
	}
	if info, err := reader.Info(t.Context(), merged); err != nil || info.Pages != many {
		t.Errorf("%+v, %v", info, err)
	}
}
