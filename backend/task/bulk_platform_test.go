package task_test

import (
	"errors"
	"strings"
	"testing"

	"lectern/backend/sentence"
	"lectern/backend/task"
)

// Each row can name its own record on the platform. If the platform rejects a single row, only that row fails. Errors
// that would occur for all rows fail the task.
func TestRowsOnThePlatform(t *testing.T) {
	for code, state := range map[string]task.State{"platform-record-gone": task.Completed, "platform-session": task.Failed} {
		t.Run(code, func(t *testing.T) {
			h, p := openPrinter(t, t.TempDir())
			asked, city := "", ""
			if state == task.Completed {
				p.check.Query = map[string]string{"city": "SELECT"}
				asked, city = `query map[city:SELECT] {"all":1,"name":"Ada","recordId":"001"}`, `"city":"Bern","name":"Ada","recordId":"001"`
			}
			h.platform.refuses = map[string]error{"002": codeError(code)}
			h.configure(func(c *task.Config) { c.RowsAtOnce = 1 })
			h.work()
			rows := "{\"name\":\"Ada\",\"recordId\":\"001\"}\n{\"name\":\"Grace\",\"recordId\":\"002\"}\n{\"name\":\"Zoë\"}\n"
			ended := h.ended(h.post(task.Order{Identifier: "069", Rows: []byte(rows), Integration: &task.Integration{Type: "Folder", LinkTo: "003"},
				Params: []byte(`{"all":1}`)}).ID)
			if ended.State != state {
				t.Fatalf("%+v", ended)
			}
			stored := strings.Join(h.platform.asked, "\n")
			if !strings.Contains(stored, `store 001 Ada.docx {"all":1`) || !strings.Contains(stored, city) || !strings.Contains(stored, asked) {
				t.Errorf("asked %s", stored)
			}
			if state == task.Failed {
				if ended.Problems[0].Code != code || *ended.Rows != (task.Progress{Count: 3, Done: 1}) {
					t.Errorf("%+v, %+v", ended, ended.Rows)
				}
				return
			}
			failed := h.rows(ended.ID, task.RowFailed)
			if *ended.Rows != (task.Progress{Count: 3, Done: 2, Failed: 1}) || len(failed) != 1 || failed[0].Number != 2 ||
				failed[0].Problems[0].Code != code {
				t.Errorf("%+v, %+v", ended.Rows, failed)
			}
			if done := h.rows(ended.ID, task.RowDone); done[0].Results[0].PlatformID != "068" || !strings.Contains(stored, "store 003 Zoë.docx ") {
				t.Errorf("%+v, asked %s", done, stored)
			}
		})
	}
}

// codeError is a platform error with the given code.
type codeError string

func (r codeError) Error() string               { return r.Sentence().String() }
func (r codeError) Sentence() sentence.Sentence { return sentence.English("It is refused.") }
func (r codeError) Code() string                { return string(r) }

// If a row is retried after its documents were recorded, they are not made again.
func TestDocumentsOfRowsAreCreatedOnce(t *testing.T) {
	h, p := openPrinter(t, t.TempDir())
	h.platform.fail = errors.New("the line is dead")
	h.work()
	posted := h.post(task.Order{Identifier: "069", Rows: names("Ada"), Options: task.Options{View: true},
		Integration: &task.Integration{Type: "Folder"}})
	ended := h.ended(posted.ID)
	if ended.State != task.Failed || p.filled[1] != 1 || len(h.library.keys) != 1 {
		t.Errorf("%s: made %v, in the library %d", ended.State, p.filled, len(h.library.keys))
	}
}
