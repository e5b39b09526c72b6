package task_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"lectern/backend/convert"
	"lectern/backend/convert/template"
	"lectern/backend/task"
	"lectern/converters/wire"
)

// Errors of the template engine are only retried if a retry can succeed.
func TestTries(t *testing.T) {
	for name, test := range map[string]struct {
		fails []error // errors of the first calls; further calls succeed
		state task.State
		code  string
		asked int
	}{
		"dies once": {[]error{&convert.Error{Reason: convert.ReasonCrashed}}, task.Completed, "", 2},
		"dies twice": {[]error{&convert.Error{Reason: convert.ReasonCrashed}, &convert.Error{Reason: convert.ReasonCrashed}}, task.Failed,
			"converter-crashed", 2},
		"takes too long":   {[]error{&convert.Error{Reason: convert.ReasonTimeout, Limit: time.Minute}}, task.Failed, "timeout", 1},
		"takes too much":   {[]error{&convert.Error{Reason: convert.ReasonMemory}}, task.Failed, "too-much-memory", 1},
		"a fault of ours":  {[]error{errors.New("no such thing")}, task.Completed, "", 2},
		"two of them":      {[]error{errors.New("no such thing"), errors.New("no such thing")}, task.Failed, "server-fault", 2},
		"nothing is wrong": {nil, task.Completed, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, t.TempDir())
			asked := 0
			h.engine = func(template.Order) (template.Result, error) {
				if asked++; asked <= len(test.fails) {
					return template.Result{}, test.fails[asked-1]
				}
				return filled("a.docx", "x"), nil
			}
			h.work()
			ended := h.ended(h.post(task.Order{Template: h.received("x")}).ID)
			code := ""
			if len(ended.Problems) > 0 {
				code = ended.Problems[0].Code
			}
			if ended.State != test.state || code != test.code || asked != test.asked {
				t.Errorf("%s, %s, asked %d times", ended.State, code, asked)
			}
			if kept, err := h.db.Tasks.FindTaskParams(t.Context(), ended.ID); err != nil || kept != nil {
				t.Errorf("its parameters are kept: %d bytes, %v", len(kept), err)
			}
		})
	}
}

// The copy of the template with its problems marked is kept as a result of the failed task.
func TestMarkedCopies(t *testing.T) {
	h := open(t, t.TempDir())
	var notes []wire.TemplateNote
	h.engine = func(o template.Order) (made template.Result, err error) {
		if o.Operation == wire.TemplateMark {
			notes = o.Notes
			return filled("a.docx", "with comments"), nil
		}
		made.Problems = []wire.TemplateProblem{
			{Code: "unclosed-loop", Part: "word/document.xml", Paragraph: "{#a}", Tag: "#a", Values: map[string]string{"name": "a"}, Nearest: "b"},
			{Code: "never-heard-of", Tag: "b"}}
		return made, nil
	}
	h.work()
	ended := h.ended(h.post(task.Order{Template: h.received("x")}).ID)
	if ended.State != task.Failed || len(ended.Results) != 1 || !ended.Results[0].ShowsProblems {
		t.Errorf("%+v", ended)
	}
	var told []string
	for _, p := range ended.Problems {
		told = append(told, p.Message.String())
	}
	if len(notes) != 2 || notes[0] != (wire.TemplateNote{Part: "word/document.xml", Paragraph: "{#a}",
		Text: "The loop “a” is never closed. Did you mean “b”?"}) {
		t.Errorf("the notes are %+v", notes)
	}
	if want := []string{"The loop “a” is never closed.", "There is a problem with the template: never-heard-of."}; fmt.Sprint(
		told) != fmt.Sprint(want) {
		t.Errorf("%q", told)
	}
}

// If a task is retried after its results were recorded, they are not made again.
func TestResultsAreCreatedOnce(t *testing.T) {
	h := open(t, t.TempDir())
	made := 0
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Operation == wire.TemplateRender {
			made++
		}
		return filled("a.docx", "x"), nil
	}
	h.platform.fail = errors.New("the line is dead")
	h.work()
	posted := h.post(task.Order{Identifier: "069", Options: task.Options{View: true}, Integration: &task.Integration{Type: "Folder"}})
	ended := h.ended(posted.ID)
	if ended.State != task.Failed || made != 1 || len(h.library.keys) != 1 || len(h.platform.asked) != 3 {
		t.Errorf("%s: made %d times, in the library %d, asked %q", ended.State, made, len(h.library.keys), h.platform.asked)
	}
}

// The failure of a task and the copy of its template that shows the problems are stored in one step. If the failure
// cannot be stored, the copy must not be stored either, because a later attempt could deliver it as the result.
//
// SECURITY.md, promise 22 (killed server)
func TestFailureAndCopyAreStoredTogether(t *testing.T) {
	h := open(t, t.TempDir())
	h.engine = func(o template.Order) (template.Result, error) {
		if o.Operation == wire.TemplateMark {
			return filled("marked.docx", "with comments"), nil
		}
		return template.Result{TemplateAnswer: wire.TemplateAnswer{Problems: []wire.TemplateProblem{{Code: "unclosed-tag"}}}}, nil
	}
	h.configure(func(c *task.Config) { c.Store = &failingStore{Store: h.db.Tasks} })
	posted := h.post(task.Order{Template: h.received("x"), Integration: &task.Integration{Type: "Folder"}})
	h.work()
	if ended := h.ended(posted.ID); ended.State != task.Failed || len(ended.Problems) != 1 || len(ended.Results) != 1 ||
		!ended.Results[0].ShowsProblems {
		t.Errorf("%+v", ended)
	}
	if len(h.platform.asked) != 0 {
		t.Errorf("the platform was asked: %q", h.platform.asked)
	}
}

// failingStore is a store that fails to save the first transition of a task to a final state.
type failingStore struct {
	task.Store
	refused bool
}

func (r *failingStore) UpdateTask(ctx context.Context, id string, change func(*task.Task) error) (task.Task, error) {
	return r.Store.UpdateTask(ctx, id, func(t *task.Task) error {
		if err := change(t); err != nil || !t.State.Ended() || r.refused {
			return err
		}
		r.refused = true
		return errors.New("the disk does not answer")
	})
}
