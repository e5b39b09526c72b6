package template

import (
	"fmt"
	"strconv"
	"strings"

	"lectern/converters/template/expression"
	"lectern/converters/template/markup"
)

// node is a part of a template that can be rendered.
type node interface {
	render(r *renderer, s *scope)
}

// rawNode is markup without tags.
type rawNode []byte

func (n rawNode) render(r *renderer, _ *scope) { r.out = append(r.out, n...) }

// valueNode is a tag for the text of a value.
type valueNode struct {
	tag *tag
	run *run
}

// run is what a tag's text stands in.
type run struct {
	format     *format
	open, text []byte // the tags of the run, and of the text in it
	properties []byte
	room       int64 // the width that there is, in EMU; 0 where that is not known
	boxed      bool  // it is in a text box
	// outer are the elements around it that no link can be in, innermost first.
	outer []*markup.Token
	// link is the tag of a link in its properties, of which the address may have tags; nil where there is none.
	link *markup.Token
}

// reads implements [tagged].
func (n *valueNode) reads() (*tag, kind) { return n.tag, textKind }

func (n *valueNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok {
		return
	}
	text := r.text(n.tag, value)
	if r.escape != nil {
		text = r.escape(text)
	}
	if n.run == nil || !strings.ContainsAny(text, "\n\t") {
		r.out = markup.AppendEscaped(r.out, text)
		return
	}
	r.out = r.linked(n.run).appendText(r.out, text)
}

// appendText appends a text with its line breaks and tabs as those of the document. It begins and ends
// within the text of a run.
func (n *run) appendText(to []byte, text string) []byte {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			to = fmt.Appendf(n.end(to), n.format.lineBreak, n.properties)
			to = n.begin(to)
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

func (n *run) appendTab(to []byte) []byte {
	if n.format.tab == "" {
		return append(to, '\t')
	}
	return append(append(append(to, "</"+n.format.text+">"...), n.format.tab...), n.text...)
}

// begin begins the run with its text, and end ends both.
func (n *run) begin(to []byte) []byte {
	return append(append(append(to, n.open...), n.properties...), n.text...)
}

func (n *run) end(to []byte) []byte {
	return append(to, "</"+n.format.text+"></"+n.format.run+">"...)
}

// append appends the whole run with a text.
func (n *run) append(to []byte, text string) []byte {
	return n.end(n.appendText(n.begin(to), text))
}

// plainRun is a run of a text document with properties, which may be empty.
func plainRun(properties []byte) *run {
	return &run{format: wordFormat(), open: []byte("<w:r>"), properties: properties, text: []byte(`<w:t xml:space="preserve">`)}
}

// loopNode writes its body for each item, or where a condition holds.
type loopNode struct {
	tag    *tag
	body   []node
	others []branchNode
	// first and last are the page breaks, "" for none, before each item and behind the last one, and
	// between is that between items, or the end of the section of one.
	first, between, last []byte
}

// branchNode is written where no branch before it was.
type branchNode struct {
	tag  *tag
	body []node
}

func (n *loopNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok {
		return
	}
	holds := expression.Truthy(value)
	switch list, isList := value.([]any); {
	case n.tag.kind == invertedTag:
		if !holds {
			n.once(r, s)
			return
		}
	case holds && isList && !n.tag.isIf:
		n.each(r, s, list)
		return
	case holds:
		inner := s
		if object, isObject := value.(map[string]any); isObject && !n.tag.isIf {
			inner = &scope{outer: s, value: object}
		}
		n.once(r, inner)
		return
	}
	n.other(r, s)
}

func (n *loopNode) once(r *renderer, s *scope) {
	r.out = append(r.out, n.first...)
	r.renderAll(n.body, s)
	r.breakPage(n.last)
}

func (n *loopNode) each(r *renderer, s *scope, list []any) {
	for i, item := range list {
		if !r.goesOn(n.tag) {
			return
		}
		r.out = append(r.out, n.first...)
		if i > 0 {
			r.out = append(r.out, n.between...)
		}
		r.renderAll(n.body, &scope{outer: s, value: item, index: i, count: len(list)})
	}
	r.breakPage(n.last)
}

// other writes the branch for where there is no item, or the condition does not hold.
func (n *loopNode) other(r *renderer, s *scope) {
	for i := range n.others {
		b := &n.others[i]
		if b.tag.command == "else" {
			r.renderAll(b.body, s)
			return
		}
		if value, ok := r.value(b.tag, s); ok && expression.Truthy(value) {
			r.renderAll(b.body, s)
			return
		}
	}
	r.out = append(r.out, n.last...)
}

// fullNode is an element that must not be empty.
type fullNode struct {
	need       *fullness
	start, end []byte
	body       []node
}

func (n *fullNode) render(r *renderer, s *scope) {
	begin := len(r.out)
	r.out = append(r.out, n.start...)
	inner := len(r.out)
	r.renderAll(n.body, s)
	if !n.need.isMet(r.out[inner:]) {
		if n.need.by == "" {
			r.out = r.out[:begin]
			return
		}
		r.out = append(r.out, n.need.by...)
	}
	r.out = append(r.out, n.end...)
}

// idNode is a tag with an id, which is the original one once, and a new one each further time.
type idNode struct {
	before, after []byte
	original      string
	anew          bool // also the first time
}

func (n *idNode) render(r *renderer, _ *scope) {
	id := n.original
	if n.anew || r.used[n] {
		id = strconv.Itoa(r.newID())
	}
	r.used[n] = true
	r.out = append(append(append(r.out, n.before...), id...), n.after...)
}
