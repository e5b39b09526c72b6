package facts

import (
	"encoding/binary"
	"fmt"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/wire"
)

// checkArtList checks the images of a list. The images themselves are in another stream; pictures contains the
// beginning of that stream. truncated states that the stream has further bytes.
func (f *binaryReader) checkArtList(list, pictures []byte, truncated bool) {
	le := binary.LittleEndian
	for number := 1; len(list) >= artHeaderSize; {
		record := readArtRecord(list)
		list = list[artHeaderSize:]
		if record.version == artContainer {
			continue
		}
		entry := list[:min(record.size, int64(len(list)))]
		if record.kind == artEntry && len(entry) >= artEntrySize {
			if place := le.Uint32(entry[artPositionAt:]); place != artNoPosition && isArtUsed(entry) {
				f.addImage(fmt.Sprintf("floating picture %d", number), f.faultAt(pictures, int64(place), truncated))
			}
			number++
		}
		list = list[len(entry):]
	}
}

// faultAt returns the fault of the image at a position. The image counts as unchecked if another record is there, or if
// the position was not read.
func (f *binaryReader) faultAt(pictures []byte, position int64, truncated bool) string {
	switch beyond := position+artHeaderSize > int64(len(pictures)); {
	case beyond && !truncated:
		return wire.PictureMissing
	case beyond, f.checker.Late(): // the deadline is checked here because many images may share a position
		return f.checker.Skip()
	}
	record, data := readArtRecord(pictures[position:]), pictures[position+artHeaderSize:]
	if !record.isPicture() || truncated && record.size > int64(len(data)) {
		return f.checker.Skip()
	}
	return f.artFault(record, data[:min(record.size, int64(len(data)), imagecheck.MaxBytes)])
}
