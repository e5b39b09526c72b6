package filetype

import (
	"encoding/binary"
	"path"
	"strings"
)

// inspectPowerPoint reads the token of the Current User stream ([MS-PPT],
// section 2.3.2), which says whether the presentation is encrypted, and looks
// whether there are slides: an add-in often has none.
func inspectPowerPoint(o *ole, e oleEntry, streams map[string]oleEntry, name string) (Type, error) {
	const tokenAt, tokenEnd, encrypted = 12, 16, 0xF3D1C4DF
	if user, ok := streams["current user"]; ok {
		b, err := o.read(user, tokenEnd)
		if err == nil && len(b) == tokenEnd && binary.LittleEndian.Uint32(b[tokenAt:]) == encrypted {
			return "", &EncryptionError{}
		}
	}
	if b, err := o.read(e, pptSearched); err == nil && pptLacksSlides(b, e.size) {
		return "", &EmptyError{}
	}
	return powerPointType(name), nil
}

// powerPointType tells by the name the uses of PowerPoint's one format apart:
// a presentation, a slide show, a template, an add-in.
func powerPointType(name string) Type {
	switch strings.ToLower(path.Ext(name)) {
	case ".pps":
		return Pps
	case ".pot":
		return Pot
	case ".ppa":
		return Ppa
	}
	return Ppt
}

// pptSearched is how much of a presentation is searched for its list of slides. In
// a larger one that is looked for no longer: it is converted, and shows what it has.
const pptSearched = 1 << 20

// The records of a presentation ([MS-PPT], section 2.13.24) that are looked at. The
// list of slides is the one of instance 0; masters and notes have the others.
const (
	pptDocument     = 0x03E8
	pptSlideList    = 0x0FF0
	pptSlidePersist = 0x03F3
)

// pptLacksSlides says whether b, the beginning of a stream of size bytes, shows that
// the presentation has no slide: it is whole, it has a document, and none of its
// documents (each time it was saved may have added one) lists a slide.
func pptLacksSlides(b []byte, size int64) bool {
	if int64(len(b)) < size {
		return false
	}
	documents, slides := 0, 0
	whole := eachPPTRecord(b, func(_, kind uint16, content []byte) bool {
		if kind != pptDocument {
			return true
		}
		documents++
		return eachPPTRecord(content, func(instance, kind uint16, content []byte) bool {
			if kind != pptSlideList || instance != 0 {
				return true
			}
			return eachPPTRecord(content, func(_, kind uint16, _ []byte) bool {
				if kind == pptSlidePersist {
					slides++
				}
				return true
			})
		})
	})
	return whole && documents > 0 && slides == 0
}

// eachPPTRecord calls visit for every record that stands in b, until it gives false.
// It says whether all were visited and nothing was cut off.
func eachPPTRecord(b []byte, visit func(instance, kind uint16, content []byte) bool) bool {
	const header = 8
	le := binary.LittleEndian
	for len(b) >= header {
		instance, kind, size := le.Uint16(b)>>4, le.Uint16(b[2:]), int64(le.Uint32(b[4:]))
		b = b[header:]
		if size > int64(len(b)) || !visit(instance, kind, b[:size]) {
			return false
		}
		b = b[size:]
	}
	return len(b) == 0
}
