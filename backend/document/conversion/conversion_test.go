package conversion_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/convert/schedule"
	"lectern/backend/document"
	"lectern/backend/document/pages"
	"lectern/converters/wire"
)

// TestTheSameBytesAreConvertedOnce posts the same file twice. The second document is independent, but reuses the
// conversion of the first.
func TestTheSameBytesAreConvertedOnce(t *testing.T) {
	l := openLibrary(t)
	for _, content := range []string{office("one", "two"), office("alone"), pdf("a", "b", "c")} {
		pages := strings.Count(content, "\f") + 1
		first := l.wantReady(l.post("a", content, document.Options{}).ID, pages)
		conversions, opened := l.converter.count(), l.renderer.count("info")
		posted := l.post("b", content, document.Options{})
		if posted.Status != document.Processing || posted.PageCount != 0 || posted.Viewable || posted.ID == first.ID {
			t.Errorf("the second document begins as %+v", posted)
		}
		second := l.wantReady(posted.ID, pages)
		if second.PDF != first.PDF {
			t.Errorf("the second document has the PDF %s, the first %s", second.PDF, first.PDF)
		}
		if l.converter.count() != conversions || l.renderer.count("info") != opened {
			t.Errorf("%q was converted again", content)
		}
		if sizes, err := l.service.Sizes(t.Context(), &second); err != nil || len(sizes) != 1 || int(sizes[0][0]) != pages {
			t.Errorf("the sizes of the second document are %v, %v", sizes, err)
		}
	}
}

// TestANewerEngineConvertsAgain changes the version of the converter between two posts of the same file. The second
// post must be converted again.
func TestANewerEngineConvertsAgain(t *testing.T) {
	l := openLibrary(t)
	old := l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
	l.converter.version = "Fake Office 2"
	if n := l.converter.count(); n != 1 {
		t.Fatalf("%d conversions", n)
	}
	l.wantReady(l.post("b.rtf", office("one"), document.Options{}).ID, 1)
	if n := l.converter.count(); n != 2 {
		t.Errorf("%d conversions after the upgrade, want 2", n)
	}
	if now, err := l.service.Find(t.Context(), old.ID); err != nil || now.Revision != old.Revision {
		t.Errorf("the old document is now %+v, %v", now, err)
	}
}

// TestConcurrentPostsAreConvertedOnce posts the same file many times while the file of the first post is being
// converted. The file is converted only once.
func TestConcurrentPostsAreConvertedOnce(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool, 10), make(chan bool)
	l.converter.before = func(convertoffice.Order) error { begun <- true; <-go_; return nil }
	var ids []string
	for range 4 {
		ids = append(ids, l.post("a.rtf", office("one", "two"), document.Options{}).ID)
	}
	<-begun
	close(go_)
	for _, id := range ids {
		l.wantReady(id, 2)
	}
	if n := l.converter.count(); n != 1 {
		t.Errorf("%d conversions, want 1", n)
	}
}

// TestPreemptedConversion preempts a conversion twice. It is started again each time. The report has the steps of all
// three attempts, and each finding once.
//
// SECURITY.md, promise 17 (limits of converters)
func TestPreemptedConversion(t *testing.T) {
	l := openLibrary(t)
	l.converter.during = func(order convertoffice.Order, report *convertoffice.Report) error {
		done := l.converter.count()
		if order.Preemptions != done-1 {
			t.Errorf("order %d has %d preemptions", done, order.Preemptions)
		}
		took := time.Duration(done) * time.Second
		report.Steps = []convertoffice.Step{{Name: wire.StepLoad, Took: took, Stopped: done < 3}}
		report.Facts = []convertoffice.Fact{{Name: document.FactHiddenSheet, Value: "Costs"}}
		if done < 3 {
			return &schedule.PreemptedError{Preemptions: done}
		}
		return nil
	}
	doc := l.wantReady(l.post("a.rtf", office("one"), document.Options{}).ID, 1)
	report, err := l.reports.Find(t.Context(), &doc)
	check(t, err)
	var loaded []string
	for _, step := range report.Steps {
		if step.Name == "loaded" {
			loaded = append(loaded, fmt.Sprint(step.Took, " ", step.Stopped))
		}
	}
	if want := []string{"1s true", "2s true", "3s false"}; !slices.Equal(loaded, want) || len(report.Facts) != 1 {
		t.Errorf("the report has %q, want %q; and %+v", loaded, want, report.Facts)
	}
}

// TestNextJob checks that preempted jobs use separate queues, with a lower priority for each preemption.
func TestNextJob(t *testing.T) {
	for _, test := range []struct {
		kind     filetype.Type
		stopped  int
		queue    string
		priority int
	}{
		{filetype.Docx, 0, document.OfficeQueue, 1},
		{filetype.Docx, 1, document.OfficeLongQueue, 1},
		{filetype.Docx, 3, document.OfficeLongQueue, 3},
		{filetype.Docx, 9, document.OfficeLongQueue, 4},
		{filetype.Pdf, 0, document.PDFQueue, 1},
		{filetype.Pdf, 2, document.PDFLongQueue, 2},
		{"", 0, document.QuickQueue, 1},
	} {
		_, options := document.NextJob(t.Context(), &document.Document{Original: "key", Type: test.kind}, test.stopped)
		if options.Queue != test.queue || options.Priority != test.priority {
			t.Errorf("%q stopped %d times is in %s with priority %d", test.kind, test.stopped, options.Queue, options.Priority)
		}
	}
}

// TestAnEndedDocumentStays lets a job fail after its document has become ready. The document must not change.
func TestAnEndedDocumentStays(t *testing.T) {
	l, posted := openLibrary(t), make(chan string, 1)
	l.converter.before = func(convertoffice.Order) error {
		_, err := l.store.Documents.UpdateDocument(t.Context(), <-posted, document.Update{Change: func(d *document.Document) error {
			d.Status = document.Ready
			return nil
		}})
		check(t, err)
		return &convert.Error{Reason: convert.ReasonDamaged}
	}
	doc := l.post("a.rtf", office("one"), document.Options{})
	posted <- doc.ID
	for l.converter.count() == 0 {
		runtime.Gosched()
	}
	check(t, l.stop())
	if now, err := l.service.Find(t.Context(), doc.ID); err != nil || now.Status != document.Ready || now.Message != "" {
		t.Errorf("the document is %+v, %v", now, err)
	}
}

// TestWaitersShareATimeout posts the same file many times, and its conversion exceeds the deadline. Documents that wait
// for that conversion fail with it instead of repeating it.
func TestWaitersShareATimeout(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool, 10), make(chan bool)
	l.converter.before = func(convertoffice.Order) error {
		begun <- true
		<-go_
		return &convert.Error{Reason: convert.ReasonTimeout, Limit: time.Minute}
	}
	content := office("one")
	ids := []string{l.post("a.rtf", content, document.Options{}).ID}
	<-begun
	for range 3 {
		ids = append(ids, l.post("a.rtf", content, document.Options{}).ID)
	}
	for l.worker.LockUsers() < len(ids) {
		runtime.Gosched()
	}
	close(go_)
	for _, id := range ids {
		l.wantFailed(id, "too long")
	}
	if n := l.converter.count(); n != 1 {
		t.Errorf("%d conversions, want 1", n)
	}
	// A later document with the same content starts a new conversion, and so does a retry.
	l.wantFailed(l.post("a.rtf", content, document.Options{}).ID, "too long")
	_, err := l.service.Retry(t.Context(), ids[0], "")
	check(t, err)
	l.wantFailed(ids[0], "too long")
	if n := l.converter.count(); n != 3 {
		t.Errorf("%d conversions, want 3", n)
	}
}

// TestAFailureIsNotShared posts the same file twice, and its first conversion fails. The second document must then be
// converted by itself.
func TestAFailureIsNotShared(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool, 10), make(chan bool)
	l.converter.before = func(convertoffice.Order) error {
		begun <- true
		<-go_
		if l.converter.count() == 1 {
			return &convert.Error{Reason: convert.ReasonMemory}
		}
		return nil
	}
	first := l.post("a.rtf", office("one"), document.Options{})
	<-begun
	second := l.post("a.rtf", office("one"), document.Options{})
	close(go_)
	l.wantFailed(first.ID, "memory")
	l.wantReady(second.ID, 1)
}

// TestACrashedConverterIsRetriedOnce crashes the converter of an Office document and of a PDF. The conversion is
// repeated after the first crash, and fails after the second.
//
// SECURITY.md, promise 18 (crashed converters), promise 23 (killed converter)
func TestACrashedConverterIsRetriedOnce(t *testing.T) {
	for _, deaths := range []int{1, 2} {
		for name, content := range map[string]string{"a.rtf": office("one", "two"), "a.pdf": pdf("one")} {
			l := openLibrary(t)
			left := deaths
			die := func() error {
				if left--; left >= 0 {
					return &convert.Error{Reason: convert.ReasonCrashed}
				}
				return nil
			}
			if name == "a.rtf" {
				l.converter.before = func(convertoffice.Order) error { return die() }
			} else {
				l.renderer.before = func(op string, _ int) error {
					if op != "svg" {
						return nil
					}
					return die()
				}
			}
			doc := l.post(name, content, document.Options{})
			if deaths == 1 {
				l.wantReady(doc.ID, strings.Count(content, "\f")+1)
			} else if l.wantFailed(doc.ID, "converter to crash"); left != 0 {
				t.Errorf("%s: it was tried %d times too many", name, -left)
			}
		}
	}
}

// TestAKilledConverterIsTriedTwiceMore kills the converter of an Office document and of a PDF from outside. The
// conversion is repeated twice, and fails the third time. A crash counts like a kill, but a second crash fails the
// conversion.
//
// SECURITY.md, promise 18 (crashed converters), promise 23 (killed converter)
func TestAKilledConverterIsTriedTwiceMore(t *testing.T) {
	killed, crashed := &convert.Error{Reason: convert.ReasonCrashed, Killed: true}, &convert.Error{Reason: convert.ReasonCrashed}
	for _, test := range []struct {
		name   string
		deaths []error
		failed string // expected failure; if empty, the document becomes ready
	}{
		{"killed twice", []error{killed, killed}, ""},
		{"killed thrice", []error{killed, killed, killed}, "killed from outside"},
		{"killed, and crashed", []error{killed, crashed}, ""},
		{"crashed, and killed", []error{crashed, killed}, ""},
		{"killed twice, and crashed between", []error{killed, crashed, killed}, "killed from outside"},
		{"crashed twice", []error{crashed, crashed}, "converter to crash"},
	} {
		for name, content := range map[string]string{"a.rtf": office("one"), "a.pdf": pdf("one")} {
			l := openLibrary(t)
			left := test.deaths
			die := func() (err error) {
				if len(left) > 0 {
					err, left = left[0], left[1:]
				}
				return err
			}
			l.converter.before = func(convertoffice.Order) error { return die() }
			l.renderer.before = func(op string, _ int) error {
				if op != "svg" || name == "a.rtf" {
					return nil
				}
				return die()
			}
			doc := l.post(name, content, document.Options{})
			if test.failed == "" {
				l.wantReady(doc.ID, 1)
			} else if l.wantFailed(doc.ID, test.failed); len(left) > 0 {
				t.Errorf("%s, %s: it was not tried after %d more", name, test.name, len(left))
			}
		}
	}
}

// TestAKilledRendererLosesNoText kills the renderer twice in each request for text, and crashes it at the text of page
// 2. Only page 2 has no text.
//
// SECURITY.md, promise 18 (crashed converters)
func TestAKilledRendererLosesNoText(t *testing.T) {
	l := openLibrary(t)
	left := map[string]int{"texts": 2, "text": 2}
	l.renderer.before = func(op string, page int) error {
		if left[op] > 0 {
			left[op]--
			return &convert.Error{Reason: convert.ReasonCrashed, Killed: true}
		}
		if op == "texts" || op == "text" && page == 2 {
			return &convert.Error{Reason: convert.ReasonCrashed}
		}
		return nil
	}
	l.wantTexts(l.wantReady(l.post("a.pdf", pdf(numbered(3)...), document.Options{}).ID, 3), 2)
}

// TestACrashedRendererIsRetriedOnce checks that a page is requested once more if the renderer crashes, and fails if it
// crashes again.
//
// SECURITY.md, promise 18 (crashed converters)
func TestACrashedRendererIsRetriedOnce(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.pdf", pdf("one", "two"), document.Options{}).ID, 2)
	for deaths, works := range map[int]bool{1: true, 2: false} {
		left := deaths
		l.renderer.before = func(string, int) error {
			if left--; left >= 0 {
				return &convert.Error{Reason: convert.ReasonCrashed}
			}
			return nil
		}
		if _, err := l.pages.Render(t.Context(), "", &doc, pages.SVG, 2, float64(deaths)); (err == nil) != works || left > 0 {
			t.Errorf("after %d deaths: %v", deaths, err)
		}
	}
}

// TestContentIsCountedByItsUsers sweeps a library without unused content. Nothing may be removed.
func TestContentIsCountedByItsUsers(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.rtf", office("one", "two"), document.Options{}).ID, 2)
	sweep(t, l.cleaner)
	if n := l.files(); n != 2 {
		t.Errorf("%d files are kept, want the original and the PDF", n)
	}
	for _, key := range []string{doc.Original, doc.PDF} {
		if used, err := l.store.Contents.UsesContent(t.Context(), key); err != nil || !used {
			t.Errorf("%s is used: %t, %v", key, used, err)
		}
	}
	if _, err := l.store.PDFs.FindPDF(t.Context(), "first/"+doc.ID); err == nil {
		t.Error("the PDF of the first page is still known")
	}
}

// A document whose converter reports success without a PDF fails. It must not become ready without pages.
func TestAConversionWithoutPDFFails(t *testing.T) {
	l := openLibrary(t)
	l.converter.silent = true
	l.wantFailed(l.post("a.rtf", office("One"), document.Options{}).ID, "converter to crash")
}
