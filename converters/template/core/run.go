package core

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// Run is what a tag's text stands in.
type Run struct {
	Format     *Format
	Open, Text []byte // the tags of the run, and of the text in it
	Properties []byte
	Width      int64 // the width that there is, in EMU; 0 where that is not known
	InTextBox  bool  // it is in a text box
	// Linkless are the elements around it that no link can be in, innermost first.
	Linkless []*markup.Token
	// link is the tag of a link in its properties, of which the address may have tags; nil where there is none.
	link *markup.Token
}

// appendText appends a text with its line breaks and tabs as those of the document. It begins and ends
// within the text of a run.
func (n *Run) appendText(to []byte, text string) []byte {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			to = fmt.Appendf(n.End(to), n.Format.lineBreak, n.Properties)
			to = n.Begin(to)
		}
		for j, cell := range strings.Split(line, "\t") {
			if j > 0 {
				to = n.appendTab(to)
			}
			to = markup.AppendEscaped(to, cell)
		}
	}
	return to
}

func (n *Run) appendTab(to []byte) []byte {
	if n.Format.tab == "" {
		return append(to, '\t')
	}
	return append(append(append(to, "</"+n.Format.Text+">"...), n.Format.tab...), n.Text...)
}

// Begin begins the run with its text, and end ends both.
func (n *Run) Begin(to []byte) []byte {
	return append(append(append(to, n.Open...), n.Properties...), n.Text...)
}

func (n *Run) End(to []byte) []byte {
	return append(to, "</"+n.Format.Text+"></"+n.Format.run+">"...)
}

// Append appends the whole run with a text.
func (n *Run) Append(to []byte, text string) []byte {
	return n.End(n.appendText(n.Begin(to), text))
}

// RepeatTag gives a tag that is written once more: a revision has an id of its own, and a link leads where
// it has led before.
func (r *Renderer) RepeatTag(t *markup.Token) []byte {
	if written, ok := r.WrittenLinks[t]; ok {
		return written
	}
	if _, has := t.Attribute("w:id"); !has {
		return t.Raw
	}
	return t.With("w:id", strconv.Itoa(r.NewID()))
}

// WithLink gives a run whose properties lead where its link has led before.
func (r *Renderer) WithLink(of *Run) *Run {
	written, ok := r.WrittenLinks[of.link]
	if !ok {
		return of
	}
	linked := *of
	linked.Properties = bytes.Replace(of.Properties, of.link.Raw, written, 1)
	return &linked
}
