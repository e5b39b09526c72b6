package template

import "lectern/converters/template/richtext"

// slideText is HTML within a run of a slide: {~text}.
type slideText struct {
	tag *tag
	run *run
}

func slideInlineHTML(t *tag, r *run) node { return &slideText{t, r} }

// reads implements [tagged].
func (n *slideText) reads() (*tag, kind) { return n.tag, textKind }

func (n *slideText) render(r *renderer, s *scope) {
	spans := richtext.Flatten(r.blocks(n.tag, s))
	if len(spans) == 0 {
		return
	}
	run := r.linked(n.run)
	r.out = run.end(r.out)
	newSlideWriter(r, nil, run).spans(spans)
	r.out = run.begin(r.out)
}

// slideParagraphs is HTML in the place of a paragraph of a slide: {~~text}, or {~text} in a paragraph of its own.
type slideParagraphs struct {
	tag    *tag
	around *element
}

// slideHTML returns the node of HTML in the place of a paragraph; nil in a text document.
func slideHTML(t *tag, around *element) node {
	if around.format.isWord() || around.run == nil {
		return nil
	}
	return &slideParagraphs{t, around}
}

// reads implements [tagged].
func (n *slideParagraphs) reads() (*tag, kind) { return n.tag, textKind }

func (n *slideParagraphs) render(r *renderer, s *scope) {
	newSlideWriter(r, n.around.properties, n.around.run).blocks(r.blocks(n.tag, s))
}
