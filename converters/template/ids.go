package template

import (
	"bytes"
	"strconv"
)

// firstID is where new ids begin, beyond those that most programs give.
const firstID = 1 << 24

// ids gives ids that nothing in a document has.
type ids struct {
	document *document
	last     int
	taken    map[int]bool // of those beyond the first; nil until they are looked for
}

// newID gives an id for what is added.
func (r *renderer) newID() int { return r.ids.next() }

func (i *ids) next() int {
	if i.taken == nil {
		i.look()
	}
	for i.last++; i.taken[i.last]; {
		i.last++
	}
	return i.last
}

// look finds the ids of the template, which may be what another rendering has made.
func (i *ids) look() {
	i.taken = make(map[int]bool)
	for _, name := range i.document.Names() {
		if formatOf(i.document.Type(name)) == nil {
			continue
		}
		source, err := i.document.Read(name)
		if err != nil {
			continue // which is told where the part is used
		}
		i.lookIn(source, `id="`)
		i.lookIn(source, `w:val="`)
	}
}

// lookIn finds the numbers of an attribute that are beyond the first id.
func (i *ids) lookIn(source []byte, attribute string) {
	for {
		at := bytes.Index(source, []byte(attribute))
		if at < 0 {
			return
		}
		source = source[at+len(attribute):]
		end := bytes.IndexByte(source, '"')
		if end < len(strconv.Itoa(firstID)) {
			continue
		}
		if id, err := strconv.Atoi(string(source[:end])); err == nil && id > firstID {
			i.taken[id] = true
		}
	}
}
