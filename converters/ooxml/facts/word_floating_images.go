package facts

import (
	"encoding/binary"
	"fmt"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/wire"
)

// ofArtList looks at the pictures of a list, which lie in another stream. cut tells that this has more than is read.
func (f *binaryReader) ofArtList(list, pictures []byte, cut bool) {
	le := binary.LittleEndian
	for number := 1; len(list) >= artHead; {
		record := readArtRecord(list)
		list = list[artHead:]
		if record.version == artContainer {
			continue
		}
		entry := list[:min(record.size, int64(len(list)))]
		if record.kind == artEntry && len(entry) >= artEntrySize {
			if place := le.Uint32(entry[artPlace:]); place != artNowhere && isArtUsed(entry) {
				f.picture(fmt.Sprintf("floating picture %d", number), f.placedFault(pictures, int64(place), cut))
			}
			number++
		}
		list = list[len(entry):]
	}
}

// placedFault returns what is wrong with the picture at a place. Where something else is, or the picture is not read, it was
// not checked.
func (f *binaryReader) placedFault(pictures []byte, place int64, cut bool) string {
	switch beyond := place+artHead > int64(len(pictures)); {
	case beyond && !cut:
		return wire.PictureMissing
	case beyond, f.checker.Late(): // many may be at the same place
		return f.checker.Skip()
	}
	record, data := readArtRecord(pictures[place:]), pictures[place+artHead:]
	if !record.isPicture() || cut && record.size > int64(len(data)) {
		return f.checker.Skip()
	}
	return f.artFault(record, data[:min(record.size, int64(len(data)), imagecheck.MaxBytes)])
}
