package core

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"lectern/converters/wire"
)

// Problems is the error of a template or of parameters from which no document can be made.
type Problems []wire.TemplateProblem

// Error returns the first problem, for logs.
func (p Problems) Error() string {
	return fmt.Sprintf("%d problems with the template, the first: %s in %s: %s", len(p), p[0].Code, p[0].Part, p[0].Tag)
}

// mostProblems is the number of problems that are reported at once.
const mostProblems = 200

// longestQuote is the number of characters of a paragraph, a tag or a value in a problem.
const longestQuote = 160

// ProblemList collects problems, without repetitions.
type ProblemList struct {
	List []wire.TemplateProblem
	File string // the inserted document; empty for the template itself
}

// Add adds a problem with shortened texts, unless it is in the list already or the list is full.
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

// sameProblem reports whether two problems are the same: a tag in a loop reports one in each round.
func sameProblem(a, b wire.TemplateProblem) bool {
	return a.Code == b.Code && a.File == b.File && a.Part == b.Part && a.Tag == b.Tag && a.Paragraph == b.Paragraph &&
		a.Values["cell"] == b.Values["cell"] && (a.Tag != "" || maps.Equal(a.Values, b.Values))
}

// Shorten returns the first characters of a text, with one space for each run of white space.
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
