package filetype

import (
	"encoding/binary"
	"path"
	"strings"
)

// inspectPowerPoint reads the token in the Current User stream, which shows whether the presentation is encrypted
// ([MS-PPT], section 2.3.2). It also checks whether the presentation has slides; add-ins often have none.
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

// powerPointType returns the type by the file name, because presentations, slide shows, templates and add-ins share one
// format.
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

// pptSearched is the number of bytes of a presentation that are searched for its list of slides. A larger presentation
// is converted without this check.
const pptSearched = 1 << 20

// Types of records of a presentation ([MS-PPT], section 2.13.24). The list of slides has instance 0; the lists of
// masters and notes have other instances.
const (
	pptDocument     = 0x03E8
	pptSlideList    = 0x0FF0
	pptSlidePersist = 0x03F3
)

// pptLacksSlides reports whether b proves that the presentation has no slide. The argument b is the beginning of a
// stream of size bytes. The proof requires that b is the complete stream and contains a document record, and that no
// document record lists a slide. A presentation has several document records if it was saved several times.
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

// eachPPTRecord calls visit for every record in b until visit returns false. It reports whether all records were
// visited and none was truncated.
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
