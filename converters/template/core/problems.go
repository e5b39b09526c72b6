package core

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"lectern/converters/wire"
)

// Problems is the error of a template or of parameters that give no document.
type Problems []wire.TemplateProblem

// Error gives the first, for logs.
func (p Problems) Error() string {
	return fmt.Sprintf("%d problems with the template, the first: %s in %s: %s", len(p), p[0].Code, p[0].Part, p[0].Tag)
}

// mostProblems is how many problems are told at once; a template that has more is wrong throughout.
const mostProblems = 200

// longestQuote is how many characters of a paragraph, of a tag or of a value are told.
const longestQuote = 160

// ProblemList gathers what is wrong with a template.
type ProblemList struct {
	List []wire.TemplateProblem
	File string // that is being included; empty for the template itself
}

func (p *ProblemList) Add(one wire.TemplateProblem) {
	if len(p.List) == mostProblems {
		return
	}
	one.File = cmp.Or(one.File, p.File)
	one.Paragraph, one.Tag, one.Nearest = Shorten(one.Paragraph), Shorten(one.Tag), Shorten(one.Nearest)
	for name, value := range one.Values {
		one.Values[name] = Shorten(value)
	}
	if !slices.ContainsFunc(p.List, func(before wire.TemplateProblem) bool { return sameProblem(before, one) }) {
		p.List = append(p.List, one)
	}
}

// sameProblem says whether two are one: in a loop a tag's comes again and again.
func sameProblem(a, b wire.TemplateProblem) bool {
	return a.Code == b.Code && a.File == b.File && a.Part == b.Part && a.Tag == b.Tag && a.Paragraph == b.Paragraph &&
		a.Values["cell"] == b.Values["cell"] && (a.Tag != "" || maps.Equal(a.Values, b.Values))
}

// Shorten gives the first characters of a text, with one space for each of its gaps. It reads no further.
func Shorten(text string) string {
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
