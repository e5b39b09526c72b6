package core

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"lectern/converters/template/markup"
)

// Run is the run that contains a template tag.
type Run struct {
	Format     *Format
	Open, Text []byte // the start tags of the run and of its text element
	Properties []byte
	Width      int64 // the available width, in EMU; 0 if it is unknown
	InTextBox  bool  // whether the run is in a text box
	// Linkless are the elements around the run that must not contain links, innermost first.
	Linkless []*markup.Token
	// link is the hyperlink element in the properties of the run; nil if there is none.
	link *markup.Token
}

// appendText appends a text to a run. Line breaks and tabs in the text are converted into the markup of the document.
// The output starts and ends within the text element of the run.
func (n *Run) appendText(dst []byte, text string) []byte {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			dst = fmt.Appendf(n.End(dst), n.Format.lineBreak, n.Properties)
			dst = n.Begin(dst)
		}
		for j, cell := range strings.Split(line, "\t") {
			if j > 0 {
				dst = n.appendTab(dst)
			}
			dst = markup.AppendEscaped(dst, cell)
		}
	}
	return dst
}

func (n *Run) appendTab(dst []byte) []byte {
	if n.Format.tab == "" {
		return append(dst, '\t')
	}
	return append(append(append(dst, "</"+n.Format.Text+">"...), n.Format.tab...), n.Text...)
}

// Begin appends the start of the run, including the start tag of its text.
func (n *Run) Begin(dst []byte) []byte {
	return append(append(append(dst, n.Open...), n.Properties...), n.Text...)
}

// End appends the end tags of the text and of the run.
func (n *Run) End(dst []byte) []byte {
	return append(dst, "</"+n.Format.Text+"></"+n.Format.run+">"...)
}

// Append appends the complete run with a text.
func (n *Run) Append(dst []byte, text string) []byte {
	return n.End(n.appendText(n.Begin(dst), text))
}

// RepeatTag returns the start tag of an element that is written again. The element of a tracked change gets a new id. A
// link keeps the address with which it was written last.
func (r *Renderer) RepeatTag(t *markup.Token) []byte {
	if written, ok := r.WrittenLinks[t]; ok {
		return written
	}
	if _, has := t.Attribute("w:id"); !has {
		return t.Raw
	}
	return t.With("w:id", strconv.Itoa(r.NewID()))
}

// WithLink returns the run with the address with which its link was written last.
func (r *Renderer) WithLink(run *Run) *Run {
	written, ok := r.WrittenLinks[run.link]
	if !ok {
		return run
	}
	linked := *run
	linked.Properties = bytes.Replace(run.Properties, run.link.Raw, written, 1)
	return &linked
}
