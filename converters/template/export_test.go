package template

import (
	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/objects"
)

// AnswerTo exports answerTo for tests, because tests cannot call [Run], which needs a sandbox.
var AnswerTo = answerTo

// CodeSteps returns the cost of drawing the QR code of a text, in steps of the budget.
func CodeSteps(text string) int64 {
	env := &expression.Environment{Budget: &expression.Budget{Steps: maxSteps, Bytes: maxBytes}}
	r := &core.Renderer{Env: env, Document: &core.Document{}, Problems: &core.ProblemList{}}
	objects.LoadBarcode(r, &core.Tag{Command: "qr", Body: "x"}, &core.Scope{Value: map[string]any{"x": text}})
	return maxSteps - env.Budget.Steps
}
