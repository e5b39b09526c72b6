package api_test

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
	"lectern/converters/ooxml/ooxmltest"
)

// TestDownloads fetches the files of a document completely, in ranges, and with conditional requests.
func TestDownloads(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	content := lecterntest.Sample(t, "sample.docx")
	doc := s.Wait(s.Upload("Brief%20f%C3%BCr%20Anna.docx", content).ID)
	base := "/document/" + doc.ID

	answer, original := s.Get(base+"/original", nil)
	header := answer.Header
	if answer.StatusCode != 200 || !bytes.Equal(original, content) {
		t.Errorf("original is %d, %d bytes", answer.StatusCode, len(original))
	}
	for name, want := range map[string]string{
		"Content-Type":           "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"Content-Disposition":    `attachment; filename="Brief f_r Anna.docx"; filename*=UTF-8''Brief%20f%C3%BCr%20Anna.docx`,
		"X-Content-Type-Options": "nosniff",
		"Accept-Ranges":          "bytes",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
	answer, pdf := s.Get(base+"/pdf", nil)
	if answer.StatusCode != 200 || !bytes.HasPrefix(pdf, []byte("%PDF-")) ||
		!strings.Contains(answer.Header.Get("Content-Disposition"), "Anna.pdf") {
		t.Errorf("PDF is %d %v", answer.StatusCode, answer.Header)
	}
	answer, part := s.Get(base+"/pdf", http.Header{"Range": {"bytes=1-3"}})
	if answer.StatusCode != http.StatusPartialContent || string(part) != "PDF" {
		t.Errorf("a range is %d %q", answer.StatusCode, part)
	}
	if answer, _ := s.Get(base+"/pdf",
		http.Header{"Range": {"bytes=99999999-"}}); answer.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a range beyond the end is %d", answer.StatusCode)
	}
	if answer, _ := s.Get(base+"/original",
		http.Header{"If-None-Match": {header.Get("ETag")}}); answer.StatusCode != http.StatusNotModified {
		t.Errorf("what the caller has is sent again: %d", answer.StatusCode)
	}
}

// TestDetails reads the text, thumbnail and outline of a document.
func TestDetails(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Wait(s.Upload("sample.docx", lecterntest.Sample(t, "sample.docx")).ID)
	base := "/document/" + doc.ID

	answer, text := s.Get(base+"/text", nil)
	pages := strings.Split(string(text), "\f")
	if answer.StatusCode != 200 || len(pages) != doc.PageCount || !strings.Contains(pages[0], "Lectern sample") {
		t.Errorf("text is %d %q", answer.StatusCode, text)
	}
	answer, picture := s.Get(base+"/thumbnail?width=100", nil)
	config, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || config.Width < 99 || config.Width > 101 || answer.Header.Get("Content-Type") != "image/png" {
		t.Errorf("thumbnail is %d %v %v", answer.StatusCode, config, err)
	}
	if answer, _ := s.Get(base+"/thumbnail?width=5000", nil); answer.StatusCode != 422 {
		t.Errorf("a wide thumbnail is %d", answer.StatusCode)
	}
	answer, text = s.Get(base+"/outline", nil)
	var outline struct{ Items []any }
	if err := json.Unmarshal(text, &outline); answer.StatusCode != 200 || err != nil || outline.Items == nil {
		t.Errorf("outline is %d %s", answer.StatusCode, text)
	}
	failed := s.Wait(s.Upload("damaged.docx", lecterntest.Sample(t, "damaged.docx")).ID)
	for _, name := range []string{"pdf", "outline", "text", "thumbnail"} {
		if answer, text := s.Get("/document/"+failed.ID+"/"+name, nil); answer.StatusCode != 404 || !strings.Contains(string(text), "failed") {
			t.Errorf("%s of a failed document: %d %s", name, answer.StatusCode, text)
		}
	}
	if answer, _ := s.Get("/document/"+failed.ID+"/original", nil); answer.StatusCode != 200 {
		t.Errorf("the original of a failed document is %d", answer.StatusCode)
	}
}

// TestReport reads the report on the conversion of a document.
func TestReport(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	for _, name := range []string{"sample.docx", "sample.pdf"} {
		doc := s.Wait(s.Upload(name, lecterntest.Sample(t, name)).ID)
		answer, text := s.Get("/document/"+doc.ID+"/report", nil)
		var report struct {
			Type, Converter, Renderer string
			Fonts                     struct{ Used []struct{ Name string } }
			Steps                     []struct {
				Name         string
				Milliseconds float64
			}
		}
		if err := json.Unmarshal(text, &report); answer.StatusCode != 200 || err != nil {
			t.Fatalf("%d %s", answer.StatusCode, text)
		}
		if !strings.HasSuffix(name, report.Type) || !strings.HasPrefix(report.Renderer, "MuPDF ") ||
			strings.HasPrefix(report.Converter, "LibreOffice ") != (report.Type == "docx") {
			t.Errorf("%s: %s", name, text)
		}
		if len(report.Fonts.Used) == 0 || len(report.Steps) < 5 || report.Steps[len(report.Steps)-1].Name != "indexed" {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// TestReportListsLinkedPictures posts a document with a linked picture. The report lists the link, which the server
// must not fetch.
func TestReportListsLinkedPictures(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	links := ooxmltest.Part{
		Name: "word/_rels/document.xml.rels",
		Content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ` +
			`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" TargetMode="External" ` +
			`Target="http://127.0.0.1:9/picture.png"/></Relationships>`,
	}
	body := ooxmltest.Paragraph("A picture that is not here.")
	content := ooxmltest.Pack(
		ooxmltest.Part{Name: "word/document.xml", Type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
			Content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body +
				`</w:body></w:document>`}, links)
	doc := s.Wait(s.Upload("linked.docx", content).ID)
	_, text := s.Get("/document/"+doc.ID+"/report", nil)
	var report struct{ BlockedLinks []string }
	if err := json.Unmarshal(text, &report); err != nil || !slices.Equal(report.BlockedLinks, []string{"http://127.0.0.1:9/picture.png"}) {
		t.Errorf("%v: %s", err, text)
	}
}
