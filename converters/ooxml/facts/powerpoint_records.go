package facts

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"lectern/converters/ooxml/opc"
	"lectern/converters/wire"
)

// Records of a presentation that are read, and the size of a record header (MS-PPT 2.3.1, 2.13.24).
const (
	recordHeaderSize = 8
	recordDocument   = 0x03E8
	recordVBA        = 0x03FF
	recordVBAAtom    = 0x0400 // MS-PPT 2.4.11: a reference, a flag for macros, a version
	recordObjects    = 0x0409
	recordArt        = 0x040B
	recordList       = 0x07D0
	recordEmbedded   = 0x0FCC // MS-PPT 2.10.27
	recordControl    = 0x0FEE // MS-PPT 2.10.10

	vbaAtomSize = 12
)

// readRecords reads macros and embedded objects of a presentation. An incremental save appends all records again, so
// the counts are reset at each document record. Macros of earlier versions count too, because they can be restored.
func (f *binaryReader) readRecords(text *bufio.Reader) error {
	var head [recordHeaderSize]byte
	for {
		if _, err := io.ReadFull(text, head[:]); err != nil {
			return streamError(err)
		}
		le := binary.LittleEndian
		switch le.Uint16(head[2:]) {
		case recordDocument:
			f.Embedded, f.Controls, f.imagePositions = 0, nil, nil
			continue // to the records inside it
		case recordVBA, recordObjects, recordList, recordArt, artAll, artStore:
			continue
		case artEntry:
			entry, err := text.Peek(artEntrySize)
			if err == nil && isArtUsed(entry) && len(f.imagePositions) < opc.MaxParts {
				f.imagePositions = append(f.imagePositions, le.Uint32(entry[artPositionAt:]))
			}
		case recordEmbedded:
			f.Embedded++
		case recordControl:
			f.addControl("")
		case recordVBAAtom:
			atom, err := text.Peek(vbaAtomSize)
			f.Macros = f.Macros || err == nil && le.Uint32(atom[4:]) != 0
		}
		if _, err := io.CopyN(io.Discard, text, int64(le.Uint32(head[4:]))); err != nil {
			return streamError(err)
		}
	}
}

// checkImagePositions records as missing each image whose position is beyond the end of the stream of images.
func (f *binaryReader) checkImagePositions(file *compound) {
	pictures, _ := file.find("pictures")
	for i, place := range f.imagePositions {
		if place != artNoPosition && int64(place)+artHeaderSize > pictures.size {
			f.addImage(fmt.Sprintf("picture %d", i+1), wire.PictureMissing)
		}
	}
}
