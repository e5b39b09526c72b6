package template

import "lectern/converters/template/expression"

// AnswerTo does what a request asks for, without the frames around it: [Run] wants a sandbox.
var AnswerTo = answerTo

// CodeSteps gives how many steps the QR code of a text takes.
func CodeSteps(text string) int64 {
	env := &expression.Environment{Budget: &expression.Budget{Steps: mostSteps, Bytes: mostBytes}}
	r := &renderer{env: env, document: &document{}, found: &problems{}}
	r.code(&tag{command: "qr", body: "x"}, &scope{value: map[string]any{"x": text}})
	return mostSteps - env.Budget.Steps
}
