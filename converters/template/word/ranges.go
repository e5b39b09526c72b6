package word

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"lectern/converters/template/core"
	"lectern/converters/template/markup"
)

// rangeKind describes a kind of range in a text document, such as bookmarks. A range is marked by a start element and
// an end element (ECMA-376, part 1, 17.13).
type rangeKind struct {
	// prefix is the common prefix of the names of all elements of this kind; start and end are the names of the start
	// and end elements.
	prefix, start, end string
	// reference is the name of an element that refers to the range; empty if there is none.
	reference string
	// key is the attribute that must be unique among ranges of this kind. A further range with the same value is
	// removed. If key is empty, a further range gets a new id instead.
	key string
}

func rangeKinds() []rangeKind {
	return []rangeKind{
		{prefix: "w:bookmark", start: "w:bookmarkStart", end: "w:bookmarkEnd", key: "w:name"},
		{prefix: "w:comment", start: "w:commentRangeStart", end: "w:commentRangeEnd", reference: "w:commentReference", key: "w:id"},
		{prefix: "w:perm", start: "w:permStart", end: "w:permEnd"},
		{prefix: "w:moveFromRange", start: "w:moveFromRangeStart", end: "w:moveFromRangeEnd", key: "w:name"},
		{prefix: "w:moveToRange", start: "w:moveToRangeStart", end: "w:moveToRangeEnd", key: "w:name"},
	}
}

// rangeState records whether a document may contain ranges.
type rangeState struct{ present bool }

// DetectRanges records whether markup that is added to a document contains ranges. As long as no markup with ranges was
// added, RepairRanges does nothing.
func DetectRanges(d *core.Document, source []byte) {
	ranged := &core.Extension[rangeState](d).present
	*ranged = *ranged || slices.ContainsFunc(rangeKinds(), func(kind rangeKind) bool { return kind.isIn(source) })
}

func (k *rangeKind) isIn(source []byte) bool { return bytes.Contains(source, []byte("<"+k.prefix)) }

// RepairRanges returns the markup of a part without the duplicate and unpaired ranges that loops cause.
func RepairRanges(r *core.Renderer, source []byte) []byte {
	if !core.Extension[rangeState](r.Document).present {
		return source
	}
	for _, kind := range rangeKinds() {
		if kind.isIn(source) {
			m := &rangeRepairer{rangeKind: kind, Renderer: r, open: map[string][]int{}, keys: map[string]bool{}, ids: map[string]bool{},
				referred: map[string]bool{}}
			source = m.repair(source)
		}
	}
	return source
}

// rangeMark is a start element, an end element or a reference of a range.
type rangeMark struct {
	from, to int // the range of offsets in the markup
	token    markup.Token
	id, key  string // the new id, and the value of the key attribute
	keep     bool
	hasEnd   bool
}

// rangeRepairer removes duplicate and unpaired ranges of one kind.
type rangeRepairer struct {
	rangeKind
	*core.Renderer
	marks    []rangeMark
	open     map[string][]int // indexes of start elements without an end, by id
	keys     map[string]bool
	ids      map[string]bool
	referred map[string]bool
}

func (m *rangeRepairer) repair(source []byte) (out []byte) {
	at := bytes.IndexByte(source, '<') // the scanner would take leading text for a byte order mark
	for token, err := range markup.Tokens(source[at:]) {
		if err != nil {
			return source // the markup was already broken
		}
		m.read(&token, at)
		at += len(token.Raw)
	}
	from := 0
	for i := range m.marks {
		mark := &m.marks[i]
		out = append(out, source[from:mark.from]...)
		if mark.keep && (mark.token.Name != m.start || mark.hasEnd) {
			out = append(append(out, mark.token.With("w:id", mark.id)...), source[mark.from+len(mark.token.Raw):mark.to]...)
		}
		from = mark.to
	}
	return append(out, source[from:]...)
}

// read processes a token. at is its offset in the markup.
func (m *rangeRepairer) read(token *markup.Token, at int) {
	switch token.Kind {
	case markup.Start, markup.Empty:
		m.readTag(token, at)
	case markup.End:
		if last := len(m.marks) - 1; last >= 0 && m.marks[last].to == at && m.marks[last].token.Kind == markup.Start {
			m.marks[last].to += len(token.Raw)
		}
	}
}

// readTag records a start tag or an empty element if it marks a range or refers to a range.
func (m *rangeRepairer) readTag(token *markup.Token, at int) {
	if !strings.HasPrefix(token.Name, m.prefix) {
		return
	}
	mark := rangeMark{from: at, to: at + len(token.Raw), token: *token}
	mark.id, _ = token.Attribute("w:id")
	switch token.Name {
	case m.start:
		m.startRange(&mark)
	case m.end:
		m.endRange(&mark)
	case m.reference:
		mark.keep, m.referred[mark.id] = !m.referred[mark.id], true
	default:
		return
	}
	m.marks = append(m.marks, mark)
}

// startRange processes the start element of a range.
func (m *rangeRepairer) startRange(mark *rangeMark) {
	id := mark.id
	key, _ := mark.token.Attribute(m.key)
	mark.key = strings.ToLower(key) // Word ignores the case of bookmark names
	mark.keep = m.key == "" || !m.keys[mark.key]
	if open := m.open[id]; !mark.keep && len(open) > 0 && m.marks[open[len(open)-1]].key == mark.key {
		return // a duplicate start: the end element belongs to the open range with the same key
	}
	m.open[id] = append(m.open[id], len(m.marks))
	if mark.keep && m.ids[id] {
		mark.id = strconv.Itoa(m.NewID())
	}
	m.keys[mark.key], m.ids[mark.id] = true, true
}

// endRange processes the end element of a range. The element belongs to the last open range with the same id.
func (m *rangeRepairer) endRange(mark *rangeMark) {
	open := m.open[mark.id]
	if len(open) == 0 {
		return
	}
	start := &m.marks[open[len(open)-1]]
	m.open[mark.id] = open[:len(open)-1]
	start.hasEnd, mark.keep, mark.id = true, start.keep, start.id
}
