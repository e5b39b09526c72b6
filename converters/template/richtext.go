package template

import (
	"errors"

	"lectern/converters/template/expression"
	"lectern/converters/template/richtext"
)

// markdownFilter makes HTML of Markdown: {~~text | markdown}.
func markdownFilter() expression.Filters {
	return expression.Filters{"markdown": {Takes: expression.String, Apply: func(env *expression.Environment, in any, _ []any) (any, error) {
		if !expression.Truthy(in) {
			return in, nil
		}
		source, err := env.Text(in)
		if err != nil {
			return nil, err
		}
		made, err := richtext.FromMarkdown(source)
		if err != nil {
			return nil, &expression.ValueError{Code: richProblem(err)}
		}
		return made, env.Make(int64(len(made)))
	}}}
}

// What may be wrong with HTML.
const (
	codeTooDeep  = "html-too-deep"
	codeTooLarge = "html-too-large"
)

// richProblem gives the code of what is wrong with HTML.
func richProblem(err error) string {
	if errors.Is(err, richtext.ErrTooDeep) {
		return codeTooDeep
	}
	return codeTooLarge
}

// blocks reads the HTML of a tag's value.
func (r *renderer) blocks(t *tag, s *scope) []richtext.Block {
	value, ok := r.value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil
	}
	switch value.(type) {
	case []any, map[string]any:
		r.found.add(t.problem("html-not-text"))
		return nil
	}
	text, err := r.env.Text(value)
	var blocks []richtext.Block
	if err == nil {
		blocks, err = richtext.ReadHTML(text)
	}
	var spent *expression.BudgetError
	switch {
	case errors.As(err, &spent):
		r.stopped = true
		r.found.add(t.problem("expression-budget", "what", spent.What))
	case err != nil:
		r.found.add(t.problem(richProblem(err)))
	}
	return blocks
}
