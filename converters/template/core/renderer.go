package core

import (
	"context"
	"errors"

	"lectern/converters/template/expression"
	"lectern/converters/template/filter"
	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// MaxOutput is the maximal total size of all rendered and copied parts of a document, in bytes.
const MaxOutput = 256 << 20

// Renderer renders the parts of a document. It stops when a limit is exceeded, when an error occurs or when Ctx is
// canceled.
type Renderer struct {
	Ctx          context.Context
	Document     *Document
	Part         string // the name of the part being rendered
	Env          *expression.Environment
	Missing      string // the policy for tags without a value: "empty", "keep" or "error"
	Problems     *ProblemList
	Out          []byte
	Written      int // the size of the finished parts, in bytes
	usedIDs      map[*idNode]bool
	Rendered     map[string]bool          // parts that are already rendered, such as charts and the parts of slides
	WrittenLinks map[*markup.Token][]byte // the last output for each link element whose address has tags
	ids          IDGenerator
	AtEnd        func()              // called at the end of the current part; can be nil
	Current      any                 // state shared by the nodes of a format, such as the current sheet
	Escape       func(string) string // additional escaping of texts; can be nil
	peeked       peekedValue         // the value of a tag that was evaluated early
	Stopped      bool                // rendering has stopped early, because of a limit, an error or Ctx
	Failed       error               // the error that stopped the rendering; nil if there is none
}

// NewRenderer returns a renderer of a document. missing is the policy for tags without a value: "empty", "keep" or
// "error".
func NewRenderer(ctx context.Context, d *Document, env *expression.Environment, missing string) *Renderer {
	return &Renderer{Ctx: ctx, Document: d, Env: env, Missing: missing, Problems: &d.Problems, usedIDs: make(map[*idNode]bool),
		Rendered: make(map[string]bool), WrittenLinks: make(map[*markup.Token][]byte), ids: IDGenerator{document: d, lastID: FirstID}}
}

// RenderPart renders a compiled part, and writes the result to the part with this name.
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
	r.Out = nil // Written includes the part now
}

// RenderAll renders nodes in order until the rendering stops.
func (r *Renderer) RenderAll(nodes []Node, s *Scope) {
	for _, n := range nodes {
		if r.hasStopped() {
			return
		}
		n.Render(r, s)
	}
}

// Fail stops the rendering because of an error that the template did not cause.
func (r *Renderer) Fail(err error) {
	r.Stopped = true
	r.Failed = errors.Join(r.Failed, err)
}

// BudgetExceeded stops the rendering and reports which budget is spent. The parameter resource is "steps" or "bytes".
func (r *Renderer) BudgetExceeded(t *Tag, resource string) {
	r.Stopped = true
	r.Problems.Add(t.Problem("expression-budget", "what", resource))
}

// hasStopped reports whether the rendering has stopped. If there is too much output, it stops the rendering first.
func (r *Renderer) hasStopped() bool {
	if !r.Stopped && r.Written+r.Document.copied+len(r.Out) > MaxOutput {
		r.Stopped = true
		r.Problems.Add(wire.TemplateProblem{Code: "too-large", Part: r.Part})
	}
	return r.Stopped
}

// iterationSteps is the cost of an iteration of a loop, in steps.
const iterationSteps = 8

// StartIteration charges the cost of an iteration of a loop, and reports whether the iteration can start.
func (r *Renderer) StartIteration(t *Tag) bool {
	if r.Stopped {
		return false
	}
	if err := r.Env.ChargeSteps(iterationSteps); err != nil {
		r.BudgetExceeded(t, "steps")
	}
	if r.Ctx.Err() != nil {
		r.Stopped = true
	}
	return !r.hasStopped()
}

// Value returns the value of a tag. A missing value is replaced according to the policy for missing values. If ok is
// false, the caller writes nothing for the tag.
func (r *Renderer) Value(t *Tag, s *Scope) (value any, ok bool) {
	if value, ok = r.find(t, s); ok && expression.Missing(value) {
		return r.missingValue(t, s)
	}
	return value, ok
}

// find returns the value of a tag, which may be missing. ok is false if the tag cannot be evaluated. If KeepsTag has
// already evaluated the tag, the next call of find returns that value instead of evaluating the tag again.
func (r *Renderer) find(t *Tag, s *Scope) (value any, ok bool) {
	if r.Stopped {
		return nil, false
	}
	if l := r.peeked; l.tag == t && l.scope == s {
		r.peeked = peekedValue{}
		return l.value, l.ok
	}
	// The name of a parameter need not be a valid expression, as in {first name}.
	if value, found := s.Find(t.Body); found && value != nil {
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
		r.BudgetExceeded(t, spent.Resource)
	case errors.As(err, &wrong):
		r.Problems.Add(t.problemWith(wrong.Code, wrong.Values))
	case errors.As(err, &filtered):
		r.Problems.Add(t.problemWith(filtered.Code, filtered.Values))
	default:
		r.Problems.Add(t.Problem("expression-failed", "reason", err.Error()))
	}
	return nil, false
}

// Text converts the value of a tag into text. It returns "" and reports a problem if the rendering has used up its
// steps or its memory.
func (r *Renderer) Text(t *Tag, value any) string {
	text, err := r.Env.Text(value)
	if spent, ok := errors.AsType[*expression.BudgetError](err); ok {
		r.BudgetExceeded(t, spent.Resource)
	}
	return text
}

// missingValue returns the replacement for a missing value according to the policy for missing values.
func (r *Renderer) missingValue(t *Tag, s *Scope) (any, bool) {
	switch {
	case t.Kind != ValueTag && t.Kind != CommandTag && r.Missing != "error":
		return nil, true
	case r.Missing == "keep":
		return t.Source, true
	case r.Missing == "error":
		p := t.Problem("missing-value", "name", t.Body)
		p.Nearest = s.nearest(t)
		r.Problems.Add(p)
	}
	return "", true
}

// Relate adds a relationship from the current part to another part, or to an address if external is true. It returns
// the id of the relationship.
func (r *Renderer) Relate(kind, target string, external bool) string {
	relations, err := r.Document.Relations(r.Part)
	if err != nil {
		r.Fail(err)
		return ""
	}
	return relations.Add(kind, target, external)
}

// RenderSeparately calls the function render with an empty output, and returns the markup that render wrote. The
// current part and its output are restored afterwards.
func (r *Renderer) RenderSeparately(render func()) (rendered []byte) {
	out, part, atEnd := r.Out, r.Part, r.AtEnd
	r.Out = nil
	render()
	rendered = r.Out
	r.Out, r.Part, r.AtEnd = out, part, atEnd
	return rendered
}
