package richtext

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// The bounds of Markdown. How deep its blocks and emphasis lie in each other is gone through by
// calls, and each address is looked for in all that follows it.
const (
	mostMarkdown  = 1 << 20
	mostMarks     = 200
	mostAddresses = 20_000
)

// FromMarkdown gives the HTML of Markdown as GitHub has it (CommonMark 0.31 with tables, strike,
// links of addresses and boxes). Its own HTML stays: what is unsafe in HTML is so for [ReadHTML] as
// well. The error is [ErrTooLarge] or [ErrTooDeep].
func FromMarkdown(source string) (string, error) {
	if len(source) > mostMarkdown || strings.Count(source, "](")+strings.Count(source, "]:") > mostAddresses {
		return "", ErrTooLarge
	}
	if tooManyMarks(source) {
		return "", ErrTooDeep
	}
	var out strings.Builder
	err := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(source), &out)
	return out.String(), err
}

// tooManyMarks says whether a line begins with more marks of quotations and lists than can be.
func tooManyMarks(source string) bool {
	for line := range strings.Lines(source) {
		marks := line[:len(line)-len(strings.TrimLeft(line, " \t>-+*0123456789.)"))]
		if strings.Count(marks, ">")+len(strings.Fields(strings.ReplaceAll(marks, ">", ""))) > mostMarks {
			return true
		}
	}
	return false
}
