package task_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lectern/backend/convert/template"
	"lectern/backend/internal/fault"
	"lectern/backend/sentence"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// A platform provides the template and parameters, and receives the results. The session is stored nowhere.
func TestPlatform(t *testing.T) {
	h := open(t, t.TempDir())
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Operation == wire.TemplateCheck {
			return template.Result{TemplateAnswer: wire.TemplateAnswer{Query: map[string]string{"city": "SELECT"}}}, nil
		}
		return filled("a.docx", string(o.Params)), nil
	}
	h.work()
	ended := h.ended(h.post(task.Order{Identifier: "069", Params: []byte(`{"name":"Ada","recordId":"001"}`),
		Integration: &task.Integration{Type: "Salesforce", SessionID: secret, ServerURL: "https://a.my.salesforce.com", LinkTo: "002"}}).ID)
	if ended.State != task.Completed || ended.Results[0].PlatformID != "068" || ended.TemplateName != "offer.docx" {
		t.Errorf("%+v", ended)
	}
	want := []string{
		"Salesforce true template 069", `Salesforce true query map[city:SELECT] {"name":"Ada","recordId":"001"}`,
		`Salesforce true store 001 a.docx {"city":"Bern","name":"Ada","recordId":"001"}`,
	}
	if fmt.Sprint(h.platform.asked) != fmt.Sprint(want) {
		t.Errorf("asked %q", h.platform.asked)
	}
	h.ended(h.post(task.Order{Identifier: "069", Integration: &task.Integration{Type: "Folder", LinkTo: "002"}}).ID)
	if last := h.platform.asked[len(h.platform.asked)-1]; !strings.HasPrefix(last, "Folder false store 002 ") {
		t.Errorf("asked %q", last)
	}
	for params, record := range map[string]string{`{"recordId":null}`: "002", `{"recordId":" "}`: "002", `{"recordId":1}`: "1",
		`{"recordId":{"id":"001"}}`: `{"id":"001"}`} {
		h.ended(h.post(task.Order{Identifier: "069", Params: []byte(params), Integration: &task.Integration{Type: "Folder", LinkTo: "002"}}).ID)
		if last := h.platform.asked[len(h.platform.asked)-1]; !strings.HasPrefix(last, "Folder false store "+record+" ") {
			t.Errorf("%s: asked %q", params, last)
		}
	}
	h.close()
	h.wantNowhere(secret)
}

// localizedError is a platform error with a localized message.
type localizedError struct{}

func (localizedError) Error() string { return localizedError{}.Sentence().String() }
func (localizedError) Sentence() sentence.Sentence {
	return sentence.English("The session has expired.")
}
func (localizedError) Code() string { return "session-expired" }

// If the platform returns an error, the task fails with the platform's message.
func TestPlatformRefuses(t *testing.T) {
	h := open(t, t.TempDir())
	h.platform.fail = localizedError{}
	h.work()
	ended := h.ended(h.post(task.Order{Identifier: "069", Integration: &task.Integration{Type: "Salesforce", SessionID: secret}}).ID)
	if ended.State != task.Failed || ended.Problems[0].Code != "session-expired" || ended.Message().String() != "The session has expired." {
		t.Errorf("%+v", ended)
	}
	h.close()
	h.wantNowhere(secret)
}

// After a restart, a task that was posted with a session ID fails, because session IDs are kept in memory only. Other
// tasks continue.
//
// SECURITY.md, promise 22 (killed server)
func TestSessionsAreLostWithTheServer(t *testing.T) {
	dir := t.TempDir()
	h := open(t, dir)
	with := h.post(task.Order{Identifier: "069", Integration: &task.Integration{Type: "Salesforce", SessionID: secret}})
	without := h.post(task.Order{Identifier: "069", Integration: &task.Integration{Type: "Folder"}})
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	h = open(t, dir)
	h.work()
	if ended := h.ended(with.ID); ended.State != task.Failed || ended.Problems[0].Code != "session-lost" {
		t.Errorf("%+v", ended)
	}
	if ended := h.ended(without.ID); ended.State != task.Completed {
		t.Errorf("%+v", ended)
	}
	h.close()
	h.wantNowhere(secret)
}

func TestUnknownPlatforms(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	for kind, nearest := range map[string]string{"": "", "salesforse": "Salesforce", "Fold": "Folder"} {
		_, err := h.Post(t.Context(), task.Order{Identifier: "069", Integration: &task.Integration{Type: kind, SessionID: secret}})
		wrong, ok := errors.AsType[*fault.Error](err)
		if !ok || wrong.Kind != fault.Invalid || !strings.Contains(wrong.Message, "Folder, Salesforce") || wrong.Reasons[0].Nearest != nearest ||
			strings.Contains(wrong.Message, secret) {
			t.Errorf("%q: %+v", kind, err)
		}
	}
	_, err := h.Post(t.Context(), task.Order{Identifier: "069", Integration: &task.Integration{Type: "Salesforce"}})
	if wrong, ok := errors.AsType[*fault.Error](err); !ok || wrong.Field != "/integration/sessionID" {
		t.Errorf("without its session: %v", err)
	}
}

// The names of platforms are case-insensitive.
func TestPlatformsWithoutCase(t *testing.T) {
	h := open(t, t.TempDir())
	h.work()
	for _, kind := range []string{"salesforce", "SALESFORCE", "SalesForce"} {
		posted := h.post(task.Order{Identifier: "069", Integration: &task.Integration{Type: kind, SessionID: secret,
			ServerURL: "https://a.my.salesforce.com"}})
		if posted.Integration == nil || posted.Integration.Type != "Salesforce" {
			t.Errorf("%q: %+v", kind, posted.Integration)
		}
	}
}
