package core

import (
	"context"
	"errors"

	"lectern/converters/template/expression"
	"lectern/converters/template/filter"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// MostOutput bounds what all parts of a document may become that are rendered or copied, in bytes.
const MostOutput = 256 << 20

// Renderer renders the parts of a document.
type Renderer struct {
	Ctx          context.Context
	Document     *Document
	Part         string // the one that is rendered
	Env          *expression.Environment
	Missing      string // what becomes of a tag without value
	Found        *ProblemList
	Out          []byte
	Written      int // bytes of the parts that are done
	usedIDs      map[*idNode]bool
	Rendered     map[string]bool          // parts that were before: charts where they are shown, and what belongs to slides
	WrittenLinks map[*markup.Token][]byte // tags of links whose addresses have tags, as they were written last
	ids          IDGenerator
	AtEnd        func()              // what a tag does when the present part is rendered; nil for nothing
	Current      any                 // what the nodes of a format share, such as the sheet that is rendered
	Escape       func(string) string // what texts need besides the markup's escapes; nil where nothing is
	peeked       peekedValue         // what was looked at and not taken yet
	Stopped      bool                // nothing more is rendered: a bound was passed
	Failed       error
}

// NewRenderer returns a renderer of a document. The option missing says what becomes of tags without a value: "empty", "keep" or "error".
func NewRenderer(ctx context.Context, d *Document, env *expression.Environment, missing string) *Renderer {
	return &Renderer{Ctx: ctx, Document: d, Env: env, Missing: missing, Found: &d.Found, usedIDs: make(map[*idNode]bool),
		Rendered: make(map[string]bool), WrittenLinks: make(map[*markup.Token][]byte), ids: IDGenerator{document: d, last: FirstID}}
}

// RenderPart renders a program into a part of a name.
func (r *Renderer) RenderPart(p *Program, name string, s *Scope) {
	if r.Stopped {
		return
	}
	r.Out, r.Part, r.AtEnd = nil, name, nil
	r.RenderAll(p.Nodes, s)
	if r.AtEnd != nil {
		r.AtEnd()
	}
	r.Out = r.Document.Language.Finish(r, r.Out)
	r.Document.Write(name, r.Out)
	r.Written += len(r.Out)
	r.Out = nil // it was counted
}

func (r *Renderer) RenderAll(nodes []Node, s *Scope) {
	for _, n := range nodes {
		if r.isFull() {
			return
		}
		n.Render(r, s)
	}
}

// Fail stops the rendering for a fault that is none of the template's.
func (r *Renderer) Fail(err error) {
	r.Stopped = true
	r.Failed = errors.Join(r.Failed, err)
}

// BudgetExceeded stops the rendering, which has spent what it may.
func (r *Renderer) BudgetExceeded(t *Tag, what string) {
	r.Stopped = true
	r.Found.Add(t.Problem("expression-budget", "what", what))
}

// isFull says whether nothing more is to be rendered, which it tells where there is too much already.
func (r *Renderer) isFull() bool {
	if !r.Stopped && r.Written+r.Document.copied+len(r.Out) > MostOutput {
		r.Stopped = true
		r.Found.Add(wire.TemplateProblem{Code: "too-large", Part: r.Part})
	}
	return r.Stopped
}

// roundSteps is what a round of a loop costs.
const roundSteps = 8

// StartRound says whether another round of a loop may begin.
func (r *Renderer) StartRound(t *Tag) bool {
	if r.Stopped {
		return false
	}
	if err := r.Env.Step(roundSteps); err != nil {
		r.BudgetExceeded(t, "steps")
	}
	if r.Ctx.Err() != nil {
		r.Stopped = true
	}
	return !r.isFull()
}

// Value gives the value of a tag's expression. It is not ok where nothing is to be written of it.
func (r *Renderer) Value(t *Tag, s *Scope) (value any, ok bool) {
	if value, ok = r.find(t, s); ok && expression.Missing(value) {
		return r.missingValue(t, s)
	}
	return value, ok
}

// find gives the value of a tag's expression, which may be missing. It is not ok where there can be none.
// One that was looked at before is taken, once.
func (r *Renderer) find(t *Tag, s *Scope) (value any, ok bool) {
	if r.Stopped {
		return nil, false
	}
	if l := r.peeked; l.tag == t && l.scope == s {
		r.peeked = peekedValue{}
		return l.value, l.ok
	}
	if value, found := s.Find(t.Body); found && value != nil { // also a name that is no expression
		return value, true
	}
	if t.Expr == nil {
		return expression.Undefined{}, true
	}
	return r.evaluate(t, s)
}

func (r *Renderer) evaluate(t *Tag, s *Scope) (any, bool) {
	value, err := t.Expr.Evaluate(s, r.Env)
	if err == nil {
		return value, true
	}
	var wrong *expression.ValueError
	var filtered *filter.Error
	var spent *expression.BudgetError
	switch {
	case errors.As(err, &spent):
		r.BudgetExceeded(t, spent.What)
	case errors.As(err, &wrong):
		r.Found.Add(t.problemWith(wrong.Code, wrong.Values))
	case errors.As(err, &filtered):
		r.Found.Add(t.problemWith(filtered.Code, filtered.Values))
	default:
		r.Found.Add(t.Problem("expression-failed", "reason", err.Error()))
	}
	return nil, false
}

// Text gives the text of a tag's value; empty where the rendering has spent what it may.
func (r *Renderer) Text(t *Tag, value any) string {
	text, err := r.Env.Text(value)
	if spent, ok := errors.AsType[*expression.BudgetError](err); ok {
		r.BudgetExceeded(t, spent.What)
	}
	return text
}

// missingValue does what the person wants of a tag without value.
func (r *Renderer) missingValue(t *Tag, s *Scope) (any, bool) {
	switch {
	case t.Kind != ValueTag && t.Kind != CommandTag && r.Missing != "error":
		return nil, true
	case r.Missing == "keep":
		return t.Source, true
	case r.Missing == "error":
		p := t.Problem("missing-value", "name", t.Body)
		p.Nearest = s.nearest(t)
		r.Found.Add(p)
	}
	return "", true
}

// Relate relates the present part to another one, or, with external, to an address, and gives the
// id of the relationship.
func (r *Renderer) Relate(kind, target string, external bool) string {
	relations, err := r.Document.Relations(r.Part)
	if err != nil {
		r.Fail(err)
		return ""
	}
	return relations.Add(kind, target, external)
}

// RenderApart renders into another part while the present one is rendered.
func (r *Renderer) RenderApart(render func()) (made []byte) {
	out, part, atEnd := r.Out, r.Part, r.AtEnd
	r.Out = nil
	render()
	made = r.Out
	r.Out, r.Part, r.AtEnd = out, part, atEnd
	return made
}
