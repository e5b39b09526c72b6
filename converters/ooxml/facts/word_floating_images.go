package facts

import (
	"encoding/binary"
	"fmt"

	"lectern/converters/ooxml/imagecheck"
	"lectern/converters/wire"
)

// checkArtList checks the images of a list. The images themselves are in another stream; pictures contains the
// beginning of that stream. cut states that the stream has further bytes.
func (f *binaryReader) checkArtList(list, pictures []byte, cut bool) {
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
				f.addImage(fmt.Sprintf("floating picture %d", number), f.faultAt(pictures, int64(place), cut))
			}
			number++
		}
		list = list[len(entry):]
	}
}

// faultAt returns the fault of the image at a position. The image counts as unchecked if another record is there, or if
// the position was not read.
func (f *binaryReader) faultAt(pictures []byte, place int64, cut bool) string {
	switch beyond := place+artHead > int64(len(pictures)); {
	case beyond && !cut:
		return wire.PictureMissing
	case beyond, f.checker.Late(): // the deadline is checked here because many images may share a position
		return f.checker.Skip()
	}
	record, data := readArtRecord(pictures[place:]), pictures[place+artHead:]
	if !record.isPicture() || cut && record.size > int64(len(data)) {
		return f.checker.Skip()
	}
	return f.artFault(record, data[:min(record.size, int64(len(data)), imagecheck.MaxBytes)])
}
