package conversion_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"

	"lectern/backend/convert"
	"lectern/backend/convert/filetype"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
)

// TestAFailureHasItsReason checks the reason of a document for each kind of converter error.
func TestAFailureHasItsReason(t *testing.T) {
	l := openLibrary(t)
	for want, err := range map[failure.Reason]error{
		failure.ReasonProtected:     &convert.Error{Reason: convert.ReasonProtected},
		failure.ReasonWrongPassword: &convert.Error{Reason: convert.ReasonWrongPassword},
		failure.ReasonEncryption:    &convert.Error{Reason: convert.ReasonEncryption},
		failure.ReasonDamaged:       &convert.Error{Reason: convert.ReasonDamaged},
		failure.ReasonEmpty:         &convert.Error{Reason: convert.ReasonEmpty},
		failure.ReasonHiddenSheets:  &convert.Error{Reason: convert.ReasonHiddenSheets},
		failure.ReasonHiddenSlides:  &convert.Error{Reason: convert.ReasonHiddenSlides},
		failure.ReasonSize:          &filetype.LimitError{Cause: sentence.English("It unpacks to too much.")},
		failure.ReasonTooManyPages:  &convert.Error{Reason: convert.ReasonTooManyPages},
		failure.ReasonNesting:       &convert.Error{Reason: convert.ReasonNesting},
		failure.ReasonTimeout:       &convert.Error{Reason: convert.ReasonTimeout},
		failure.ReasonMemory:        &convert.Error{Reason: convert.ReasonMemory},
		failure.ReasonCrashed:       &convert.Error{Reason: convert.ReasonCrashed},
		failure.ReasonNoEngine:      &convert.Error{Reason: convert.ReasonNoEngine},
		failure.ReasonNoSpace:       fmt.Errorf("write: %w", syscall.ENOSPC),
		failure.ReasonServer:        &convert.Error{Reason: "one that nobody has named"},
	} {
		l.converter.before = func(convertoffice.Order) error { return err }
		if doc := l.wait(l.post("a.rtf", office(string(want)), document.Options{}).ID); doc.Status != document.Failed || doc.Reason != want {
			t.Errorf("%v: document is %+v, want it failed with %s", err, doc, want)
		} else if doc.Failure.Code != sentenceOf(err).Code || doc.Failure.String() != doc.Message || doc.Message == "" {
			t.Errorf("%v: the sentence is %+v, want one with %q", err, doc.Failure, doc.Message)
		}
		if !slices.Contains(failure.Reasons(), want) {
			t.Errorf("%s is not listed", want)
		}
	}
}

// sentenceOf returns the user-facing message of an error.
func sentenceOf(err error) sentence.Sentence {
	if told, ok := err.(interface{ Sentence() sentence.Sentence }); ok {
		return told.Sentence()
	}
	return fault.FullDisk(err).Sentence()
}

// TestReasonOfFetchFailure checks the reason of documents that cannot be fetched.
func TestReasonOfFetchFailure(t *testing.T) {
	l := openLibrary(t)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/empty":
		case "/large":
			_, _ = w.Write([]byte(pdf(strings.Repeat("x", 1<<20+1))))
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/private":
			http.Redirect(w, r, "http://192.168.0.1/a.pdf", http.StatusFound)
		case "/packed":
			w.Header().Set("Content-Encoding", "unheard-of")
			_, _ = w.Write([]byte("x"))
		case "/cut":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("x"))
		case "/text":
			_, _ = w.Write([]byte("plain text"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	secure := httptest.NewUnstartedServer(nil)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	for address, want := range map[string]failure.Reason{
		web.URL + "/empty":   failure.ReasonEmpty,
		web.URL + "/large":   failure.ReasonSize,
		web.URL + "/round":   failure.ReasonRedirects,
		web.URL + "/private": failure.ReasonForbidden,
		web.URL + "/packed":  failure.ReasonEncoding,
		web.URL + "/cut":     failure.ReasonBrokenDownload,
		web.URL + "/text":    failure.ReasonUnsupported,
		web.URL + "/other":   failure.ReasonStatus,
		gone.URL:             failure.ReasonUnreachable,
		secure.URL:           failure.ReasonCertificate,
	} {
		doc, _, err := l.service.PostURL(t.Context(), address, document.Options{})
		check(t, err)
		if doc = l.wait(doc.ID); doc.Status != document.Failed || doc.Reason != want {
			t.Errorf("%s: document is %+v, want it failed with %s", address, doc, want)
		}
	}
}
