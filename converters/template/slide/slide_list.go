package slide

import (
	"fmt"
	"strconv"

	"lectern/converters/template/markup"
	"lectern/converters/template/opc"
)

// writeLists updates the lists of slides in the presentation: it adds the copies and removes deleted slides.
func (d *Deck) writeLists(relations *opc.Relations) error {
	source, err := d.Document.Read(d.Document.Main)
	if err != nil {
		return err
	}
	tokens, err := markup.Scan(source)
	if err != nil {
		return err
	}
	l := slideList{tokens: tokens, copies: d.copiesOf, entries: map[string][]string{}}
	d.Document.Write(d.Document.Main, l.write())
	for id, places := range d.copiesOf {
		if len(places) == 0 {
			relations.Remove(id)
		}
	}
	return nil
}

// slideList rewrites the lists of slides of a presentation (ECMA-376, part 1, 19.2.1.34).
type slideList struct {
	tokens  []markup.Token
	copies  map[string][]string // relationship ids of the copies, by the relationship id of the slide
	entries map[string][]string // ids of the copies' entries, by the id of the slide's entry
	taken   map[string]bool     // used ids of entries
	lastID  int
}

func (l *slideList) write() (out []byte) {
	l.findTaken()
	for i := 0; i < len(l.tokens); i++ {
		end := markup.EndOf(l.tokens, i)
		if made, replaced := l.entry(&l.tokens[i], l.tokens[i:end+1]); replaced {
			out, i = append(out, made...), end
			continue
		}
		out = append(out, l.tokens[i].Raw...)
	}
	return out
}

// entry returns the markup that replaces an entry in one of the lists of slides: all slides, a custom show, or a
// section. replaced is false if the entry stays unchanged.
func (l *slideList) entry(t *markup.Token, element []markup.Token) (out []byte, replaced bool) {
	if t.Kind != markup.Start && t.Kind != markup.Empty {
		return nil, false
	}
	own, _ := t.Attribute("id")
	relation, _ := t.Attribute("r:id")
	switch t.Name {
	case "p:sldId":
		places, repeated := l.copies[relation]
		for i, place := range places {
			if i == 0 {
				out = markup.AppendTokens(out, element)
				l.entries[own] = append(l.entries[own], own)
				continue
			}
			id := l.freeID()
			l.entries[own] = append(l.entries[own], id)
			out = fmt.Appendf(out, `<p:sldId id="%s" r:id="%s"/>`, id, markup.Escape(place))
		}
		if repeated && len(places) == 0 {
			l.entries[own] = nil
		}
		return out, repeated
	case "p:sld":
		places, repeated := l.copies[relation]
		return l.repeatElement(element, "r:id", places), repeated
	case "p14:sldId":
		ids, repeated := l.entries[own]
		return l.repeatElement(element, "id", ids), repeated
	}
	return nil, false
}

// repeatElement returns a copy of an element for each of the values. In each copy, the attribute has that value.
func (l *slideList) repeatElement(element []markup.Token, attribute string, values []string) (out []byte) {
	for _, value := range values {
		out = markup.AppendTokens(append(out, element[0].With(attribute, value)...), element[1:])
	}
	return out
}

// findTaken collects the used ids of entries.
func (l *slideList) findTaken() {
	l.taken, l.lastID = map[string]bool{}, 255 // valid ids start at 256
	for i := range l.tokens {
		if t := &l.tokens[i]; t.Name == "p:sldId" {
			id, _ := t.Attribute("id")
			l.taken[id] = true
		}
	}
}

// freeID returns an unused id.
func (l *slideList) freeID() string {
	for {
		l.lastID++
		if id := strconv.Itoa(l.lastID); !l.taken[id] {
			return id
		}
	}
}
