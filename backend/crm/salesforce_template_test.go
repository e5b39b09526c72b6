package crm_test

import (
	"bytes"
	"strings"
	"testing"

	"lectern/backend/crm"
)

func TestTemplate(t *testing.T) {
	h := open(t)
	document, first := h.org.AddFile("Offer", "docx", []byte("first"))
	h.org.AddVersion(document, "Offer 2.DOCX", "docx", []byte("second"))
	_, bare := h.org.AddFile("Bare", "", nil)
	for _, test := range []struct{ identifier, name, content string }{
		{document, "Offer 2.DOCX", "second"},
		{document[:15], "Offer 2.DOCX", "second"},
		{first, "Offer.docx", "first"},
		{first[:15], "Offer.docx", "first"},
		{bare, "Bare", ""},
	} {
		if name, content, err := h.template(test.identifier); name != test.name || content != test.content || err != nil {
			t.Errorf("%s: %q %q %v", test.identifier, name, content, err)
		}
	}
	asked := len(h.org.Requests())
	for _, wrong := range []string{"offer", "001" + document[3:], document[:16], document[:15] + "AAA", document[:14] + "'",
		strings.ToUpper(first), first + "/x", "", "069" + strings.Repeat("é", 6)} {
		_, _, err := h.template(wrong)
		h.wantCode(err, "platform-identifier")
	}
	if now := h.org.Requests(); len(now) != asked {
		t.Errorf("was asked %v", now[asked:])
	}
	for _, request := range h.org.Requests() {
		want := "Bearer " + h.org.Session
		if request.Path == "/services/data/" {
			want = "" // Salesforce's guide says that this request needs no session
		} else if !strings.HasPrefix(request.Path, "/services/data/v67.0/") {
			t.Errorf("asked %s", request.Path)
		}
		if request.Authorization != want {
			t.Errorf("%s came with %q", request.Path, request.Authorization)
		}
	}
	gone := h.org.NewID("069")
	_, _, err := h.template(gone)
	h.wantCode(err, "platform-file-gone")
	_, _, err = h.template(h.org.NewID("068"))
	h.wantCode(err, "platform-file-gone")
	h.org.Delete(first)
	_, _, err = h.template(first)
	h.wantCode(err, "platform-file-gone")
}

// The identifiers are examples from Salesforce's guides.
func TestIdentifiers(t *testing.T) {
	for id, want := range map[string]bool{
		"70130000001tcyIAAQ": true, "70130000001tcyI": true, "015D0000000N3ZZIA0": true,
		"70130000001tcyIAAA": false, "70130000001TcyIAAQ": false, "70130000001tcyIaaq": false, "7013000000": false,
		"70130000001tcyIAA": false, "": false,
	} {
		if crm.IsSalesforceID(id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
}

// A template that is larger than the limit is rejected, even if Salesforce reports a size below the limit.
//
// SECURITY.md, promise 6 (limits of transfers)
func TestTooLarge(t *testing.T) {
	h := open(t)
	document, version := h.org.AddFile("Large", "docx", bytes.Repeat([]byte("x"), 5000))
	h.most = 4999
	_, _, err := h.template(document)
	h.wantCode(err, "platform-file-too-large")
	if seen := h.org.Requests(); strings.Contains(seen[len(seen)-1].Path, "VersionData") {
		t.Error("it was fetched all the same")
	}
	h.org.SetSize(version, 10) // smaller than the actual content
	_, _, err = h.template(document)
	h.wantCode(err, "platform-file-too-large")
	h.most = 5000
	if _, content, err := h.template(document); len(content) != 5000 || err != nil {
		t.Errorf("%d, %v", len(content), err)
	}
}
