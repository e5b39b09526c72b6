package conversion_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"lectern/backend/convert"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/internal/fault"
)

// TestRetryAfterShownFirstPage retries a document that failed after its first page was shown.
func TestRetryAfterShownFirstPage(t *testing.T) {
	l := openLibrary(t)
	broken := true
	l.renderer.before = func(op string, _ int) error {
		if broken && op == "info" && l.renderer.count("info") > 1 {
			return &convert.Error{Reason: convert.ReasonMemory}
		}
		return nil
	}
	doc := l.wantFailed(l.post("a.rtf", office("one", "two"), document.Options{}).ID, "memory")
	if !doc.Viewable {
		t.Fatalf("the first page was not shown: %+v", doc)
	}
	broken = false
	begun, go_ := make(chan bool), make(chan bool)
	l.converter.before = func(convertoffice.Order) error { begun <- true; <-go_; return nil }
	again, err := l.service.Retry(t.Context(), doc.ID, "")
	check(t, err)
	if again.Status != document.Processing || again.Viewable || again.PageCount != 0 || again.Message != "" || again.Reason != "" ||
		again.Revision <= doc.Revision {
		t.Errorf("the document begins again as %+v", again)
	}
	<-begun
	if n := l.files(); n != 1 {
		t.Errorf("%d files are kept, want the original alone", n)
	}
	close(go_)
	l.wantReady(doc.ID, 2)
}

func TestRetryFetchesAgain(t *testing.T) {
	l := openLibrary(t)
	var there atomic.Bool
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !there.Load() {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(pdf("one")))
	}))
	defer web.Close()
	doc, _, err := l.service.PostURL(t.Context(), web.URL+"/a.pdf", document.Options{})
	check(t, err)
	l.wantFailed(doc.ID, "404")
	there.Store(true)
	_, err = l.service.Retry(t.Context(), doc.ID, "")
	check(t, err)
	l.wantReady(doc.ID, 1)
}

func TestOnlyTheFailedAreTriedAgain(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantReady(l.post("a.pdf", pdf("one"), document.Options{}).ID, 1)
	if _, err := l.service.Retry(t.Context(), doc.ID, ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("a ready document: %v", err)
	}
	if now, err := l.service.Find(t.Context(), doc.ID); err != nil || now.Revision != doc.Revision {
		t.Errorf("the document has become %+v, %v", now, err)
	}
	if _, err := l.service.Retry(t.Context(), "nope", ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("no document: %v", err)
	}
}
