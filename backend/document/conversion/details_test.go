package conversion_test

import (
	"io"
	"strings"
	"testing"

	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// TestDetailsNeedTheWholeDocument requests the outline, the text and the PDF while only the first page is available,
// and again when the document is ready.
func TestDetailsNeedTheWholeDocument(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool), make(chan bool)
	l.renderer.before = func(op string, _ int) error {
		if op == "info" && l.renderer.count("info") == 2 {
			begun <- true
			<-go_
		}
		return nil
	}
	ask := map[string]func(*document.Document) error{
		"outline": func(d *document.Document) error { _, err := l.pages.Outline(t.Context(), d); return err },
		"text":    func(d *document.Document) error { _, err := l.service.Text(t.Context(), d, "reader"); return err },
		"PDF": func(d *document.Document) error {
			f, err := l.service.PDF(t.Context(), d)
			if err == nil {
				err = f.Close()
			}
			return err
		},
	}
	posted := l.post("a.rtf", office("one", "two"), document.Options{})
	<-begun
	doc, err := l.service.Find(t.Context(), posted.ID)
	check(t, err)
	if !doc.Viewable || doc.PageCount != 1 {
		t.Errorf("with its first page the document is %+v", doc)
	}
	for name, ask := range ask {
		if err := ask(&doc); !fault.Is(err, fault.NotFound) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s of the first page: %v", name, err)
		}
	}
	close(go_)
	doc = l.wantReady(doc.ID, 2)
	for name, ask := range ask {
		check(t, ask(&doc))
		doc.Status = document.Failed
		if doc.PDF = ""; !fault.Is(ask(&doc), fault.NotFound) {
			t.Errorf("%s of a failed document", name)
		}
		doc, err = l.service.Find(t.Context(), doc.ID)
		check(t, err)
	}
	for range 3 {
		if text, err := l.pages.Outline(t.Context(), &doc); err != nil || !strings.Contains(string(text), `"items":[{"title":"Chapter"`) {
			t.Errorf("outline is %s, %v", text, err)
		}
	}
	if n := l.renderer.count("details"); n != 1 {
		t.Errorf("the details were read %d times", n)
	}
}

func TestTextKeepsItsPages(t *testing.T) {
	l := openLibrary(t)
	for _, pages := range [][]string{{"one"}, {"one", "", "three", ""}, {"", ""}, numbered(200)} {
		doc := l.wantReady(l.post("a.pdf", pdf(pages...), document.Options{}).ID, len(pages))
		write, err := l.service.Text(t.Context(), &doc, "reader")
		check(t, err)
		var text strings.Builder
		check(t, write(&text))
		if want := strings.Join(pages, "\f"); text.String() != want {
			t.Errorf("text is %q, want %q", text.String(), want)
		}
	}
}

func TestThumbnailFitsItsWidth(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.pdf", pdf("one"), document.Options{}).ID, 1)
	tests := []struct {
		name  string
		sizes document.Sizes
		width int
		want  string
	}{
		{"A4", document.Sizes{{1, 595.28, 841.89}}, 240, "one at 0.403"},
		{"very high", document.Sizes{{1, 100, 10000}}, 240, "one at 0.096"},
		{"tiny", document.Sizes{{1, 1, 1}}, 1024, "one at 20.000"},
		{"without a size", document.Sizes{{1, 0, 0}}, 240, "one at 0.050"},
	}
	for _, test := range tests {
		if got, err := l.pages.Thumbnail(t.Context(), "", &doc, test.sizes, test.width); err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.name, got, err, test.want)
		}
	}
	for _, width := range []int{15, 1025} {
		if _, err := l.pages.Thumbnail(t.Context(), "", &doc, tests[0].sizes, width); !fault.Is(err, fault.Invalid) {
			t.Errorf("width %d: %v", width, err)
		}
	}
}

func TestDownloads(t *testing.T) {
	l := openLibrary(t)
	tests := []struct{ name, content, originalName, pdfName, mediaType string }{
		{"Letter.rtf", office("one"), "Letter.rtf", "Letter.pdf", "application/rtf"},
		{"Report.PDF", pdf("one"), "Report.PDF", "Report.pdf", "application/pdf"},
		{"Minutes 2.1", office("two"), "Minutes 2.1.rtf", "Minutes 2.1.pdf", "application/rtf"},
	}
	for _, test := range tests {
		doc := l.wantReady(l.post(test.name, test.content, document.Options{}).ID, 1)
		original, err := l.service.Original(t.Context(), &doc)
		check(t, err)
		if text, err := io.ReadAll(original); err != nil || string(text) != test.content || original.Name != test.originalName ||
			original.MediaType != test.mediaType {
			t.Errorf("original is %q %+v, %v", text, original, err)
		}
		whole, err := l.service.PDF(t.Context(), &doc)
		check(t, err)
		if text, err := io.ReadAll(whole); err != nil || !strings.HasPrefix(string(text), "%PDF") || whole.Name != test.pdfName {
			t.Errorf("PDF is %.20q %+v, %v", text, whole, err)
		}
		check(t, original.Close())
		check(t, whole.Close())
		doc.OriginalSaved = false
		if _, err := l.service.Original(t.Context(), &doc); !fault.Is(err, fault.NotFound) {
			t.Errorf("an original that is not kept: %v", err)
		}
	}
}
