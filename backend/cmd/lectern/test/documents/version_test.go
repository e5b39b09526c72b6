package documents_test

import (
	"bytes"
	"net/http"
	"testing"

	"lectern/backend/cmd/lectern/test/lecterntest"
)

// TestNewVersion replaces a document. Its session then shows the new version.
func TestNewVersion(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	doc := s.Upload("a.docx", lecterntest.UniqueSample(t, "sample.docx"))
	s.Wait(doc.ID)
	viewer := s.View(doc.ID)
	replaced := s.Want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=b.pdf",
		bytes.NewReader(lecterntest.UniqueSample(t, "sample.pdf")))
	if replaced.ID != doc.ID || replaced.Status != "processing" || replaced.Viewable || replaced.PageCount != 0 || replaced.Name != "a.pdf" ||
		replaced.DownloadFilename != "a.pdf" || replaced.CreatedAt != doc.CreatedAt {
		t.Errorf("replaced: %+v", replaced)
	}
	if ready := s.Wait(doc.ID); ready.Status != "ready" || ready.Name != "a.pdf" {
		t.Errorf("it became %+v", ready)
	}
	if status, text := s.Call(http.MethodGet, viewer, nil, nil); status != http.StatusOK ||
		!bytes.Contains(text, []byte("<title>a.pdf</title>")) {
		t.Errorf("the viewer: got status %d", status)
	}
	s.AwaitContentCount(1) // the content of the new version
	s.Fields(http.StatusOK, http.MethodPatch, "/document/"+doc.ID, `{"name":"Mine"}`)
	if kept := s.Want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=c.docx",
		bytes.NewReader(lecterntest.UniqueSample(t, "sample.docx"))); kept.Name != "Mine" || kept.DownloadFilename != "a.docx" {
		t.Errorf("a name that was given became %+v", kept)
	}
	s.Wait(doc.ID)
	if named := s.Want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?name=Theirs",
		bytes.NewReader(lecterntest.UniqueSample(t, "sample.docx"))); named.Name != "Theirs" {
		t.Errorf("named, it is %+v", named)
	}
	s.Wait(doc.ID)
	s.Fields(http.StatusNotFound, http.MethodPut, "/document/none?filename=b.pdf", "x")
	s.Fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?url=ftp://a", "")
}

// TestNewVersionWhileConverting replaces a document right after it was posted. The first version must never become
// visible.
func TestNewVersionWhileConverting(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for range 5 {
		doc := s.Upload("a.docx", lecterntest.UniqueSample(t, "sample.docx"))
		s.Want(http.StatusOK, http.MethodPut, "/document/"+doc.ID+"?filename=b.pdf", bytes.NewReader(lecterntest.UniqueSample(t, "sample.pdf")))
		if ready := s.Wait(doc.ID); ready.Status != "ready" || ready.Name != "a.pdf" {
			t.Fatalf("it became %+v", ready)
		}
		if status, text := s.Call(http.MethodGet, "/document/"+doc.ID+"/original", nil, nil); status != http.StatusOK ||
			!bytes.HasPrefix(text, []byte("%PDF")) {
			t.Fatalf("its original is %d %.20q", status, text)
		}
	}
}

// TestUnusableNewVersion checks that a new version that cannot be used is rejected, and the document stays unchanged.
func TestUnusableNewVersion(t *testing.T) {
	t.Parallel()
	lecterntest.SkipOnPostgres(t)
	s := lecterntest.Start(t)
	doc := s.Upload("a.pdf", lecterntest.Sample(t, "sample.pdf"))
	s.Wait(doc.ID)
	for name, content := range map[string]string{"a.txt": "no document", "a.html": "<html><body>none", "a.pdf": ""} {
		s.Fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?filename="+name, content)
	}
	s.Fields(http.StatusUnprocessableEntity, http.MethodPut, "/document/"+doc.ID+"?url=http%3A%2F%2F127.0.0.1%2Fa", "the file itself")
	if now := s.Wait(doc.ID); now.Status != "ready" || now.Name != "a.pdf" {
		t.Errorf("it became %+v", now)
	}
	if n := s.ContentCount(); n != 1 {
		t.Errorf("it keeps %d files", n)
	}
}

func TestOriginalIsNotKept(t *testing.T) {
	t.Parallel()
	s := lecterntest.Start(t)
	for _, parameter := range []string{"keepOriginal", "originalDocumentSaved"} {
		for name, files := range map[string]int{"sample.docx": 1, "sample.pdf": 1} {
			before := s.ContentCount()
			doc := s.Want(http.StatusOK, http.MethodPost, "/document/upload?filename="+name+"&"+parameter+"=false",
				bytes.NewReader(lecterntest.UniqueSample(t, name)))
			if doc.OriginalDocumentSaved {
				t.Errorf("%s: originalDocumentSaved is true", name)
			}
			if ready := s.Wait(doc.ID); ready.Status != "ready" {
				t.Fatalf("%s became %+v", name, ready)
			}
			s.AwaitContentCount(before + files)
			s.Fields(http.StatusNotFound, http.MethodGet, "/document/"+doc.ID+"/original", "")
			status, _ := s.Call(http.MethodGet, "/document/"+doc.ID+"/pdf", nil, nil)
			if want := map[string]int{"sample.docx": 200, "sample.pdf": 404}[name]; status != want {
				t.Errorf("the PDF of %s has status %d", name, status)
			}
			if status, _ := s.Call(http.MethodGet, "/document/"+doc.ID+"/page/1.svg", nil, nil); status != http.StatusOK {
				t.Errorf("page 1 of %s has status %d", name, status)
			}
		}
	}
}
