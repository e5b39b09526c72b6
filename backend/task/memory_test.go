package task_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"lectern/backend/convert/template"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// Tasks can reserve all memory for parameters, and finish, while a task with rows is running. They can do so as well
// while the results of another task are being stored on a platform.
func TestMemoryOfParams(t *testing.T) {
	const params = 10 << 20
	h := open(t, t.TempDir())
	h.SetLimits(task.Limits{Template: 1 << 20, Params: params + 1<<10})
	working, goOn := make(chan struct{}, 2), make(chan struct{})
	release := sync.OnceFunc(func() { close(goOn) })
	defer release()
	h.engine = func(o template.Order) (template.Result, error) {
		switch {
		case o.Operation == wire.TemplateRows:
			return printedRows(o.Rows)
		case bytes.Equal(o.Template, []byte("rows")) && o.Operation == wire.TemplateRender:
			working <- struct{}{}
			<-goOn
		}
		return filled("a.docx", "x"), nil
	}
	h.platform.storing = func(record string) {
		if record == "held" {
			working <- struct{}{}
			<-goOn
		}
	}
	large := func(record string) []byte {
		return fmt.Appendf(nil, `{"recordId":%q,"text":%q}`, record, strings.Repeat("x", params))
	}
	h.work()
	held := []task.Task{h.post(task.Order{Template: h.received("rows"), Params: large(""), Rows: names("Ada")})}
	<-working
	held = append(held, h.post(task.Order{Template: h.received("one"), Params: large("held"), Integration: &task.Integration{Type: "Folder"}}))
	<-working
	other := h.post(task.Order{Template: h.received("one"), Params: large("other"), Integration: &task.Integration{Type: "Folder"}})
	if ended := h.ended(other.ID); ended.State != task.Completed {
		t.Errorf("%+v", ended)
	}
	release()
	for _, posted := range held {
		if ended := h.ended(posted.ID); ended.State != task.Completed {
			t.Errorf("%+v", ended)
		}
	}
}
