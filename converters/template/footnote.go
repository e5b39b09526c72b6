package template

import (
	"bytes"
	"fmt"
	"path"
	"strconv"

	"lectern/converters/template/expression"
)

// footnoteNode is a note at the foot of the page: {:footnote text}.
type footnoteNode struct {
	tag *tag
	run *run
}

func inlineFootnote(t *tag, r *run) node { return &footnoteNode{t, r} }

func (n *footnoteNode) render(r *renderer, s *scope) {
	value, ok := r.value(n.tag, s)
	if !ok || !expression.Truthy(value) {
		return
	}
	if r.part != r.document.main || n.run.format.text != "w:t" {
		r.found.add(n.tag.problem("misplaced-tag", "name", n.tag.command))
		return
	}
	id := r.document.addFootnote(r.text(n.tag, value))
	r.out = fmt.Appendf(r.out, `</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="%d"/></w:r>`, id)
	r.out = n.run.begin(r.out)
}

// firstFootnote is the id of the first note that is added, beyond those that programs give.
const firstFootnote = 10_000

// addFootnote keeps a note, and gives its id.
func (d *document) addFootnote(text string) int {
	d.footnotes = append(d.footnotes, text)
	return firstFootnote + len(d.footnotes) - 1
}

// The part of footnotes (ECMA-376, part 1, 11.3.7 and 17.11).
const (
	footnotesType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
	footnotesRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
	noFootnotes       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">` +
		`<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>` +
		`<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote></w:footnotes>`
)

// writeFootnotes puts the notes that were added into the document.
func (d *document) writeFootnotes() error {
	if len(d.footnotes) == 0 {
		return nil
	}
	relations, err := d.Relations(d.main)
	if err != nil {
		return err
	}
	name := path.Join(path.Dir(d.main), "footnotes.xml")
	source := []byte(noFootnotes)
	if there := relations.First("footnotes"); there != nil {
		name = relations.Part(there)
		if source, err = d.Read(name); err != nil {
			return err
		}
	} else {
		relations.Add(footnotesRelation, name, false)
		d.SetType(name, footnotesType)
	}
	end := bytes.LastIndex(source, []byte("</w:footnotes>"))
	if end < 0 {
		return fmt.Errorf("%s has no end", name)
	}
	out := bytes.Clone(source[:end])
	for i, text := range d.footnotes {
		out = append(out, `<w:footnote w:id="`+strconv.Itoa(firstFootnote+i)+`"><w:p><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>`...)
		out = append(plainRun(nil).append(out, " "+text), "</w:p></w:footnote>"...)
	}
	d.Write(name, append(out, source[end:]...))
	return nil
}
