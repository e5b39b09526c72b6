package core

import (
	"bytes"
	"strconv"
)

// FirstID is the least new id. It is larger than the ids that most programs write.
const FirstID = 1 << 24

// IDGenerator returns ids that are not used in a document.
type IDGenerator struct {
	document *Document
	last     int
	taken    map[int]bool // the used ids that are larger than FirstID; nil until they are needed
}

// NewID returns an unused id.
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

// findTaken finds the ids that the template uses. It may be the result of an earlier rendering.
func (i *IDGenerator) findTaken() {
	i.taken = make(map[int]bool)
	for _, name := range i.document.Names() {
		if FormatOf(i.document.Type(name)) == nil {
			continue
		}
		source, err := i.document.Read(name)
		if err != nil {
			continue // the error is reported where the part is used
		}
		i.findTakenIn(source, `id="`)
		i.findTakenIn(source, `w:val="`)
	}
}

// findTakenIn finds the numbers of an attribute that are larger than FirstID.
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
