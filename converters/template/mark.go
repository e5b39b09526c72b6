package template

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"time"

	"lectern/converters/template/markup"
	"lectern/converters/wire"
)

// The part of comments (ECMA-376, part 1, 11.3.2 and 17.13.4).
const (
	commentsType     = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
	commentsRelation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
	noComments       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:comments>`
	firstComment     = 100_000 // id of the first one that is added, beyond those that programs give
)

// Mark gives a copy of a text document with notes as comments at their paragraphs. A note of another
// part than the body, which alone can have comments, is at the first paragraph. It is nil for what is
// no text document.
func Mark(source []byte, notes []wire.TemplateNote, now time.Time) ([]byte, error) {
	p, kind, main, err := open(source)
	if err != nil {
		return nil, err
	}
	d := &document{Package: p, kind: kind, main: main}
	if formatOf(p.Type(main)) == nil || formatOf(p.Type(main)).paragraph != "w:p" {
		return nil, nil
	}
	body, err := p.Read(main)
	if err != nil {
		return nil, err
	}
	tokens, err := markup.Scan(body)
	if err != nil {
		return nil, Problems{{Code: "broken-part", Part: main, Values: map[string]string{"reason": err.Error()}}}
	}
	p.Write(main, newMarker(tokens, main, notes).write())
	if err := d.writeComments(notes, now); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = p.Save(&out)
	return out.Bytes(), err
}

// marker puts the anchors of comments into markup.
type marker struct {
	tokens []markup.Token
	begin  map[int][]int // comments by the tokens after which they begin
	end    map[int][]int // and before which they end
}

// paragraphRange is where a paragraph is.
type paragraphRange struct {
	begin, end int // the token after which its content begins, and its end
	text       string
}

func newMarker(tokens []markup.Token, main string, notes []wire.TemplateNote) *marker {
	m := &marker{tokens, make(map[int][]int), make(map[int][]int)}
	paragraphs := paragraphsOf(tokens)
	if len(paragraphs) == 0 {
		return m
	}
	for i, note := range notes {
		at := paragraphs[0]
		for _, one := range paragraphs {
			if note.Part == main && one.text == note.Paragraph {
				at = one
				break
			}
		}
		m.begin[at.begin] = append(m.begin[at.begin], firstComment+i)
		m.end[at.end] = append(m.end[at.end], firstComment+i)
	}
	return m
}

// paragraphsOf finds the paragraphs of a body, with their texts as problems tell them.
func paragraphsOf(tokens []markup.Token) (all []paragraphRange) {
	texts := textElements()
	var open []paragraphRange
	var names []string
	for i := range tokens {
		switch t := &tokens[i]; t.Kind {
		case markup.Start:
			names = append(names, t.Name)
			if t.Name == "w:p" {
				open = append(open, paragraphRange{begin: i})
			}
		case markup.End:
			names = names[:len(names)-1]
			switch {
			case t.Name == "w:pPr" && len(open) > 0 && open[len(open)-1].text == "":
				open[len(open)-1].begin = i
			case t.Name == "w:p":
				last := open[len(open)-1]
				last.end, last.text = i, shorten(last.text)
				all, open = append(all, last), open[:len(open)-1]
			}
		case markup.Text:
			if len(open) > 0 && len(names) > 0 && texts[names[len(names)-1]] {
				open[len(open)-1].text += markup.Unescape(t.Raw)
			}
		}
	}
	return all
}

func (m *marker) write() (out []byte) {
	for i := range m.tokens {
		for _, id := range m.end[i] {
			out = fmt.Appendf(out, `<w:commentRangeEnd w:id="%[1]d"/><w:r><w:commentReference w:id="%[1]d"/></w:r>`, id)
		}
		out = append(out, m.tokens[i].Raw...)
		for _, id := range m.begin[i] {
			out = fmt.Appendf(out, `<w:commentRangeStart w:id="%d"/>`, id)
		}
	}
	return out
}

// writeComments adds the comments themselves.
func (d *document) writeComments(notes []wire.TemplateNote, now time.Time) error {
	relations, err := d.Relations(d.main)
	if err != nil {
		return err
	}
	name := path.Join(path.Dir(d.main), "comments.xml")
	source := []byte(noComments)
	if there := relations.First("comments"); there != nil {
		name = relations.Part(there)
		if source, err = d.Read(name); err != nil {
			return err
		}
	} else {
		relations.Add(commentsRelation, name, false)
		d.SetType(name, commentsType)
	}
	end := bytes.LastIndex(source, []byte("</w:comments>"))
	if end < 0 {
		return Problems{{Code: "broken-part", Part: name, Values: map[string]string{"reason": "it has no end"}}}
	}
	out := bytes.Clone(source[:end])
	for i, note := range notes {
		text := note.Text
		if note.Part != d.main && note.Part != "" {
			text = note.Part + ": " + text
		}
		out = append(out, `<w:comment w:id="`+strconv.Itoa(firstComment+i)+`" w:author="Lectern" w:initials="L" w:date="`+now.UTC().Format(time.RFC3339)+`"><w:p><w:r><w:t xml:space="preserve">`...)
		out = append(markup.AppendEscaped(out, text), `</w:t></w:r></w:p></w:comment>`...)
	}
	d.Write(name, append(out, source[end:]...))
	return nil
}
