package template

import (
	"cmp"
	"maps"
	"slices"
	"unicode"

	"lectern/converters/wire"
)

// mostProblems is how many problems are told at once; a template that has more is wrong throughout.
const mostProblems = 200

// longestQuote is how many characters of a paragraph, of a tag or of a value are told.
const longestQuote = 160

// problems gathers what is wrong with a template.
type problems struct {
	list []wire.TemplateProblem
	file string // that is being included; empty for the template itself
}

func (p *problems) add(one wire.TemplateProblem) {
	if len(p.list) == mostProblems {
		return
	}
	one.File = cmp.Or(one.File, p.file)
	one.Paragraph, one.Tag, one.Nearest = shorten(one.Paragraph), shorten(one.Tag), shorten(one.Nearest)
	for name, value := range one.Values {
		one.Values[name] = shorten(value)
	}
	if !slices.ContainsFunc(p.list, func(before wire.TemplateProblem) bool { return sameProblem(before, one) }) {
		p.list = append(p.list, one)
	}
}

// sameProblem says whether two are one: in a loop a tag's comes again and again.
func sameProblem(a, b wire.TemplateProblem) bool {
	return a.Code == b.Code && a.File == b.File && a.Part == b.Part && a.Tag == b.Tag && a.Paragraph == b.Paragraph &&
		a.Values["cell"] == b.Values["cell"] && (a.Tag != "" || maps.Equal(a.Values, b.Values))
}

// shorten gives the first characters of a text, with one space for each of its gaps. It reads no further.
func shorten(text string) string {
	var short []rune
	gap := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			gap = len(short) > 0
			continue
		}
		if gap {
			short, gap = append(short, ' '), false
		}
		if short = append(short, r); len(short) > longestQuote {
			return string(short[:longestQuote-1]) + "…"
		}
	}
	return string(short)
}
