package objects

import (
	"errors"

	"lectern/converters/template/core"
	"lectern/converters/template/expression"
	"lectern/converters/template/richtext"
)

// MarkdownFilter returns the filter that converts Markdown into HTML, as in {~~text | markdown}.
func MarkdownFilter() expression.Filters {
	return expression.Filters{"markdown": {Input: expression.String, Apply: func(env *expression.Environment, in any, _ []any) (any, error) {
		if !expression.Truthy(in) {
			return in, nil
		}
		source, err := env.Text(in)
		if err != nil {
			return nil, err
		}
		made, err := richtext.FromMarkdown(source)
		if err != nil {
			return nil, &expression.ValueError{Code: htmlProblemCode(err)}
		}
		return made, env.ChargeBytes(int64(len(made)))
	}}}
}

// Codes of problems with HTML.
const (
	codeTooDeep  = "html-too-deep"
	codeTooLarge = "html-too-large"
)

// htmlProblemCode returns the problem code for an error of package richtext.
func htmlProblemCode(err error) string {
	if errors.Is(err, richtext.ErrTooDeep) {
		return codeTooDeep
	}
	return codeTooLarge
}

// ReadBlocks parses the HTML in a tag's value. It reports problems with the HTML.
func ReadBlocks(r *core.Renderer, t *core.Tag, s *core.Scope) []richtext.Block {
	value, ok := r.Value(t, s)
	if !ok || !expression.Truthy(value) {
		return nil
	}
	switch value.(type) {
	case []any, map[string]any:
		r.Problems.Add(t.Problem("html-not-text"))
		return nil
	}
	text, err := r.Env.Text(value)
	var blocks []richtext.Block
	if err == nil {
		blocks, err = richtext.ReadHTML(text)
	}
	var spent *expression.BudgetError
	switch {
	case errors.As(err, &spent):
		r.Stopped = true
		r.Problems.Add(t.Problem("expression-budget", "what", spent.Resource))
	case err != nil:
		r.Problems.Add(t.Problem(htmlProblemCode(err)))
	}
	return blocks
}
