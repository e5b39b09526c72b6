package conversion_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lectern/backend/convert"
	convertoffice "lectern/backend/convert/office"
	"lectern/backend/document"
	"lectern/backend/document/failure"
	"lectern/backend/internal/fault"
	"lectern/converters/corpustest"
)

const secret = "open sesame, please"

// TestAPDFIsOpenedByItsPassword converts protected PDFs with the right password, with a wrong password and without a
// password.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestAPDFIsOpenedByItsPassword(t *testing.T) {
	l := openLibrary(t)
	locked := lockedPDF(secret, "one", "two")
	l.wantEncrypted(l.wantFailed(l.post("a.pdf", locked, document.Options{}).ID, "password-protected"))
	l.wantEncrypted(l.wantFailed(l.post("a.pdf", locked, document.Options{Password: "wrong"}).ID, "password does not open"))
	if n := l.files(); n != 1 {
		t.Errorf("%d files are kept of what could not be opened, want the original alone", n)
	}
	doc := l.wantReady(l.post("a.pdf", locked, document.Options{Password: secret}).ID, 2)
	if doc.PDF == doc.Original || doc.Password != nil {
		t.Errorf("the document has the PDF of the original, or still its password: %+v", doc)
	}
	l.wantFailed(l.post("a.pdf", locked, document.Options{}).ID, "password-protected")
	l.wantEncrypted(doc)
	l.wantReady(l.post("b.pdf", pdf("open"), document.Options{Password: "not needed"}).ID, 1)
}

// wantEncrypted fails the test unless the report says exactly once that the document is encrypted.
func (l *library) wantEncrypted(doc document.Document) {
	l.t.Helper()
	said := 0
	report, _ := l.report(doc)
	for _, fact := range report.Facts {
		if fact == (convertoffice.Fact{Name: document.FactEncrypted}) {
			said++
		}
	}
	if said != 1 {
		l.t.Errorf("the report of %+v: %d facts name the encryption: %+v", doc, said, report.Facts)
	}
}

// A PDF that no password can open is also reported as encrypted, unlike a damaged one.
func TestUnknownPDFEncryptionIsReportedAsEncrypted(t *testing.T) {
	l := openLibrary(t)
	reason := convert.ReasonEncryption
	l.renderer.before = func(string, int) error { return &convert.Error{Reason: reason} }
	l.wantEncrypted(l.wantFailed(l.post("a.pdf", pdf("one"), document.Options{}).ID, "encrypted"))
	reason = convert.ReasonDamaged
	report, _ := l.report(l.wantFailed(l.post("b.pdf", pdf("two"), document.Options{}).ID, "damaged"))
	if len(report.Facts) > 0 {
		t.Errorf("the report of a damaged one: the message is %+v", report.Facts)
	}
}

// TestAPresentationThatNoPasswordOpens checks that no password is requested for an encrypted .ppt, because LibreOffice
// cannot decrypt it.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestAPresentationThatNoPasswordOpens(t *testing.T) {
	content := corpustest.Read(t, "tika/testPPT_protected_passtika.ppt")
	l := openLibrary(t)
	for _, password := range []string{"", "tika"} {
		doc := l.wantFailed(l.post("a.ppt", string(content), document.Options{Password: password}).ID, "even with its password")
		if doc.Reason != failure.ReasonEncryption || l.converter.count() != 0 {
			t.Errorf("with %q it failed for %s, after %d conversions", password, doc.Reason, l.converter.count())
		}
		l.wantEncrypted(doc)
	}
}

// TestAnOfficeDocumentIsOpenedByItsPassword posts an encrypted spreadsheet with the extension of a text document.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestAnOfficeDocumentIsOpenedByItsPassword(t *testing.T) {
	l := openLibrary(t)
	locked, err := os.ReadFile(filepath.Join("..", "..", "samples", "testdata", "protected.docx"))
	check(t, err)
	l.converter.before = func(order convertoffice.Order) error {
		switch {
		case order.Password != secret:
			return &convert.Error{Reason: convert.ReasonWrongPassword}
		case order.Kind != "xlsx":
			return &convert.Error{Reason: convert.ReasonDamaged}
		}
		return nil
	}
	l.wantFailed(l.post("a.docx", string(locked), document.Options{}).ID, "password-protected")
	if l.converter.count() != 0 {
		t.Error("a converter was asked though there was no password")
	}
	doc := l.wantFailed(l.post("a.docx", string(locked), document.Options{Password: "wrong"}).ID, "password does not open")
	if l.converter.count() != 1 {
		t.Errorf("a wrong password was tried %d times", l.converter.count())
	}
	_, err = l.service.Retry(t.Context(), doc.ID, secret)
	check(t, err)
	doc = l.wait(doc.ID)
	if doc.Status != document.Ready || doc.Password != nil {
		t.Errorf("document is %+v", doc)
	}
	before := l.converter.count()
	l.wantFailed(l.post("b.docx", string(locked), document.Options{}).ID, "password-protected")
	if l.converter.count() != before {
		t.Error("a converter was asked though there was no password")
	}
}

// TestAWorkbookThatExcelOpensIsOpened posts workbooks that are encrypted with the default password, which every program
// tries by itself. The workbooks must open, whatever password is sent with them.
func TestAWorkbookThatExcelOpensIsOpened(t *testing.T) {
	l := openLibrary(t)
	l.converter.before = func(order convertoffice.Order) error {
		if order.Password != "VelvetSweatshop" {
			return &convert.Error{Reason: convert.ReasonWrongPassword}
		}
		return nil
	}
	for _, name := range []string{"sealed.xls", "sealed.xlsx"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "samples", "testdata", name))
		check(t, err)
		for _, password := range []string{"", "wrong"} {
			doc := l.wait(l.post("a", string(content), document.Options{Password: password}).ID)
			report, err := l.reports.Find(t.Context(), &doc)
			check(t, err)
			if doc.Status != document.Ready || doc.Password != nil || "sealed."+string(doc.Type) != name ||
				!slices.Contains(report.Facts, convertoffice.Fact{Name: document.FactEncrypted}) {
				t.Errorf("%s with %q: %+v, %+v", name, password, doc, report.Facts)
			}
		}
	}
}

// TestNoPasswordIsStoredInClear searches every file for the password during the conversion. The encrypted password is
// deleted when the conversion has ended.
//
// SECURITY.md, promise 14 (passwords of documents)
func TestNoPasswordIsStoredInClear(t *testing.T) {
	l := openLibrary(t)
	begun, go_ := make(chan bool), make(chan bool)
	l.converter.before = func(convertoffice.Order) error { begun <- true; <-go_; return nil }
	doc := l.post("a.rtf", office("one"), document.Options{Password: secret})
	<-begun
	now, err := l.service.Find(t.Context(), doc.ID)
	check(t, err)
	if len(now.Password) == 0 {
		t.Error("no password is kept while it is needed")
	}
	check(t, filepath.WalkDir(l.data, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(secret)) {
			t.Errorf("the password stands in %s", path)
		}
		return err
	}))
	close(go_)
	if ended := l.wantReady(doc.ID, 1); ended.Password != nil {
		t.Error("the password is kept after the end")
	}
}

// TestALostKeyFailsTheDocument converts a document whose password was encrypted with a key that is lost.
func TestALostKeyFailsTheDocument(t *testing.T) {
	l := openLibrary(t)
	doc := l.wantFailed(l.post("a.pdf", lockedPDF(secret, "one"), document.Options{}).ID, "password")
	_, err := l.store.Documents.UpdateDocument(t.Context(), doc.ID, document.Update{AddJob: true, Change: func(d *document.Document) error {
		d.Status, d.Password = document.Processing, []byte("sealed under a key that is lost")
		return nil
	}})
	check(t, err)
	l.await(doc.ID, func(d document.Document) bool { return d.Status == document.Failed })
	if doc = l.wantFailed(doc.ID, "can no longer be read"); doc.Reason != failure.ReasonProtected {
		t.Errorf("the reason is %q", doc.Reason)
	}
}

func TestPasswordsThatAreRefused(t *testing.T) {
	l := openLibrary(t)
	for _, password := range []string{string(bytes.Repeat([]byte("x"), 1025)), "a\x00b"} {
		if err := (document.Options{Password: password}).Validate(); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.10q: %v", password, err)
		}
		if _, err := l.service.Retry(t.Context(), "any", password); !fault.Is(err, fault.Invalid) {
			t.Errorf("retry with %.10q: %v", password, err)
		}
	}
}
