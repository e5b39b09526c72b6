package crm_test

import (
	"net/http"
	"strings"
	"testing"

	"lectern/backend/crm/crmtest"
)

// If Salesforce rejects a large file, the reason is reported even though the response arrives before the file was sent
// completely.
func TestRefusedUpload(t *testing.T) {
	h := open(t)
	h.org.Refuse(crmtest.Refusal{Method: http.MethodPost, Status: http.StatusUnauthorized, Code: "INVALID_SESSION_ID"})
	_, err := h.store("", "a.docx", strings.Repeat("x", 8<<20))
	h.wantCode(err, "platform-session")
	h.org.ClearRefusals()
	if _, err := h.store("", "a.docx", strings.Repeat("x", 8<<20)); err != nil {
		t.Error(err)
	}
}

func TestStore(t *testing.T) {
	h := open(t)
	record := h.org.AddRecord("Account", "001", nil)
	long := strings.Repeat("ö", 600)
	for _, test := range []struct{ record, name, title, path string }{
		{record, "Brief \"an\" Zoë.docx", "Brief \"an\" Zoë", "Brief \"an\" Zoë.docx"},
		{record[:15], "a.b.pdf", "a.b", "a.b.pdf"},
		{"", "plain", "plain", "plain"},
		{"", "x\r\nContent-Type: y.do\"cx", "x\r\nContent-Type: y", "x\r\nContent-Type: y.do\"cx"},
		{"", long + ".docx", long[:255*2], long[:495*2] + ".docx"},
	} {
		content := "content of " + test.name + "\r\n--boundary\r\n\x00"
		id, err := h.store(test.record, test.name, content)
		if err != nil {
			t.Errorf("%q: %v", test.name, err)
			continue
		}
		all := h.org.Stored()
		if got := all[len(all)-1]; got.ID != id || got.Title != test.title || got.Path != test.path || got.Record != test.record ||
			string(got.Content) != content {
			t.Errorf("stored %q, want %q", got, test)
		}
	}
	for record, want := range map[string]string{
		"Acme": "platform-record", record[:15] + "AAA": "platform-record", "001'; DROP": "platform-record",
		h.org.NewID("001"): "platform-record-gone",
	} {
		_, err := h.store(record, "a.docx", "x")
		h.wantCode(err, want)
	}
	h.org.Delete(record)
	_, err := h.store(record, "a.docx", "x")
	h.wantCode(err, "platform-record-gone")
}
