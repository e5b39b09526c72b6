package core

import (
	"bytes"
	"strconv"
)

// FirstID is smaller than all ids that [IDGenerator] returns, and larger than the ids that most Office programs write.
const FirstID = 1 << 24

// IDGenerator returns ids that a document does not use yet.
type IDGenerator struct {
	document *Document
	lastID   int
	taken    map[int]bool // the used ids larger than FirstID; nil until needed
}

// NewID returns an id that no element of the document uses. Each call returns another id.
func (r *Renderer) NewID() int { return r.ids.next() }

func (i *IDGenerator) next() int {
	if i.taken == nil {
		i.findTaken()
	}
	for i.lastID++; i.taken[i.lastID]; {
		i.lastID++
	}
	return i.lastID
}

// findTaken collects the generated ids that the template already uses. A template contains generated ids if it is
// itself a document that Lectern rendered.
func (i *IDGenerator) findTaken() {
	i.taken = make(map[int]bool)
	for _, name := range i.document.Names() {
		if FormatOf(i.document.Type(name)) == nil {
			continue
		}
		source, err := i.document.Read(name)
		if err != nil {
			continue // the error is reported when the part is read for rendering
		}
		i.findTakenIn(source, `id="`)
		i.findTakenIn(source, `w:val="`)
	}
}

// findTakenIn collects the values of an attribute that are larger than FirstID.
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
