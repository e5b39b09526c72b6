package template

import "lectern/converters/template/richtext"

// htmlNode is HTML within a run of a text document: {~text}.
type htmlNode struct {
	tag *tag
	run *run
}

func inlineHTML(t *tag, r *run) node { return &htmlNode{t, r} }

// reads implements [tagged].
func (n *htmlNode) reads() (*tag, kind) { return n.tag, textKind }

func (n *htmlNode) render(r *renderer, s *scope) {
	spans := richtext.Flatten(r.blocks(n.tag, s))
	if len(spans) == 0 {
		return
	}
	run := r.linked(n.run)
	r.out = run.end(r.out)
	w := newWordWriter(r, n.tag, &element{format: run.format, room: run.room, run: run})
	w.spans(spans, w.run)
	r.out = run.begin(r.out)
}

// htmlBlock is HTML in the place of a paragraph of a text document: {~~text}.
type htmlBlock struct {
	tag    *tag
	around *element
}

func blockHTML(t *tag, around *element) node {
	if around.run == nil {
		return nil
	}
	return &htmlBlock{t, around}
}

// reads implements [tagged].
func (n *htmlBlock) reads() (*tag, kind) { return n.tag, textKind }

func (n *htmlBlock) render(r *renderer, s *scope) {
	newWordWriter(r, n.tag, n.around).document(r.blocks(n.tag, s))
}
