package template

import "fmt"

// slideLink returns the node of a link on a slide.
func slideLink(t *tag, around *run) node {
	return &linkNode{t, func(r *renderer, id, text string) { writeSlideLink(r, around, id, text) }}
}

// writeSlideLink writes a run that is a link, which no run around it is then.
func writeSlideLink(r *renderer, around *run, id, text string) {
	run := r.linked(around)
	look := readProperties("a:rPr", run.properties)
	look.set("a:hlinkClick", fmt.Sprintf(`<a:hlinkClick xmlns:r="%s" r:id="%s"/>`, relationSpace, id))
	linked := *run
	linked.open, linked.properties = []byte("<a:r>"), look.write(slideCharacter)
	r.out = run.begin(linked.append(run.end(r.out), text))
}
