package template

import (
	"bytes"
	"context"
	"errors"

	"lectern/converters/template/expression"
)

// mostOutput bounds what a part may become, in bytes.
const mostOutput = 1 << 30

// firstID is where new ids begin, beyond those that programs give.
const firstID = 1 << 24

// renderer renders the parts of a document.
type renderer struct {
	ctx      context.Context
	document *document
	part     string // the one that is rendered
	env      *expression.Environment
	missing  string // what becomes of a tag without value
	found    *problems
	out      []byte
	used     map[*idNode]bool
	lastID   int
	sheet    *sheetCopy          // the sheet that is rendered
	escape   func(string) string // what texts need besides the markup's escapes; nil where nothing is
	stopped  bool                // nothing more is rendered: a bound was passed
	failed   error
}

func (r *renderer) renderAll(nodes []node, s *scope) {
	for _, n := range nodes {
		n.render(r, s)
	}
}

// fail stops the rendering for a fault that is none of the template's.
func (r *renderer) fail(err error) {
	r.stopped = true
	r.failed = errors.Join(r.failed, err)
}

// goesOn says whether there is more to be rendered.
func (r *renderer) goesOn() bool {
	if !r.stopped && (r.ctx.Err() != nil || len(r.out) > mostOutput) {
		r.stopped = true
	}
	return !r.stopped
}

// value gives the value of a tag's expression. It is not ok where nothing is to be written of it.
func (r *renderer) value(t *tag, s *scope) (value any, ok bool) {
	if r.stopped {
		return nil, false
	}
	value, found := s.Find(t.body) // also a name that is no expression
	if !found || value == nil {
		if t.expr == nil {
			value = expression.Undefined{}
		} else if value, ok = r.evaluate(t, s); !ok {
			return nil, false
		}
	}
	if value == nil || value == (expression.Undefined{}) {
		return r.absent(t, s)
	}
	return value, true
}

func (r *renderer) evaluate(t *tag, s *scope) (any, bool) {
	value, err := t.expr.Evaluate(s, r.env)
	if err == nil {
		return value, true
	}
	var wrong *expression.ValueError
	var spent *expression.BudgetError
	switch {
	case errors.As(err, &spent):
		r.stopped = true
		r.found.add(t.problem("expression-budget", "what", spent.What))
	case errors.As(err, &wrong):
		r.found.add(t.problemWith(wrong.Code, wrong.Values))
	default:
		r.found.add(t.problem("expression-failed", "reason", err.Error()))
	}
	return nil, false
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
		p.Nearest = expression.Nearest(t.body, s.names())
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
