package conversion_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/document"
	"lectern/backend/sentence"
)

// numbered returns the texts of n pages, each of which contains the number of its page.
func numbered(n int) []string {
	pages := make([]string, n)
	for i := range pages {
		pages[i] = fmt.Sprintf("page %d", i+1)
	}
	return pages
}

// wantTexts fails the test unless the stored texts of a document are those of its pages. The argument without lists
// pages that must have no text.
func (l *library) wantTexts(doc document.Document, without ...int) {
	l.t.Helper()
	lacking := map[int]bool{}
	for _, page := range without {
		lacking[page] = true
	}
	next := 1
	check(l.t, l.store.PDFs.ListTexts(l.t.Context(), doc.PDF, func(page int, text string) error {
		for lacking[next] {
			next++
		}
		if page != next || text != fmt.Sprintf("page %d", page) {
			l.t.Errorf("the text of page %d comes where that of %d should: %q", page, next, text)
		}
		next++
		return nil
	}))
	for lacking[next] {
		next++
	}
	if next != doc.PageCount+1 {
		l.t.Errorf("the texts end before page %d of %d", next, doc.PageCount)
	}
	pdf, err := l.store.PDFs.FindPDF(l.t.Context(), doc.PDF)
	if err != nil || pdf.Indexed != doc.PageCount || pdf.Unread != len(without) {
		l.t.Errorf("%d pages are indexed, %d could not be read; %v", pdf.Indexed, pdf.Unread, err)
	}
}

// TestReadyMeansThatAllTextIsStored converts documents with fewer pages than a batch, as many, and more.
func TestReadyMeansThatAllTextIsStored(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 128, 150} {
		l := openLibrary(t)
		for _, content := range []string{pdf(numbered(n)...), office(numbered(n)...)} {
			l.wantTexts(l.wantReady(l.post("a", content, document.Options{}).ID, n))
			read := l.renderer.count("texts")
			l.wantTexts(l.wantReady(l.post("b", content, document.Options{}).ID, n))
			if l.renderer.count("texts") != read {
				t.Errorf("the text of %d pages was read again", n)
			}
		}
	}
}

// TestUnreadablePagesAreSkipped checks that pages whose text cannot be read are left out, and that reading ends
// after too many of them.
//
// SECURITY.md, promise 15 (damaged files)
func TestUnreadablePagesAreSkipped(t *testing.T) {
	for tried, broken := range map[int]func(page int) bool{
		150: func(page int) bool { return page == 2 || page == 70 },
		108: func(page int) bool { return page > 100 },
	} {
		l := openLibrary(t)
		l.renderer.before = func(op string, page int) error {
			if op == "text" && broken(page) || op == "texts" {
				return &convert.Error{Reason: convert.ReasonCrashed}
			}
			return nil
		}
		doc := l.wantReady(l.post("a.pdf", pdf(numbered(150)...), document.Options{}).ID, 150)
		var without []int
		for page := range doc.PageCount + 1 {
			if page > 0 && broken(page) {
				without = append(without, page)
			}
		}
		l.wantTexts(doc, without...)
		if n := l.renderer.count("text"); n != tried {
			t.Errorf("%d pages were tried singly, want %d", n, tried)
		}
	}
}

// warnings returns the warnings in a document's report.
func (l *library) warnings(doc document.Document) []string {
	report, _ := l.report(doc)
	return english(report.Warnings)
}

// TestSlowPagesShareTheirTime reads documents with pages whose text takes too long. A single slow page does not prevent
// the other pages from being read, and all slow pages together take only a part of the document's time.
//
// SECURITY.md, promise 17 (limits of converters)
func TestSlowPagesShareTheirTime(t *testing.T) {
	const unsearchable = ": their text cannot be searched"
	for name, test := range map[string]struct {
		slow  func(page int) bool
		work  time.Duration
		tried int // number of batches
		want  []string
	}{
		"one": {func(page int) bool { return page == 3 }, 0, 4,
			[]string{"Page 3 takes too long to read: its text cannot be searched, and drawing it may also take too long."}},
		"some": {func(page int) bool { return page%50 == 0 }, 0, 3,
			[]string{"Pages 50, 100 and 150 take too long to read" + unsearchable + ", and drawing them may also take too long."}},
		"all": {func(int) bool { return true }, 0, 16, []string{
			"Pages 1 to 16 take too long to read" + unsearchable + ", and drawing them may also take too long.",
			"Pages 17 to 150 were not read because earlier pages took too long" + unsearchable + "."}},
		"none, but much work": {nil, time.Minute, 1, []string{"Pages 65 to 150 were not read because earlier pages took too long" +
			unsearchable + "."}},
	} {
		l := openLibrary(t)
		l.renderer.slow, l.renderer.work = test.slow, test.work
		doc := l.wantReady(l.post("a.pdf", pdf(numbered(150)...), document.Options{}).ID, 150)
		if got := l.warnings(doc); !slices.Equal(got, test.want) {
			t.Errorf("%s: got  %q\nwant %q", name, got, test.want)
		}
		if n := l.renderer.count("texts"); n != test.tried {
			t.Errorf("%s: %d batches were read, want %d", name, n, test.tried)
		}
		again := l.wantReady(l.post("b.pdf", pdf(numbered(150)...), document.Options{}).ID, 150)
		if got := l.warnings(again); !slices.Equal(got, test.want) {
			t.Errorf("%s, posted again: %q", name, got)
		}
	}
}

// TestIndexingResumes interrupts the indexing of a document between two batches. The batches that were stored are not
// read again.
//
// SECURITY.md, promise 22 (killed server)
func TestIndexingResumes(t *testing.T) {
	l := openLibrary(t)
	broken := true
	l.renderer.before = func(op string, page int) error {
		if op == "texts" && page > 64 && broken {
			broken = false
			return context.Canceled // an error although ctx has not ended, so the job is repeated
		}
		return nil
	}
	doc := l.post("a.pdf", pdf(numbered(150)...), document.Options{})
	shown := l.await(doc.ID, func(d document.Document) bool { return d.Viewable })
	if shown.Status != document.Processing || shown.PageCount != 150 {
		t.Errorf("while it is indexed the document is %+v", shown)
	}
	l.wantTexts(l.wantReady(doc.ID, 150))
	if n := l.renderer.count("texts"); n != 4 {
		t.Errorf("%d batches were read, want 4", n)
	}
}

// TestConcurrentEqualPDFsAreIndexedOnce posts a long PDF twice at the same time. Its text is read once.
func TestConcurrentEqualPDFsAreIndexedOnce(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool, 10), make(chan bool)
	l.renderer.before = func(op string, page int) error {
		if op == "texts" {
			begun <- true
			<-go_
		}
		return nil
	}
	first := l.post("a.pdf", pdf(numbered(100)...), document.Options{})
	<-begun
	second := l.post("b.pdf", pdf(numbered(100)...), document.Options{})
	l.await(second.ID, func(d document.Document) bool { return d.Viewable }) // viewable before its text is read
	close(go_)
	for _, id := range []string{first.ID, second.ID} {
		l.wantTexts(l.wantReady(id, 100))
	}
}

// TestPageErrorsAreReported converts a page with mistakes in its content. All of its readable text is indexed, and the
// report warns that something may be missing.
func TestPageErrorsAreReported(t *testing.T) {
	l := openLibrary(t)
	l.renderer.faulty = 70
	doc := l.wantReady(l.post("a.pdf", pdf(numbered(150)...), document.Options{}).ID, 150)
	l.wantTexts(doc)
	if got := l.warnings(doc); !slices.Equal(got, []string{"Page 70 has errors in its drawing instructions: parts of it may be missing."}) {
		t.Errorf("warnings are %q", got)
	}
}

// english returns the English text of each sentence.
func english(sentences []sentence.Sentence) (all []string) {
	for _, s := range sentences {
		all = append(all, s.String())
	}
	return all
}
