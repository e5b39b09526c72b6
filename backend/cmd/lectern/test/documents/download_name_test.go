package documents_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// The file name for downloads comes from the response from which the document was fetched, or else from the URL. The
// file name gets the extension of the document's type.
func TestDownloadNames(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t, lecterntest.AllowReceivers...)
	pdf, rtf := lecterntest.Sample(t, "sample.pdf"), []byte(`{\rtf1 Hello}`)
	content := pdf
	var disposition string
	source := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to, found := strings.CutPrefix(r.URL.Path, "/to/"); found {
			http.Redirect(w, r, "/"+to, http.StatusFound)
			return
		}
		if disposition != "" {
			w.Header()["Content-Disposition"] = []string{disposition}
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(source.Close)
	for _, test := range []struct {
		path, disposition, query string
		content                  []byte
		name, download, pdf      string
	}{
		{"/a.pdf", "", "", pdf, "a.pdf", "a.pdf", "a.pdf"},
		{"/get.php?id=7", "", "", pdf, "get.php", "get.pdf", "get.pdf"},
		{"/get.php?id=7", `attachment; filename="Contract 2026.rtf"`, "", rtf, "get.php", "Contract 2026.rtf", "Contract 2026.pdf"},
		{"/get.php", `attachment; filename="U.rtf"; filename*=UTF-8''%C3%9Cbersicht`, "", rtf, "get.php", "Übersicht.rtf", "Übersicht.pdf"},
		{"/a.pdf", "inline; filename=\"caf\xe9.txt\"", "", rtf, "a.pdf", "café.rtf", "café.pdf"},
		{"/a.pdf", `attachment; filename=../../My Contract.rtf`, "", rtf, "a.pdf", "My Contract.rtf", "My Contract.pdf"},
		{"/a.pdf", `attachment; filename="..\..\My Contract.rtf"`, "", rtf, "a.pdf", "My Contract.rtf", "My Contract.pdf"},
		{"/", `attachment; filename="Contract.rtf"`, "", rtf, "Contract.rtf", "Contract.rtf", "Contract.pdf"},
		{"/", "", "", pdf, "document", "document.pdf", "document.pdf"},
		{"/Contract%202026", "", "", rtf, "Contract 2026", "Contract 2026.rtf", "Contract 2026.pdf"},
		{"/a.pdf", "attachment", "", rtf, "a.pdf", "a.rtf", "a.pdf"},
		{"/a.pdf", `attachment; filename="b.rtf"`, "&name=Mine", rtf, "Mine", "Mine.rtf", "Mine.pdf"},
		{"/to/b.rtf", "", "", rtf, "b.rtf", "b.rtf", "b.pdf"},
	} {
		content, disposition = test.content, test.disposition
		doc := s.Wait(s.Want(http.StatusOK, http.MethodPost, "/document?url="+url.QueryEscape(source.URL+test.path)+test.query, nil).ID)
		checkNames(s, test.path+" "+test.disposition, doc, test.name, test.download, test.pdf)
	}
}

// checkNames checks the name of a document and the file names of its downloads.
func checkNames(s *lecterntest.Server, what string, doc lecterntest.Document, name, download, pdf string) {
	s.T.Helper()
	if doc.Status != "ready" || doc.Name != name || doc.DownloadFilename != download {
		s.T.Errorf("%s: %q, to be saved as %q (%s), want %q and %q", what, doc.Name, doc.DownloadFilename, doc.Status, name, download)
	}
	for path, want := range map[string]string{"original": download, "pdf": pdf} {
		got := s.DoWithoutRedirects(http.MethodGet, s.APIBase+"/document/"+doc.ID+"/"+path, nil).Header.Get("Content-Disposition")
		encoded := "filename*=UTF-8''" + url.PathEscape(want)
		if !strings.Contains(got, fmt.Sprintf(`filename="%s"`, want)) && !strings.Contains(got, encoded) {
			s.T.Errorf("%s: the %s is sent as %s, want %q", what, path, got, want)
		}
	}
}

// The same rules for file names apply to documents that were uploaded, renamed or replaced.
func TestDownloadNamesOfUploads(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	pdf, rtf := lecterntest.Sample(t, "sample.pdf"), []byte(`{\rtf1 Hello}`)
	doc := s.Wait(s.Upload("a.pdf", rtf).ID)
	checkNames(s, "a wrong extension", doc, "a.pdf", "a.rtf", "a.pdf")
	checkNames(s, "no extension", s.Wait(s.Upload("Contract%20v1.2", rtf).ID), "Contract v1.2", "Contract v1.2.rtf", "Contract v1.2.pdf")
	checkNames(s, "one of a script", s.Wait(s.Upload("get.php", pdf).ID), "get.php", "get.pdf", "get.pdf")
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+doc.ID, `{"downloadFilename":"Offer 7"}`)
	doc = s.Wait(doc.ID)
	checkNames(s, "edited", doc, "a.pdf", "Offer 7.rtf", "Offer 7.pdf")
	s.Want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?name=Mine", bytes.NewReader(pdf))
	checkNames(s, "replaced", s.Wait(doc.ID), "Mine", "Mine.pdf", "Mine.pdf")
}
