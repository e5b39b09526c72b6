package core

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode"

	"lectern/converters/wire"
)

// Problems is the error that is returned if no document can be rendered. It lists the problems with the template and
// the parameters.
type Problems []wire.TemplateProblem

// Error returns the number of problems and the first problem, for logs.
func (p Problems) Error() string {
	return fmt.Sprintf("%d problems with the template, the first: %s in %s: %s", len(p), p[0].Code, p[0].Part, p[0].Tag)
}

// maxProblems is the maximal number of reported problems.
const maxProblems = 200

// longestQuote is the maximal number of characters that a problem quotes of a paragraph, a tag or a value.
const longestQuote = 160

// ProblemList collects problems without duplicates.
type ProblemList struct {
	List []wire.TemplateProblem
	File string // the inserted document that is being processed; empty for the template itself
}

// Add adds a problem and shortens the texts in it. It does nothing if the list already contains the problem or is full.
func (p *ProblemList) Add(one wire.TemplateProblem) {
	if len(p.List) == maxProblems {
		return
	}
	one.File = cmp.Or(one.File, p.File)
	one.Paragraph, one.Tag, one.Nearest = Shorten(one.Paragraph), Shorten(one.Tag), Shorten(one.Nearest)
	for name, value := range one.Values {
		one.Values[name] = Shorten(value)
	}
	if !slices.ContainsFunc(p.List, func(existing wire.TemplateProblem) bool { return sameProblem(existing, one) }) {
		p.List = append(p.List, one)
	}
}

// sameProblem reports whether two problems are equal. A tag in a loop reports the same problem in each iteration.
func sameProblem(a, b wire.TemplateProblem) bool {
	return a.Code == b.Code && a.File == b.File && a.Part == b.Part && a.Tag == b.Tag && a.Paragraph == b.Paragraph &&
		a.Values["cell"] == b.Values["cell"] && (a.Tag != "" || maps.Equal(a.Values, b.Values))
}

// Shorten returns at most longestQuote characters of a text, with each run of white space replaced by one space.
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
