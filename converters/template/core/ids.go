package core

import (
	"bytes"
	"strconv"
)

// FirstID is where new ids begin, beyond those that most programs give.
const FirstID = 1 << 24

// IDGenerator gives ids that nothing in a document has.
type IDGenerator struct {
	document *Document
	last     int
	taken    map[int]bool // of those beyond the first; nil until they are looked for
}

// NewID gives an id for what is added.
func (r *Renderer) NewID() int { return r.ids.next() }

func (i *IDGenerator) next() int {
	if i.taken == nil {
		i.findTaken()
	}
	for i.last++; i.taken[i.last]; {
		i.last++
	}
	return i.last
}

// findTaken finds the ids of the template, which may be what another rendering has made.
func (i *IDGenerator) findTaken() {
	i.taken = make(map[int]bool)
	for _, name := range i.document.Names() {
		if FormatOf(i.document.Type(name)) == nil {
			continue
		}
		source, err := i.document.Read(name)
		if err != nil {
			continue // which is told where the part is used
		}
		i.findTakenIn(source, `id="`)
		i.findTakenIn(source, `w:val="`)
	}
}

// findTakenIn finds the numbers of an attribute that are beyond the first id.
func (i *IDGenerator) findTakenIn(source []byte, attribute string) {
	for {
		at := bytes.Index(source, []byte(attribute))
		if at < 0 {
			return
		}
		source = source[at+len(attribute):]
		end := bytes.IndexByte(source, '"')
		if end < len(strconv.Itoa(FirstID)) {
			continue
		}
		if id, err := strconv.Atoi(string(source[:end])); err == nil && id > FirstID {
			i.taken[id] = true
		}
	}
}
