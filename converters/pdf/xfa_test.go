package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"lectern/converters/pdf/pdftest"
)

// An XFA form is found wherever it is stored in the file.
//
// SECURITY.md, promise 58 (complete reports)
func TestXFAIsFound(t *testing.T) {
	const form = "/AcroForm<</Fields[]/XFA[(template)null]>>"
	plain := pdftest.Build([]pdftest.Page{pdftest.Text("a")})
	for name, test := range map[string]struct {
		data []byte
		want bool
	}{
		"none":           {plain, false},
		"in the catalog": {pdftest.WithCatalog(form, []pdftest.Page{pdftest.Text("a")}), true},
		"in a stream": {pdftest.WithCatalog(fmt.Sprintf("/AcroForm<</Fields[]/XFA %d 0 R>>", pdftest.Object(0)),
			[]pdftest.Page{pdftest.Text("a")}, pdftest.Stream("", "<xdp/>")), true},
		"empty":                   {pdftest.WithCatalog("/AcroForm<</Fields[]/XFA[]>>", []pdftest.Page{pdftest.Text("a")}), false},
		"nowhere":                 {pdftest.WithCatalog("/AcroForm<</Fields[]/XFA 999 0 R>>", []pdftest.Page{pdftest.Text("a")}), false},
		"in an update":            {updated(t, plain, form), true},
		"taken away by an update": {updated(t, pdftest.WithCatalog(form, []pdftest.Page{pdftest.Text("a")}), ""), false},
		"encrypted, in an update": {updated(t, pdftest.Locked, form), true},
		"in an object stream":     {withObjectStream("/AcroForm 4 0 R", "<</Fields[]/XFA 5 0 R>>", "[(template)null]"), true},
		"with a table that is lost": {bytes.Replace(pdftest.WithCatalog(form, []pdftest.Page{pdftest.Text("a")}), []byte("startxref"),
			[]byte("startxxxx"), 1), true},
	} {
		if got := details(t, test.data).Extras; got.XFA != test.want {
			t.Errorf("%s: got %+v, want %t", name, got, test.want)
		}
	}
}

// updated appends an incremental update to a PDF, with a new catalog that has these entries (ISO 32000-1, 7.5.6).
func updated(t *testing.T, data []byte, entries string) []byte {
	t.Helper()
	catalog := regexp.MustCompile(`(?s)1 0 obj\s*(<<.*?/Pages \d+ 0 R)`).FindSubmatch(data)
	trailer := regexp.MustCompile(`(?s)trailer\s*<<(.*)>>\s*startxref\s*(\d+)`).FindSubmatch(data)
	if catalog == nil || trailer == nil {
		t.Fatalf("no catalog or no trailer in %q", data)
	}
	begin := bytes.Index(catalog[1], []byte("<<"))
	out := append(bytes.Clone(data), '\n')
	at := len(out)
	out = fmt.Appendf(out, "1 0 obj\n%s%s>>\nendobj\n", catalog[1][begin:], entries)
	table := len(out)
	return fmt.Appendf(out, "xref\n1 1\n%010d 00000 n \ntrailer\n<<%s/Prev %s>>\nstartxref\n%d\n%%%%EOF\n", at, trailer[1], trailer[2], table)
}

// withObjectStream returns a PDF with one page. Its catalog has these entries. The further objects, numbered from 4,
// are in an object stream, and the cross-reference table is a stream as well (ISO 32000-1, 7.5.7 and 7.5.8).
func withObjectStream(entries string, objects ...string) []byte {
	packed := append([]string{
		"<</Type/Catalog/Pages 2 0 R" + entries + ">>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
	}, objects...)
	var head, body string
	for i, object := range packed {
		head += fmt.Sprintf("%d %d ", i+1, len(body))
		body += object + " "
	}
	stream, table := len(packed)+1, len(packed)+2
	out := []byte("%PDF-1.7\n")
	at := len(out)
	out = fmt.Appendf(out, "%d 0 obj\n<</Type/ObjStm/N %d/First %d/Length %d>>stream\n%s%s\nendstream\nendobj\n",
		stream, len(packed), len(head), len(head)+len(body), head, body)
	start := len(out)
	rows := []byte{0, 0, 0, 0}
	for i := range packed {
		rows = append(rows, 2, 0, byte(stream), byte(i))
	}
	rows = append(rows, 1, byte(at>>8), byte(at), 0, 1, byte(start>>8), byte(start), 0)
	return fmt.Appendf(out, "%d 0 obj\n<</Type/XRef/Size %d/W[1 2 1]/Root 1 0 R/Length "+
		"%d>>stream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n",
		table, table+1, len(rows), rows, start)
}
