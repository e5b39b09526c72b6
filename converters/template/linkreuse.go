package template

import (
	"bytes"
	"strconv"

	"lectern/converters/template/markup"
)

// again gives a tag that is written once more: a revision has an id of its own, and a link leads where
// it has led before.
func (r *renderer) again(t *markup.Token) []byte {
	if written, ok := r.links[t]; ok {
		return written
	}
	if _, has := t.Attribute("w:id"); !has {
		return t.Raw
	}
	return t.With("w:id", strconv.Itoa(r.newID()))
}

// linked gives a run whose properties lead where its link has led before.
func (r *renderer) linked(of *run) *run {
	written, ok := r.links[of.link]
	if !ok {
		return of
	}
	linked := *of
	linked.properties = bytes.Replace(of.properties, of.link.Raw, written, 1)
	return &linked
}
