package template

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lectern/converters/wire"
)

// mostProblems is how many problems are told at once; a template that has more is wrong throughout.
const mostProblems = 200

// longestQuote is how many characters of a paragraph, or of a tag, are told.
const longestQuote = 160

// problems gathers what is wrong with a template.
type problems struct {
	list []wire.TemplateProblem
}

func (p *problems) add(one wire.TemplateProblem) {
	one.Paragraph, one.Tag = shorten(one.Paragraph), shorten(one.Tag)
	if len(p.list) < mostProblems && !slices.ContainsFunc(p.list, func(before wire.TemplateProblem) bool { return sameProblem(before, one) }) {
		p.list = append(p.list, one)
	}
}

// sameProblem says whether two are one: in a loop a tag's comes again and again.
func sameProblem(a, b wire.TemplateProblem) bool {
	return a.Code == b.Code && a.File == b.File && a.Part == b.Part && a.Tag == b.Tag && a.Paragraph == b.Paragraph && a.Values["cell"] == b.Values["cell"] && (a.Tag != "" || maps.Equal(a.Values, b.Values))
}

func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= longestQuote {
		return text
	}
	return string([]rune(text)[:longestQuote-1]) + "…"
}
