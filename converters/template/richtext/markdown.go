package richtext

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// Limits of a Markdown text: its size in bytes, the number of markers at the beginning of a line, and the number of
// link addresses. They bound the time and memory of the parser, which is recursive and, for each address, searches the
// rest of the text.
const (
	maxMarkdown  = 1 << 20
	maxMarks     = 200
	maxAddresses = 20_000
)

// FromMarkdown converts GitHub Flavored Markdown into HTML (CommonMark 0.31 with tables, strikethrough, automatic links
// and check boxes). HTML in the Markdown is kept, because [ReadHTML] makes it safe. Errors are [ErrTooLarge] or
// [ErrTooDeep].
func FromMarkdown(source string) (string, error) {
	if len(source) > maxMarkdown || strings.Count(source, "](")+strings.Count(source, "]:") > maxAddresses {
		return "", ErrTooLarge
	}
	if tooManyMarks(source) {
		return "", ErrTooDeep
	}
	var out strings.Builder
	err := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(source), &out)
	return out.String(), err
}

// tooManyMarks reports whether a line begins with too many markers of quotations and lists.
func tooManyMarks(source string) bool {
	for line := range strings.Lines(source) {
		marks := line[:len(line)-len(strings.TrimLeft(line, " \t>-+*0123456789.)"))]
		if strings.Count(marks, ">")+len(strings.Fields(strings.ReplaceAll(marks, ">", ""))) > maxMarks {
			return true
		}
	}
	return false
}
