package template

import (
	"bytes"
	"context"
	"errors"

	"lectern/converters/template/expression"
	"lectern/converters/template/filter"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// mostOutput bounds what all parts of a document may become that are rendered or copied, in bytes.
const mostOutput = 256 << 20

// renderer renders the parts of a document.
type renderer struct {
	ctx      context.Context
	document *document
	part     string // the one that is rendered
	env      *expression.Environment
	missing  string // what becomes of a tag without value
	found    *problems
	out      []byte
	written  int // bytes of the parts that are done
	used     map[*idNode]bool
	rendered map[string]bool          // parts that were before: charts where they are shown, and what belongs to slides
	links    map[*markup.Token][]byte // tags of links whose addresses have tags, as they were written last
	ids      ids
	atEnd    func()              // what a tag does when the present part is rendered; nil for nothing
	current  any                 // what the nodes of a format share, such as the sheet that is rendered
	escape   func(string) string // what texts need besides the markup's escapes; nil where nothing is
	looked   looked              // what was looked at and not taken yet
	stopped  bool                // nothing more is rendered: a bound was passed
	failed   error
}

// renderPart renders a program into a part of a name.
func (r *renderer) renderPart(p *program, name string, s *scope) {
	if r.stopped {
		return
	}
	r.out, r.part, r.atEnd = nil, name, nil
	r.renderAll(p.nodes, s)
	if r.atEnd != nil {
		r.atEnd()
	}
	r.out = r.document.language.finish(r, r.out)
	r.document.Write(name, r.out)
	r.written += len(r.out)
	r.out = nil // it was counted
}

func (r *renderer) renderAll(nodes []node, s *scope) {
	for _, n := range nodes {
		if r.isFull() {
			return
		}
		n.render(r, s)
	}
}

// fail stops the rendering for a fault that is none of the template's.
func (r *renderer) fail(err error) {
	r.stopped = true
	r.failed = errors.Join(r.failed, err)
}

// spent stops the rendering, which has spent what it may.
func (r *renderer) spent(t *tag, what string) {
	r.stopped = true
	r.found.add(t.problem("expression-budget", "what", what))
}

// isFull says whether nothing more is to be rendered, which it tells where there is too much already.
func (r *renderer) isFull() bool {
	if !r.stopped && r.written+r.document.copied+len(r.out) > mostOutput {
		r.stopped = true
		r.found.add(wire.TemplateProblem{Code: "too-large", Part: r.part})
	}
	return r.stopped
}

// roundSteps is what a round of a loop costs.
const roundSteps = 8

// goesOn says whether another round of a loop may begin.
func (r *renderer) goesOn(t *tag) bool {
	if r.stopped {
		return false
	}
	if err := r.env.Step(roundSteps); err != nil {
		r.spent(t, "steps")
	}
	if r.ctx.Err() != nil {
		r.stopped = true
	}
	return !r.isFull()
}

// value gives the value of a tag's expression. It is not ok where nothing is to be written of it.
func (r *renderer) value(t *tag, s *scope) (value any, ok bool) {
	if value, ok = r.find(t, s); ok && expression.Missing(value) {
		return r.absent(t, s)
	}
	return value, ok
}

// find gives the value of a tag's expression, which may be missing. It is not ok where there can be none.
// One that was looked at before is taken, once.
func (r *renderer) find(t *tag, s *scope) (value any, ok bool) {
	if r.stopped {
		return nil, false
	}
	if l := r.looked; l.tag == t && l.scope == s {
		r.looked = looked{}
		return l.value, l.ok
	}
	if value, found := s.Find(t.body); found && value != nil { // also a name that is no expression
		return value, true
	}
	if t.expr == nil {
		return expression.Undefined{}, true
	}
	return r.evaluate(t, s)
}

func (r *renderer) evaluate(t *tag, s *scope) (any, bool) {
	value, err := t.expr.Evaluate(s, r.env)
	if err == nil {
		return value, true
	}
	var wrong *expression.ValueError
	var filtered *filter.Error
	var spent *expression.BudgetError
	switch {
	case errors.As(err, &spent):
		r.spent(t, spent.What)
	case errors.As(err, &wrong):
		r.found.add(t.problemWith(wrong.Code, wrong.Values))
	case errors.As(err, &filtered):
		r.found.add(t.problemWith(filtered.Code, filtered.Values))
	default:
		r.found.add(t.problem("expression-failed", "reason", err.Error()))
	}
	return nil, false
}

// text gives the text of a tag's value; empty where the rendering has spent what it may.
func (r *renderer) text(t *tag, value any) string {
	text, err := r.env.Text(value)
	if spent, ok := errors.AsType[*expression.BudgetError](err); ok {
		r.spent(t, spent.What)
	}
	return text
}

// absent does what the person wants of a tag without value.
func (r *renderer) absent(t *tag, s *scope) (any, bool) {
	switch {
	case t.kind != valueTag && t.kind != commandTag && r.missing != "error":
		return nil, true
	case r.missing == "keep":
		return t.source, true
	case r.missing == "error":
		p := t.problem("missing-value", "name", t.body)
		p.Nearest = s.nearest(t)
		r.found.add(p)
	}
	return "", true
}

// breakPage writes a paragraph that only breaks the page; where a paragraph stands before it, that
// one has the break at its end.
func (r *renderer) breakPage(paragraph []byte) {
	end := []byte("</w:p>")
	if run, ok := bytes.CutPrefix(paragraph, []byte("<w:p>")); ok && bytes.HasSuffix(r.out, end) {
		r.out = append(r.out[:len(r.out)-len(end)], run...)
		return
	}
	r.out = append(r.out, paragraph...)
}
